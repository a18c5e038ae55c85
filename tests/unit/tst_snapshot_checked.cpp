// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "checked_clusters.h"
#include "snapshot_schema.h"
#include "test_program.h"

#include <lockcore/observe/role_doubt.h>

#include <QStringList>

#include <random>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

QString toldText(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

template <class Duration>
QString msOf(const std::optional<Duration>& duration) {
    return duration ? QString::number(duration->count()) : QStringLiteral("–");
}

QString wordsOf(const std::optional<Error>& error) {
    return error ? QString::fromStdString(describe(*error)) : QStringLiteral("–");
}

QString wordsOf(const std::vector<Gap>& gaps) {
    QStringList words;
    for (const Gap& gap : gaps)
        words << QStringList{toldText(gapKey(gap.kind)), toldText(gap.path),  toldText(gap.server),
                             QString::number(gap.count), wordsOf(gap.reason), QString::number(gap.counted),
                             QString::number(gap.listed)}
                     .join(' ');
    return words.join(';');
}

/// All that a finding tells.
QString wordsOf(const Finding& finding) {
    QStringList words{toldText(finding.identity()),
                      toldText(severityName(finding.severity)),
                      toldText(findingStageName(finding.stage)),
                      QString::number(finding.sinceUnixMs),
                      QString::number(finding.verifiedUnixMs),
                      toldText(finding.server),
                      toldText(finding.detail),
                      msOf(finding.duration),
                      msOf(finding.remaining),
                      finding.count ? QString::number(*finding.count) : QString(),
                      finding.isOfThreads ? "threads" : "",
                      wordsOf(finding.gaps)};
    for (const auto* list : {&finding.contenders, &finding.locks, &finding.hosts, &finding.addresses})
        for (const std::string& each : *list)
            words << toldText(each);
    for (const SessionId session : finding.sessions)
        words << toldText(toHex(session));
    for (const Evidence evidence : finding.evidence)
        words << toldText(evidenceName(evidence));
    if (finding.blocked)
        words << QString::number(finding.blocked->directly) << QString::number(finding.blocked->inAll)
              << QString::number(finding.blocked->waited.count()) << (finding.blocked->isExact ? "=" : "≥");
    return words.join(' ');
}

QString wordsOf(const std::vector<ContenderPlace>& places) {
    QStringList words;
    for (const ContenderPlace& place : places)
        words << toldText(place.lock->path) + ':' + QString::number(place.row);
    return words.join(',');
}

QString wordsOf(const SessionView& view) {
    QStringList words{toldText(toHex(view.session)),
                      toldText(sessionStateName(view.state)),
                      toldText(sessionDoubtName(view.doubt)),
                      toldText(view.address),
                      toldText(view.server),
                      toldText(view.lastServer),
                      QString::number(view.seenUnixMs),
                      QString::number(view.toldAtUnixMs),
                      QString::number(view.readings),
                      QString::number(view.createdBy),
                      msOf(view.timeout),
                      msOf(view.silentFor),
                      msOf(view.expiresIn),
                      toldText(view.settling),
                      view.isMissed ? "missed" : ""};
    for (const std::string& server : view.unreadServers)
        words << toldText(server);
    words << wordsOf(view.holds) << wordsOf(view.waits) << wordsOf(view.leads) << wordsOf(view.standsBy)
          << wordsOf(view.memberOf);
    return words.join(' ');
}

QString wordsOf(const ServerReport& report) {
    QStringList words{
        toldText(report.server),
        toldText(report.mode),
        toldText(report.version),
        toldText(report.adminServer),
        report.id ? QString::number(*report.id) : QString(),
        report.lastZxid ? toldText(toHex(*report.lastZxid)) : QString(),
        QString::number(report.members),
        QString::number(report.tick.count()),
        QString::number(report.readAtUnixMs),
        msOf(report.clockAhead),
        report.watched ? QString::number(report.watchedAtUnixMs) : QString(),
        report.metrics && report.metrics->watches ? QString::number(*report.metrics->watches) : "",
        report.hasUnlistedConnections ? "unlisted" : "",
        QString::number(report.connectionsCounted),
        QString::number(report.connectionsListed)};
    if (report.connections) words << QString::number(report.connections->size() + report.connectionsBeside);
    for (const Rung& rung : report.rungs)
        words << toldText(evidenceName(rung.evidence)) << toldText(evidenceSourceName(rung.source))
              << wordsOf(rung.problem) << toldText(rung.remedy) << (rung.isRemembered ? "before" : "");
    return words.join(' ');
}

QString wordsOf(const ChainLink& link) {
    return toldText(chainVerdictName(link.verdict)) +
           (link.target ? QString::number(*link.target) : QString()) + (link.watchesItself ? "self" : "") +
           (link.isAbove ? "above" : "") + toldText(watchDoubtName(link.doubt));
}

QString wordsOf(const Coverage& coverage) {
    QStringList words{toldText(coverage.listedBy), wordsOf(coverage.gaps)};
    for (const std::size_t count :
         {coverage.locks, coverage.locksRead, coverage.contenders, coverage.contendersRead, coverage.sessions,
          coverage.sessionsFound, coverage.waiters, coverage.waitersVerified})
        words << QString::number(count);
    for (const AskedServer& server : coverage.servers)
        words << toldText(server.server) << toldText(server.mode) << (server.answered ? "yes" : "no")
              << wordsOf(server.problem);
    return words.join(' ');
}

/// One a line, so that a difference can be seen.
QStringList partsOf(const ClusterAssessment& checked) {
    QStringList parts{QString::number(checked.sample->takenAtUnixMs)};
    for (const SessionView& view : checked.sessions)
        parts << wordsOf(view);
    for (const ServerReport& report : checked.sample->servers)
        parts << wordsOf(report);
    for (const Finding& finding : checked.findings)
        parts << wordsOf(finding);
    for (const auto& chain : checked.chains) {
        QStringList links;
        for (const ChainLink& link : chain)
            links << wordsOf(link);
        parts << links.join(' ');
    }
    for (const WaitCycle& circle : checked.waitFor.cycles) {
        QStringList edges{circle.hasLasted ? "lasted" : "", circle.isOutlasting ? "outlasting" : "",
                          circle.isUpgrade ? "upgrade" : "", circle.worksOn ? "works" : ""};
        for (const std::size_t edge : circle.edges)
            edges << QString::number(edge);
        for (const std::size_t edge : circle.keepers)
            edges << QString::number(edge);
        parts << edges.join(' ');
    }
    if (checked.coverage) parts << wordsOf(*checked.coverage);
    return parts;
}

std::string swapped(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    if (at == std::string::npos) qFatal("no %s in the snapshot", from.c_str());
    return text.replace(at, from.size(), to);
}

}  // namespace

/// What was found out of a cluster, in a file and back.
class TestSnapshotChecked : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void allThatWasKnownComesBack() {
        const auto checked = checkedTwice(richCluster().sample());
        QVERIFY(checked->findings.size() > 3 && !checked->waitFor.cycles.empty());
        QVERIFY(std::ranges::any_of(checked->findings, [](const Finding& finding) {
            return finding.stage == FindingStage::Verified && finding.blocked;
        }));
        const std::string json = toJson(snapshotOf(checked));
        QCOMPARE(offenceAgainstSchema(QByteArray::fromStdString(json)), QString());
        const auto read = snapshotFromJson(json);
        QVERIFY2(read.has_value(), read ? "" : describe(read.error()).c_str());
        QVERIFY(read->checked);
        QCOMPARE(partsOf(*read->checked).join('\n'), partsOf(*checked).join('\n'));
        QVERIFY(read->checked->sample->locks == read->locks);
        QVERIFY(read->checked->sample->clocks.isWithin(1ms, checked->sample->clocks));
        QCOMPARE(wordsOf(*read->coverage), wordsOf(*checked->coverage));
        QCOMPARE(toJson(*snapshotFromJson(toJson(*read))), toJson(*read));
    }

    /// Who waits for whose contenders where several libraries share a lock, and of whom nobody knows.
    void rolesThatOnlyWatchesTellComeBack() {
        SampleBuilder cluster;
        cluster.lock("/a", "M1@1 k2@2")
            .lock("/b", "M1@1 k2@2")
            .server("zk1:2181", true)
            .connect(1)
            .connect(2);
        cluster.watch(2, 0, 0);
        // Of the second one the table does not tell that it waits, nor for long enough that it does not.
        const auto checked = checkedTwice(cluster.sample());
        const LockQueue& known = *checked->sample->locks[0];
        QVERIFY(!known.awaited.empty());
        QVERIFY(known.rows[1].role == Role::Waiter);
        auto open = std::make_shared<ClusterAssessment>(*checked);
        open->inDoubt = {{"/b", {1}}};
        const std::string json = toJson(snapshotOf(open));
        QCOMPARE(offenceAgainstSchema(QByteArray::fromStdString(json)), QString());
        const auto read = snapshotFromJson(json);
        QVERIFY2(read.has_value(), read ? "" : describe(read.error()).c_str());
        QVERIFY(read->locks[0]->awaited == known.awaited);
        QVERIFY(read->locks[0]->rows[1].role == Role::Waiter);
        QVERIFY(read->checked->inDoubt == open->inDoubt);
        QVERIFY(rowsInDoubt(*read->locks[1], read->checked.get()) == std::vector<std::size_t>{1});
        QVERIFY(rowsInDoubt(*read->locks[0], read->checked.get()).empty());
        QCOMPARE(toJson(*snapshotFromJson(toJson(*read))), toJson(*read));
        // What was known to hold stays known.
        open->inDoubt.clear();
        const auto sure = snapshotFromJson(toJson(snapshotOf(open)));
        QVERIFY(sure && sure->checked->inDoubt.empty());
        QVERIFY(rowsInDoubt(*sure->locks[1], sure->checked.get()).empty());
    }

    /// Who held then by its place in the queue is not known to.
    void whatWentUnseenInARecordingStaysUnknown() {
        SampleBuilder cluster;
        cluster.lock("/a", "M1@1 M2@2").lock("/b", "M1@1").server("zk1:2181", true).connect(1).connect(2);
        auto moment = std::make_shared<ClusterAssessment>(*checkedTwice(cluster.sample()));
        moment->unseen = {{"/a", {0, 1}}};
        const std::string json = toJson(snapshotOf(moment));
        QCOMPARE(offenceAgainstSchema(QByteArray::fromStdString(json)), QString());
        const auto read = snapshotFromJson(json);
        QVERIFY2(read.has_value(), read ? "" : describe(read.error()).c_str());
        QVERIFY(read->checked->unseen == moment->unseen);
        QCOMPARE(toJson(*snapshotFromJson(toJson(*read))), toJson(*read));
    }

    /// It says nothing of that, and so nothing is known of it.
    void anEarlierFileLeavesRolesOpen() {
        SampleBuilder cluster;
        cluster.lock("/b", "M1@1 k2@2").server("zk1:2181", true).connect(1).connect(2);
        std::string json = toJson(snapshotOf(checkedTwice(cluster.sample())));
        QVERIFY(json.find("\"awaited\": []") != std::string::npos);
        json = swapped(json, "\"awaited\": []", "\"later\": 0");
        const auto read = snapshotFromJson(json);
        QVERIFY2(read.has_value(), read ? "" : describe(read.error()).c_str());
        QVERIFY(rowsInDoubt(*read->locks[0], read->checked.get()) == std::vector<std::size_t>{1});
    }

    void whoIsMissedComesBack() {
        SampleBuilder cluster = richCluster();
        cluster.editServer([](ServerReport& report) { report.listedBefore.reset(); });
        const auto checked = checkedTwice(cluster.sample());
        QVERIFY(std::ranges::any_of(checked->sessions, &SessionView::isMissed));
        const auto read = snapshotFromJson(toJson(snapshotOf(checked)));
        QVERIFY2(read.has_value(), read ? "" : describe(read.error()).c_str());
        QCOMPARE(partsOf(*read->checked).join('\n'), partsOf(*checked).join('\n'));
    }

    /// Whatever clusters look like.
    void anyClusterComesBack_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 60; ++seed)
            QTest::addRow("%u", seed) << seed;
    }

    void anyClusterComesBack() {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        const auto upTo = [&](int most) { return std::uniform_int_distribution<int>(0, most)(random); };
        SampleBuilder cluster;
        const int locks = 1 + upTo(5);
        for (int lock = 0; lock < locks; ++lock) {
            std::string words;
            const int contenders = upTo(6);
            for (int i = 0; i < contenders; ++i)
                words += std::string(1, "MRWLkrs"[upTo(6)]) + std::to_string(i) +
                         (upTo(8) == 0 ? "" : "@" + std::to_string(1 + upTo(6))) + ' ';
            cluster.lock("/l" + std::to_string(lock), words);
        }
        const int servers = upTo(2);
        for (int server = 0; server < servers; ++server) {
            cluster.server("zk" + std::to_string(server) + ":2181", upTo(1) == 0);
            for (int session = 1; session <= 7; ++session)
                if (upTo(servers) == 0) cluster.connect(session, upTo(9'000));
            cluster.editServer([&](ServerReport& report) {
                if (upTo(2) > 0) return;
                report.hasUnlistedConnections = true;
                report.connectionsCounted = 9;
                report.connectionsListed = 7;
            });
        }
        const auto checked = checkedTwice(cluster.sample());
        const std::string json = toJson(snapshotOf(checked));
        QCOMPARE(offenceAgainstSchema(QByteArray::fromStdString(json)), QString());
        const auto read = snapshotFromJson(json);
        QVERIFY2(read.has_value(), read ? "" : describe(read.error()).c_str());
        QCOMPARE(partsOf(*read->checked).join('\n'), partsOf(*checked).join('\n'));
    }

    /// Nobody who only has a connection is named, and nothing that somebody signs in with is there to be.
    void onlyWhoContendsIsNamed() {
        const std::string json = toJson(snapshotOf(checkedTwice(richCluster().sample())));
        QVERIFY(json.find("10.0.0.1:4\"") != std::string::npos);
        QVERIFY(json.find("10.0.0.1:77\"") == std::string::npos);
        for (const char* word : {"password", "digest", "\"acl", "auth\"", "sasl"})
            QVERIFY2(json.find(word) == std::string::npos, word);
    }

    // The locks are read once more when all are saved.
    void locksMayBeNewerThanWhatWasChecked() {
        const auto checked = checkedTwice(richCluster().sample());
        Snapshot snapshot = snapshotOf(checked);
        const auto& old = *snapshot.locks[1];
        QCOMPARE(old.path, "/locks/a");
        auto newer = std::make_shared<LockQueue>(old);
        newer->rows = rowsWithout(old, 0);
        snapshot.locks[1] = newer;
        const auto read = snapshotFromJson(toJson(snapshot));
        QVERIFY2(read.has_value(), read ? "" : describe(read.error()).c_str());
        // The findings are what was found; of whoever watches whom nothing is known any more.
        QStringList found, were;
        for (const Finding& finding : read->checked->findings)
            found << wordsOf(finding);
        for (const Finding& finding : checked->findings)
            were << wordsOf(finding);
        QCOMPARE(found, were);
        QVERIFY(!checked->chains[1].empty() && read->checked->chains[1].empty());
        QVERIFY(read->checked->waitFor.cycles.empty());
        QVERIFY(std::ranges::none_of(read->checked->sessions, [](const SessionView& view) {
            return view.session == SessionId{1} && !view.holds.empty() &&
                   view.holds[0].lock->path == "/locks/a";
        }));
    }

    void wrongPartsAreRefusedWithTheirPlace_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("place");
        const auto row = [](const char* name, const char* from, const char* to, const char* place) {
            QTest::newRow(name) << QString::fromLatin1(from) << QString::fromLatin1(to)
                                << QString::fromLatin1(place);
        };
        row("kind", R"("kind": "possible-deadlock")", R"("kind": "bad-luck")", ".kind");
        row("stage", R"("stage": "verified")", R"("stage": "over")", ".stage");
        row("state", R"("state": "connected")", R"("state": "asleep")", ".state");
        row("duration", R"("timeoutMs": 10000)", R"("timeoutMs": 9000000000000000000)", ".timeoutMs");
        row("count", R"("readings": 1)", R"("readings": -1)", ".readings");
        row("rung", R"("source": "AdminServer")", R"("source": "hearsay")", ".source");
        row("no servers", R"("servers": [
  {
   "adminServer")",
            R"("servers": 1, "old": [
  {
   "adminServer")",
            "servers");
        row("circle", R"("hasLasted": )", R"("hasLasted": 1, "old": )", "circles[0].hasLasted");
        row("watch", R"("watch": "verified")", R"("watch": "surely")", ".watch");
        row("two sessions", R"("session": "0x2",
   "silentForMs": 100,
   "state")",
            R"("session": "0x1",
   "silentForMs": 100,
   "state")",
            "sessions[1]");
    }

    void wrongPartsAreRefusedWithTheirPlace() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, place);
        const std::string json = toJson(snapshotOf(checkedTwice(richCluster().sample())));
        const auto read = snapshotFromJson(swapped(json, from.toStdString(), to.toStdString()));
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::BadFormat);
        QVERIFY2(read.error().path.ends_with(place.toStdString()), read.error().path.c_str());
    }

    void moreAddressesThanSessionsAreRefused() {
        auto checked = std::make_shared<ClusterAssessment>(*checkedTwice(richCluster().sample()));
        Finding finding;
        finding.addresses = {"a:1", "b:2"};
        finding.sessions = {SessionId{1}};
        checked->findings = {finding};
        const auto read = snapshotFromJson(toJson(snapshotOf(checked)));
        QVERIFY(!read);
        QCOMPARE(read.error().path, "findings[0].addresses");
    }

    // Who follows a circle comes round.
    void circlesThatDoNotCloseAreLeftOut() {
        const auto checked = checkedTwice(richCluster().sample());
        const std::string json = toJson(snapshotOf(checked));
        const auto read = snapshotFromJson(swapped(json, R"("blocker": ")", R"("blocker": "x)"));
        QVERIFY2(read.has_value(), read ? "" : describe(read.error()).c_str());
        QVERIFY(read->checked->waitFor.cycles.size() < checked->waitFor.cycles.size());
    }

    void additionsAreIgnored() {
        const std::string json = toJson(snapshotOf(checkedTwice(richCluster().sample())));
        const auto read = snapshotFromJson(swapped(json, R"("findings": [
  {)",
                                                   R"("findings": [
  {"mood": {"today": [1]},)"));
        QVERIFY2(read.has_value(), read ? "" : describe(read.error()).c_str());
        QCOMPARE(toJson(*read), toJson(*snapshotFromJson(json)));
    }
};

LOCKSCOPE_TEST(TestSnapshotChecked)
#include "tst_snapshot_checked.moc"
