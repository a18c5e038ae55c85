// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "gzip_text.h"
#include "most_resident.h"
#include "snapshot_schema.h"
#include "test_program.h"

#include <lockcore/history/snapshot.h>

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <limits>

using namespace lockcore;

namespace {

constexpr const char* kHolderName = "_c_6e2e3a56-4f5e-4a5e-9d4b-6a7f3c1d2e01-lock-0000000007";
constexpr const char* kWaiter = "_c_6e2e3a56-4f5e-4a5e-9d4b-6a7f3c1d2e02-lock-0000000009";

Stat makeStat(std::int64_t czxid) {
    Stat stat;
    stat.czxid = Zxid{czxid};
    stat.mzxid = Zxid{czxid + 1};
    stat.pzxid = Zxid{czxid + 2};
    stat.ctimeMs = 1'700'000'000'123;
    stat.mtimeMs = 1'700'000'000'456;
    stat.version = 3;
    stat.cversion = 4;
    stat.aversion = 5;
    stat.ephemeralOwner = SessionId{0x1000'007e'0050'000};
    stat.dataLength = 9;
    stat.numChildren = 0;
    return stat;
}

std::shared_ptr<const Contender> makeContender(const std::string& name, const std::string& data,
                                               std::int64_t czxid) {
    Contender contender{name, parseNodeName(name)};
    contender.stat = makeStat(czxid);
    contender.data = data;
    return std::make_shared<const Contender>(std::move(contender));
}

std::shared_ptr<LockQueue> makeLock(const std::string& path,
                                    std::vector<std::shared_ptr<const Contender>> contenders) {
    auto lock = std::make_shared<LockQueue>();
    lock->path = path;
    lock->rows = arrangeQueue(std::move(contenders));
    classifyQueue(*lock);
    lock->stat = makeStat(0x50);
    lock->freshness = Freshness::Stale;
    lock->readAtUnixMs = 1'700'000'001'000;
    return lock;
}

Snapshot makeSnapshot() {
    Snapshot snapshot;
    snapshot.connectString = "zk1:2181,zk2:2181/prod";
    snapshot.server = "zk2:2181";
    snapshot.takenAtUnixMs = 1'700'000'001'234;
    snapshot.program = "Lockscope 0.1.0";
    auto queue = makeLock("/locks/queue",
                          {makeContender(kHolderName, "10.0.0.1", 0x100), makeContender(kWaiter, "", 0x102)});
    auto gone = makeLock("/locks/gone", {});
    gone->freshness = Freshness::Gone;
    gone->stat.reset();
    gone->problem = Error{ErrorCode::NoNode, "listing the lock", "/locks/gone", "zk2:2181"};
    Contender unreadable{"odd child", parseNodeName("odd child")};
    unreadable.problem = Error{ErrorCode::NoAuth, "reading a contender"};
    auto mixed = makeLock("/locks/mixed", {std::make_shared<const Contender>(unreadable)});
    mixed->kind = DirectoryKind::Semaphore;
    mixed->capacity = 3;
    snapshot.locks = {queue, gone, mixed};
    return snapshot;
}

std::string described(const std::optional<Error>& error) {
    return error ? describe(*error) : "none";
}

void compareRows(const QueueRow& actual, const QueueRow& expected) {
    QCOMPARE(actual.contender->name, expected.contender->name);
    QVERIFY(actual.contender->parsed == expected.contender->parsed);
    QVERIFY(actual.contender->stat == expected.contender->stat);
    QCOMPARE(actual.contender->data, expected.contender->data);
    QCOMPARE(described(actual.contender->problem), described(expected.contender->problem));
    QVERIFY(actual.role == expected.role);
    QVERIFY(actual.predecessor == expected.predecessor);
}

void compareLocks(const LockQueue& actual, const LockQueue& expected) {
    QCOMPARE(actual.path, expected.path);
    QVERIFY(actual.dialect == expected.dialect);
    QVERIFY(actual.kind == expected.kind);
    QVERIFY(actual.capacity == expected.capacity);
    QCOMPARE(actual.mixed, expected.mixed);
    QVERIFY(actual.stat == expected.stat);
    QVERIFY(actual.freshness == expected.freshness);
    QCOMPARE(described(actual.problem), described(expected.problem));
    QCOMPARE(actual.readAtUnixMs, expected.readAtUnixMs);
    QCOMPARE(actual.rows.size(), expected.rows.size());
    for (std::size_t i = 0; i < actual.rows.size(); ++i)
        compareRows(actual.rows[i], expected.rows[i]);
}

/// The snapshot's only contender after a round trip.
std::shared_ptr<const Contender> roundTrip(const std::string& name, const std::string& data) {
    Snapshot snapshot;
    snapshot.locks = {makeLock("/lock", {makeContender(name, data, 1)})};
    const auto read = snapshotFromJson(toJson(snapshot));
    return read ? read->locks.at(0)->rows.at(0).contender : nullptr;
}

QJsonObject asObject(const std::string& json) {
    return QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
}

QJsonObject firstContender(const std::string& json, const QString& path) {
    for (const auto lock : asObject(json)["locks"].toArray())
        if (lock.toObject()["path"] == path) return lock.toObject()["contenders"].toArray().at(0).toObject();
    return {};
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    if (at == std::string::npos) qFatal("no %s in the snapshot", from.c_str());
    return text.replace(at, from.size(), to);
}

}  // namespace

class TestSnapshot : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void comesBackEqual() {
        const Snapshot snapshot = makeSnapshot();
        const auto read = snapshotFromJson(toJson(snapshot));
        QVERIFY2(read.has_value(), read ? "" : describe(read.error()).c_str());
        QCOMPARE(read->connectString, snapshot.connectString);
        QCOMPARE(read->server, snapshot.server);
        QCOMPARE(read->program, snapshot.program);
        QCOMPARE(read->takenAtUnixMs, snapshot.takenAtUnixMs);
        QCOMPARE(read->locks.size(), 3u);
        compareLocks(*read->locks[0], *snapshot.locks[1]);  // sorted by path
        compareLocks(*read->locks[1], *snapshot.locks[2]);
        compareLocks(*read->locks[2], *snapshot.locks[0]);
    }

    /// A site's own dialect, read where its files are not: who holds is what the file says.
    void dialectsThatAreNotKnownAreKept() {
        std::string json = toJson(makeSnapshot());
        for (std::size_t at = 0; (at = json.find("\"curator-mutex\"", at)) != std::string::npos;)
            json.replace(at, 15, "\"acme-lock\"");
        const auto read = snapshotFromJson(json);
        QVERIFY2(read.has_value(), read ? "" : describe(read.error()).c_str());
        const LockQueue& lock = *read->locks[2];
        QCOMPARE(lock.path, "/locks/queue");
        QVERIFY(lock.dialect == Dialect::Unknown);
        QCOMPARE(lock.unknownDialect, "acme-lock");
        QVERIFY(lock.kind == DirectoryKind::Lock);
        QVERIFY(lock.rows[0].role == Role::Holder && lock.rows[1].role == Role::Waiter);
        QVERIFY(lock.rows[1].predecessor == std::optional<std::size_t>(0));
        QCOMPARE(lock.rows[1].contender->unknownDialect, "acme-lock");
        QVERIFY(lock.rows[1].contender->parsed.dialect == Dialect::Unknown);
        QCOMPARE(toJson(*read), json);
    }

    void whoHasLeftComesBack() {
        Turn turn;
        turn.contender = makeContender(kHolderName, "data", 0x100);
        turn.session = turn.contender->stat->ephemeralOwner;
        turn.firstSeenUnixMs = 1'700'000'000'000;
        turn.queuedAtUnixMs = 1'699'999'999'000;
        turn.granted = Takeover{1'700'000'000'500, 1'700'000'000'700};
        turn.leftAtUnixMs = 1'700'000'001'000;
        turn.leftNotBeforeUnixMs = 1'700'000'000'900;
        turn.end = ContenderEnd{EndKind::RemovedByOther, EndBasis::SentNothing, "10.0.0.7:1"};
        Turn waiter;
        waiter.contender = std::make_shared<const Contender>(Contender{"a\xff", parseNodeName("a\xff")});
        waiter.beganBefore = waiter.mayHaveHeld = true;
        waiter.leftAtUnixMs = 1'700'000'001'000;
        Snapshot snapshot = makeSnapshot();
        snapshot.left = {{"/locks/queue", turn}, {"/locks/\x1b", waiter}};
        QCOMPARE(offenceAgainstSchema(QByteArray::fromStdString(toJson(snapshot))), QString());
        const auto read = snapshotFromJson(toJson(snapshot));
        QVERIFY2(read.has_value(), read ? "" : describe(read.error()).c_str());
        QCOMPARE(read->left.size(), 2u);
        QCOMPARE(read->left[0].lockPath, "/locks/queue");
        const Turn& one = read->left[0].turn;
        QCOMPARE(one.contender->name, kHolderName);
        QVERIFY(one.contender->parsed == turn.contender->parsed);
        QVERIFY(one.session == turn.session && one.contender->stat->czxid == Zxid{0x100});
        QVERIFY(one.granted == turn.granted && one.end == turn.end);
        QVERIFY(one.queuedAtUnixMs == turn.queuedAtUnixMs && one.leftAtUnixMs == turn.leftAtUnixMs);
        QVERIFY(heldFor(one) == heldFor(turn));
        QCOMPARE(read->left[1].lockPath, "/locks/\x1b");
        QVERIFY(read->left[1].turn.mayHaveHeld && !read->left[1].turn.end && !read->left[1].turn.granted);
        QCOMPARE(toJson(*read), toJson(snapshot));
        // Files of version 1.0 have none.
        std::string json = toJson(makeSnapshot());
        const auto older = snapshotFromJson(replaced(json, "\"left\": []", "\"other\": []"));
        QVERIFY(older && older->left.empty());
        const auto broken = snapshotFromJson(replaced(toJson(snapshot), "sent-nothing", "sent-something"));
        QVERIFY(!broken);
        QCOMPARE(broken.error().path, "left[0].end.basis");
    }

    void lastOfAllLocksThatLeft() {
        LockHistory history;
        for (const std::string path : {"/a", "/b"})
            for (int number = 0; number < 4; ++number) {
                auto queue = makeLock(path, {});
                if (number % 2 == 0) queue = makeLock(path, {makeContender(kHolderName, "", 10 + number)});
                queue->freshness = Freshness::Live;
                queue->readAtUnixMs = 1000 * number + (path == "/b" ? 500 : 0);
                history.update(queue, queue->readAtUnixMs);
            }
        const auto left = lastThatLeft(history, 3);
        QStringList words;
        for (const PastContender& past : left)
            words << QString::fromStdString(past.lockPath) + ' ' + QString::number(*past.turn.leftAtUnixMs);
        QCOMPARE(words.join(", "), "/b 1500, /a 3000, /b 3500");
    }

    void whoWasAskedComesBack() {
        Snapshot snapshot = makeSnapshot();
        snapshot.coverage.emplace();
        AskedServer& server = snapshot.coverage->servers.emplace_back(AskedServer{"zk:2181", "follower", 3});
        server.answered = true;
        snapshot.coverage->servers.push_back(
            {.server = "10.0.0.3:2181", .mode = "follower", .id = 3, .aliasOf = "zk:2181", .answered = true});
        snapshot.coverage->servers.push_back({.server = "10.0.0.4:2181"});
        const auto read = snapshotFromJson(toJson(snapshot));
        QVERIFY(read.has_value());
        QCOMPARE(read->coverage->serversAsked(), std::size_t{2});
        QCOMPARE(read->coverage->servers[1].aliasOf, std::string("zk:2181"));
        QCOMPARE(read->coverage->servers[1].id, std::optional<std::int64_t>(3));
        QVERIFY(!read->coverage->servers[2].id);
    }

    void everyRoleComesBack() {
        const std::string uuid = "_c_6e2e3a56-4f5e-4a5e-9d4b-6a7f3c1d2e0";
        Snapshot snapshot;
        snapshot.locks = {makeLock("/election", {makeContender(uuid + "1-latch-0000000001", "", 1),
                                                 makeContender(uuid + "2-latch-0000000002", "", 2)}),
                          makeLock("/group", {makeContender("member_0000000001", "", 3)})};
        const auto read = snapshotFromJson(toJson(snapshot));
        QVERIFY(read.has_value());
        QCOMPARE(read->locks[0]->kind, DirectoryKind::Election);
        QCOMPARE(read->locks[0]->rows[0].role, Role::Leader);
        QCOMPARE(read->locks[0]->rows[1].role, Role::Standby);
        QCOMPARE(read->locks[1]->rows[0].role, Role::Member);
    }

    /// Files of version 1.0 know holders and waiters only.
    void kindsOfOlderFiles() {
        const std::string uuid = "_c_6e2e3a56-4f5e-4a5e-9d4b-6a7f3c1d2e0";
        Snapshot snapshot;
        snapshot.locks = {makeLock("/election", {makeContender(uuid + "1-latch-0000000001", "", 1),
                                                 makeContender(uuid + "2-latch-0000000002", "", 2)})};
        std::string json = toJson(snapshot);
        json = replaced(json, "\"kind\": \"election\",", "");
        json = replaced(json, "\"leader\"", "\"holder\"");
        json = replaced(json, "\"standby\"", "\"waiter\"");
        const auto read = snapshotFromJson(json);
        QVERIFY(read.has_value());
        compareLocks(*read->locks[0], *snapshot.locks[0]);
        QVERIFY(!snapshotFromJson(replaced(toJson(snapshot), "\"election\"", "\"vote\"")).has_value());
    }

    void filesOfVersionOneAreRead() {
        const auto read = snapshotFromJson(R"({
 "format": "lockscope-snapshot", "version": {"major": 1, "minor": 1},
 "cluster": "zk1:2181/app", "server": "zk1:2181", "program": "Lockscope 0.1.0",
 "takenAt": {"unixMs": 1700000000123, "utc": "2023-11-14T22:13:20.123Z"},
 "coverage": {"listedBy": "zk1:2181", "listedAt": {"unixMs": 1700000000000, "utc": ""},
  "locks": 1, "locksRead": 1, "contenders": 1, "contendersRead": 1, "sessions": 0, "sessionsFound": 0,
  "waiters": 0, "waitersVerified": 0, "servers": [], "gaps": [{"kind": "search-cut", "count": 2,
  "path": "/", "server": ""}]},
 "left": [], "servers": [1], "sessions": [2], "findings": [3], "checkedAt": 4,
 "locks": [{"path": "/lock", "dialect": "curator-mutex", "kind": "lock", "mixed": false, "freshness": "live",
  "readAt": {"unixMs": 1700000000100, "utc": "2023-11-14T22:13:20.100Z"}, "contenders": [
  {"name": "_c_6e2e3a56-4f5e-4a5e-9d4b-6a7f3c1d2e01-lock-0000000007", "role": "holder", "mode": "exclusive",
   "dialect": "curator-mutex", "id": "6e2e3a56-4f5e-4a5e-9d4b-6a7f3c1d2e01", "sequence": 7, "data": ""}]}]})");
        QVERIFY2(read.has_value(), read ? "" : describe(read.error()).c_str());
        QCOMPARE(read->connectString, "zk1:2181/app");
        QCOMPARE(read->locks.size(), 1u);
        QCOMPARE(read->locks[0]->rows[0].role, Role::Holder);
        QVERIFY(read->locks[0]->freshness == Freshness::Stale);
        QCOMPARE(read->coverage->gaps.size(), 1u);
        // Members that it does not have mean nothing, whatever they are in version 2.
        QVERIFY(!read->checked);
    }

    void aLaterVersionIsRefusedInPlainWords() {
        const auto read = snapshotFromJson(replaced(toJson(makeSnapshot()), "\"major\": 2", "\"major\": 3"));
        QVERIFY(!read);
        QVERIFY2(
            read.error().what.ends_with("a later Lockscope has written it: this one reads versions 1 to 2"),
            read.error().what.c_str());
    }

    void sameSnapshotSameBytes() {
        Snapshot snapshot = makeSnapshot();
        const std::string json = toJson(snapshot);
        std::reverse(snapshot.locks.begin(), snapshot.locks.end());
        QCOMPARE(toJson(snapshot), json);
        QCOMPARE(toJson(*snapshotFromJson(json)), json);
    }

    void saysWhatItIs() {
        const QJsonObject json = asObject(toJson(makeSnapshot()));
        QCOMPARE(json["format"].toString(), "lockscope-snapshot");
        QCOMPARE(json["version"]["major"].toInt(), 2);
        QCOMPARE(json["version"]["minor"].toInt(-1), 1);
        QCOMPARE(json["program"].toString(), "Lockscope 0.1.0");
        QCOMPARE(json["cluster"].toString(), "zk1:2181,zk2:2181/prod");
        QCOMPARE(json["takenAt"]["unixMs"].toInteger(), 1'700'000'001'234);
        QCOMPARE(json["takenAt"]["utc"].toString(), "2023-11-14T22:13:21.234Z");
    }

    void contenderIsReadableByOtherPrograms() {
        const std::string json = toJson(makeSnapshot());
        const QJsonObject holder = firstContender(json, "/locks/queue");
        QCOMPARE(holder["name"].toString(), kHolderName);
        QCOMPARE(holder["role"].toString(), "holder");
        QCOMPARE(holder["mode"].toString(), "exclusive");
        QCOMPARE(holder["session"].toString(), "0x1000007e0050000");
        QCOMPARE(holder["czxid"].toString(), "0x100");
        QCOMPARE(holder["data"].toString(), "10.0.0.1");
        QVERIFY(!holder.contains("predecessor"));
        QVERIFY(json.find(std::string("\"predecessor\": \"") + kHolderName) != std::string::npos);
    }

    void whatTheNameSaysIsNotToldAgain() {
        const std::string json = toJson(makeSnapshot());
        const QJsonObject holder = firstContender(json, "/locks/queue");
        QVERIFY(!holder.contains("id") && !holder.contains("sequence"));
        const NodeName parsed = roundTrip(kHolderName, {})->parsed;
        QCOMPARE(parsed.id, "6e2e3a56-4f5e-4a5e-9d4b-6a7f3c1d2e01");
        QVERIFY(parsed.sequence == 7);
    }

    /// As of a site's own library, of which a reader may know nothing.
    void whatTheNameDoesNotSayIsTold() {
        Contender made{"job;42", {Dialect::Unknown, LockMode::Exclusive, "job", 42}};
        made.stat = makeStat(1);
        Snapshot snapshot;
        snapshot.locks = {makeLock("/lock", {std::make_shared<const Contender>(std::move(made))})};
        const std::string json = toJson(snapshot);
        QCOMPARE(firstContender(json, "/lock")["sequence"].toInt(), 42);
        const NodeName parsed = snapshotFromJson(json)->locks.at(0)->rows.at(0).contender->parsed;
        QCOMPARE(parsed.id, "job");
        QVERIFY(parsed.sequence == 42);
        // One that has neither, though its name looks as if it had.
        Contender plain{kHolderName, {Dialect::Unknown}};
        plain.stat = makeStat(1);
        snapshot.locks = {makeLock("/lock", {std::make_shared<const Contender>(std::move(plain))})};
        QVERIFY(snapshotFromJson(toJson(snapshot))->locks.at(0)->rows.at(0).contender->parsed ==
                NodeName{Dialect::Unknown});
    }

    void filesThatTellAllAreRead() {
        const std::string json =
            replaced(replaced(toJson(makeSnapshot()), "\"minor\": 1", "\"minor\": 0"), "\"role\": \"holder\"",
                     R"("id": "as told", "sequence": 8, "role": "holder")");
        const auto read = snapshotFromJson(json);
        QVERIFY2(read.has_value(), read ? "" : describe(read.error()).c_str());
        const NodeName& parsed = read->locks[2]->rows[0].contender->parsed;
        QCOMPARE(parsed.id, "as told");
        QVERIFY(parsed.sequence == 8);
    }

    void idsKeepAllTheirBits() {
        Snapshot snapshot;
        auto contender = *makeContender(kHolderName, "", 0x7fff'ffff'ffff'ff01);
        contender.stat->ephemeralOwner = SessionId{std::numeric_limits<std::int64_t>::min() + 1};
        contender.stat->ctimeMs = std::numeric_limits<std::int64_t>::max();
        snapshot.locks = {makeLock("/lock", {std::make_shared<const Contender>(contender)})};
        const std::string json = toJson(snapshot);
        QVERIFY(json.find("\"0x8000000000000001\"") != std::string::npos);
        const auto read = snapshotFromJson(json);
        QVERIFY(read.has_value());
        QVERIFY(read->locks[0]->rows[0].contender->stat == contender.stat);
    }

    void anyDataComesBack_data() {
        QTest::addColumn<QByteArray>("data");
        QTest::addColumn<bool>("asText");
        QTest::newRow("empty") << QByteArray() << true;
        QTest::newRow("text") << QByteArray("holder \"a\"\\ 锁 🔒\n\ttab") << true;
        QTest::newRow("escape sequence") << QByteArray("\x1b[2J") << false;
        QTest::newRow("eight-bit control") << QByteArray(
                                                  "\xc2\x9b"
                                                  "2J")
                                           << false;
        QTest::newRow("delete") << QByteArray("\x7f") << false;
        QTest::newRow("nul") << QByteArray("a\0b", 3) << false;
        QTest::newRow("not UTF-8") << QByteArray("\xff\xfe") << false;
        QTest::newRow("cut UTF-8") << QByteArray("\xe9\x94") << false;
        QTest::newRow("overlong") << QByteArray("\xc0\xaf") << false;
        QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80") << false;
        QTest::newRow("beyond Unicode") << QByteArray("\xf4\x90\x80\x80") << false;
        QByteArray all;
        for (int byte = 0; byte < 256; ++byte)
            all.append(static_cast<char>(byte));
        QTest::newRow("all bytes") << all << false;
        QTest::newRow("all bytes and one") << all + "x" << false;
        QTest::newRow("all that is kept") << QByteArray(static_cast<int>(kKeptDataBytes), '\xff') << false;
    }

    void anyDataComesBack() {
        QFETCH(QByteArray, data);
        QFETCH(bool, asText);
        Snapshot snapshot;
        snapshot.locks = {makeLock("/lock", {makeContender(kHolderName, data.toStdString(), 1)})};
        const std::string json = toJson(snapshot);
        QCOMPARE(offenceAgainstSchema(QByteArray::fromStdString(json)), QString());
        const QJsonObject contender = firstContender(json, "/lock");
        QCOMPARE(contender.contains("data"), asText);
        if (!asText) QCOMPARE(QByteArray::fromBase64(contender["dataBase64"].toString().toLatin1()), data);
        const auto read = roundTrip(kHolderName, data.toStdString());
        QVERIFY(read);
        QCOMPARE(QByteArray::fromStdString(read->data), data);
    }

    void hostileNamesComeBack() {
        const std::string name = "evil\xff\x01\"name\\-lock-0000000001";
        const auto read = roundTrip(name, {});
        QVERIFY(read);
        QCOMPARE(read->name, name);
        QVERIFY(read->parsed == parseNodeName(name));
    }

    void liveQueueComesBackStale() {
        Snapshot snapshot = makeSnapshot();
        auto live = std::make_shared<LockQueue>(*snapshot.locks[0]);
        live->freshness = Freshness::Live;
        snapshot.locks = {live};
        const auto read = snapshotFromJson(toJson(snapshot));
        QVERIFY(read.has_value());
        QVERIFY(read->locks[0]->freshness == Freshness::Stale);
    }

    void wrongContentIsRefusedWithItsPlace_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("place");
        const QString contender = "locks[2].contenders[0]";
        QTest::newRow("foreign") << "lockscope-snapshot"
                                 << "something-else"
                                 << "format";
        QTest::newRow("newer") << "\"major\": 2"
                               << "\"major\": 3"
                               << "version.major";
        QTest::newRow("none") << "\"major\": 2"
                              << "\"major\": 0"
                              << "version.major";
        QTest::newRow("version text") << "\"major\": 2"
                                      << "\"major\": \"1\""
                                      << "version.major";
        QTest::newRow("id as number") << "\"czxid\": \"0x100\""
                                      << "\"czxid\": 256" << contender + ".czxid";
        QTest::newRow("id without 0x") << "\"czxid\": \"0x100\""
                                       << "\"czxid\": \"100\"" << contender + ".czxid";
        QTest::newRow("id too long") << "\"0x100\""
                                     << "\"0x10000000000000000\"" << contender + ".czxid";
        QTest::newRow("missing") << "\"ctimeMs\": 1700000000123,"
                                 << ""
                                 << "locks[1].stat.ctimeMs";
        QTest::newRow("huge number") << "\"version\": 3"
                                     << "\"version\": 3000000000"
                                     << "";
        QTest::newRow("negative beyond") << "\"version\": 3"
                                         << "\"version\": -3000000000"
                                         << "";
        QTest::newRow("unsigned 64") << "\"ctimeMs\": 1700000000123"
                                     << "\"ctimeMs\": 18446744073709551615"
                                     << "";
        QTest::newRow("beyond 64 bits") << "\"version\": 3"
                                        << "\"version\": 99999999999999999999999"
                                        << "";
        QTest::newRow("beyond double") << "\"version\": 3"
                                       << "\"version\": 1e999"
                                       << "";
        QTest::newRow("fraction") << "\"version\": 3"
                                  << "\"version\": 3.5"
                                  << "";
        QTest::newRow("null") << "\"version\": 3"
                              << "\"version\": null"
                              << "";
        QTest::newRow("unknown role") << "\"holder\""
                                      << "\"owner\"" << contender + ".role";
        QTest::newRow("unknown mode") << "\"exclusive\""
                                      << "\"alone\""
                                      << "";
        QTest::newRow("no dialect") << "\"curator-mutex\""
                                    << "\"\""
                                    << "";
        QTest::newRow("unknown freshness") << "\"stale\""
                                           << "\"fresh\""
                                           << "";
        QTest::newRow("unknown code") << "\"NoNode\""
                                      << "\"NoSuchCode\""
                                      << "locks[0].problem.code";
        QTest::newRow("year 10000") << "1700000001234"
                                    << "253402300800000"
                                    << "takenAt.unixMs";
        QTest::newRow("not an array") << "\"locks\": ["
                                      << "\"locks\": 1, \"old\": ["
                                      << "locks";
        QTest::newRow("not an object") << "\"takenAt\": {"
                                       << "\"takenAt\": 1, \"old\": {"
                                       << "takenAt";
        QTest::newRow("bad base64") << "\"data\": \"10.0.0.1\""
                                    << "\"dataBase64\": \"10.0\"" << contender + ".dataBase64";
        QTest::newRow("same name twice") << kWaiter << kHolderName << "locks[2].contenders[1]";
    }

    void wrongContentIsRefusedWithItsPlace() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, place);
        const auto read =
            snapshotFromJson(replaced(toJson(makeSnapshot()), from.toStdString(), to.toStdString()));
        QVERIFY(!read.has_value());
        QCOMPARE(read.error().code, ErrorCode::BadFormat);
        if (!place.isEmpty()) QCOMPARE(QString::fromStdString(read.error().path), place);
    }

    void everyTruncationIsRefused() {
        const std::string json = toJson(makeSnapshot());
        for (std::size_t length = 0; length < json.size() - 2;
             ++length) {  // all but the last brace and line end
            const auto read = snapshotFromJson(std::string_view(json).substr(0, length));
            QVERIFY2(!read.has_value(), std::to_string(length).c_str());
            QCOMPARE(read.error().code, ErrorCode::BadFormat);
            QVERIFY(read.error().path.starts_with("byte "));
        }
    }

    void textBehindNulIsRefused() {
        const std::string json = toJson(makeSnapshot());
        const auto read = snapshotFromJson(json + std::string("\0garbage", 8));
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::BadFormat);
    }

    void everyFlippedByteIsSurvived() {
        const std::string json = toJson(makeSnapshot());
        for (std::size_t i = 0; i < json.size(); i += kIsSanitized ? 5 : 1) {
            for (const char other : {'"', '9', '\xff'}) {
                std::string broken = json;
                broken[i] = other;
                const auto read = snapshotFromJson(broken);
                if (!read) QCOMPARE(read.error().code, ErrorCode::BadFormat);
            }
        }
    }

    void whatNobodySeesIsWrittenAsCodes() {
        Snapshot snapshot = makeSnapshot();
        snapshot.server = "a\u202eb\u3164";
        const std::string json = toJson(snapshot);
        QVERIFY2(json.find("\"a\\u202eb\\u3164\"") != std::string::npos, json.c_str());
        QCOMPARE(snapshotFromJson(json)->server, snapshot.server);
    }

    // 9 MB of it once took 225 MB, and 250 MB of it 6.3 GB.
    void emptyListsTakeNoMemory_data() {
        QTest::addColumn<QByteArray>("begin");
        QTest::addColumn<bool>("isTooLarge");
        const QByteArray head =
            R"({"format":"lockscope-snapshot","version":{"major":2,"minor":0},"program":"","server":"",)"
            R"("cluster":"","takenAt":{"unixMs":0},)";
        QTest::newRow("the whole file") << QByteArray("[") << false;
        QTest::newRow("locks") << head + "\"locks\":[" << false;
        QTest::newRow("contenders") << head + "\"locks\":[{\"contenders\":[" << false;
        QTest::newRow("findings") << head +
                                         "\"locks\":[],\"checkedAt\":{\"unixMs\":0},\"clocks\":{},"
                                         "\"servers\":[],\"sessions\":[],\"findings\":["
                                  << false;
        QTest::newRow("who left") << head + "\"locks\":[],\"left\":[" << false;
        QTest::newRow("something new") << head + "\"locks\":[],\"new\":[" << true;
    }

    void emptyListsTakeNoMemory() {
        QFETCH(QByteArray, begin);
        QFETCH(bool, isTooLarge);
        if (kIsSanitized) QSKIP("a sanitizer keeps what was freed, or a shadow of it");
        constexpr int kLists = 3'000'000;
        std::string text = begin.toStdString();
        text.reserve(text.size() + 3 * kLists + 10);
        for (int i = 0; i < kLists; ++i)
            text += "[],";
        text += begin.contains("\"contenders\"") ? "[]]}]}" : begin == "[" ? "[]]" : "[]]}";
        const long before = mostResidentKb();
        const auto read = snapshotFromJson(text);
        QVERIFY(!read);
        QCOMPARE(read.error().code, isTooLarge ? ErrorCode::TooLarge : ErrorCode::BadFormat);
        constexpr long kAllowedKb = 128 * 1024;
        const long grown = mostResidentKb() - before;
        QVERIFY2(grown < kAllowedKb, std::to_string(grown).c_str());
    }

    void aListThatComesTwiceIsRefused() {
        const std::string json =
            replaced(toJson(makeSnapshot()), "\"locks\": [", "\"locks\": [], \"locks\": [");
        const auto read = snapshotFromJson(json);
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::BadFormat);
    }

    void deepNestingIsRefused() {
        for (const std::string& text :
             {std::string(10'000'000, '['), R"({"a":)" + std::string(100'000, '[')}) {
            const auto read = snapshotFromJson(text);
            QVERIFY(!read.has_value());
            QCOMPARE(read.error().code, ErrorCode::BadFormat);
            QVERIFY(read.error().path.starts_with("byte "));
        }
        // Brackets in a text nest nothing.
        QVERIFY(roundTrip(kHolderName, std::string(1000, '[') + "\"\\" + std::string(1000, '{')));
    }

    void predecessorMustStandBefore() {
        const std::string json = toJson(makeSnapshot());
        const std::string itself = replaced(json, std::string("\"predecessor\": \"") + kHolderName,
                                            std::string("\"predecessor\": \"") + kWaiter);
        const auto read = snapshotFromJson(itself);
        QVERIFY(!read.has_value());
        QCOMPARE(read.error().path, "locks[2].contenders[1]");
    }

    void additionsOfLaterVersionsAreIgnored() {
        const std::string json = replaced(replaced(toJson(makeSnapshot()), "\"minor\": 1", "\"minor\": 7"),
                                          "\"program\"", "\"added\": {\"later\": [1, 2]}, \"program\"");
        QVERIFY(snapshotFromJson(json).has_value());
    }

    void fileComesBackAndIsReplacedAsAWhole() {
        const QTemporaryDir directory;
        const QString file = directory.filePath("incident.json");
        Snapshot snapshot = makeSnapshot();
        QVERIFY(writeSnapshot(snapshot, file.toStdString()).has_value());
        snapshot.server = "zk3:2181";
        QVERIFY(writeSnapshot(snapshot, file.toStdString()).has_value());
        const auto read = readSnapshot(file.toStdString());
        QVERIFY(read.has_value());
        QCOMPARE(toJson(*read), toJson(snapshot));
        QCOMPARE(QDir(directory.path()).entryList(QDir::Files | QDir::Hidden), QStringList("incident.json"));
    }

    void writingThroughALinkKeepsTheLink() {
        const QTemporaryDir directory;
        const QString file = directory.filePath("real.json");
        const QString link = directory.filePath("link.json");
        QVERIFY(writeSnapshot({}, file.toStdString()).has_value());
        QVERIFY(QFile::link(file, link));
        QVERIFY(writeSnapshot(makeSnapshot(), link.toStdString()).has_value());
        QVERIFY(QFileInfo(link).isSymLink());
        QCOMPARE(readSnapshot(file.toStdString())->locks.size(), 3u);
    }

    void fileErrorsNameTheFile() {
        const QTemporaryDir directory;
        const std::string missing = directory.filePath("missing.json").toStdString();
        QCOMPARE(readSnapshot(missing).error().code, ErrorCode::Io);
        QCOMPARE(readSnapshot(missing).error().path, missing);
        QCOMPARE(readSnapshot(directory.path().toStdString()).error().code, ErrorCode::BadFormat);
        const std::string nowhere = directory.filePath("no/such/directory.json").toStdString();
        QCOMPARE(writeSnapshot({}, nowhere).error().code, ErrorCode::Io);
        QCOMPARE(writeSnapshot({}, nowhere).error().path, nowhere);
        QCOMPARE(writeSnapshot({}, directory.path().toStdString()).error().code, ErrorCode::Io);
    }

    void brokenFileNamesFileAndPlace() {
        const QTemporaryDir directory;
        QFile file(directory.filePath("broken.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"format": "lockscope-snapshot", "version": {"major": 1}, "program": 5})");
        file.close();
        const auto read = readSnapshot(file.fileName().toStdString());
        QVERIFY(!read.has_value());
        QCOMPARE(read.error().path, file.fileName().toStdString() + ", program");
    }

    void theSchemaTellsOffences() {
        const QByteArray json = QByteArray::fromStdString(toJson(makeSnapshot()));
        QCOMPARE(offenceAgainstSchema(json), QString());
        QByteArray other = json;
        QCOMPARE(offenceAgainstSchema(other.replace("\"freshness\"", "\"freshnes\"")),
                 QStringLiteral("file.locks[0]: lacks freshness"));
        other = json;
        QCOMPARE(offenceAgainstSchema(other.replace("\"mixed\": false", "\"mixed\": 0")),
                 QStringLiteral("file.locks[0].mixed: not boolean"));
    }

    void compressedFileComesBack() {
        const QTemporaryDir directory;
        const QString name = directory.filePath("incident.json.gz");
        const Snapshot snapshot = makeSnapshot();
        QVERIFY(writeSnapshot(snapshot, name.toStdString()).has_value());
        QFile file(name);
        QVERIFY(file.open(QIODevice::ReadWrite));
        const QByteArray bytes = file.readAll();
        QVERIFY(bytes.startsWith("\x1f\x8b"));
        QVERIFY(static_cast<std::size_t>(bytes.size()) < toJson(snapshot).size() / 3);
        // Under another name, too.
        const QString other = directory.filePath("renamed.json");
        QVERIFY(file.copy(other));
        const auto read = readSnapshot(other.toStdString());
        QVERIFY2(read, read ? "" : describe(read.error()).c_str());
        QCOMPARE(toJson(*read), toJson(snapshot));
        // Cut off anywhere, or with something behind it, it is none.
        for (const qint64 size : {qint64{3}, file.size() / 2, file.size() - 1}) {
            QFile cut(other);
            QVERIFY(cut.resize(size));
            const auto refused = readSnapshot(other.toStdString());
            QVERIFY(!refused);
            QCOMPARE(refused.error().code, ErrorCode::BadFormat);
            QVERIFY(QString::fromStdString(refused.error().path).startsWith(other));
        }
        file.close();
        QVERIFY(file.open(QIODevice::Append));
        QCOMPARE(file.write("more"), qint64{4});
        file.close();
        QCOMPARE(readSnapshot(name.toStdString()).error().code, ErrorCode::BadFormat);
    }

    void whatIsHugeOnceUnpackedIsRefused() {
        const QTemporaryDir directory;
        const std::string name = directory.filePath("bomb.json.gz").toStdString();
        const auto packed = gzipped(std::string(std::size_t{300} * 1024 * 1024, ' '));
        QVERIFY(packed);
        QFile file(QString::fromStdString(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(packed->data(), static_cast<qint64>(packed->size()));
        file.close();
        QVERIFY(file.size() < 1024 * 1024);
        QCOMPARE(readSnapshot(name).error().code, ErrorCode::TooLarge);
        QCOMPARE(readSnapshot(name).error().path, name);
    }

    void hugeFileIsRefusedUnread() {
        const QTemporaryDir directory;
        QFile file(directory.filePath("huge.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.resize(300LL * 1024 * 1024));  // sparse: takes no room
        QCOMPARE(readSnapshot(file.fileName().toStdString()).error().code, ErrorCode::TooLarge);
    }
};

LOCKSCOPE_TEST(TestSnapshot)
#include "tst_snapshot.moc"
