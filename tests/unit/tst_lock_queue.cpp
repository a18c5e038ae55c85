// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"

#include <lockcore/observe/lock_queue.h>

#include <algorithm>
#include <limits>
#include <random>

using namespace lockcore;

namespace {

/// A child name by a short form, a letter and a number: "M7" is Curator's mutex with number 7. Anything else
/// is a name itself.
///   Curator: M mutex, R read, W write, L latch, S lease, B barrier member (its number is no part of the
///   name) k kazoo lock, r kazoo read lock, l kazoo lease (as B), g go-zookeeper, c ZooKeeper C, j ZooKeeper
///   Java e, h zk-ruby exclusive and shared, m zk-ruby semaphore, H Hive shared, T Hive semi-shared, X Hive
///   exclusive, y HBase read, z HBase write, o Solr, b ClickHouse block, s another sequential name
/// With "@7" behind it, its session is 7; else it was not read.
std::string nameOf(const QString& word, int salt) {
    bool isNumber = false;
    const qlonglong number = word.mid(1).toLongLong(&isNumber);
    const QString hex = QStringLiteral("%1").arg(salt, 32, 16, QLatin1Char('0'));
    const QString uuid =
        hex.left(8) + '-' + hex.mid(8, 4) + '-' + hex.mid(12, 4) + '-' + hex.mid(16, 4) + '-' + hex.mid(20);
    const QMap<QChar, QString> stems{{'M', "_c_" + uuid + "-lock-"},
                                     {'R', "_c_" + uuid + "-__READ__"},
                                     {'W', "_c_" + uuid + "-__WRIT__"},
                                     {'L', "_c_" + uuid + "-latch-"},
                                     {'S', "_c_" + uuid + "-lease-"},
                                     {'k', hex + "__lock__"},
                                     {'r', hex + "__rlock__"},
                                     {'g', "_c_" + hex + "-lock-"},
                                     {'c', "x-" + hex.right(16) + "-"},
                                     {'j', QStringLiteral("x-%1-").arg(salt)},
                                     {'e', "ex"},
                                     {'h', "sh"},
                                     {'m', "sem"},
                                     {'H', "LOCK-SHARED-"},
                                     {'T', "LOCK-SEMI_SHARED-"},
                                     {'X', "LOCK-EXCLUSIVE-"},
                                     {'y', "read-"},
                                     {'z', "write-"},
                                     {'o', QStringLiteral("%1-core-n_").arg(salt)},
                                     {'b', "block-"},
                                     {'s', QStringLiteral("y%1-").arg(salt)}};
    if (isNumber && word[0] == 'B') return uuid.toStdString();
    if (isNumber && word[0] == 'l') return hex.toStdString();
    if (!isNumber || !stems.contains(word[0])) return word.toStdString();
    return QString::asprintf("%s%010lld", qPrintable(stems[word[0]]), number).toStdString();
}

std::vector<std::shared_ptr<const Contender>> contendersOf(const QString& words) {
    std::vector<std::shared_ptr<const Contender>> contenders;
    for (const QString& word : words.split(' ', Qt::SkipEmptyParts)) {
        const std::string name = nameOf(word.section('@', 0, 0), static_cast<int>(contenders.size()));
        auto contender = std::make_shared<Contender>(Contender{name, parseNodeName(name)});
        if (word.contains('@')) contender->stat = Stat{};
        if (contender->stat) contender->stat->ephemeralOwner = SessionId{word.section('@', 1).toLongLong()};
        contenders.push_back(std::move(contender));
    }
    return contenders;
}

LockQueue queueOf(const QString& words) {
    LockQueue queue;
    queue.rows = arrangeQueue(contendersOf(words));
    classifyQueue(queue);
    return queue;
}

/// "R1 holder, W2 waiter after 0": number, role and predecessor of each row.
QString shown(const LockQueue& queue) {
    QStringList rows;
    for (const QueueRow& row : queue.rows) {
        const auto& parsed = row.contender->parsed;
        QString line =
            parsed.sequence ? QString::number(*parsed.sequence) : QString::fromStdString(row.contender->name);
        const QMap<Role, QString> words{{Role::Holder, " holds"},       {Role::Waiter, " waits"},
                                        {Role::Leader, " leads"},       {Role::Standby, " stands by"},
                                        {Role::Member, " is a member"}, {Role::Foreign, " foreign"}};
        line += words[row.role];
        if (row.predecessor) line += QStringLiteral(" for %1").arg(*row.predecessor);
        rows << line;
    }
    return rows.join(", ");
}

/// A queue as read with contenders "name:czxid", with 0 for one that is not read.
LockQueue readQueue(const QStringList& contenders, std::int32_t cversion) {
    LockQueue queue;
    queue.stat = Stat{};
    queue.stat->czxid = Zxid{1};
    queue.stat->cversion = cversion;
    for (const QString& text : contenders) {
        const QStringList parts = text.split(':');
        Contender contender{parts[0].toStdString(), parseNodeName(parts[0].toStdString())};
        if (parts[1] != "0") {
            contender.stat = Stat{};
            contender.stat->czxid = Zxid{parts[1].toLongLong()};
        }
        queue.rows.push_back({std::make_shared<const Contender>(contender)});
    }
    return queue;
}

}  // namespace

class TestLockQueue : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rules_data();
    void rules();
    void classification_data();
    void classification();
    void kinds_data();
    void kinds();
    void markedSequentialNodesQueue_data();
    void markedSequentialNodesQueue();
    void dataTellsThatTheyQueue_data();
    void dataTellsThatTheyQueue();
    void numbersThatWereNotGiven();
    void timesAreNoNumbersOfAQueue_data();
    void timesAreNoNumbersOfAQueue();
    void numbersThatClientsChoose();
    void persistentItemsAreWork();
    void whoIsNext();
    void membersAreEphemeral();
    void orderOfTheListDoesNotMatter();
    void countsTheChildrenEverCreated();
    void changesThatWereNotSeen_data();
    void changesThatWereNotSeen();
    void changesOfAnotherDirectoryAreUnknown();
    void lockOfOneZnode();
    void waitersOnlyWaitForRowsBeforeThem();
    void hundredThousandContenders();
};

void TestLockQueue::rules_data() {
    QTest::addColumn<QString>("names");
    QTest::addColumn<QString>("expected");

    QTest::newRow("empty") << ""
                           << "";
    QTest::newRow("free lock with a foreign child") << "leases"
                                                    << "leases foreign";
    QTest::newRow("one holder") << "M5"
                                << "5 holds";
    QTest::newRow("mutex is a chain") << "M12 M3 M7"
                                      << "3 holds, 7 waits for 0, 12 waits for 1";
    QTest::newRow("negative numbers come first") << "M1 M-5"
                                                 << "-5 holds, 1 waits for 0";
    QTest::newRow("negative numbers as text: characters decide")
        << "M-5 M-1 M0 M-2147483648"
        << "-1 holds, -5 waits for 0, -2147483648 waits for 1, 0 waits for 2";
    QTest::newRow("negative numbers as text: nine digits and ten")
        << "k-2147483640 k-214748364 k-999999999"
        << "-214748364 holds, -2147483640 waits for 0, -999999999 waits for 1";
    QTest::newRow("negative numbers as numbers") << "j-1 j-5 j3"
                                                 << "-5 holds, -1 waits for 0, 3 waits for 1";
    QTest::newRow("negative numbers without their sign") << "c-5 c3 c7"
                                                         << "3 holds, -5 waits for 0, 7 waits for 1";
    QTest::newRow("equal but for a sign that is dropped") << "c-2147483647 c2147483647"
                                                          << "-2147483647 waits, 2147483647 waits for 0";
    QTest::newRow("the first of a latch leads") << "L2 L1"
                                                << "1 leads, 2 stands by for 0";
    QTest::newRow("sequential children of nobody are members") << "s2 s1"
                                                               << "1 is a member, 2 is a member";

    QTest::newRow("readers share") << "R1 R2 R3"
                                   << "1 holds, 2 holds, 3 holds";
    QTest::newRow("writer waits for the last reader") << "R1 R2 W3"
                                                      << "1 holds, 2 holds, 3 waits for 1";
    QTest::newRow("Curator reader watches the first writer")
        << "R1 W2 W3 R4 R5"
        << "1 holds, 2 waits for 0, 3 waits for 1, 4 waits for 1, 5 waits for 1";
    QTest::newRow("writer holds") << "W1 R2 W3"
                                  << "1 holds, 2 waits for 0, 3 waits for 1";
    QTest::newRow("downgraded writer: read and write with one number are one owner")
        << "W1 R1 W2 R3"
        << "1 holds, 1 holds, 2 waits for 1, 3 waits for 0";
    QTest::newRow("downgraded at the end of the queue: the session that writes may read")
        << "W1@7 R2@7 W3@8 R4@9"
        << "1 holds, 2 holds, 3 waits for 1, 4 waits for 0";
    QTest::newRow("another session's reader waits") << "W1@7 R2@8"
                                                    << "1 holds, 2 waits for 0";
    QTest::newRow("a writer of somebody else is in between") << "W1@7 W2@8 R3@7"
                                                             << "1 holds, 2 waits for 0, 3 waits for 0";
    QTest::newRow("another writer of its session is in between") << "W1@7 W2@7 R3@7"
                                                                 << "1 holds, 2 waits for 0, 3 waits for 0";
    QTest::newRow("its own writer waits itself") << "R1@8 W2@7 R3@7"
                                                 << "1 holds, 2 waits for 0, 3 waits for 1";
    QTest::newRow("kazoo grants nothing beside its own writer") << "k1@7 r2@7"
                                                                << "1 holds, 2 waits for 0";
    QTest::newRow("downgraded, writer released") << "R1 W2"
                                                 << "1 holds, 2 waits for 0";

    QTest::newRow("kazoo reader watches the nearest writer")
        << "r1 k2 k3 r4"
        << "1 holds, 2 waits for 0, 3 waits for 1, 4 waits for 2";
    QTest::newRow("kazoo readers share") << "r1 r2 k3"
                                         << "1 holds, 2 holds, 3 waits for 1";
    QTest::newRow("kazoo writer with the lower number") << "k1 r2"
                                                        << "1 holds, 2 waits for 0";

    QTest::newRow("kazoo reader waits for no later writer") << "r1 k2"
                                                            << "1 holds, 2 waits for 0";

    QTest::newRow("zk-ruby: shared behind exclusive") << "h1 e2 h3"
                                                      << "1 holds, 2 waits for 0, 3 waits for 1";
    QTest::newRow("Hive") << "H1 T2 X3 H4"
                          << "1 holds, 2 holds, 3 waits for 1, 4 waits for 2";
    QTest::newRow("HBase") << "y1 z2 y3 z4"
                           << "1 holds, 2 waits for 0, 3 waits for 1, 4 waits for 2";
    QTest::newRow("ZooKeeper's recipes") << "c1 c2"
                                         << "1 holds, 2 waits for 0";
    QTest::newRow("Solr: who joined at the head has an equal number")
        << "o1 o2 o2"
        << "1 leads, 2 stands by for 0, 2 stands by for 1";

    QTest::newRow("Solr: the name decides between equal numbers") << "o2 o2"
                                                                  << "2 leads, 2 stands by for 0";

    QTest::newRow("leases of a semaphore all hold") << "S5 S7 S9"
                                                    << "5 holds, 7 holds, 9 holds";
    QTest::newRow("zk-ruby semaphore: how many hold is not told") << "m1 m2"
                                                                  << "1 holds, 2 holds";
    QTest::newRow("block numbers are granted always") << "b1 b2"
                                                      << "1 is a member, 2 is a member";
    QTest::newRow("members of a barrier")
        << "ready B0 B0"
        << "00000000-0000-0000-0000-000000000001 is a member, "
           "00000000-0000-0000-0000-000000000002 is a member, ready foreign";
    QTest::newRow("names of 32 digits may be anybody's")
        << "l0 l0"
        << "00000000000000000000000000000000 is a member, 00000000000000000000000000000001 is a member";
    QTest::newRow("a GUID beside numbers is no contender")
        << "M1 l0"
        << "1 holds, 00000000000000000000000000000001 foreign";

    QTest::newRow("go-zookeeper and Curator count each other")
        << "M1 g2 M3 g4"
        << "1 holds, 2 waits for 0, 3 waits for 1, 4 waits for 2";
    QTest::newRow("go-zookeeper and Curator with equal numbers") << "M7 g7"
                                                                 << "7 waits, 7 waits for 0";
    QTest::newRow("dialects ignore each other") << "M1 k2 M3 k4"
                                                << "1 holds, 2 holds, 3 waits for 0, 4 waits for 1";
    QTest::newRow("foreign children stand last and block nobody")
        << "M2 aaa M1 zzz"
        << "1 holds, 2 waits for 0, aaa foreign, zzz foreign";

    QTest::newRow("equal numbers block each other") << "M7 M7"
                                                    << "7 waits, 7 waits for 0";
    QTest::newRow("equal numbers in the middle") << "M1 M7 M7"
                                                 << "1 holds, 7 waits for 0, 7 waits for 1";
    QTest::newRow("equal numbers of readers share") << "R7 R7"
                                                    << "7 holds, 7 holds";
    QTest::newRow("equal numbers at the stuck counter are strangers")
        << "W2147483647 R2147483647"
        << "2147483647 waits, 2147483647 waits for 0";
    QTest::newRow("equal numbers of kazoo reader and writer") << "r7 k7"
                                                              << "7 waits, 7 waits for 0";
    QTest::newRow("equal numbers of two dialects") << "M7 k7"
                                                   << "7 holds, 7 holds";
}

void TestLockQueue::rules() {
    QFETCH(QString, names);
    QFETCH(QString, expected);
    const LockQueue queue = queueOf(names);
    QCOMPARE(shown(queue), expected);
    QCOMPARE(qsizetype(queue.holders()), expected.count("holds"));
    QCOMPARE(qsizetype(queue.waiters()), expected.count("waits"));
}

void TestLockQueue::classification_data() {
    QTest::addColumn<QString>("names");
    QTest::addColumn<QString>("key");
    QTest::addColumn<bool>("mixed");
    QTest::newRow("empty") << ""
                           << "unknown" << false;
    QTest::newRow("only foreign") << "leases ready"
                                  << "unknown" << false;
    QTest::newRow("mutex") << "M1 M2"
                           << "curator-mutex" << false;
    QTest::newRow("foreign children do not mix") << "M1 lease_holder"
                                                 << "curator-mutex" << false;
    QTest::newRow("read/write") << "R1 W2"
                                << "curator-read-write" << false;
    QTest::newRow("majority") << "M1 k2 k3"
                              << "kazoo" << true;
    QTest::newRow("unknown recipe") << "s1"
                                    << "sequential" << false;
    QTest::newRow("one queue of two libraries") << "M1 g2 g3"
                                                << "go-zookeeper" << false;
    QTest::newRow("Curator's mutex and its read/write lock") << "M1 W2 W3"
                                                             << "curator-read-write" << true;
    QTest::newRow("a known recipe and an unknown one") << "c1 c2 s3"
                                                       << "zookeeper-c" << true;
    QTest::newRow("barrier") << "ready B0"
                             << "curator-double-barrier" << false;
    QTest::newRow("semaphore") << "S1 S2"
                               << "curator-semaphore" << false;
}

void TestLockQueue::classification() {
    QFETCH(QString, names);
    QFETCH(QString, key);
    QFETCH(bool, mixed);
    const LockQueue queue = queueOf(names);
    QCOMPARE(dialectInfo(queue.dialect).key, std::string_view(key.toStdString()));
    QCOMPARE(queue.mixed, mixed);
}

void TestLockQueue::kinds_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("names");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("key");
    const auto row = [](const char* tag, const QString& path, const QString& names, const QString& kind,
                        const QString& key) { QTest::newRow(tag) << path << names << kind << key; };
    row("nothing", "/a", "", "unknown", "unknown");
    row("mutex", "/a", "M1 M2", "lock", "curator-mutex");
    row("read/write lock", "/a", "W1", "read-write-lock", "curator-read-write");
    row("kazoo, nobody reads", "/a", "k1 k2", "lock", "kazoo");
    row("kazoo, somebody reads", "/a", "k1 r2", "read-write-lock", "kazoo");
    row("semaphore", "/a", "S1 S2", "semaphore", "curator-semaphore");
    row("latch", "/a", "L1", "election", "curator-latch");
    row("LeaderSelector, by its path", "/app/leader-selector", "M1 M2", "election",
        "curator-leader-selector");
    row("kazoo's election, by its path", "/app/election", "k1 k2", "election", "kazoo-election");
    row("barrier", "/a", "B0 ready", "barrier", "curator-double-barrier");
    row("UUIDs", "/a", "B0 B0", "membership", "uuid-members");
    row("kazoo's barrier", "/a", "l0 ready", "barrier", "kazoo-double-barrier");
    row("32 digits", "/a", "l0 l0", "membership", "hex-members");
    row("sequential", "/a", "s1 s2", "membership", "sequential");
    row("queue of work", "/a", "qn-0000000001 qnr-0000000001", "work-queue", "solr-queue");
    row("an election counts for more than its members", "/a",
        "member_0000000001 member_0000000002 singleton_candidate_0000000003", "election", "aurora-election");
}

void TestLockQueue::kinds() {
    QFETCH(QString, path);
    QFETCH(QString, names);
    QFETCH(QString, kind);
    QFETCH(QString, key);
    LockQueue queue;
    queue.path = path.toStdString();
    queue.rows = arrangeQueue(contendersOf(names));
    classifyQueue(queue);
    QCOMPARE(directoryKindName(queue.kind), std::string_view(kind.toStdString()));
    QCOMPARE(dialectInfo(queue.dialect).key, std::string_view(key.toStdString()));
    QVERIFY(!queue.mixed);
    const RoleCounts counts = queue.counts();
    QVERIFY(hasHolders(queue.kind) || counts.holders + counts.waiters == 0);
    QVERIFY(queue.kind == DirectoryKind::Election || counts.leaders + counts.standbys == 0);
}

void TestLockQueue::markedSequentialNodesQueue_data() {
    QTest::addColumn<QString>("names");
    QTest::addColumn<QString>("expected");
    QTest::newRow("ids in the names") << "job1-0000000002 job2-0000000001"
                                      << "1 holds, 2 waits for 0";
    QTest::newRow("one prefix") << "job-0000000002 job-0000000001"
                                << "1 holds, 2 waits for 0";
    QTest::newRow("a queue for each prefix")
        << "a_lock_0000000001 b_lock_0000000002 a_lock_0000000003 b_lock_0000000004"
        << "1 holds, 2 holds, 3 waits for 0, 4 waits for 1";
}

void TestLockQueue::markedSequentialNodesQueue() {
    QFETCH(QString, names);
    QFETCH(QString, expected);
    LockQueue queue;
    queue.rows = arrangeQueue(contendersOf(names));
    classifyQueue(queue, Dialect::Sequential);
    QCOMPARE(shown(queue), expected);
    QCOMPARE(queue.kind, DirectoryKind::Lock);
    classifyQueue(queue, Dialect::Members);
    QCOMPARE(queue.kind, DirectoryKind::Membership);
    QCOMPARE(queue.counts().members, queue.rows.size());
}

void TestLockQueue::dataTellsThatTheyQueue_data() {
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<bool>("isEphemeral");
    QTest::addColumn<DirectoryKind>("kind");
    const auto row = [](const char* name, const char* data, DirectoryKind kind, bool isEphemeral = true) {
        QTest::newRow(name) << QByteArray(data) << isEphemeral << kind;
    };
    row("nothing", "", DirectoryKind::Membership);
    row("an address", "10.0.0.7:9997", DirectoryKind::Membership);
    row("a serverset's member", R"({"serviceEndpoint":{"host":"h","port":1},"status":"ALIVE"})",
        DirectoryKind::Membership);
    row("a tablet server's lock of Accumulo", "TSERV_CLIENT=10.0.0.7:9997", DirectoryKind::Lock);
    row("the lock of Accumulo's collector", "GC_CLIENT=10.0.0.7:50091", DirectoryKind::Lock);
    row("asked to release it", "__REVOKE__", DirectoryKind::Lock);
    row("… with more", "__REVOKE__ me", DirectoryKind::Membership);
    row("an item of work", "__REVOKE__", DirectoryKind::WorkQueue, false);
}

/// By what one of them has as data.
void TestLockQueue::dataTellsThatTheyQueue() {
    QFETCH(QByteArray, data);
    QFETCH(bool, isEphemeral);
    const auto queueWith = [&](const std::string& text) {
        std::vector<std::shared_ptr<const Contender>> contenders;
        for (const char* const name : {"zlock-0000000002", "zlock-0000000001"}) {
            Contender contender{name, parseNodeName(name)};
            contender.stat = Stat{};
            contender.stat->ephemeralOwner = isEphemeral ? SessionId{1} : SessionId::None;
            if (std::string_view(name).ends_with('1')) contender.data = text;
            contenders.push_back(std::make_shared<const Contender>(std::move(contender)));
        }
        LockQueue queue;
        queue.path = "/a";
        queue.rows = arrangeQueue(std::move(contenders));
        return queue;
    };
    LockQueue queue = queueWith(data.toStdString());
    classifyQueue(queue);
    QTEST(queue.kind, "kind");
    if (queue.kind == DirectoryKind::Lock) QCOMPARE(shown(queue), QStringLiteral("1 holds, 2 waits for 0"));
    // A user's mark counts for more.
    classifyQueue(queue, Dialect::Members);
    QCOMPARE(queue.kind, DirectoryKind::Membership);
    // … and so does what the directory's own data says, but not of work.
    queue = queueWith({});
    queue.saysThatItQueues = true;
    classifyQueue(queue);
    QCOMPARE(queue.kind, isEphemeral ? DirectoryKind::Lock : DirectoryKind::WorkQueue);
}

/// By the directory's Stat: it has had ten children.
void TestLockQueue::numbersThatWereNotGiven() {
    LockQueue queue;
    queue.stat = Stat{};
    queue.stat->cversion = 18;
    queue.stat->numChildren = 2;
    queue.rows = arrangeQueue(contendersOf("port-0000008080 job-0000000009 M10"));
    classifyQueue(queue);
    QCOMPARE(shown(queue), "9 is a member, 10 holds, port-0000008080 foreign");
    queue.rows = arrangeQueue(contendersOf("port-0000008080"));
    classifyQueue(queue);
    QCOMPARE(queue.kind, DirectoryKind::Unknown);
}

void TestLockQueue::timesAreNoNumbersOfAQueue_data() {
    QTest::addColumn<QString>("stem");
    for (const char* const stem : {"lock-", "semaphore-", "read-", "R_", "ex", "sh", "sem", "n_", "ballot",
                                   "latch-web-", "LOCK-SHARED-", "leader_election-"})
        QTest::newRow(stem) << stem;
}

/// Seconds since 1970 behind words that libraries use, too: ephemerals in a directory that had two children.
void TestLockQueue::timesAreNoNumbersOfAQueue() {
    QFETCH(const QString, stem);
    LockQueue queue;
    queue.stat = Stat{};
    queue.stat->cversion = 2;
    queue.stat->numChildren = 2;
    queue.rows = arrangeQueue(contendersOf(stem + "1700000000@1 " + stem + "1700000060@2"));
    classifyQueue(queue);
    QCOMPARE(queue.kind, DirectoryKind::Unknown);
    QCOMPARE(int(queue.rows[0].role), int(Role::Foreign));
    QCOMPARE(int(queue.rows[1].role), int(Role::Foreign));
    // With other numbers they are what they look like.
    queue.rows = arrangeQueue(contendersOf(stem + "0000000000@1 " + stem + "0000000001@2"));
    classifyQueue(queue);
    QVERIFY(isForQueues(queue.kind));
}

void TestLockQueue::numbersThatClientsChoose() {
    const auto kindOf = [](const QString& names) {
        LockQueue queue;
        queue.stat = Stat{};
        queue.stat->cversion = 2;
        queue.stat->numChildren = 2;
        queue.rows = arrangeQueue(contendersOf(names));
        classifyQueue(queue);
        return queue.kind;
    };
    QCOMPARE(kindOf("o7@1 o7@2"), DirectoryKind::Election);
    QCOMPARE(kindOf("block-0000000100@1"), DirectoryKind::Membership);
    QCOMPARE(kindOf("slot-0000000005@1"), DirectoryKind::Membership);
}

void TestLockQueue::persistentItemsAreWork() {
    LockQueue queue = queueOf("job-0000000001 job-0000000002");
    const auto readAs = [&](std::size_t row, SessionId owner) {
        Contender contender = *queue.rows[row].contender;
        contender.stat = Stat{};
        contender.stat->ephemeralOwner = owner;
        queue.rows[row].contender = std::make_shared<const Contender>(contender);
        classifyQueue(queue);
        return queue.kind;
    };
    QCOMPARE(readAs(0, SessionId::None), DirectoryKind::Membership);  // the other is not read yet
    QCOMPARE(readAs(1, SessionId::None), DirectoryKind::WorkQueue);
    QCOMPARE(readAs(1, SessionId{1}), DirectoryKind::Membership);
}

void TestLockQueue::whoIsNext() {
    const auto next = [](const LockQueue& queue) {
        LockQueue rest = queue;
        rest.rows = rowsWithout(queue, 0);
        return shown(rest);
    };
    QCOMPARE(next(queueOf("M1 M2 M3")), "2 holds, 3 waits for 0");
    QCOMPARE(next(queueOf("L1 L2 L3")), "2 leads, 3 stands by for 0");
    LockQueue election = queueOf("M1 M2 M3");
    election.path = "/app/election";
    classifyQueue(election);
    QCOMPARE(next(election), "2 leads, 3 stands by for 0");
    QCOMPARE(next(asQueue(queueOf("s1 s2 s3"), SequentialQueues::One)), "2 holds, 3 waits for 0");
    LockQueue candidates = queueOf("s1 s2 s3");
    candidates.path = "/leader";
    QCOMPARE(next(asQueue(candidates, SequentialQueues::One)), "2 leads, 3 stands by for 0");
}

void TestLockQueue::membersAreEphemeral() {
    const std::string name = nameOf("B0", 1);
    Contender member{name, parseNodeName(name)};
    const auto roleOf = [](const Contender& contender) {
        return arrangeQueue({std::make_shared<const Contender>(contender)}).front().role;
    };
    QCOMPARE(roleOf(member), Role::Member);  // not read yet
    member.stat = Stat{};
    QCOMPARE(roleOf(member), Role::Foreign);
    member.stat->ephemeralOwner = SessionId{1};
    QCOMPARE(roleOf(member), Role::Member);
}

void TestLockQueue::orderOfTheListDoesNotMatter() {
    auto contenders = contendersOf("R1 W2 R3 W3 M4 g4 k5 r5 foreign R6 s7 s7 S8 o9 o9 k-3 c-2 B0");
    LockQueue sorted;
    sorted.rows = arrangeQueue(contenders);
    std::mt19937 random(1);
    for (int i = 0; i < 50; ++i) {
        std::shuffle(contenders.begin(), contenders.end(), random);
        LockQueue shuffled;
        shuffled.rows = arrangeQueue(contenders);
        QCOMPARE(shown(shuffled), shown(sorted));
    }
}

void TestLockQueue::changesThatWereNotSeen_data() {
    QTest::addColumn<QStringList>("before");  // contenders as name:czxid
    QTest::addColumn<QStringList>("after");
    QTest::addColumn<std::int32_t>("cversionBefore");
    QTest::addColumn<std::int32_t>("cversionAfter");
    QTest::addColumn<std::int64_t>("unseen");
    const auto most = std::numeric_limits<std::int32_t>::max();
    const auto least = std::numeric_limits<std::int32_t>::min();
    QTest::newRow("nothing") << QStringList{"x-0000000001:1"} << QStringList{"x-0000000001:1"} << 1 << 1
                             << std::int64_t{0};
    QTest::newRow("came and went, seen")
        << QStringList{"x-0000000001:1"} << QStringList{"x-0000000002:2"} << 1 << 3 << std::int64_t{0};
    QTest::newRow("came and went in between")
        << QStringList{"x-0000000001:1"} << QStringList{"x-0000000001:1"} << 1 << 5 << std::int64_t{4};
    QTest::newRow("some seen") << QStringList{"x-0000000001:1"}
                               << QStringList{"x-0000000003:3", "x-0000000004:4"} << 1 << 6
                               << std::int64_t{2};
    QTest::newRow("created again with the same name")
        << QStringList{"leader:1"} << QStringList{"leader:3"} << 1 << 3 << std::int64_t{0};
    QTest::newRow("the same name, not read yet")
        << QStringList{"leader:1"} << QStringList{"leader:0"} << 1 << 3 << std::int64_t{2};
    QTest::newRow("cversion becomes negative")
        << QStringList{} << QStringList{"x-0000000001:1"} << most << least + 2 << std::int64_t{2};
    QTest::newRow("cversion begins anew at 0")
        << QStringList{} << QStringList{} << -2 << 2 << std::int64_t{4};
}

void TestLockQueue::changesThatWereNotSeen() {
    QFETCH(QStringList, before);
    QFETCH(QStringList, after);
    QFETCH(std::int32_t, cversionBefore);
    QFETCH(std::int32_t, cversionAfter);
    QFETCH(std::int64_t, unseen);
    QCOMPARE(unseenChanges(readQueue(before, cversionBefore), readQueue(after, cversionAfter)),
             std::optional(unseen));
}

void TestLockQueue::changesOfAnotherDirectoryAreUnknown() {
    const LockQueue before = readQueue({}, 1);
    LockQueue after = readQueue({}, 5);
    after.stat->czxid = Zxid{99};
    QVERIFY(!unseenChanges(before, after));
    after.stat.reset();
    QVERIFY(!unseenChanges(before, after));
}

void TestLockQueue::lockOfOneZnode() {
    Contender contender{"leader", {}};
    contender.parsed.dialect = Dialect::PatroniLeader;
    contender.stat = Stat{};  // not ephemeral: held all the same
    const auto rows = arrangeQueue({std::make_shared<const Contender>(contender)});
    QCOMPARE(rows.at(0).role, Role::Leader);
    QCOMPARE(contenderPath("/db/leader", contender), std::string("/db/leader"));
    contender.parsed.dialect = Dialect::KazooLock;
    QCOMPARE(contenderPath("/db", contender), std::string("/db/leader"));
}

void TestLockQueue::waitersOnlyWaitForRowsBeforeThem() {
    std::mt19937 random(2);
    const QString kinds = "MRWLSkrgcjehHTXyzobs";
    for (int i = 0; i < 300; ++i) {
        QString words;
        for (int n = 0; n < 20; ++n)
            words += QStringLiteral("%1%2 ")
                         .arg(kinds[int(random() % unsigned(kinds.size()))])
                         .arg(int(random() % 9) - 2);
        const LockQueue queue = queueOf(words);
        for (std::size_t row = 0; row < queue.rows.size(); ++row) {
            const QueueRow& one = queue.rows[row];
            if (!one.predecessor) continue;
            QVERIFY(isBehindSomebody(one.role));
            QVERIFY(*one.predecessor < row);
            const auto queueOfRow = [&](std::size_t index) {
                return dialectInfo(queue.rows[index].contender->parsed.dialect).queue;
            };
            QCOMPARE(queueOfRow(*one.predecessor), queueOfRow(row));
        }
    }
}

void TestLockQueue::hundredThousandContenders() {
    constexpr int kCount = 100'000;
    std::vector<std::shared_ptr<const Contender>> contenders;
    for (int i = 0; i < kCount; ++i) {
        const std::string name =
            QString::asprintf("_c_00000000-0000-4000-8000-%012x-lock-%010d", unsigned(i), kCount - i)
                .toStdString();
        contenders.push_back(std::make_shared<const Contender>(Contender{name, parseNodeName(name)}));
    }
    LockQueue queue;
    queue.rows = arrangeQueue(std::move(contenders));
    QCOMPARE(queue.holders(), 1u);
    QCOMPARE(queue.waiters(), std::size_t(kCount - 1));
    QCOMPARE(queue.rows.back().predecessor, std::optional(std::size_t(kCount - 2)));
}

/// From a counter of 9 with two children left, and past 2^30 creations, where cversion has wrapped.
void TestLockQueue::countsTheChildrenEverCreated() {
    Stat stat;
    stat.cversion = 16;
    stat.numChildren = 2;
    QCOMPARE(childrenEverCreated(stat), std::int64_t{9});
    stat.cversion = std::numeric_limits<std::int32_t>::min();
    stat.numChildren = 0;
    QCOMPARE(childrenEverCreated(stat), std::int64_t{1} << 30);
}

LOCKSCOPE_TEST(TestLockQueue)
#include "tst_lock_queue.moc"
