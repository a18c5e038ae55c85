// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/cluster_document.h"
#include "document/recent_lengths.h"
#include "findings/finding_text.h"
#include "findings/findings_panel.h"
#include "locks/lock_list_view.h"
#include "locks/sparkline.h"
#include "other_client.h"
#include "overview/busy_locks_model.h"
#include "overview/busy_locks_view.h"
#include "overview/overview_panel.h"
#include "overview/trouble_card.h"
#include "overview/trouble_list.h"
#include "overview/trouble_picture.h"
#include "overview/trouble_text.h"
#include "overview/troubles_model.h"
#include "queue/queue_panel.h"
#include "sample_locks.h"
#include "shown_texts.h"
#include "test_cluster.h"
#include "test_program.h"
#include "theme/state_palette.h"
#include "threads/closing.h"
#include "widgets/roles.h"
#include "widgets/stable_table_view.h"
#include "window_fixture.h"
#include "words/moment.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>
#include <QTranslator>
#include <QTreeView>

#include <algorithm>

using namespace lockscope;
using namespace std::chrono_literals;
using lockcore::Finding;
using lockcore::FindingKind;
using lockcore::FindingStage;

namespace {

constexpr std::int64_t kLookedAt = samples::kNowUnixMs;
const lockcore::LockHistory kNoHistory;

lockcore::BlockedClients blocking(std::size_t clients, std::chrono::milliseconds waited = 10s) {
    return {.directly = clients, .inAll = clients, .isExact = true, .waited = waited};
}

Finding circle() {
    return {.kind = FindingKind::PossibleDeadlock,
            .severity = lockcore::Severity::Fault,
            .contenders = {"/app/b/x-lock-0000000002", "/app/a/x-lock-0000000002"},
            .sessions = {samples::session(1), samples::session(2)},
            .locks = {"/app/b", "/app/a"},
            .duration = 12s,
            .addresses = {"10.0.3.7:4001", "10.0.3.8:4002"},
            .blocked = blocking(2)};
}

Finding ghostHolder(const std::string& lock, std::size_t clients) {
    return {.kind = FindingKind::GhostHolder,
            .severity = lockcore::Severity::Fault,
            .lock = lock,
            .contenders = {"x-lock-0000000001"},
            .sessions = {samples::session(1)},
            .remaining = 21s,
            .addresses = {"10.0.3.7:4001"},
            .blocked = blocking(clients)};
}

Finding longWaitFor(const std::string& lock, std::size_t clients = 1) {
    return {.kind = FindingKind::LongWait,
            .lock = lock,
            .contenders = {"x-lock-0000000002"},
            .sessions = {samples::session(2)},
            .duration = 16min,
            .count = clients,
            .blocked = blocking(clients)};
}

Trouble hurting(const Finding& finding, std::optional<QueueHead> head = {}) {
    return {
        .identity = finding.identity(), .finding = finding, .head = std::move(head), .asOfUnixMs = kLookedAt};
}

QueueHead heldBy(const std::string& address, std::size_t behind) {
    QueueHead head{
        .contender = "x-lock-0000000001", .session = samples::session(1), .first = 1, .behind = behind};
    head.client = lockcore::SessionView{
        .session = samples::session(1), .state = lockcore::SessionState::Connected, .address = address};
    return head;
}

/// The sample of `locks`, with other findings, of which all was checked but for `gaps`.
std::shared_ptr<const lockcore::ClusterAssessment> assessed(const samples::Locks& locks,
                                                            std::vector<Finding> findings = {},
                                                            std::vector<lockcore::Gap> gaps = {}) {
    lockcore::ClusterAssessment made = *locks.assessment();
    made.findings = std::move(findings);
    made.coverage.emplace();
    made.coverage->gaps = std::move(gaps);
    return std::make_shared<const lockcore::ClusterAssessment>(std::move(made));
}

std::vector<std::string> identities(const TroublesModel& model) {
    std::vector<std::string> shown;
    for (int row = 0; row < model.rowCount(); ++row)
        shown.push_back(model.at(row).finding.lock);
    return shown;
}

lockcore::ClusterSample sampledAt(std::vector<std::shared_ptr<const lockcore::LockQueue>> locks,
                                  std::int64_t seconds) {
    lockcore::ClusterSample sample{.locks = std::move(locks), .takenAtUnixMs = kLookedAt + seconds * 1000};
    std::ranges::sort(sample.locks, {}, [](const auto& lock) -> const std::string& { return lock->path; });
    return sample;
}

/// A panel that follows a live cluster. Lives on the GUI thread.
struct FollowedPanel {
    ClusterDocument document;
    OverviewPanel panel;

    FollowedPanel() {
        panel.resize(800, 500);
        panel.follow(document);
        panel.show();
        document.beginLive(QStringLiteral("zk1:2181"));
    }
    void tell(const std::shared_ptr<const lockcore::ClusterAssessment>& assessment) {
        document.take({kLookedAt, assessment});
    }
    void list(std::vector<lockcore::DiscoveredLock> locks) {
        auto catalog = std::make_shared<lockcore::LockCatalog>();
        catalog->locks = std::move(locks);
        document.take({kLookedAt, std::shared_ptr<const lockcore::LockCatalog>(std::move(catalog))});
    }
    bool says(const char* part) const {
        return !visibleTexts(panel).filter(QString::fromUtf8(part)).isEmpty();
    }
    TroubleCard& card(std::size_t row) const { return *panel.troubles()->cards().at(row); }
};

}  // namespace

class TestOverview : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        // With the plurals that people read.
        QVERIFY(m_translator.load(QStringLiteral(":/i18n/lockscope_en.qm")));
        QCoreApplication::installTranslator(&m_translator);
    }
    void cleanupTestCase() {
        QCoreApplication::removeTranslator(&m_translator);
        QVERIFY(waitForClosing(30s));
    }

    void aDeadlockNamesClientsLocksAndTime() {
        const Trouble trouble = hurting(circle());
        QCOMPARE(troubleSentence(trouble, kLookedAt),
                 QStringLiteral("2 sessions deadlocked on /app/b, /app/a: 10.0.3.7:4001 ⇄ 10.0.3.8:4002. "
                                "Waiting for at least 12.0 s. 2 clients blocked."));
        QVERIFY(troubleDetail(trouble, kLookedAt).contains(QStringLiteral("does not end by itself")));
        QVERIFY(shapeOf(trouble) == (TroubleShape{.kind = TroubleShape::Kind::Ring, .first = 2}));
    }

    void clientsAreToldByWhatTheyCallThemselves() {
        const std::string name = std::string(32, 'a') + "__lock__0000000001";
        auto basis = lockcore::ClusterAssessment();
        auto sample = std::make_shared<lockcore::ClusterSample>();
        sample->locks = {samples::queue({samples::contender(name, 1, "alice")}, "/app/a"),
                         samples::queue({samples::contender(name, 2, "bob")}, "/app/b")};
        basis.sample = sample;
        const Troubles troubles = troublesOf(basis, {circle()}, kNoHistory);
        QCOMPARE(troubles.worst.size(), std::size_t{1});
        const QString sentence = troubleSentence(troubles.worst.front(), kLookedAt);
        QVERIFY2(sentence.contains(QStringLiteral("10.0.3.7:4001 (“alice”) ⇄ 10.0.3.8:4002 (“bob”)")),
                 qPrintable(sentence));
    }

    /// Clients that wait no longer than some seconds for a lock end such a circle by themselves.
    void aCircleThatMayStillEndIsNotCalledADeadlock() {
        Finding young = circle();
        young.severity = lockcore::Severity::Warning;
        young.verifiedUnixMs = kLookedAt;
        const Trouble trouble = hurting(young);
        QVERIFY(
            troubleSentence(trouble, kLookedAt).startsWith(QStringLiteral("2 sessions wait for each other")));
        QVERIFY(troubleDetail(trouble, kLookedAt).startsWith(QStringLiteral("Verified: for some seconds")));
    }

    void whatIsOnlySuspectedIsCalledSo() {
        Finding finding = circle();
        finding.stage = FindingStage::Suspected;
        finding.severity = lockcore::Severity::Information;
        QVERIFY(
            troubleSentence(hurting(finding), kLookedAt).startsWith(QStringLiteral("Suspected: 2 sessions")));
        QVERIFY(
            !troubleDetail(hurting(finding), kLookedAt).contains(QStringLiteral("does not end by itself")));
    }

    /// Its finding is but information as long as it is suspected; who waits because of it is marked.
    void aSuspectedTroubleIsSpokenAsItIsMarked() {
        Finding finding = circle();
        finding.stage = FindingStage::Suspected;
        finding.severity = lockcore::Severity::Information;
        const Trouble trouble = hurting(finding);
        TroublesModel model;
        model.setTroubles({trouble});
        QCOMPARE(model.index(0, 0).data(ToneRole).toInt(), static_cast<int>(Tone::Warning));
        const QString start = QStringLiteral("Warning: Suspected: 2 sessions");
        QVERIFY(model.index(0, 0).data(Qt::AccessibleTextRole).toString().startsWith(start));
        TroubleCard card;
        card.setTrouble(trouble, kLookedAt);
        QVERIFY2(card.accessibleName().startsWith(start), qPrintable(card.accessibleName()));
        QVERIFY(troubleSummary(trouble, {}, {}).startsWith(QStringLiteral("**Warning: Suspected")));
    }

    void aGhostTellsWhenTheLockIsFree() {
        Trouble trouble = hurting(ghostHolder("/app/lock", 38), heldBy("10.0.3.7:4001", 38));
        trouble.endsByUnixMs = kLookedAt + 21'000;
        QCOMPARE(
            troubleSentence(trouble, kLookedAt),
            QStringLiteral("Holder's client is gone: 10.0.3.7:4001 still holds /app/lock. Free in ≤ 21 s. 38 "
                           "wait."));
        QCOMPARE(remainingText(trouble, kLookedAt + 5'200), QStringLiteral("≤ 16 s"));
        // By then nobody knows, and nothing is promised.
        QCOMPARE(remainingText(trouble, kLookedAt + 22'000), QString());
        QVERIFY(troubleDetail(trouble, kLookedAt + 22'000).contains(QStringLiteral("should have ended")));
        trouble.endsByUnixMs.reset();
        QVERIFY(troubleDetail(trouble, kLookedAt).contains(QStringLiteral("is not known")));
    }

    void aLockOfSeveralIsFreeWhereAllItsHoldersAreGone() {
        using lockcore::SessionState;
        samples::Locks locks;
        locks.readers("/app/readers", {1, 2});
        const auto sentences = [&](SessionState other) {
            lockcore::ClusterAssessment basis = *locks.assessment();
            std::vector<Finding> findings;
            for (lockcore::SessionView& client : basis.sessions) {
                const bool isOther = client.session == samples::session(2);
                client.state = isOther ? other : SessionState::Ghost;
                client.expiresIn = isOther ? 20s : 5s;
                if (client.state != SessionState::Ghost) continue;
                Finding finding = ghostHolder("/app/readers", 1);
                finding.sessions = {client.session};
                finding.addresses = {client.address};
                finding.remaining = client.expiresIn;
                findings.push_back(std::move(finding));
            }
            QStringList said;
            for (const Trouble& trouble : troublesOf(basis, findings, kNoHistory).worst)
                said << troubleSentence(trouble, basis.sample->takenAtUnixMs);
            return said;
        };
        const QStringList oneLives = sentences(SessionState::Connected);
        QCOMPARE(oneLives.size(), 1);
        QVERIFY2(oneLives[0].contains(QStringLiteral("Its part of the lock ends in ≤ 5 s.")),
                 qPrintable(oneLives[0]));
        // The one that ends first frees nothing: only with the last one the others get on.
        const QStringList allGone = sentences(SessionState::Ghost);
        QCOMPARE(allGone.size(), 2);
        for (const QString& sentence : allGone)
            QVERIFY2(sentence.contains(QStringLiteral("Free in ≤ 20 s.")), qPrintable(sentence));
    }

    void aSilentHolderTellsForHowLong() {
        Finding finding = ghostHolder("/app/lock", 1);
        finding.kind = FindingKind::SilentHolder;
        finding.duration = 6s;
        Trouble trouble = hurting(finding, heldBy("10.0.3.7:4001", 1));
        trouble.endsByUnixMs = kLookedAt + 4'000;
        QCOMPARE(
            troubleSentence(trouble, kLookedAt),
            QStringLiteral("Holder silent for ≥ 6.0 s: 10.0.3.7:4001 holds /app/lock. Unless heard from, its "
                           "session ends in ≤ 4 s. 1 waits."));
    }

    void whatIsHeardDoesNotChangeWithTime_data() {
        QTest::addColumn<Trouble>("trouble");
        Finding silent = ghostHolder("/app/lock", 1);
        silent.kind = FindingKind::SilentHolder;
        silent.duration = 6s;
        QueueHead head = heldBy("10.0.3.7:4001", 38);
        head.held = lockcore::KnownDuration{.least = 17min, .most = 17min};
        head.client->toldAtUnixMs = kLookedAt;
        Finding host = longWaitFor({}, 7);
        host.hosts = {"10.0.3.7"};
        QTest::newRow("ghost") << hurting(ghostHolder("/app/lock", 38), head);
        QTest::newRow("silent") << hurting(silent, head);
        QTest::newRow("long wait") << hurting(longWaitFor("/a/b", 38), head);
        QTest::newRow("long waits of a host") << hurting(host);
        QTest::newRow("circle") << hurting(circle());
    }
    void whatIsHeardDoesNotChangeWithTime() {
        QFETCH(Trouble, trouble);
        if (trouble.finding.remaining) trouble.endsByUnixMs = kLookedAt + 21'000;
        Trouble later = trouble;
        later.asOfUnixMs += 3'000;
        if (later.finding.duration) *later.finding.duration += 5min;
        if (later.finding.remaining) *later.finding.remaining -= 3s;
        if (later.head && later.head->held)
            later.head->held = lockcore::KnownDuration{.least = 20min, .most = 20min};
        TroubleCard card;
        card.setTrouble(trouble, kLookedAt);
        const QStringList seen = visibleTexts(card);
        const QString name = card.accessibleName();
        const QString description = card.accessibleDescription();
        QVERIFY(!name.isEmpty() && !description.isEmpty());
        card.setTrouble(later, kLookedAt + 3'000);
        QVERIFY(visibleTexts(card) != seen);
        QCOMPARE(card.accessibleName(), name);
        QCOMPARE(card.accessibleDescription(), description);
        const bool isFault = trouble.severity() == lockcore::Severity::Fault;
        later.finding.severity = isFault ? lockcore::Severity::Warning : lockcore::Severity::Fault;
        card.setTrouble(later, kLookedAt + 3'000);
        QVERIFY(card.accessibleName() != name);
    }

    void aLongWaitNamesTheHolder() {
        QueueHead head = heldBy("10.0.3.7:4001", 38);
        head.held = lockcore::KnownDuration{.least = 17min, .most = 17min};
        const Trouble trouble = hurting(longWaitFor("/a/b", 38), head);
        const QString sentence = troubleSentence(trouble, kLookedAt);
        QVERIFY2(sentence.startsWith(QStringLiteral("10.0.3.7:4001 has held /a/b for ")),
                 qPrintable(sentence));
        QVERIFY2(sentence.contains(QStringLiteral("38 wait, the longest for ")), qPrintable(sentence));
        QVERIFY(troubleDetail(trouble, kLookedAt)
                    .contains(QStringLiteral("the lock is free once it releases it")));
        head.waitsBehindItself = true;
        QVERIFY(troubleDetail(hurting(longWaitFor("/a/b", 38), head), kLookedAt)
                    .contains(QStringLiteral("waits behind itself")));
        const QString unknown = troubleSentence(hurting(longWaitFor("/a/b", 38)), kLookedAt);
        QVERIFY2(unknown.startsWith(QStringLiteral("Nobody is seen to hold /a/b.")), qPrintable(unknown));
    }

    void oneDeadHostIsOneTrouble() {
        Finding finding = ghostHolder({}, 120);
        finding.count = 40;
        finding.hosts = {"10.0.3.7"};
        Trouble trouble = hurting(finding);
        trouble.endsByUnixMs = kLookedAt + 30'000;
        QCOMPARE(
            troubleSentence(trouble, kLookedAt),
            QStringLiteral(
                "Clients on 10.0.3.7 are gone and still hold 40 locks. Their sessions end in ≤ 30 s. 120 "
                "clients blocked."));
    }

    void everyKindHasASentence() {
        for (const FindingKind kind : lockcore::findingKinds()) {
            const QString sentence = troubleSentence(hurting({.kind = kind}), kLookedAt);
            QVERIFY2(!sentence.isEmpty() && !sentence.contains(QLatin1Char('%')), qPrintable(sentence));
            QVERIFY(!troubleAdvice(hurting({.kind = kind})).contains(QStringLiteral("%1")));
        }
    }

    void worstComesFirstByWhomItBlocks() {
        Finding suspected = circle();
        suspected.stage = FindingStage::Suspected;
        suspected.severity = lockcore::Severity::Information;
        suspected.blocked = blocking(500);
        Finding longer = ghostHolder("/longer", 3);
        longer.blocked = blocking(3, 60s);
        const Troubles troubles = troublesOf(
            *samples::chain().assessment(),
            {ghostHolder("/few", 3),
             suspected,
             longer,
             ghostHolder("/many", 9),
             {.kind = FindingKind::NotChecked, .severity = lockcore::Severity::Information},
             {.kind = FindingKind::Herd, .severity = lockcore::Severity::Information, .lock = "/herd"}},
            kNoHistory);
        std::vector<std::string> locks;
        for (const Trouble& trouble : troubles.worst)
            locks.push_back(trouble.finding.lock);
        QCOMPARE(locks, (std::vector<std::string>{"/many", "/longer", "/few", {}}));
        QCOMPARE(troubles.remarks, 1U);
        QCOMPARE(troubles.more, 0U);
    }

    void whatFollowsFromACauseIsNoTroubleOfItsOwn() {
        samples::Locks locks = samples::deadlock();
        locks.lock("/app/c", {1, 3}).lock("/app/alone", {4, 5});
        // Of a circle's lock, of one that a session of it holds, and of one that has nothing to do with it.
        const std::vector<Finding> findings{
            circle(),
            longWaitFor("/app/a"),
            longWaitFor("/app/c"),
            longWaitFor("/app/alone"),
            {.kind = FindingKind::LongQueue, .lock = "/app/alone", .count = 60}};
        const Troubles troubles = troublesOf(*locks.assessment(), findings, kNoHistory);
        QCOMPARE(troubles.worst.size(), 2U);
        QVERIFY(troubles.worst[0].finding.kind == FindingKind::PossibleDeadlock);
        QCOMPARE(troubles.worst[0].consequences.size(), 2U);
        QCOMPARE(troubles.worst[1].finding.lock, std::string("/app/alone"));
        QCOMPARE(troubles.worst[1].consequences.size(), 1U);
        QVERIFY(troubles.worst[1].head);
        QCOMPARE(troubles.worst[1].head->client->address, std::string("10.0.3.7:4004"));
        QCOMPARE(troubles.worst[1].head->behind, 1U);
    }

    void thousandsOfTroublesStayReadable() {
        std::vector<Finding> findings;
        for (std::size_t i = 0; i < 5'000; ++i)
            findings.push_back(ghostHolder("/lock/" + std::to_string(i), i));
        const Troubles troubles = troublesOf(*samples::chain().assessment(), findings, kNoHistory);
        QCOMPARE(troubles.worst.size(), kMostTroubles);
        QCOMPARE(troubles.more, 5'000 - kMostTroubles);
        QCOMPARE(troubles.worst.front().finding.lock, std::string("/lock/4999"));
    }

    void newerFactsMoveNothingButTheOrder() {
        TroublesModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTroubles({hurting(ghostHolder("/a", 3)), hurting(ghostHolder("/b", 2))});
        QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        QSignalSpy moved(&model, &QAbstractItemModel::rowsMoved);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setTroubles({hurting(ghostHolder("/a", 5)), hurting(ghostHolder("/b", 2))});
        QCOMPARE(changed.size(), 1);
        QCOMPARE(moved.size(), 0);
        model.setTroubles(
            {hurting(ghostHolder("/new", 9)), hurting(ghostHolder("/b", 6)), hurting(ghostHolder("/a", 5))});
        QCOMPARE(identities(model), (std::vector<std::string>{"/new", "/b", "/a"}));
        QCOMPARE(moved.size(), 1);
        QCOMPARE(removed.size() + reset.size(), 0);
        model.setTroubles({hurting(ghostHolder("/a", 5))});
        QCOMPARE(identities(model), (std::vector<std::string>{"/a"}));
        model.setTroubles({});
        QCOMPARE(model.rowCount(), 0);
    }

    void rowsUnderThePointerStayWhereTheyAre() {
        TroublesModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTroubles({hurting(ghostHolder("/a", 3)), hurting(ghostHolder("/b", 2))});
        model.setHeld(true);
        model.setTroubles(
            {hurting(ghostHolder("/new", 9)), hurting(ghostHolder("/b", 6)), hurting(ghostHolder("/a", 5))});
        QCOMPARE(identities(model), (std::vector<std::string>{"/a", "/b", "/new"}));
        QCOMPARE(model.at(1).finding.blocked->inAll, 6U);
        model.setHeld(false);
        QCOMPARE(identities(model), (std::vector<std::string>{"/new", "/b", "/a"}));
    }

    void whatRemainsOnlyCountsDown() {
        TroublesModel model;
        Trouble trouble = hurting(ghostHolder("/a", 1));
        trouble.endsByUnixMs = kLookedAt + 20'000;
        model.setTroubles({trouble});
        trouble.asOfUnixMs += 2'000;
        trouble.endsByUnixMs = kLookedAt + 21'500;  // another tick of the same end
        model.setTroubles({trouble});
        QCOMPARE(*model.at(0).endsByUnixMs, kLookedAt + 20'000);
        trouble.endsByUnixMs = kLookedAt + 19'000;
        model.setTroubles({trouble});
        QCOMPARE(*model.at(0).endsByUnixMs, kLookedAt + 19'000);
        trouble.endsByUnixMs = kLookedAt + 28'000;  // its client was heard of meanwhile
        model.setTroubles({trouble});
        QCOMPARE(*model.at(0).endsByUnixMs, kLookedAt + 28'000);
    }

    void aSummaryIsInert() {
        Finding finding = ghostHolder("/app/<b>@all</b>|#1", 2);
        finding.sinceUnixMs = kLookedAt - 60'000;
        CheckedScope scope;
        scope.notChecked = {QStringLiteral("Some locks.")};
        const QString text =
            troubleSummary(hurting(finding, heldBy("10.0.3.7:4001", 2)), QStringLiteral("zk1:2181"), scope);
        QVERIFY2(!text.contains(QStringLiteral("<b>")) && !text.contains(QStringLiteral("@all")),
                 qPrintable(text));
        for (const char* part : {"zk1:2181", "Why: ", "Clients that it blocks: 2", "First seen: ", "As of ",
                                 "Not checked: Some locks.", "What to do: "})
            QVERIFY2(text.contains(QLatin1String(part)), part);
    }

    /// A file's queues are as they were read: who waits then is known. Of one that is not watched it is not.
    void whoWaitsInAFileIsCounted() {
        auto queue = samples::queue(samples::mutexes(1, 2), "/a");
        queue->freshness = lockcore::Freshness::Stale;
        RecentLengths lengths;
        BusyLocksModel model;
        BusyLocksView view(model);
        const auto heading = [&] {
            model.setLocks(lengths.busiest(5), lengths.sinceUnixMs(), lengths.untilUnixMs(),
                           lengths.unknown());
            return view.findChild<QLabel*>()->text();
        };
        lengths.take(sampledAt({queue}, 0), {}, RecentLengths::Of::File);
        QVERIFY2(heading().startsWith(QStringLiteral("Busiest locks")), qPrintable(heading()));
        QCOMPARE(model.at(0).waiters, std::optional<std::size_t>(1));
        lengths.clear();
        lengths.take(sampledAt({queue}, 5));
        QVERIFY2(heading().contains(QStringLiteral("it is not known of 1 lock")), qPrintable(heading()));
        lengths.clear();
        lengths.take(sampledAt({samples::queue(samples::mutexes(1, 1), "/a")}, 10));
        QVERIFY2(heading().contains(QStringLiteral("nobody was seen to wait")), qPrintable(heading()));
    }

    void lengthsHaveGapsWhereNothingWasSeen() {
        RecentLengths lengths;
        lengths.take(sampledAt({samples::queue(samples::mutexes(1, 4), "/a")}, 0));
        auto stale = samples::queue(samples::mutexes(1, 4), "/a");
        stale->freshness = lockcore::Freshness::Stale;
        lengths.take(sampledAt({stale}, 5));
        lengths.take(sampledAt({samples::queue(samples::mutexes(1, 2), "/a")}, 10));
        lengths.take(sampledAt({samples::queue(samples::mutexes(1, 9), "/a")}, 10));  // told already
        lengths.take(sampledAt({}, 15));
        auto lacking = sampledAt({}, 20);
        auto catalog = std::make_shared<lockcore::LockCatalog>();
        catalog->gaps.push_back({.kind = lockcore::GapKind::NotListed});
        lacking.catalog = std::move(catalog);
        lengths.take(lacking);
        const auto busy = lengths.busiest(5);
        QCOMPARE(busy.size(), 1U);
        std::vector<std::optional<std::size_t>> waiters;
        for (const LengthPoint& point : busy[0].points)
            waiters.push_back(point.waiters);
        QVERIFY(waiters == (std::vector<std::optional<std::size_t>>{3, std::nullopt, 1, 0, std::nullopt}));
        QVERIFY(!busy[0].waiters);
        QCOMPARE(lengths.sinceUnixMs(), kLookedAt);
        QCOMPARE(lengths.untilUnixMs(), kLookedAt + 20'000);
    }

    void lengthsAreBoundedAndKeepTheBusiest() {
        RecentLengths lengths;
        std::vector<std::shared_ptr<const lockcore::LockQueue>> locks;
        for (int i = 0; i < 300; ++i)
            locks.push_back(
                samples::queue(samples::mutexes(1, i == 299 ? 9 : 1 + i % 3), "/lock/" + std::to_string(i)));
        const auto most = static_cast<int>(RecentLengths::kMostPoints);
        for (int second = 0; second < most + 5; ++second)
            lengths.take(sampledAt(locks, second));
        const auto busy = lengths.busiest(1'000);
        QVERIFY(busy.size() <= RecentLengths::kMostLocks);
        QCOMPARE(busy.front().path, std::string("/lock/299"));
        QCOMPARE(*busy.front().waiters, 8U);
        QCOMPARE(busy.front().points.size(), RecentLengths::kMostPoints);
        lengths.clear();
        QVERIFY(lengths.busiest(1).empty());
        QCOMPARE(lengths.sinceUnixMs(), 0);
    }

    void requestsAreCountedPerSecond() {
        RecentLengths lengths;
        for (int i = 0; i <= 10; ++i) {
            auto lock = samples::queue(samples::mutexes(1, 1), "/a");
            lock->stat = lockcore::Stat{};
            // Each contender that comes and goes changes the children twice.
            lock->stat->cversion = 1 + 4 * 10 * i;
            lock->stat->numChildren = 1;
            lengths.take(sampledAt({lock}, 2 * i));
        }
        const auto busy = lengths.busiest(1);
        QCOMPARE(busy.size(), 1U);  // nobody waits, but it is asked for
        QVERIFY(busy[0].perSecond);
        QCOMPARE(*busy[0].perSecond, 10.0);
    }

    void aNewcomerThatIsGrantedALotIsRatedAmongManyWithWaiters() {
        RecentLengths lengths;
        std::vector<std::shared_ptr<const lockcore::LockQueue>> others;
        for (std::size_t i = 0; i < RecentLengths::kMostLocks + 50; ++i)
            others.push_back(samples::queue(samples::mutexes(1, 2), "/lock/" + std::to_string(i)));
        for (int second = 0; second < 10; ++second)
            lengths.take(sampledAt(others, second));
        for (int second = 10; second < 14; ++second) {
            auto newcomer = samples::queue(samples::mutexes(1, 1), "/a");
            newcomer->stat = lockcore::Stat{};
            newcomer->stat->cversion = 1 + 2 * 100 * second;
            newcomer->stat->numChildren = 1;
            std::vector<std::shared_ptr<const lockcore::LockQueue>> all{newcomer};
            // Meanwhile nobody waits for the others any more.
            for (std::size_t i = 0; i < others.size(); ++i)
                all.push_back(samples::queue(samples::mutexes(1, 1), "/lock/" + std::to_string(i)));
            lengths.take(sampledAt(std::move(all), second));
        }
        const auto busy = lengths.busiest(1);
        QCOMPARE(busy.size(), 1U);
        QCOMPARE(busy[0].path, std::string("/a"));
        QCOMPARE(*busy[0].perSecond, 100.0);
        QVERIFY(lengths.busiest(10'000).size() <= RecentLengths::kMostLocks);
    }

    void aLockBesideTheBusiestIsRatedByItsLastTwoSamples() {
        RecentLengths lengths;
        for (int second = 0; second < 20; second += 2) {
            std::vector<std::shared_ptr<const lockcore::LockQueue>> all;
            for (std::size_t i = 0; i < RecentLengths::kMostLocks + 50; ++i) {
                const bool isQuiet = i == 0;
                auto lock = samples::queue(samples::mutexes(1, isQuiet ? 1 : 3), "/" + std::to_string(i));
                lock->stat.emplace().cversion = (isQuiet ? 2 : 200) * second;
                all.push_back(std::move(lock));
            }
            lengths.take(sampledAt(std::move(all), second));
        }
        const auto points = lengths.pointsOf("/0");
        QCOMPARE(points.size(), 2U);
        QCOMPARE(seenRate(points)->perSecond, 1.0);
        QCOMPARE(seenRate(points)->toUnixMs, kLookedAt + 18'000);
        QVERIFY(lengths.pointsOf("/nowhere").empty());
        QVERIFY(!seenRate(points.first(1)));
    }

    void aLockThatWasCreatedAgainBeginsAnew() {
        RecentLengths lengths;
        const auto lockOf = [](int waiters, std::int64_t czxid) {
            auto lock = samples::queue(samples::mutexes(1, 1 + waiters), "/a");
            lock->stat.emplace().czxid = lockcore::Zxid{czxid};
            return lock;
        };
        for (int second = 0; second < 4; ++second)
            lengths.take(sampledAt({lockOf(9, 7)}, second));
        QCOMPARE(lengths.pointsOf("/a").size(), 4U);
        // Deleted, and in use again under the same path.
        lengths.take(sampledAt({lockOf(1, 99)}, 4));
        lengths.take(sampledAt({lockOf(2, 99)}, 5));
        const auto points = lengths.pointsOf("/a");
        QCOMPARE(points.size(), 2U);
        QCOMPARE(waiterBounds(points)->second, 2U);
        QCOMPARE(lengths.sinceUnixMs(), kLookedAt + 4'000);
    }

    void howManyWaitIsNotToldOfALockInDoubt() {
        RecentLengths lengths;
        lengths.take(sampledAt({samples::queue(samples::mutexes(1, 4), "/a")}, 0), {{"/a", {1}}});
        QVERIFY(!waiterBounds(lengths.pointsOf("/a")));
    }

    /// By its name it holds, too; whether it does, nobody has shown.
    void whoHoldsByANameAloneIsNotSaidToHold() {
        lockcore::ClusterAssessment basis = *samples::Locks().lock("/app/a", {1, 2, 3}).assessment();
        lockcore::ClusterSample sample = *basis.sample;
        lockcore::LockQueue lock = *sample.locks.front();
        lock.rows[1].role = lockcore::Role::Holder;
        lock.rows[1].predecessor.reset();
        sample.locks.front() = std::make_shared<const lockcore::LockQueue>(lock);
        basis.sample = std::make_shared<const lockcore::ClusterSample>(sample);
        basis.inDoubt = {{"/app/a", {1}}};
        const auto sentence = [&](const Finding& finding) {
            return troubleSentence(troublesOf(basis, {finding}, kNoHistory).worst.at(0), kLookedAt);
        };
        const QString wait = sentence(longWaitFor("/app/a"));
        QVERIFY2(wait.contains(QStringLiteral("Whether 1 more holds it too is not known")), qPrintable(wait));
        QVERIFY2(wait.contains(QStringLiteral("At least 1 waits")), qPrintable(wait));
        QVERIFY2(!wait.contains(QStringLiteral("held by 2")), qPrintable(wait));
        Finding ghost = ghostHolder("/app/a", 1);
        ghost.contenders = {lock.rows[1].contender->name};
        ghost.sessions = {samples::session(2)};
        const QString gone = sentence(ghost);
        QVERIFY2(gone.contains(QStringLiteral("Whether it holds or waits is not known")), qPrintable(gone));
        QVERIFY2(!gone.contains(QStringLiteral("still holds")) && !gone.contains(QStringLiteral("Free in")),
                 qPrintable(gone));
    }

    void ownClientsAreToldApart() {
        const auto basis = samples::Locks().lock("/app/a", {1, 2}).assessment();
        const auto sentence = [&](const std::set<lockcore::SessionId>& own) {
            const Troubles troubles = troublesOf(*basis, {ghostHolder("/app/a", 1)}, kNoHistory, own);
            return troubleSentence(troubles.worst.at(0), kLookedAt);
        };
        QVERIFY(!sentence({samples::session(2)}).contains(QStringLiteral("(you)")));
        const QString own = sentence({samples::session(1)});
        QVERIFY2(own.contains(QStringLiteral("(you)")), qPrintable(own));
    }

    void aCardHasTheMenuOfWhatItIsAbout() {
        FollowedPanel test;
        std::optional<RowSubject> row;
        connect(&test.panel, &OverviewPanel::menuWanted, this,
                [&](QMenu*, const RowSubject& about) { row = about; });
        test.tell(assessed(samples::Locks().lock("/app/a", {1, 2}), {ghostHolder("/app/a", 2)}));
        QContextMenuEvent menu(QContextMenuEvent::Keyboard, {}, {});
        QApplication::sendEvent(&test.card(0), &menu);
        QVERIFY(row);
        QCOMPARE(row->node, std::string("/app/a/x-lock-0000000001"));
        QCOMPARE(row->session, samples::session(1));
        QCOMPARE(row->address, std::string("10.0.3.7:4001"));
        // Where the finding names nobody it is about who is first in line, whom the sentence names.
        Finding queue;
        queue.kind = FindingKind::LongQueue;
        queue.lock = "/app/b";
        const RowSubject first = subjectOf(hurting(queue, heldBy("10.0.3.9:4009", 40)));
        QCOMPARE(first.node, std::string("/app/b/x-lock-0000000001"));
        QCOMPARE(first.address, std::string("10.0.3.9:4009"));
        QueueHead several = heldBy("10.0.3.9:4009", 40);
        several.first = 2;
        QVERIFY(subjectOf(hurting(queue, several)) == subjectOfLock("/app/b"));
    }

    void aSparklineIsNeverDrawnThroughAGap() {
        const std::vector<LengthPoint> points{{0, 4},     {2'000, 2},  {4'000, std::nullopt},
                                              {6'000, 1}, {90'000, 0}, {92'000, 4}};
        const auto lines = sparkline(points, 0, 100'000, QRectF(0, 0, 100, 40));
        QCOMPARE(lines.size(), 3U);
        QCOMPARE(lines[0], QPolygonF(QList<QPointF>{{0, 0}, {2, 20}}));
        QCOMPARE(lines[1], QPolygonF(QList<QPointF>{{6, 30}}));
        QCOMPARE(lines[2], QPolygonF(QList<QPointF>{{90, 40}, {92, 0}}));
    }

    void looksBeforeItSaysAnything() {
        FollowedPanel test;
        QVERIFY(test.says("Looking…"));
        test.list({{.path = "/app/a"}});
        QVERIFY(test.says("Looking…"));
        test.tell(assessed(samples::Locks().lock("/app/a", {1}), {},
                           {{.kind = lockcore::GapKind::NotReadYet, .path = "/app/a", .count = 1}}));
        QVERIFY(test.says("Looking…"));
        QVERIFY(!test.says("No problems found"));
        test.tell(assessed(samples::Locks().lock("/app/a", {1})));
        QVERIFY(!test.says("Looking…"));
        QVERIFY(test.says("No problems found"));
    }

    void anEmptyListIsNoAnswerWhileLocksAreExpected() {
        FollowedPanel test;
        test.document.expectLocks();
        test.list({});
        test.tell(assessed(samples::Locks()));
        QVERIFY(test.says("Looking…"));
        test.list({{.path = "/app/a"}});
        QVERIFY(test.says("No problems found"));
    }

    /// Nobody looked for what the title did not tell of.
    void remarksAreCountedInTheTitleWhereNothingIsWorse() {
        FollowedPanel test;
        FindingsPanel findings;
        findings.follow(test.document);
        Finding remark{.kind = lockcore::FindingKind::SelfWait, .lock = "/app/a", .contenders = {"x-1"}};
        remark.severity = lockcore::Severity::Information;
        remark.stage = lockcore::FindingStage::Verified;
        test.tell(assessed(samples::Locks().lock("/app/a", {1}), {remark}));
        QCOMPARE(findings.windowTitle(), QStringLiteral("Findings (1 note)"));
        test.tell(assessed(samples::Locks().lock("/app/a", {1}).at(kLookedAt + 1),
                           {remark, ghostHolder("/app/b", 1)}));
        QCOMPARE(findings.windowTitle(), QStringLiteral("Findings (1)"));
    }

    void whatWasNotCheckedIsSaid() {
        FollowedPanel test;
        test.tell(assessed(samples::Locks().lock("/app/a", {1}), {},
                           {{.kind = lockcore::GapKind::WatchesNotTold, .server = "zk1:2181", .count = 1}}));
        QVERIFY(test.says("Nothing found in what could be checked"));
        QVERIFY(!test.says("No problems found"));
    }

    /// "1 remark that blocks nobody" stood beside the finding's "Clients that it blocks: 1".
    void aRemarkMayBlockSomebody() {
        FollowedPanel test;
        Finding wait{
            .kind = FindingKind::SelfWait, .severity = lockcore::Severity::Information, .lock = "/app/a"};
        wait.stage = FindingStage::Verified;
        wait.blocked = blocking(1);
        test.tell(assessed(samples::Locks().lock("/app/a", {1}), {wait}));
        QVERIFY(test.says("see Findings"));
        QVERIFY(!test.says("blocks nobody"));
    }

    void busiestLocksAreShownWhereAllIsWell() {
        FollowedPanel test;
        test.tell(
            assessed(samples::Locks().lock("/app/a", {1, 2}).lock("/app/b", {3, 4, 5}).lock("/app/c", {6})));
        const QAbstractItemModel& busy = *test.panel.busyLocks()->table()->model();
        QCOMPARE(busy.rowCount(), 2);
        QCOMPARE(cell(busy, 0, 0), QStringLiteral("/app/b"));
        QCOMPARE(cell(busy, 0, 1), QStringLiteral("2"));
        QSignalSpy shown(&test.panel, &OverviewPanel::lockActivated);
        QTableView* const table = test.panel.busyLocks()->table();
        const auto first = [&] { return table->visualRect(busy.index(0, 0)).center(); };
        QTRY_VERIFY_WITH_TIMEOUT(table->viewport()->rect().contains(first()), kPatienceMs);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, first());
        QVERIFY(!shown.isEmpty());
        QCOMPARE(shown[0][0].value<std::string>(), std::string("/app/b"));
    }

    void busiestLocksStandBelowFewTroubles() {
        FollowedPanel test;
        const BusyLocksView& below = *test.panel.busyLocksBelow();
        const auto locks = samples::deadlock().lock("/app/busy", {3, 4, 5});
        test.tell(assessed(locks, {circle()}));
        QTRY_VERIFY_WITH_TIMEOUT(below.isVisible(), kPatienceMs);
        QCOMPARE(cell(*below.table()->model(), 0, 0), QStringLiteral("/app/busy"));
        // The list of locks may be newer.
        const QTime checked = shownMoment(test.document.lengths().untilUnixMs()).time();
        const QByteArray time = checked.toString(QStringLiteral("HH:mm:ss")).toUtf8();
        QVERIFY(test.says(QByteArray("Busiest locks, as of " + time).constData()));
        // The troubles are seen whole.
        QTRY_COMPARE_WITH_TIMEOUT(test.panel.troubles()->height(), test.panel.troubles()->neededHeight(),
                                  kPatienceMs);
        const auto topOf = [&](const QWidget& widget) { return widget.mapTo(&test.panel, QPoint()).y(); };
        const QWidget& troubles = *test.panel.troubles();
        QTRY_VERIFY_WITH_TIMEOUT(topOf(below) >= topOf(troubles) + troubles.height(), kPatienceMs);
        QSignalSpy shown(&test.panel, &OverviewPanel::lockActivated);
        Q_EMIT below.table()->activated(below.table()->model()->index(0, 0));
        QCOMPARE(shown[0][0].value<std::string>(), std::string("/app/busy"));
        // More troubles need the room, and where there is more again it is used.
        std::vector<Finding> many{circle()};
        for (int i = 0; i < 5; ++i)
            many.push_back(ghostHolder("/ghost/" + std::to_string(i), 1));
        test.tell(assessed(samples::Locks(locks).at(kLookedAt + 2'000), many));
        QTRY_VERIFY_WITH_TIMEOUT(!below.isVisible(), kPatienceMs);
        test.panel.resize(800, 2'000);
        QTRY_VERIFY_WITH_TIMEOUT(below.isVisible(), kPatienceMs);
    }

    /// At some widths a sentence needs a line more beside a scroll bar, which then stays because it does.
    void noCardIsCutWhereThereIsRoom() {
        FollowedPanel test;
        const auto locks = samples::deadlock().lock("/app/busy", {3, 4, 5});
        test.tell(assessed(locks, {circle()}));
        const TroubleList& list = *test.panel.troubles();
        const auto isSeenWhole = [&] {
            return test.panel.busyLocksBelow()->isVisible() && !list.verticalScrollBar()->isVisible() &&
                   list.viewport()->height() >= list.widget()->height();
        };
        QTRY_VERIFY_WITH_TIMEOUT(isSeenWhole(), kPatienceMs);
        const auto tell = [&](std::vector<Finding> findings) {
            static std::int64_t laterMs = 0;
            laterMs += 2'000;
            test.tell(assessed(samples::Locks(locks).at(kLookedAt + laterMs), std::move(findings)));
        };
        for (int width = 700; width >= 500; width -= 5) {
            tell({});
            QTRY_COMPARE_WITH_TIMEOUT(list.cards().size(), 0U, kPatienceMs);
            test.panel.resize(width, 700);
            QCoreApplication::processEvents();
            tell({circle()});
            QTRY_COMPARE_WITH_TIMEOUT(list.cards().size(), 1U, kPatienceMs);
            QTRY_VERIFY2_WITH_TIMEOUT(isSeenWhole(), qPrintable(QString::number(width)), kPatienceMs);
        }
    }

    void withoutAConnectionItSaysHowOldThatIs() {
        FollowedPanel test;
        const QString why = QStringLiteral("Lost connection to zk1:2181.");
        test.document.setBlocked(why);
        QVERIFY(test.says("Nothing can be checked now"));
        test.document.setBlocked({});
        test.tell(assessed(samples::deadlock(), {circle()}));
        QVERIFY(!test.says("Nothing can be checked now"));
        test.document.setBlocked(why);
        QVERIFY(test.says("Nothing can be checked now: this was found"));
        QVERIFY(test.says("2 sessions deadlocked"));
    }

    void noEndOfASessionIsCountedDownWhileTheClusterServesNobody() {
        FollowedPanel test;
        const auto checkedAt = [&test](std::int64_t unixMs) {
            test.tell(assessed(samples::Locks().lock("/app/lock", {1, 2}).ghost(1).at(unixMs),
                               {ghostHolder("/app/lock", 1)}));
        };
        const std::int64_t before = systemNowUnixMs();
        checkedAt(before);
        QVERIFY(test.says("Free in ≤"));
        const QString why = QStringLiteral("The ensemble serves nobody.");
        test.document.setBlocked(why);
        QVERIFY(test.says("Free in ≤"));
        test.document.setBlocked(why, true);
        QVERIFY(test.says("When its session ends is not known: servers have answered since"));
        // Nor does any other panel find an end.
        QVERIFY(!test.document.assessment()->sessions[0].expiresIn);
        QVERIFY(!test.document.findings().findings[0].remaining);
        QVERIFY(!test.says("Free in ≤"));
        // What servers told before counts no more.
        test.document.setBlocked({});
        checkedAt(before);
        QVERIFY(!test.says("Free in ≤"));
        checkedAt(systemNowUnixMs() + 1'000);
        QVERIFY(test.says("Free in ≤"));
    }

    void aTroubleIsShownUnfoldedAndCopiedByKeys() {
        FollowedPanel test;
        test.tell(assessed(samples::deadlock(), {circle(), ghostHolder("/app/z", 1)}));
        QCOMPARE(test.panel.troubles()->cards().size(), 2U);
        QVERIFY(test.card(0).accessibleName().startsWith(QStringLiteral("Fault: 2 sessions deadlocked")));
        QSignalSpy contender(&test.panel, &OverviewPanel::contenderActivated);
        QSignalSpy graph(&test.panel, &OverviewPanel::graphRequested);
        QTest::keyClick(&test.card(0), Qt::Key_Return);
        QCOMPARE(contender.size(), 1);
        QCOMPARE(contender[0][0].value<std::string>(), std::string("/app/b"));
        QCOMPARE(graph.size(), 1);
        QTest::keyClick(&test.card(1), Qt::Key_Return);
        QCOMPARE(contender[1][0].value<std::string>(), std::string("/app/z"));
        QCOMPARE(graph.size(), 1);

        QVERIFY(!test.says("Wait for the expiry"));
        QTest::keyClick(&test.card(1), Qt::Key_Space);
        QVERIFY(test.says("Wait for the expiry"));
        // Newer facts fold nothing.
        test.tell(assessed(samples::deadlock().at(kLookedAt + 2'000), {circle(), ghostHolder("/app/z", 1)}));
        QVERIFY(test.card(1).isUnfolded());

        QTest::keyClick(&test.card(1), Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("client is gone")));
        test.panel.activateWindow();
        test.card(0).setFocus();
        QTest::keyClick(&test.card(0), Qt::Key_Down);
        QCOMPARE(test.panel.focusWidget(), static_cast<QWidget*>(&test.card(1)));
    }

    /// From the start: what blocks most clients, who and on which host 0 steps; what to do 1; there 1 more.
    void theWorstIsUnderstoodInOneStep_data() {
        QTest::addColumn<bool>("byKeys");
        QTest::newRow("mouse") << false;
        QTest::newRow("keyboard") << true;
    }

    void theWorstIsUnderstoodInOneStep() {
        QFETCH(bool, byKeys);
        const std::string cluster = TestCluster::instance().freshConnectString();
        OtherClient holder(cluster);
        OtherClient first(cluster);
        OtherClient second(cluster);
        OtherClient third(cluster);
        const lockcore::Hold busy = holder.hold("/busy");
        const lockcore::Hold calm = holder.hold("/calm");
        std::vector<lockcore::Acquisition> waiting;
        for (OtherClient* client : {&first, &second, &third})
            waiting.push_back(client->queue("/busy"));
        for (OtherClient* client : {&first, &second})
            waiting.push_back(client->queue("/calm"));
        TestWindow test;
        lockcore::Thresholds thresholds;
        thresholds.longQueue = 1;
        test.settings.setThresholds(thresholds);
        MainWindow tabs({test.dialogs, test.audit, test.settings, {}});
        tabs.resize(1366, 768);
        tabs.show();
        tabs.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&tabs, kPatienceMs));
        const WindowPanels& panels = tabs.currentPage()->panels();
        tabs.currentPage()->connectTo({QString::fromStdString(cluster)});
        const auto& cards = panels.overview->troubles()->cards();
        QTRY_COMPARE_WITH_TIMEOUT(cards.size(), 2U, kPatienceMs);
        TroubleCard& worst = *cards.front();
        // Nothing was done yet: which lock, who holds it, on which host, and how many wait.
        QTRY_VERIFY_WITH_TIMEOUT(worst.accessibleName().contains(QStringLiteral("127.0.0.1:")), kPatienceMs);
        QCOMPARE(panels.tabs->currentWidget(), static_cast<QWidget*>(panels.overview));
        const QString said = visibleTexts(worst).join(QLatin1Char(' '));
        for (const char* part : {"127.0.0.1:", "/busy", "3 wait"})
            QVERIFY2(said.contains(QLatin1String(part)), qPrintable(said));
        QVERIFY(!worst.visibleRegion().isEmpty());
        QVERIFY(!said.contains(QStringLiteral("What to do: ")));
        if (byKeys) {
            QTest::keyClick(&tabs, Qt::Key_1, Qt::AltModifier);
            QCOMPARE(tabs.focusWidget(), static_cast<QWidget*>(&worst));
            QTest::keyClick(tabs.focusWidget(), Qt::Key_Space);
        } else {
            for (QToolButton* button : worst.findChildren<QToolButton*>())
                if (button->text() == QStringLiteral("What to do")) QTest::mouseClick(button, Qt::LeftButton);
        }
        QVERIFY(worst.isUnfolded());
        const Finding longQueue{.kind = FindingKind::LongQueue, .lock = "/busy"};
        QVERIFY(visibleTexts(worst).join(QLatin1Char(' ')).contains(findingAdvice(longQueue)));
        if (byKeys)
            QTest::keyClick(tabs.focusWidget(), Qt::Key_Return);
        else
            for (QToolButton* button : worst.findChildren<QToolButton*>())
                if (button->text() == QStringLiteral("Show")) QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(tabs.currentPage()->selection().lockPath, std::string("/busy"));
        QCOMPARE(panels.tabs->currentWidget(), static_cast<QWidget*>(panels.queue));
    }

    void aWindowOpensOnIt() {
        const std::string cluster = TestCluster::instance().freshConnectString();
        OtherClient other(cluster);
        const lockcore::Hold first = other.hold("/a");
        const lockcore::Hold second = other.hold("/b");
        TestWindow test;
        MainWindow tabs({test.dialogs, test.audit, test.settings, {}});
        tabs.resize(1366, 768);
        tabs.show();
        ClusterTab& window = *tabs.currentPage();
        const WindowPanels& panels = window.panels();
        window.connectTo({QString::fromStdString(cluster)});
        QCOMPARE(panels.tabs->currentIndex(), 0);
        QCOMPARE(panels.tabs->currentWidget(), static_cast<QWidget*>(panels.overview));
        QTRY_COMPARE_WITH_TIMEOUT(window.locks().rowCount(), 2, kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(!window.selection().lockPath.empty(), kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(visibleTexts(*panels.overview).filter(QStringLiteral("Looking")).isEmpty(),
                                 kPatienceMs);
        // What the window selects by itself leaves it, what a person clicks does not: the selected one too.
        QCOMPARE(panels.tabs->currentWidget(), static_cast<QWidget*>(panels.overview));
        auto* const list = panels.locks->findChild<QTreeView*>();
        const auto click = [&](const std::string& path) {
            const QModelIndex row = list->model()->index(window.locks().rowOf(path), LockListModel::Path);
            QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(row).center());
        };
        click(window.selection().lockPath);
        QCOMPARE(panels.tabs->currentWidget(), static_cast<QWidget*>(panels.queue));
        window.actions().get(ActionId::ShowOverview)->trigger();
        QCOMPARE(panels.tabs->currentWidget(), static_cast<QWidget*>(panels.overview));
        click(window.selection().lockPath == "/a" ? "/b" : "/a");
        QCOMPARE(panels.tabs->currentWidget(), static_cast<QWidget*>(panels.queue));
        // Another view stays, and the next cluster is seen as a whole again.
        panels.tabs->showTimeline();
        click("/a");
        QVERIFY(panels.tabs->currentWidget() != static_cast<QWidget*>(panels.queue));
        window.actions().get(ActionId::Disconnect)->trigger();
        window.showSnapshot({QStringLiteral("empty"), std::make_shared<const lockcore::Snapshot>()});
        QCOMPARE(panels.tabs->currentWidget(), static_cast<QWidget*>(panels.overview));
    }

private:
    QTranslator m_translator;
};

LOCKSCOPE_TEST(TestOverview)
#include "tst_overview.moc"
