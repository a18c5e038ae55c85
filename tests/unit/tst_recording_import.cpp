// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "recording/import_activity.h"
#include "recording/recording_writer.h"
#include "server_file_writer.h"
#include "test_program.h"

#include <lockcore/history/recording.h>
#include <lockcore/history/recording_import.h>

#include <QDir>
#include <QTemporaryDir>

#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>

using namespace lockcore;
namespace sf = server_file;

namespace {

constexpr std::int64_t kImportBeginMs = 1'790'000'000'000;

constexpr std::int64_t afterMs(double seconds) {
    return kImportBeginMs + static_cast<std::int64_t>(seconds * 1000);
}

std::string queuedName(int number) {
    return QStringLiteral("_c_0a1b2c3d-0a1b-4c3d-8e5f-0a1b2c3d4e5f-lock-%1")
        .arg(number, 10, 10, QLatin1Char('0'))
        .toStdString();
}

std::string queuedPath(int number, const std::string& lock = "/lock") {
    return lock + '/' + queuedName(number);
}

/// A transaction a second, in order.
class LogStory {
public:
    explicit LogStory(std::int64_t firstZxid = 1) : m_zxid(firstZxid) {}

    LogStory& add(std::int64_t session, std::int32_t type, const std::string& body, std::int32_t cxid = 1) {
        m_bytes += sf::record(
            {.session = session, .cxid = cxid, .zxid = m_zxid, .unixMs = afterMs(m_seconds)}, type, body);
        ++m_zxid;
        ++m_seconds;
        return *this;
    }
    LogStory& begins(std::int64_t session) { return add(session, -10, sf::int32(10'000)); }
    LogStory& expires(std::int64_t session) { return add(session, -11, {}, 0); }
    LogStory& queues(std::int64_t session, int number, const std::string& lock = "/lock") {
        return add(session, 15, sf::createBody(queuedPath(number, lock), true, number + 1, "host-a"));
    }
    LogStory& deletes(std::int64_t session, const std::string& path) {
        return add(session, 2, sf::deleteBody(path));
    }
    /// So many transactions are in no file.
    LogStory& lacks(int count) {
        m_zxid += count;
        m_seconds += count;
        return *this;
    }

    std::string bytes() const { return sf::logHeader() + m_bytes; }

private:
    std::string m_bytes;
    std::int64_t m_zxid;
    double m_seconds = 1;
};

/// 1 and 2 queue, 1 releases, 2 expires.
LogStory twoTurns() {
    LogStory story;
    story.begins(1).begins(2).queues(1, 0).queues(2, 1).deletes(1, queuedPath(0)).expires(2);
    return story;
}

/// "H0x1 W0x2", with a question mark where the role is not known.
QString shownAt(Recording& recording, double seconds, const std::string& lock = "/lock") {
    const auto moment = recording.at(afterMs(seconds), lock);
    if (!moment) return QString::fromStdString(describe(moment.error()));
    if ((*moment)->sample->locks.empty()) return "none";
    QStringList words;
    const LockQueue& queue = *(*moment)->sample->locks.front();
    const auto unseen = (*moment)->unseen.find(queue.path);
    for (std::size_t row = 0; row < queue.rows.size(); ++row) {
        const Contender& contender = *queue.rows[row].contender;
        const bool isOpen =
            unseen != (*moment)->unseen.end() && std::ranges::binary_search(unseen->second, row);
        words << QString::fromUtf8(roleName(queue.rows[row].role).data()).left(1).toUpper() +
                     QString::fromStdString(
                         toHex(contender.stat ? contender.stat->ephemeralOwner : SessionId::None)) +
                     (isOpen ? "?" : "");
    }
    return words.join(' ');
}

/// "1000 to ?": from when until when locks may have been there that are not listed.
QString otherLocksMayBeAt(Recording& recording, double seconds, const std::string& lock = {}) {
    const auto moment = recording.at(afterMs(seconds), lock.empty() ? std::nullopt : std::optional(lock));
    if (!moment) return QString::fromStdString(describe(moment.error()));
    const auto& gaps = (*moment)->coverage->gaps;
    const auto gap = std::ranges::find(gaps, GapKind::DirectoryUnread, &Gap::kind);
    if (gap == gaps.end()) return "known";
    if (gap->path != "/") return QString::fromStdString(gap->path);
    const QString to = gap->toUnixMs == 0 ? "?" : QString::number(gap->toUnixMs - kImportBeginMs);
    return QStringLiteral("%1 to %2").arg(gap->fromUnixMs - kImportBeginMs).arg(to);
}

}  // namespace

/// Servers' files, made into a recording.
class TestRecordingImport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_directory = std::make_unique<QTemporaryDir>(); }

    void everyMomentHasItsQueue();
    void turnsSayWhoDidWhat();
    void lockIsThereUntilItsDirectoryIsDeleted();
    void lockOfOneZnodeIsThereWhileItIsHeld();
    void whatLacksIsNotKnown();
    void snapshotEndsWhatIsNotKnown();
    void locksThatWhatLacksMayHaveMadeAreNotKnown();
    void locksOfBeforeAreNotKnown();
    void locksOfBeforeAreKnownByALaterSnapshot();
    void whoCameWhileTransactionsLackedWasNotThereBefore();
    void whoWasThereBeforeIsNotKnown();
    void snapshotTellsWhoWasThereBefore();
    void saysWhatNoFileTells();
    void auditLogNamesUserAndAddress();
    void whatIsThereStays();
    void leavesNothingWhereItFails_data();
    void leavesNothingWhereItFails();
    void fullDiskIsTold();
    void nothingIsAddedToIt();
    void anyTimeInAFileDoesNoHarm();
    void whatHappenedIsCountedInLittleMemory();

private:
    std::string file() const { return m_directory->filePath("a.lockrec").toStdString(); }
    QStringList left() const {
        return QDir(m_directory->path()).entryList(QDir::Files | QDir::NoDotAndDotDot, QDir::Name);
    }
    std::string server(const std::map<std::string, std::string>& files) {
        const std::filesystem::path path =
            m_directory->filePath("server-" + QString::number(++m_servers)).toStdString();
        std::filesystem::create_directories(path / "version-2");
        for (const auto& [name, bytes] : files)
            std::ofstream(path / "version-2" / name, std::ios::binary) << bytes;
        return path.string();
    }
    Result<ImportReport> import(const std::map<std::string, std::string>& files, std::stop_token stop = {}) {
        return importServerFiles({.directories = {server(files)}, .file = file(), .program = "test"}, {},
                                 stop);
    }
    std::unique_ptr<Recording> imported(const std::map<std::string, std::string>& files) {
        const auto report = import(files);
        if (!report) qFatal("%s", describe(report.error()).c_str());
        auto recording = Recording::open(file());
        if (!recording) qFatal("%s", describe(recording.error()).c_str());
        return std::move(*recording);
    }
    QStringList told(const char* sql) const {
        const auto database = Database::open(file(), Database::Access::Write);
        if (!database) return {QString::fromStdString(describe(database.error()))};
        QStringList rows;
        Statement query(**database, sql);
        while (query.next())
            rows << QString::fromStdString(query.text(0));
        if ((*database)->problem()) rows << QString::fromStdString(describe(*(*database)->problem()));
        return rows;
    }

    std::unique_ptr<QTemporaryDir> m_directory;
    int m_servers = 0;
};

void TestRecordingImport::everyMomentHasItsQueue() {
    const auto recording = imported({{"log.1", twoTurns().bytes()}});
    QCOMPARE(recording->runs().size(), std::size_t{1});
    QVERIFY(recording->runs().front().isOfServersFiles && recording->runs().front().ended);
    QCOMPARE(recording->runs().front().beganUnixMs, afterMs(1));
    QCOMPARE(recording->runs().front().untilUnixMs, afterMs(6));
    QCOMPARE(shownAt(*recording, 2), "none");
    QCOMPARE(shownAt(*recording, 3), "H0x1");
    QCOMPARE(shownAt(*recording, 4.5), "H0x1 W0x2");
    QCOMPARE(shownAt(*recording, 5), "H0x2");
    QCOMPARE(shownAt(*recording, 6), "");
    const auto before = recording->at(afterMs(0.9));
    QVERIFY(!before);
    const auto moment = recording->at(afterMs(4.5));
    QCOMPARE((*moment)->sample->locks.front()->dialect, Dialect::CuratorMutex);
    QCOMPARE((*moment)->sample->locks.front()->rows[0].contender->data, std::string("host-a"));
    // Since when it waits is told by the clock that all times are by.
    const Stat& stat = *(*moment)->sample->locks.front()->rows[1].contender->stat;
    QCOMPARE(stat.ctimeMs, afterMs(4));
    QVERIFY((*moment)->sample->clocks.aheadAt(stat.czxid) == std::chrono::milliseconds(0));
}

void TestRecordingImport::turnsSayWhoDidWhat() {
    LogStory story = twoTurns();
    story.queues(1, 2).queues(3, 3).deletes(9, queuedPath(2)).add(3, -11, {}, 7).queues(4, 4);
    const auto recording = imported({{"log.1", story.bytes()}});
    QVERIFY(recording);
    QCOMPARE(told("SELECT session || ' ' || (queued_to-1790000000000) || ' ' || queued_by || ' ' ||"
                  " (granted_from-1790000000000) || ' ' || (granted_to-1790000000000) || ' ' ||"
                  " ifnull(left_to-1790000000000, 'there') || ' ' || ifnull(ended || ' ' || basis, '-') ||"
                  " ' ' || ifnull(ended_by, '-') FROM turns ORDER BY queued_to"),
             (QStringList{"0x1 3000 transaction 3000 3000 5000 released transaction -",
                          "0x2 4000 transaction 5000 5000 6000 session-expired transaction -",
                          "0x1 7000 transaction 7000 7000 9000 removed-by-other transaction 0x9",
                          "0x3 8000 transaction 9000 9000 10000 session-ended transaction -",
                          "0x4 11000 transaction 11000 11000 there - -"}));
    QCOMPARE(told("SELECT session || ' ' || ifnull(began_ms-1790000000000, '?') || ' ' ||"
                  " ifnull(ended_ms-1790000000000, '-') || ' ' || expired || ' ' || ifnull(timeout_ms, '?')"
                  " FROM session ORDER BY session"),
             (QStringList{"1 1000 - 0 10000", "2 2000 6000 1 10000", "3 ? 10000 0 ?"}));
}

void TestRecordingImport::lockIsThereUntilItsDirectoryIsDeleted() {
    LogStory story = twoTurns();
    story.deletes(9, "/lock").begins(7).queues(1, 0, "/lock");
    const auto recording = imported({{"log.1", story.bytes()}});
    QCOMPARE(shownAt(*recording, 6.5), "");
    QCOMPARE(shownAt(*recording, 7.5), "none");
    QCOMPARE(shownAt(*recording, 9), "H0x1");
}

void TestRecordingImport::lockOfOneZnodeIsThereWhileItIsHeld() {
    LogStory story;
    story.begins(1).add(1, 1, sf::createBody("/marked", true, 1)).deletes(1, "/marked").begins(2);
    LockMarks marks;
    const auto single = std::ranges::find_if(
        dialects(), [](const DialectInfo& each) { return each.rule == BlockRule::SingleNode; });
    marks.set("/marked", single->dialect);
    const auto report = importServerFiles(
        {.directories = {server({{"log.1", story.bytes()}})}, .file = file(), .marks = marks});
    QVERIFY2(report, report ? "" : describe(report.error()).c_str());
    const auto recording = Recording::open(file());
    QVERIFY(recording);
    QCOMPARE(shownAt(**recording, 2.5, "/marked"), "H0x1");
    QCOMPARE(shownAt(**recording, 3.5, "/marked"), "none");
    const auto moment = (*recording)->at(afterMs(2.5));
    const LockQueue& queue = *(*moment)->sample->locks.front();
    QCOMPARE(contenderPath(queue.path, *queue.rows[0].contender), std::string("/marked"));
}

void TestRecordingImport::whatLacksIsNotKnown() {
    LogStory story = twoTurns();
    story.queues(3, 2).lacks(10).begins(8).queues(4, 5);
    const auto recording = imported({{"log.1", story.bytes()}});
    const auto before = recording->at(afterMs(7));
    QCOMPARE((*before)->sample->locks.front()->freshness, Freshness::Stale);
    const auto within = recording->at(afterMs(10));
    QCOMPARE((*within)->sample->locks.front()->freshness, Freshness::Stale);
    const auto& gaps = (*within)->coverage->gaps;
    const auto gap = std::ranges::find(gaps, GapKind::LockUnread, &Gap::kind);
    QVERIFY(gap != gaps.end());
    QCOMPARE(gap->fromUnixMs, afterMs(7));
    QCOMPARE(gap->toUnixMs, 0);
    QCOMPARE(shownAt(*recording, 10), "H0x3?");
    // Whether it is there still no later transaction tells.
    QCOMPARE(shownAt(*recording, 19), "H0x3? W0x4?");
    QCOMPARE((*recording->at(afterMs(6.5)))->sample->locks.front()->freshness, Freshness::Live);
}

/// What went on in between it does not tell.
void TestRecordingImport::snapshotEndsWhatIsNotKnown() {
    LogStory story = twoTurns();
    story.queues(3, 2).queues(4, 3).lacks(10);
    const std::string before = story.bytes();
    const std::string nodes = sf::snapshotNode("/lock", 2, afterMs(0), 0) +
                              sf::snapshotNode(queuedPath(3), 8, afterMs(8), 4) +
                              sf::snapshotNode(queuedPath(4), 15, afterMs(15), 5);
    const std::string log = sf::logHeader() + sf::record({.session = 9, .zxid = 19, .unixMs = afterMs(19)},
                                                         -10, sf::int32(10'000));
    const auto recording =
        imported({{"log.1", before}, {"snapshot.12", sf::snapshot({4, 5}, nodes)}, {"log.13", log}});
    QCOMPARE(shownAt(*recording, 7.5), "H0x3");
    QCOMPARE(shownAt(*recording, 10), "H0x3? W0x4?");
    QCOMPARE(shownAt(*recording, 19), "H0x4 W0x5");
    QCOMPARE((*recording->at(afterMs(19)))->sample->locks.front()->freshness, Freshness::Live);
    QCOMPARE(
        told("SELECT (left_from-1790000000000) || ' ' || (left_to-1790000000000) || ' ' || ended || ' ' ||"
             " basis FROM turns WHERE session='0x3'"),
        QStringList{"8000 19000 unknown not-told"});
}

void TestRecordingImport::locksThatWhatLacksMayHaveMadeAreNotKnown() {
    LogStory story = twoTurns();
    story.lacks(10).begins(8);
    const auto recording = imported({{"log.1", story.bytes()}});
    QCOMPARE(otherLocksMayBeAt(*recording, 5), "known");
    // Asked for alone it may have been there as well.
    for (const auto* const lock : {"/lock", "/other", ""}) {
        QCOMPARE(otherLocksMayBeAt(*recording, 10, lock), "6000 to ?");
        QCOMPARE(otherLocksMayBeAt(*recording, 17, lock), "6000 to ?");
    }
}

void TestRecordingImport::locksOfBeforeAreNotKnown() {
    LogStory story(50);
    story.begins(1).queues(1, 7).begins(2);
    const auto report = import({{"log.32", story.bytes()}});
    QVERIFY2(report, report ? "" : describe(report.error()).c_str());
    QVERIFY(!report->files.knownSince);
    const auto recording = Recording::open(file());
    QCOMPARE(otherLocksMayBeAt(**recording, 1), "1000 to ?");
    QCOMPARE(otherLocksMayBeAt(**recording, 3), "1000 to ?");
    // Of who is seen to queue up nothing is in doubt but whether somebody stands before it.
    QCOMPARE(shownAt(**recording, 2.5), "H0x1?");
    QCOMPARE((*(*recording)->at(afterMs(2.5)))->sample->locks.front()->freshness, Freshness::Live);
}

void TestRecordingImport::locksOfBeforeAreKnownByALaterSnapshot() {
    LogStory story(50);
    story.begins(1).begins(2).begins(3).begins(4);
    const std::string nodes =
        sf::snapshotNode("/lock", 2, afterMs(-100), 0) + sf::snapshotNode(queuedPath(0), 20, afterMs(-90), 1);
    const auto report = import({{"log.32", story.bytes()}, {"snapshot.33", sf::snapshot({1}, nodes)}});
    QVERIFY2(report, report ? "" : describe(report.error()).c_str());
    QVERIFY(report->files.knownSince && report->files.knownSince != report->files.first);
    QCOMPARE(report->files.knownSince->zxid, Zxid{0x33});
    const auto recording = Recording::open(file());
    const double known = static_cast<double>(report->files.knownSince->unixMs - kImportBeginMs) / 1000;
    QCOMPARE(otherLocksMayBeAt(**recording, 1),
             QStringLiteral("1000 to %1").arg(static_cast<int>(known * 1000)));
    QCOMPARE(otherLocksMayBeAt(**recording, known), "known");
}

/// By the files it was not there before: all were known then.
void TestRecordingImport::whoCameWhileTransactionsLackedWasNotThereBefore() {
    LogStory story = twoTurns();
    story.lacks(10).begins(8).deletes(9, queuedPath(5)).deletes(9, queuedPath(6, "/new")).begins(9);
    const auto recording = imported({{"log.1", story.bytes()}});
    QCOMPARE(shownAt(*recording, 2), "none");
    QCOMPARE(shownAt(*recording, 3), "H0x1");
    QCOMPARE(shownAt(*recording, 6), "");
    QCOMPARE(shownAt(*recording, 3, "/new"), "none");
    QCOMPARE(shownAt(*recording, 17.5), "W0x0?");
    QCOMPARE(shownAt(*recording, 17.5, "/new"), "W0x0?");
    QCOMPARE(told("SELECT (queued_from-1790000000000) || ' ' || (queued_to-1790000000000) || ' ' ||"
                  " queued_by || ' ' || flags FROM turns WHERE session IS NULL ORDER BY name"),
             (QStringList{"6000 17000 seen 17", "6000 17000 seen 17"}));
}

/// Without a snapshot others may stand before the first one that is seen.
void TestRecordingImport::whoWasThereBeforeIsNotKnown() {
    LogStory story(50);
    story.begins(1).queues(1, 7).queues(2, 8).deletes(5, queuedPath(3)).begins(3);
    const auto recording = imported({{"log.32", story.bytes()}});
    // It queued before the files begin; whether it held nobody knows.
    QCOMPARE(shownAt(*recording, 1.5), "W0x0?");
    QCOMPARE(shownAt(*recording, 3.5), "W0x0? H0x1? W0x2");
    QCOMPARE(shownAt(*recording, 4.5), "H0x1? W0x2");
    const auto moment = recording->at(afterMs(4.5));
    const auto& gaps = (*moment)->coverage->gaps;
    const auto gap = std::ranges::find(gaps, GapKind::ChangesUnseen, &Gap::kind);
    QVERIFY(gap != gaps.end() && gap->reason && gap->reason->code == ErrorCode::Unimplemented);
    QCOMPARE(told("SELECT (queued_from IS NULL) || ' ' || flags || ' ' || ended || ' ' || ended_by FROM turns"
                  " WHERE name LIKE '%3'"),
             QStringList{"1 21 unknown 0x5"});
}

void TestRecordingImport::snapshotTellsWhoWasThereBefore() {
    const std::string nodes = sf::snapshotNode("/lock", 2, afterMs(-100), 0) +
                              sf::snapshotNode(queuedPath(0), 20, afterMs(-90), 1) +
                              sf::snapshotNode(queuedPath(1), 21, afterMs(-80), 2);
    LogStory story(31);
    story.begins(3).deletes(1, queuedPath(0)).begins(4);
    const auto recording =
        imported({{"snapshot.1e", sf::snapshot({1, 2}, nodes)}, {"log.1f", story.bytes()}});
    QCOMPARE(recording->runs().front().beganUnixMs, afterMs(1));
    QCOMPARE(shownAt(*recording, 1), "H0x1 W0x2");
    QCOMPARE(shownAt(*recording, 2), "H0x2");
    const auto moment = recording->at(afterMs(1.5));
    QCOMPARE((*moment)->sample->locks.front()->rows[0].contender->stat->ctimeMs, afterMs(-90));
}

void TestRecordingImport::saysWhatNoFileTells() {
    const auto recording = imported({{"log.1", twoTurns().bytes()}});
    const auto moment = recording->at(afterMs(4.5));
    QVERIFY(moment);
    const ClusterAssessment& checked = **moment;
    QCOMPARE(checked.sample->catalog->source, DiscoverySource::ServersFiles);
    QVERIFY(checked.coverage->lacks(Aspect::Liveness) && checked.coverage->lacks(Aspect::Watches));
    QVERIFY(!checked.coverage->lacks(Aspect::Contenders));
    QCOMPARE(checked.coverage->sessionsFound, std::size_t{0});
    QCOMPARE(checked.sessions.size(), std::size_t{2});
    for (const SessionView& view : checked.sessions) {
        QCOMPARE(view.state, SessionState::Unknown);
        QVERIFY(view.timeout == std::chrono::seconds(10));
    }
}

void TestRecordingImport::auditLogNamesUserAndAddress() {
    const std::string log = m_directory->filePath("audit.log").toStdString();
    std::ofstream(log) << "noise\n"
                          "2026-11-24 10:02:17,123 INFO audit.Slf4jAuditLogger: session=0x1\tuser=alice\t"
                          "ip=10.0.0.7\toperation=create\tznode=/lock\tresult=success\n"
                          "2026-11-24 10:02:18,123 INFO audit.Slf4jAuditLogger: session=0x9\tuser=bob\t"
                          "ip=10.0.0.9\toperation=create\tznode=/other\tresult=success\n";
    const auto report = importServerFiles({.directories = {server({{"log.1", twoTurns().bytes()}})},
                                           .file = file(),
                                           .auditLogs = {log, "/nowhere/audit.log"}});
    QVERIFY2(report, report ? "" : describe(report.error()).c_str());
    QCOMPARE(report->auditEntries, 2U);
    QCOMPARE(report->auditOtherLines, 1U);
    QCOMPARE(report->files.problems.size(), std::size_t{1});
    QCOMPARE(told("SELECT session || user || address FROM session ORDER BY session"),
             (QStringList{"1alice10.0.0.7", "2"}));
    const auto recording = Recording::open(file());
    const auto moment = (*recording)->at(afterMs(4.5));
    const auto& sessions = (*moment)->sessions;
    const auto first = std::ranges::find(sessions, SessionId{1}, &SessionView::session);
    QVERIFY(first != sessions.end());
    QCOMPARE(first->address, std::string("10.0.0.7"));
}

void TestRecordingImport::whatIsThereStays() {
    std::ofstream(file()) << "mine";
    const auto report = import({{"log.1", twoTurns().bytes()}});
    QVERIFY(!report);
    QCOMPARE(report.error().code, ErrorCode::Io);
    std::ifstream in(file());
    QCOMPARE(std::string(std::istreambuf_iterator<char>(in), {}), std::string("mine"));
    QCOMPARE(left(), QStringList{"a.lockrec"});
}

void TestRecordingImport::leavesNothingWhereItFails_data() {
    QTest::addColumn<QByteArray>("log");
    QTest::addColumn<bool>("isStopped");
    QTest::addColumn<QString>("reason");
    const std::string bytes = twoTurns().bytes();
    QTest::newRow("stopped") << QByteArray::fromStdString(bytes) << true << "";
    QTest::newRow("nothing in it") << QByteArray::fromStdString(sf::logHeader()) << false << "no transaction";
    QTest::newRow("no log") << QByteArray("nothing of the kind") << false << "is no transaction log";
    QTest::newRow("damaged at once") << QByteArray::fromStdString(bytes).replace(20, 4, "xxxx") << false
                                     << "is damaged";
}

void TestRecordingImport::leavesNothingWhereItFails() {
    QFETCH(QByteArray, log);
    QFETCH(bool, isStopped);
    QFETCH(QString, reason);
    std::stop_source stop;
    if (isStopped) stop.request_stop();
    const auto report = import({{"log.1", log.toStdString()}}, stop.get_token());
    QVERIFY(!report);
    QCOMPARE(report.error().code, isStopped ? ErrorCode::Cancelled : ErrorCode::BadFormat);
    QVERIFY2(describe(report.error()).find(reason.toStdString()) != std::string::npos,
             describe(report.error()).c_str());
    QCOMPARE(left(), QStringList());
}

void TestRecordingImport::fullDiskIsTold() {
    LogStory story;
    for (int number = 0; number < 3000; ++number)
        story.queues(1, number, "/lock-" + std::to_string(number));
    const std::string directory = server({{"log.1", story.bytes()}});
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
    rlimit full = before;
    full.rlim_cur = 100'000;
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &full), 0);
    const auto report = importServerFiles({.directories = {directory}, .file = file()});
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &before), 0);
    QVERIFY(!report);
    QCOMPARE(report.error().code, ErrorCode::Io);
    QCOMPARE(report.error().path, file());
    QCOMPARE(left(), QStringList());
}

/// A recorder's times are by another clock.
void TestRecordingImport::nothingIsAddedToIt() {
    QVERIFY(imported({{"log.1", twoTurns().bytes()}}));
    const auto writer = RecordingWriter::open({.file = file()}, afterMs(100));
    QVERIFY(!writer);
    QCOMPARE(writer.error().code, ErrorCode::BadFormat);
    QVERIFY(writer.error().what.find("servers' files") != std::string::npos);
}

void TestRecordingImport::anyTimeInAFileDoesNoHarm() {
    std::string log = sf::logHeader();
    std::int64_t zxid = 0;
    for (const std::int64_t time : {std::numeric_limits<std::int64_t>::min(), std::int64_t{-1},
                                    std::numeric_limits<std::int64_t>::max(), std::int64_t{0}}) {
        ++zxid;
        const int number = static_cast<int>(zxid);
        log += sf::record({.session = zxid, .zxid = zxid, .unixMs = time}, 15,
                          sf::createBody(queuedPath(number), true, number));
    }
    log += sf::record({.session = 1, .zxid = 5, .unixMs = 7}, 2, sf::deleteBody(queuedPath(1)));
    log += sf::record({.session = 3, .zxid = 6, .unixMs = 8}, 2, sf::deleteBody(queuedPath(3)));
    const auto recording = imported({{"log.1", log}});
    for (const RecordedRun& run : recording->runs())
        for (const std::int64_t unixMs : {run.beganUnixMs, run.untilUnixMs, std::int64_t{5}})
            if (recording->covers(unixMs)) QVERIFY(recording->at(unixMs));
}

/// As in as much as it takes.
void TestRecordingImport::whatHappenedIsCountedInLittleMemory() {
    std::vector<TurnTimes> turns;
    std::mt19937 random(7);
    const auto upTo = [&](unsigned most) { return static_cast<std::int64_t>(random() % most); };
    for (int number = 0; number < 5'000; ++number) {
        TurnTimes turn{.queuedTo = kImportBeginMs + upTo(3'600) * 250};
        if (upTo(4) != 0) turn.grantedTo = turn.queuedTo + upTo(200) * 250;
        if (upTo(9) != 0) turn.leftTo = turn.grantedTo.value_or(turn.queuedTo) + upTo(100) * 250;
        turn.wasSeenWaiting = true;
        turns.push_back(turn);
    }
    const auto counted = [&](std::size_t mostBytes) {
        const auto database = Database::open(":memory:", Database::Access::Write);
        makeTables(**database);
        ImportActivity activity(**database, mostBytes);
        for (const TurnTimes& turn : turns)
            activity.add(turn);
        activity.end();
        if ((*database)->problem()) qFatal("%s", describe(*(*database)->problem()).c_str());
        QStringList rows;
        Statement query(**database,
                        "SELECT at_ms || ' ' || arrivals || ' ' || grants || ' ' || ends || ' ' ||"
                        " most_waiters || ' ' || waiters FROM activity ORDER BY at_ms");
        while (query.next())
            rows << QString::fromStdString(query.text(0));
        return rows;
    };
    const QStringList whole = counted(std::size_t{1} << 30);
    QVERIFY(whole.size() > 80);
    QCOMPARE(counted(20'000), whole);
    QCOMPARE(counted(1), whole);
}

LOCKSCOPE_TEST(TestRecordingImport)
#include "tst_recording_import.moc"
