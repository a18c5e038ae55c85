// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "details/details.h"
#include "queue/contender_text.h"
#include "queue/queue_evidence.h"
#include "sample_assessment.h"
#include "test_program.h"

Q_DECLARE_METATYPE(lockcore::KnownDuration)

using namespace lockscope;
using namespace std::chrono_literals;
using lockcore::ChainVerdict;
using lockcore::KnownDuration;
using lockcore::LockQueue;
using lockcore::Role;

namespace {

/// "verified>0": verdict and target of each row; "*" where it watches itself.
QStringList chainOf(const QueueEvidence& evidence, const LockQueue& shown) {
    QStringList words;
    for (const auto& link : evidence.chainFor(shown)) {
        const auto verdict = lockcore::chainVerdictName(link.verdict);
        QString word = QString::fromUtf8(verdict.data(), static_cast<qsizetype>(verdict.size()));
        if (link.target) word += QLatin1Char('>') + QString::number(*link.target);
        if (link.watchesItself) word += QLatin1Char('*');
        words << word;
    }
    return words;
}

QStringList list(std::initializer_list<const char*> words) {
    QStringList texts;
    for (const char* word : words)
        texts << QString::fromUtf8(word);
    return texts;
}

/// The value of a field, by its label; empty without it.
QString valueOf(const Details& details, const char* label) {
    for (const auto& group : details.groups)
        for (const auto& field : group.fields)
            if (field.label == QLatin1String(label)) return field.value;
    return {};
}

const DetailGroup* groupOf(const Details& details, const char* title) {
    const auto found = std::ranges::find(details.groups, QLatin1String(title), &DetailGroup::title);
    return found == details.groups.end() ? nullptr : &*found;
}

}  // namespace

class TestQueueEvidence : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void chainOfTheSampledQueue() {
        const auto queue = samples::queue(samples::mutexes(1, 5));
        const auto assessment =
            samples::Cluster(queue).watch(0, 0).watch(1, 0).watch(2, 0).disconnect(3).assessment();
        const QueueEvidence evidence(assessment, queue->path);
        QCOMPARE(chainOf(evidence, *queue),
                 list({"inferred*", "verified>0", "other target>0", "disconnected", "no watch"}));
        QCOMPARE(evidence.takenAtUnixMs(), samples::kNowUnixMs);
    }

    void nothingIsKnownWithoutServers() {
        const auto queue = samples::queue(samples::mutexes(1, 2));
        QCOMPARE(chainOf(QueueEvidence(), *queue), QStringList());
        const auto assessment = samples::Cluster(queue).hideWatches().assessment();
        QCOMPARE(chainOf(QueueEvidence(assessment, queue->path), *queue), list({"inferred", "inferred"}));
        const QueueEvidence other(samples::Cluster(queue).watch(1, 0).assessment(), "/other");
        QCOMPARE(chainOf(other, *queue), QStringList());
    }

    void newerQueueGetsWhatIsStillTrue() {
        const auto sampled = samples::queue(samples::mutexes(1, 4));
        const auto assessment = samples::Cluster(sampled).watch(1, 0).watch(2, 1).watch(3, 0).assessment();
        const QueueEvidence evidence(assessment, sampled->path);
        // The head has left: the next one holds, and nobody has told yet whom the last one watches now.
        const auto newer = samples::queue(samples::mutexes(2, 5));
        QCOMPARE(chainOf(evidence, *newer), list({"inferred", "verified>0", "inferred", "inferred"}));
    }

    void wrongTargetThatBecomesTheRightOneIsVerified() {
        const auto sampled = samples::queue(samples::mutexes(1, 3));
        const auto assessment = samples::Cluster(sampled).watch(1, 0).watch(2, 0).assessment();
        const QueueEvidence evidence(assessment, sampled->path);
        const auto newer = samples::queue({samples::mutex(1), samples::mutex(3)});
        QCOMPARE(chainOf(evidence, *newer), list({"inferred", "verified>0"}));
    }

    void chainStaysAMinuteWhereTheTablesDoNotFit() {
        const auto queue = samples::queue(samples::mutexes(1, 2));
        const QueueEvidence first(samples::Cluster(queue).watch(1, 0).assessment(), queue->path);
        const auto after = [&](std::chrono::milliseconds time) {
            return samples::Cluster(queue).changing().takenAfter(time).assessment();
        };
        const auto second = QueueEvidence::newer(after(5s), queue->path, first);
        const auto third = QueueEvidence::newer(after(50s), queue->path, second);
        QCOMPARE(chainOf(third, *queue), list({"inferred", "verified>0"}));
        QCOMPARE(third.chainTakenAtUnixMs(), samples::kNowUnixMs);
        QCOMPARE(third.takenAtUnixMs(), samples::kNowUnixMs + 50'000);
        const auto late = QueueEvidence::newer(after(61s), queue->path, third);
        QCOMPARE(chainOf(late, *queue), QStringList());
        const auto none = QueueEvidence::newer(nullptr, queue->path, first);
        QCOMPARE(chainOf(none, *queue), QStringList());
        const auto other = QueueEvidence::newer(after(5s), "/other", first);
        QCOMPARE(chainOf(other, *queue), QStringList());
        // Newer tables count for more.
        const auto told = samples::Cluster(queue).takenAfter(5s).assessment();
        QCOMPARE(chainOf(QueueEvidence::newer(told, queue->path, first), *queue),
                 list({"inferred", "no watch"}));
    }

    void usedAgainNameIsAnotherContender() {
        const auto sampled = samples::queue(samples::mutexes(1, 2));
        const auto assessment = samples::Cluster(sampled).watch(1, 0).assessment();
        const auto newer =
            samples::queue({samples::mutex(1), samples::contender(samples::name("-lock-", 2), 5000)});
        QCOMPARE(chainOf(QueueEvidence(assessment, sampled->path), *newer), list({"inferred", "inferred"}));
    }

    void clientsAreFoundBySession() {
        const auto queue = samples::queue(samples::mutexes(1, 3));
        const auto assessment = samples::Cluster(queue).silence(1, 6s).disconnect(2).assessment();
        const QueueEvidence evidence(assessment, queue->path);
        const auto textOf = [&](std::size_t row) {
            return clientText(evidence.clientOf(*queue->rows[row].contender));
        };
        QCOMPARE(textOf(0), QStringLiteral("ok"));
        QCOMPARE(textOf(1), QStringLiteral("silent ≥ 6 s"));
        QCOMPARE(textOf(2), QStringLiteral("ghost"));
        QCOMPARE(clientText(nullptr), QStringLiteral("–"));
        QCOMPARE(clientText(QueueEvidence().clientOf(*queue->rows[0].contender)), QStringLiteral("–"));
    }

    void watchesAreToldInWords() {
        const auto queue = samples::queue(samples::mutexes(11, 13));
        const auto& holder = *queue->rows[0].contender;
        const auto& other = *queue->rows[1].contender;
        RowWatch watch{.role = Role::Waiter, .predecessor = &holder};
        QCOMPARE(watchText(watch), QStringLiteral("→ 0011 (inferred)"));
        watch.verdict = ChainVerdict::Verified;
        QCOMPARE(watchText(watch), QStringLiteral("→ 0011 ✔"));
        QVERIFY(watchSentence(watch).contains(QStringLiteral("verified")));
        watch.verdict = ChainVerdict::OtherTarget;
        QCOMPARE(watchText(watch), QStringLiteral("other: gone"));
        watch.target = &other;
        QCOMPARE(watchText(watch), QStringLiteral("other: 0012"));
        QCOMPARE(watchSentence(watch),
                 QStringLiteral("Should watch 0011, but its server says that it watches 0012."));
        watch.verdict = ChainVerdict::NoWatch;
        QCOMPARE(watchText(watch), QStringLiteral("none told"));
        watch.verdict = ChainVerdict::Disconnected;
        QCOMPARE(watchText(watch), QStringLiteral("disconnected"));
        QCOMPARE(watchText({.role = Role::Holder}), QString());
        QCOMPARE(watchText({.role = Role::Holder, .watchesItself = true}), QStringLiteral("itself"));
    }

    void durationsAreToldByWhatIsKnown_data() {
        QTest::addColumn<KnownDuration>("duration");
        QTest::addColumn<QString>("cell");
        QTest::addColumn<QString>("words");
        QTest::newRow("exact") << KnownDuration{130s, 130s} << QStringLiteral("02:10")
                               << QStringLiteral("2 min 10 s");
        QTest::newRow("exact to the second")
            << KnownDuration{129'900ms, 130'100ms} << QStringLiteral("02:10") << QStringLiteral("2 min 10 s");
        QTest::newRow("at least") << KnownDuration{130s, {}} << QStringLiteral("≥ 02:10")
                                  << QStringLiteral("at least 2 min 10 s");
        QTest::newRow("at most") << KnownDuration{0s, 130s} << QStringLiteral("≤ 02:10")
                                 << QStringLiteral("at most 2 min 10 s");
        QTest::newRow("between") << KnownDuration{130s, 300s} << QStringLiteral("02:10–05:00")
                                 << QStringLiteral("2 min 10 s to 5 min 00 s");
        // "11 s to 14 s" stood there of what took 14.2 s.
        QTest::newRow("… the upper end is rounded up")
            << KnownDuration{11'900ms, 14'248ms} << QStringLiteral("00:11–00:15")
            << QStringLiteral("11 s to 15 s");
        QTest::newRow("… to what is shown") << KnownDuration{0s, 3'661s} << QStringLiteral("≤ 1:01:01")
                                            << QStringLiteral("at most 1 h 02 min");
        QTest::newRow("hours") << KnownDuration{3730s, 3730s} << QStringLiteral("1:02:10")
                               << QStringLiteral("1 h 02 min");
        QTest::newRow("days") << KnownDuration{100h, 100h} << QStringLiteral("4 d 04 h")
                              << QStringLiteral("4 d 04 h");
    }

    void durationsAreToldByWhatIsKnown() {
        QFETCH(KnownDuration, duration);
        QTEST(clockText(duration), "cell");
        QTEST(durationWords(duration), "words");
    }

    void modeIsWhatItsQueueMakesOfIt() {
        const auto modeOf = [](const std::string& name) {
            const auto queue = samples::queue({samples::contender(name, 5)});
            return askedMode(queue->rows[0]);
        };
        QCOMPARE(modeOf(samples::name("-lock-", 1)), QStringLiteral("exclusive"));
        QCOMPARE(modeOf(samples::name("-__READ__", 1)), QStringLiteral("read"));
        QCOMPARE(modeOf(samples::name("-lease-", 1)), QStringLiteral("shared"));
        QCOMPARE(modeOf(std::string(32, 'a')), QStringLiteral("–"));  // a member asks for nothing
        const auto queue = samples::queue({samples::mutex(1), samples::contender("notes", 7)});
        QCOMPARE(askedMode(queue->rows[1]), QStringLiteral("–"));
    }

    void detailsTellTheWatchAndHowItIsKnown() {
        const auto queue = samples::queue(samples::mutexes(1, 3));
        DetailBasis basis{.nowUnixMs = samples::kNowUnixMs};
        QVERIFY(groupOf(describeContender(*queue, 1, basis), "Watch")
                    ->evidence.contains(QStringLiteral("Inferred")));
        basis.evidence =
            QueueEvidence(samples::Cluster(queue).watch(0, 0).watch(2, 0).assessment(), queue->path);
        basis.link = basis.evidence.chainFor(*queue)[2];
        const Details waiter = describeContender(*queue, 2, basis);
        QCOMPARE(valueOf(waiter, "Watch"),
                 QStringLiteral("Should watch 0002, but its server says that it watches 0001."));
        QVERIFY(groupOf(waiter, "Watch")->evidence.contains(QStringLiteral("watch tables")));
        QCOMPARE(groupOf(waiter, "Watch")->readAtUnixMs, samples::kNowUnixMs);
        basis.link = basis.evidence.chainFor(*queue)[0];
        QVERIFY(valueOf(describeContender(*queue, 0, basis), "Asked to release")
                    .startsWith(QStringLiteral("may be noticed")));
        basis.link = {};
        QVERIFY(valueOf(describeContender(*queue, 0, basis), "Asked to release")
                    .startsWith(QStringLiteral("may go unnoticed")));
    }

    void detailsTellThatAHolderWasAsked() {
        const auto queue = samples::queue({samples::contender(samples::name("-lock-", 1), 5, "__REVOKE__")});
        QCOMPARE(valueOf(describeContender(*queue, 0, {samples::kNowUnixMs}), "Role"),
                 QStringLiteral("Holder, asked to release"));
    }

    void detailsBeginWithWhoTheClientSaysItIs() {
        const auto queue =
            samples::queue({samples::contender(std::string(32, 'a') + "__lock__0000000001", 1, "worker 3")});
        const Details details = describeContender(*queue, 0, {samples::kNowUnixMs});
        QCOMPARE(details.groups.front().fields.back().label, QStringLiteral("Calls itself"));
        QCOMPARE(details.groups.front().fields.back().value, QStringLiteral("worker 3"));
    }

    /// What all that rests on comes below.
    void detailsBeginWithHostStateAndRole() {
        const auto queue = samples::queue(samples::mutexes(1, 2));
        DetailBasis basis{.nowUnixMs = samples::kNowUnixMs};
        basis.evidence = QueueEvidence(samples::Cluster(queue).silence(0, 8s).assessment(), queue->path);
        QStringList labels;
        for (const auto& group : describeContender(*queue, 0, basis).groups)
            for (const auto& field : group.fields)
                labels << field.label;
        QCOMPARE(labels.mid(0, 3), list({"Host", "State", "Role"}));
        QVERIFY(labels.contains(QStringLiteral("Asked")));
        QVERIFY(labels.indexOf(QStringLiteral("Holding")) < labels.indexOf(QStringLiteral("Asked")));
    }

    void detailsTellTimesWithinBounds() {
        auto queue = samples::queue(samples::mutexes(1, 2));
        queue->stat.emplace();
        queue->stat->pzxid = static_cast<lockcore::Zxid>(9000);
        queue->stat->numChildren = 2;
        queue->stat->cversion = 4;
        DetailBasis basis{.nowUnixMs = samples::kNowUnixMs};
        QCOMPARE(valueOf(describeContender(*queue, 0, basis), "Holding"),
                 QStringLiteral("at most 1 min 01 s"));
        QCOMPARE(valueOf(describeContender(*queue, 1, basis), "Waiting"), QStringLiteral("1 min 01 s"));
        QCOMPARE(valueOf(describeContender(*queue, 1, basis), "Server clock"), QString());
        basis.evidence = QueueEvidence(samples::Cluster(queue).clockAhead(9s).assessment(), queue->path);
        const Details skewed = describeContender(*queue, 1, basis);
        QCOMPARE(valueOf(skewed, "Waiting"), QStringLiteral("1 min 10 s"));
        QCOMPARE(valueOf(skewed, "Server clock"),
                 QStringLiteral("%1 s ahead").arg(QLocale().toString(9.0, 'f', 1)));
    }

    /// A counter that has turned over, in a directory that no leader has created.
    void detailsTellNoNegativeChangesAndNoTimeThatIsNotKnown() {
        auto queue = samples::queue({samples::mutex(1)});
        queue->stat.emplace();
        queue->stat->cversion = -2'147'483'640;
        const Details details = describeLock(*queue, {samples::kNowUnixMs});
        QCOMPARE(valueOf(details, "Child changes"), QLocale().toString(2'147'483'656));
        QCOMPARE(valueOf(details, "Created"), QStringLiteral("not known"));
    }

    void detailsOfALockTellItsUse() {
        auto queue = samples::queue({samples::reader(1), samples::writer(2)});
        queue->stat.emplace();
        queue->stat->ctimeMs = samples::kNowUnixMs - 600'000;
        queue->stat->numChildren = 2;
        queue->stat->cversion = 2 * 30 - 2;
        const Details details = describeLock(*queue, {samples::kNowUnixMs});
        QCOMPARE(valueOf(details, "Requests so far"), QStringLiteral("30"));
        QCOMPARE(valueOf(details, "Finished"), QStringLiteral("28"));
        QCOMPARE(valueOf(details, "Requests"),
                 QStringLiteral("%1 per minute").arg(QLocale().toString(3.0, 'f', 1)));
        QCOMPARE(valueOf(details, "Numbers left"), QLocale().toString(2'147'483'617));
    }

    /// Nothing that was read tells of it.
    void silenceIsNoPartOfAnAverage() {
        auto queue = samples::queue({samples::mutex(1)});
        queue->freshness = lockcore::Freshness::Stale;
        queue->readAtUnixMs = samples::kNowUnixMs;
        queue->stat.emplace();
        queue->stat->ctimeMs = samples::kNowUnixMs - 600'000;
        queue->stat->numChildren = 2;
        queue->stat->cversion = 2 * 30 - 2;
        QCOMPARE(valueOf(describeLock(*queue, {samples::kNowUnixMs + 600'000}), "Requests"),
                 QStringLiteral("%1 per minute").arg(QLocale().toString(3.0, 'f', 1)));
    }

    void ofADirectoryThatIsGoneItIsToldThatItIs() {
        auto queue = samples::queue({});
        queue->freshness = lockcore::Freshness::Gone;
        queue->kind = lockcore::DirectoryKind::Unknown;
        const Details details = describeLock(*queue, {samples::kNowUnixMs});
        QCOMPARE(details.problem, QStringLiteral("The lock's directory does not exist any more."));
        QVERIFY(details.subtitle.isEmpty());
        QVERIFY(details.groups.empty());
    }

    void whoMayDoWhatIsTold() {
        const auto queue = samples::queue(samples::mutexes(1, 2));
        queue->stat.emplace();
        DetailBasis basis{samples::kNowUnixMs};
        QVERIFY(valueOf(describeLock(*queue, basis), "Access").isEmpty());
        using namespace lockcore::permission;
        const lockcore::Acl access{{kAll, "sasl", "bob@REALM"},
                                   {kRead | kCreate, "x509", "CN=ops"},
                                   {kRead, "digest", "alice:hash="}};
        basis.access =
            std::make_shared<const lockcore::LockAccess>(lockcore::LockAccess{queue->path, access});
        const QString told = valueOf(describeLock(*queue, basis), "Access");
        QCOMPARE(told, QStringLiteral("sasl:bob@REALM: everything\nx509:CN=ops: %1\ndigest:alice: read")
                           .arg(QLocale().createSeparatedList({"read", "create"})));
        const lockcore::Error refused{lockcore::ErrorCode::NoAuth, "Reading who may do what"};
        basis.access = std::make_shared<const lockcore::LockAccess>(
            lockcore::LockAccess{queue->path, tl::unexpected(refused)});
        QVERIFY(valueOf(describeLock(*queue, basis), "Access").startsWith(QStringLiteral("not known")));
        basis.access = std::make_shared<const lockcore::LockAccess>(lockcore::LockAccess{"/other", access});
        QVERIFY(valueOf(describeLock(*queue, basis), "Access").isEmpty());
    }

    void bugsAreToldWhereTheyMayBite() {
        const char* const kFolded = "Bugs of the library";
        // A writer waits behind one that holds: whether that one reads as well, the queue does not tell.
        const auto writers = samples::queue({samples::writer(1), samples::writer(2)});
        const Details possible = describeLock(*writers, {samples::kNowUnixMs});
        QVERIFY(!groupOf(possible, "Known bugs"));
        QVERIFY(groupOf(possible, kFolded));
        QCOMPARE(possible.groups.back().title, QLatin1String(kFolded));
        QCOMPARE(valueOf(possible, "Bug"), QStringLiteral("writer granted beside a reader (CURATOR-621)"));
        // Without a waiting writer it can't happen.
        const auto readers = samples::queue({samples::reader(1), samples::reader(2)});
        QVERIFY(!groupOf(describeLock(*readers, {samples::kNowUnixMs}), kFolded));
        // What is not read rules nothing out.
        auto unread = dialectQueue(lockcore::Dialect::CuratorReadWrite);
        unread->freshness = lockcore::Freshness::Failed;
        QVERIFY(groupOf(describeLock(*unread, {samples::kNowUnixMs}), kFolded));
    }

    void bugsThatBiteAreToldFirstAndInFull() {
        const auto queue = samples::queue({samples::writer(1), samples::writer(2), samples::reader(3)});
        DetailBasis basis{.nowUnixMs = samples::kNowUnixMs};
        lockcore::Finding finding;
        finding.kind = lockcore::FindingKind::DialectBug;
        finding.lock = queue->path;
        finding.detail = "CURATOR-621";
        finding.contenders = {queue->rows[2].contender->name};
        basis.findings = {finding};
        basis.checkedAtUnixMs = samples::kNowUnixMs;
        const Details details = describeLock(*queue, basis);
        QCOMPARE(details.groups.front().title, QStringLiteral("Known bugs"));
        QVERIFY(valueOf(details, "Bug")
                    .endsWith(QStringLiteral("granted beside it. (CURATOR-621; mended in version 5.5)")));
        QVERIFY(!groupOf(details, "Bugs of the library"));
        QVERIFY(groupOf(describeContender(*queue, 2, basis), "Known bugs"));
        QVERIFY(!groupOf(describeContender(*queue, 0, basis), "Known bugs"));
    }

    void everyBugHasWords() {
        for (const auto& info : lockcore::dialects()) {
            auto queue = dialectQueue(info.dialect);
            queue->freshness = lockcore::Freshness::Failed;
            const Details ofDialect = describeLock(*queue, {});
            const DetailGroup* bugs = groupOf(ofDialect, "Bugs of the library");
            QCOMPARE(bugs ? bugs->fields.size() : 0, info.bugs.size());
            for (std::size_t i = 0; i < info.bugs.size(); ++i) {
                QVERIFY(!bugs->fields[i].value.isEmpty());
                QVERIFY(bugs->fields[i].meaning.size() > static_cast<qsizetype>(info.bugs[i].id.size()) + 10);
            }
        }
    }

private:
    static std::shared_ptr<lockcore::LockQueue> dialectQueue(lockcore::Dialect dialect) {
        auto queue = samples::queue({});
        queue->dialect = dialect;
        return queue;
    }
};

LOCKSCOPE_TEST(TestQueueEvidence)
#include "tst_queue_evidence.moc"
