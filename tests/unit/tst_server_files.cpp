// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "server_file_writer.h"
#include "server_files/audit_log_reader.h"
#include "server_files/past_queue.h"
#include "server_files/snapshot_reader.h"
#include "server_files/txn_log_reader.h"
#include "test_program.h"

#include <lockcore/history/server_files.h>

#include <QTemporaryDir>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>

using namespace lockcore;
using server_file::record;
using server_file::TxnHead;

namespace {

constexpr const char* kGuid = "_c_0a1b2c3d-0a1b-4c3d-8e5f-0a1b2c3d4e5f-lock-";

/// "/lock/_c_…-lock-0000000007".
std::string contenderNode(int number) {
    return std::string("/lock/") + kGuid +
           QString::number(number).rightJustified(10, QLatin1Char('0')).toStdString();
}

struct Kept : PastSink {
    std::vector<PastTurn> turns;
    std::vector<PastSession> sessions;

    void turn(PastTurn turn) override { turns.push_back(std::move(turn)); }
    void session(PastSession session) override { sessions.push_back(std::move(session)); }

    const PastTurn& of(int number) const {
        const std::string path = contenderNode(number);
        const auto found =
            std::ranges::find_if(turns, [&](const PastTurn& turn) { return path.ends_with(turn.name); });
        if (found == turns.end()) qFatal("no turn %d", number);
        return *found;
    }
};

struct ReadLog {
    std::vector<Zxid> zxids;
    std::size_t parts = 0;
    TxnLogTally tally;
    std::string problem;
};

ReadLog readLog(std::string_view bytes) {
    ReadLog all;
    auto reader = TxnLogReader::open(FileBytes::of(bytes, "log.1"));
    if (!reader) {
        all.problem = describe(reader.error());
        return all;
    }
    Transaction transaction;
    for (;;) {
        const auto read = reader->next(transaction);
        if (!read) all.problem = describe(read.error());
        if (!read || !*read) break;
        all.zxids.push_back(transaction.zxid);
        all.parts += transaction.parts.size();
    }
    all.tally = reader->tally();
    return all;
}

std::string lockStory() {
    using namespace server_file;
    return logHeader() + record({.session = 1, .zxid = 1, .unixMs = 1000}, -10, server_file::int32(10'000)) +
           record({.session = 1, .zxid = 2, .unixMs = 1001}, 1, createBody("/lock", false, 1)) +
           record({.session = 1, .zxid = 3, .unixMs = 1002}, 15,
                  createBody(contenderNode(0), true, 1, "host-a")) +
           record({.session = 2, .zxid = 4, .unixMs = 1003}, -10, server_file::int32(10'000)) +
           record({.session = 2, .zxid = 5, .unixMs = 1004}, 15, createBody(contenderNode(1), true, 2)) +
           record({.session = 3, .zxid = 6, .unixMs = 1005}, 1, createBody(contenderNode(2), true, 3)) +
           record({.session = 1, .zxid = 7, .unixMs = 1006}, 2, deleteBody(contenderNode(0))) +
           record({.session = 2, .cxid = 0, .zxid = 8, .unixMs = 1007}, -11, closeBody({contenderNode(1)})) +
           record({.session = 9, .zxid = 9, .unixMs = 1008}, 2, deleteBody(contenderNode(2)));
}

}  // namespace

/// Files of ZooKeeper's servers, from bytes to turns.
class TestServerFiles : public QObject {
    Q_OBJECT

    QTemporaryDir m_directory;
    int m_servers = 0;

    /// A server's directory with these files.
    std::string server(const std::map<std::string, std::string>& files) {
        const std::filesystem::path path = m_directory.filePath(QString::number(++m_servers)).toStdString();
        std::filesystem::create_directories(path / "version-2");
        for (const auto& [name, bytes] : files)
            std::ofstream(path / "version-2" / name, std::ios::binary) << bytes;
        return path.string();
    }

    static ServerFilesReport import(const std::vector<std::string>& directories, Kept& kept) {
        const auto report = readServerFiles(directories, {}, kept);
        if (!report) qFatal("%s", describe(report.error()).c_str());
        return *report;
    }

private Q_SLOTS:
    void tellsWhoQueuedAndHowItEnded() {
        Kept kept;
        const auto report = import({server({{"log.1", lockStory() + std::string(5000, '\0')}})}, kept);
        QVERIFY(report.gaps.empty() && report.problems.empty() && report.torn.empty());
        QCOMPARE(report.transactions, 9U);
        QCOMPARE(kept.turns.size(), 3U);
        const PastTurn& first = kept.of(0);
        QCOMPARE(first.lock, std::string("/lock"));
        QCOMPARE(first.dialect, Dialect::CuratorMutex);
        QCOMPARE(first.session, SessionId{1});
        QCOMPARE(first.data, std::string("host-a"));
        QVERIFY(first.grantIsSure && first.granted->isExact());
        QCOMPARE(first.queued->to, (PastMoment{Zxid{3}, 1002}));
        QCOMPARE(first.granted->to, (PastMoment{Zxid{3}, 1002}));
        QCOMPARE(first.left->to, (PastMoment{Zxid{7}, 1006}));
        QCOMPARE(first.end, PastEnd::DeletedByOwner);
        QCOMPARE(kept.of(1).granted->to, (PastMoment{Zxid{7}, 1006}));
        QCOMPARE(kept.of(1).end, PastEnd::SessionExpired);
        QCOMPARE(kept.of(2).granted->to, (PastMoment{Zxid{8}, 1007}));
        QCOMPARE(kept.of(2).end, PastEnd::DeletedByOther);
        QCOMPARE(kept.of(2).endedBy, SessionId{9});
        QCOMPARE(kept.sessions.size(), 2U);
        QVERIFY(kept.sessions.front().expired);
    }

    void aClientsOwnCloseIsNoExpiry() {
        using namespace server_file;
        const std::string log =
            logHeader() +
            record({.session = 1, .zxid = 1, .unixMs = 1}, 15, createBody(contenderNode(0), true, 1)) +
            record({.session = 1, .cxid = 5, .zxid = 2, .unixMs = 2}, -11, {});
        Kept kept;
        import({server({{ "log.1", log }})}, kept);
        QCOMPARE(kept.of(0).end, PastEnd::SessionClosed);
    }

    /// Three servers have the same transactions, each lacks some.
    void mergesServersAndStatesGaps() {
        const std::string all = lockStory();
        using namespace server_file;
        const std::string later =
            logHeader() + record({.session = 9, .zxid = 12, .unixMs = 1020}, -1, server_file::int32(-101));
        Kept kept;
        const auto report =
            import({server({{"log.1", all}, {"log.c", later}}), server({{"log.1", all}})}, kept);
        QCOMPARE(report.transactions, 10U);
        QCOMPARE(report.duplicates, 9U);
        QCOMPARE(report.contradictions, 0U);
        QCOMPARE(report.gaps.size(), 1U);
        QCOMPARE(report.gaps.front().after.zxid, Zxid{9});
        QCOMPARE(report.gaps.front().before.zxid, Zxid{12});
        QCOMPARE(kept.turns.size(), 3U);
    }

    void aSnapshotTellsWhoWasThereBefore() {
        using namespace server_file;
        const std::string nodes = snapshotNode("/lock", 2, 10, 0) +
                                  snapshotNode(contenderNode(4), 20, 1020, 1) +
                                  snapshotNode(contenderNode(5), 21, 1021, 2);
        const std::string log =
            logHeader() + record({.session = 1, .zxid = 31, .unixMs = 1100}, 2, deleteBody(contenderNode(4)));
        Kept kept;
        const auto report =
            import({server({{"snapshot.1e", snapshot({1, 2}, nodes)}, {"log.1f", log}})}, kept);
        QVERIFY(report.problems.empty() && report.gaps.empty());
        QCOMPARE(report.snapshots.size(), 1U);
        QCOMPARE(kept.of(4).queued->to, (PastMoment{Zxid{20}, 1020}));
        QVERIFY(!kept.of(4).granted->isExact());
        QCOMPARE(kept.of(4).end, PastEnd::DeletedByOwner);
        QVERIFY(kept.of(5).grantIsSure && kept.of(5).granted->isExact());
        QCOMPARE(kept.of(5).granted->to.zxid, Zxid{31});
        QCOMPARE(kept.of(5).end, PastEnd::Open);
    }

    /// As of a follower that was away at the end of an epoch, and was sent all by the leader of the next.
    void aSnapshotTellsWhatLacksAtTheEndOfAnEpoch() {
        using namespace server_file;
        const std::int64_t epoch = std::int64_t{1} << 32;
        const std::string log =
            logHeader() +
            record({.session = 1, .zxid = epoch + 1, .unixMs = 1}, 1, createBody("/lock", false, 1)) +
            record({.session = 1, .zxid = epoch + 2, .unixMs = 2}, 1, createBody(contenderNode(4), true, 2));
        const std::string later = logHeader() + record({.session = 2, .zxid = 2 * epoch + 1, .unixMs = 9}, 1,
                                                       createBody(contenderNode(6), true, 4));
        const std::string nodes =
            snapshotNode("/lock", epoch + 1, 1, 0) + snapshotNode(contenderNode(5), epoch + 20, 7, 2);
        const auto importWith = [&](const std::string& name, const std::string& held, Kept& kept) {
            return import(
                {server({{"log.100000001", log}, {"log.200000001", later}, {name, snapshot({1, 2}, held)}})},
                kept);
        };
        Kept lacking;
        const auto report = importWith("snapshot.100000020", nodes, lacking);
        QCOMPARE(report.gaps.size(), 1U);
        QCOMPARE(report.gaps.front().after.zxid, Zxid{epoch + 2});
        QCOMPARE(lacking.of(4).end, PastEnd::Unseen);
        QVERIFY(lacking.of(5).granted);
        // A leader makes one when it begins.
        Kept whole;
        const std::string same =
            snapshotNode("/lock", epoch + 1, 1, 0) + snapshotNode(contenderNode(4), epoch + 2, 2, 1);
        QVERIFY(importWith("snapshot.200000000", same, whole).gaps.empty());
        QCOMPARE(whole.of(4).end, PastEnd::Open);
    }

    /// The logs between that snapshot and the next epoch were purged: nobody knows that nobody was there.
    void whatLacksAfterAnOldSnapshotIsAGap_data() {
        QTest::addColumn<QString>("snapshotName");
        QTest::addColumn<bool>("isGap");
        QTest::newRow("the empty one of a new server") << "snapshot.0" << true;
        QTest::newRow("of the epoch before") << "snapshot.100000020" << true;
        QTest::newRow("of the leader who has just begun") << "snapshot.300000000" << false;
    }
    void whatLacksAfterAnOldSnapshotIsAGap() {
        using namespace server_file;
        QFETCH(QString, snapshotName);
        QFETCH(bool, isGap);
        const std::int64_t epoch = std::int64_t{3} << 32;
        const std::string log =
            logHeader() +
            record({.session = 2, .zxid = epoch + 1, .unixMs = 900}, -10, server_file::int32(10'000)) +
            record({.session = 2, .zxid = epoch + 2, .unixMs = 901}, 1,
                   createBody(contenderNode(7), true, 8)) +
            record({.session = 2, .zxid = epoch + 3, .unixMs = 902}, 2, deleteBody(contenderNode(6)));
        Kept kept;
        const auto report =
            import({server({{snapshotName.toStdString(), snapshot({}, {})}, {"log.300000001", log}})}, kept);
        QVERIFY(report.problems.empty());
        QCOMPARE(report.gaps.size(), std::size_t{isGap ? 1U : 0U});
        QCOMPARE(kept.of(7).grantIsSure, !isGap);
        if (isGap) QCOMPARE(report.gaps.front().before.zxid, Zxid{epoch + 1});
    }

    void withoutOneAGrantIsNotSure() {
        using namespace server_file;
        const std::string log =
            logHeader() +
            record({.session = 1, .zxid = 50, .unixMs = 1}, 1, createBody(contenderNode(7), true, 8)) +
            record({.session = 1, .zxid = 51, .unixMs = 2}, 2, deleteBody(contenderNode(6)));
        Kept kept;
        import({server({{ "log.32", log }})}, kept);
        QVERIFY(!kept.of(7).grantIsSure);
        QVERIFY(!kept.of(6).queued);
        QCOMPARE(kept.of(6).end, PastEnd::Deleted);
    }

    void everyCutIsToldOrUsual() {
        const std::string whole = lockStory();
        const std::size_t records = readLog(whole).zxids.size();
        QCOMPARE(records, 9U);
        for (std::size_t size = 0; size < whole.size(); ++size) {
            const ReadLog cut = readLog(std::string_view(whole).substr(0, size));
            QVERIFY2(cut.problem.empty(), cut.problem.c_str());
            QVERIFY(cut.zxids.size() < records);
            // Where a server had enlarged the file before it crashed.
            const ReadLog padded = readLog(whole.substr(0, size) + std::string(300, '\0'));
            QVERIFY(padded.zxids.size() <= cut.zxids.size() || size < 16 || !padded.problem.empty());
        }
    }

    void damageIsToldWithItsPlace() {
        std::string bytes = lockStory();
        bytes[16 + 12 + 3] ^= 1;
        const ReadLog read = readLog(bytes);
        QVERIFY2(read.problem.find("byte 16") != std::string::npos, read.problem.c_str());
        QVERIFY(!readLog("ZKLX" + bytes.substr(4)).problem.empty());
        bytes[7] = 3;
        QVERIFY(readLog(bytes).problem.find("version 3") != std::string::npos);
    }

    void hostileLengthsAreRefused() {
        using namespace server_file;
        for (const std::int32_t length : {-1, 0x7fffffff, 65 * 1024 * 1024}) {
            const ReadLog read =
                readLog(logHeader() + server_file::int64(7) + server_file::int32(length) + "abc");
            QVERIFY(!read.problem.empty());
        }
        for (const std::int32_t count : {-1, 0x7fffffff}) {
            const ReadLog multi = readLog(logHeader() + record({.zxid = 1}, 14, server_file::int32(count)));
            QVERIFY(multi.problem.empty());
            QCOMPARE(multi.tally.unreadable, 1U);
            QCOMPARE(multi.parts, 0U);
        }
    }

    void unknownTypesAreCounted() {
        using namespace server_file;
        const ReadLog read = readLog(logHeader() + record({.zxid = 1}, 77, "who knows") +
                                     record({.zxid = 2}, 2, deleteBody("/a")));
        QVERIFY(read.problem.empty());
        QCOMPARE(read.tally.unknownTypes.at(77), 1U);
        QCOMPARE(read.zxids.size(), 2U);
        QCOMPARE(read.parts, 1U);
    }

    /// Of a transaction that was refused as a whole nothing was done.
    void aRefusedMultiChangesNothing() {
        using namespace server_file;
        const std::string done = server_file::int32(2) + server_file::int32(2) + text(deleteBody("/a")) +
                                 server_file::int32(13) + text(text("/b") + server_file::int32(1));
        const std::string refused = server_file::int32(2) + server_file::int32(2) + text(deleteBody("/a")) +
                                    server_file::int32(-1) + text(server_file::int32(-103));
        QCOMPARE(readLog(logHeader() + record({.zxid = 1}, 14, done)).parts, 2U);
        const ReadLog read = readLog(logHeader() + record({.zxid = 1}, 14, refused));
        QCOMPARE(read.parts, 0U);
        QCOMPARE(read.tally.unreadable, 0U);
    }

    /// A digest follows the bodies of newer servers, and nothing at all those of the oldest.
    void bodiesOfAllVersionsAreRead() {
        using namespace server_file;
        const std::string digest = server_file::int32(2) + server_file::int64(0x1234567812345678);
        const std::string old = text("/a") + text("") + openAcl() + '\1';
        for (const std::string& create : {old, createBody("/a", true, 3), createBody("/a", true, 3) + digest})
            QCOMPARE(readLog(logHeader() + record({.zxid = 1}, 1, create)).parts, 1U);
        for (const std::string& close : {std::string(), closeBody({}), closeBody({"/a"}) + digest, digest})
            QCOMPARE(readLog(logHeader() + record({.zxid = 1}, -11, close)).tally.unreadable, 0U);
    }

    void aSnapshotCutAnywhereIsRefused() {
        using namespace server_file;
        const std::string whole = snapshot({1}, snapshotNode("/a", 3, 4, 0, "data"));
        int nodes = 0;
        const ServerSnapshotSinks sinks{[](SessionId, std::int32_t) {},
                                        [&](auto, auto, const Stat&) { ++nodes; }};
        const auto read = readServerSnapshot(FileBytes::of(whole), sinks);
        QVERIFY2(read, read ? "" : describe(read.error()).c_str());
        QCOMPARE(read->sessions, 1U);
        QCOMPARE(nodes, 2);
        const std::size_t sealed = whole.size() - 5;  // of the path behind its sum nothing is asked
        for (std::size_t size = 0; size < sealed; ++size)
            QVERIFY(!readServerSnapshot(FileBytes::of(std::string_view(whole).substr(0, size)), sinks));
        std::string changed = whole;
        changed[60] ^= 1;
        QVERIFY(!readServerSnapshot(FileBytes::of(changed), sinks));
        QCOMPARE(
            readServerSnapshot(FileBytes::of(std::string_view("\x82SNAPPY\0rest", 12)), sinks).error().code,
            ErrorCode::Unimplemented);
    }

    void auditEntriesAreRead() {
        const auto entry = parseServerAuditLine(
            "2026-11-24 10:02:17,123 INFO audit.Slf4jAuditLogger: "
            "session=0x19344730000\tuser=alice\tip=10.0.0.7\t"
            "operation=create\tznode=/lock/a b\tznode_type=ephemeral_sequential\tresult=success");
        QVERIFY(entry);
        QCOMPARE(entry->session, SessionId{0x19344730000});
        QCOMPARE(entry->user, std::string_view("alice"));
        QCOMPARE(entry->znode, std::string_view("/lock/a b"));
        QCOMPARE(entry->time, std::string_view("2026-11-24 10:02:17,123"));
        QCOMPARE(entry->localUnixMs, 1795514537123);
        AuditLogReader reader(
            FileBytes::of("noise\n\nuser=root\toperation=serverStart\tresult=success\r\nsession=x\n" +
                          std::string(AuditLogReader::kMostLineBytes * 3, 'x')));
        ServerAuditEntry next;
        QVERIFY(*reader.next(next));
        QCOMPARE(next.operation, std::string_view("serverStart"));
        QVERIFY(!*reader.next(next));
        QCOMPARE(reader.entries(), 1U);
        QCOMPARE(reader.otherLines(), 3U);
        QCOMPARE(reader.firstOtherLine(), 1U);
    }

    /// Who is first in line is what the whole queue's arrangement says, at each change.
    void asksTheSameRuleAsTheWholeQueue() {
        std::mt19937 random(17);
        for (int round = 0; round < 300; ++round) {
            std::vector<std::shared_ptr<PresentContender>> there;
            std::optional<PastQueue> queue;
            std::set<std::string> granted;
            for (int number = 0; number < 30; ++number) {
                if (there.empty() || random() % 2 == 0) {
                    const auto contender = std::make_shared<PresentContender>();
                    const bool reads = random() % 3 != 0;
                    contender->name =
                        std::string("_c_0a1b2c3d-0a1b-4c3d-8e5f-0a1b2c3d4e5f-") +
                        (reads ? "__READ__" : "__WRIT__") +
                        QString::number(number).rightJustified(10, QLatin1Char('0')).toStdString();
                    contender->parsed = parseNodeName(contender->name);
                    contender->shares = reads;
                    contender->stat = Stat{};
                    contender->stat->ephemeralOwner = SessionId{static_cast<std::int64_t>(random() % 5 + 1)};
                    if (!queue) queue.emplace("/lock", contender, std::nullopt);
                    there.push_back(contender);
                    queue->add(contender);
                } else {
                    const std::size_t leaving = random() % there.size();
                    queue->remove(*there[leaving]);
                    granted.erase(there[leaving]->name);
                    there.erase(there.begin() + static_cast<std::ptrdiff_t>(leaving));
                }
                for (const auto& contender : queue->takeGranted())
                    granted.insert(contender->name);
                for (const QueueRow& row : arrangeQueue({there.begin(), there.end()}))
                    if (isFirstInLine(row.role)) QVERIFY(granted.contains(row.contender->name));
                QVERIFY(granted.size() <= there.size());
            }
        }
    }
};

LOCKSCOPE_TEST(TestServerFiles)
#include "tst_server_files.moc"
