// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "catalog.h"
#include "test_program.h"

using namespace lockcore;

namespace {

const QString kUuid = "3f1c1f0e-9d0a-4c3e-8a2b-0123456789ab";

std::vector<EphemeralNode> ephemeralsOf(const QStringList& paths) {
    std::vector<EphemeralNode> ephemerals;
    for (const QString& path : paths)
        ephemerals.push_back({SessionId{1}, path.toStdString()});
    return ephemerals;
}

QString shown(const std::vector<DiscoveredLock>& locks) {
    QStringList rows;
    for (const DiscoveredLock& lock : locks) {
        QString row =
            QString::fromStdString(lock.path) + ' ' + QString::fromUtf8(dialectInfo(lock.dialect).key.data());
        if (hasHolders(lock.kind)) row += QStringLiteral(" %1+%2").arg(lock.holders).arg(lock.waiters);
        if (lock.kind == DirectoryKind::Election)
            row += QStringLiteral(" election %1+%2").arg(lock.leaders).arg(lock.standbys);
        if (lock.members > 0) row += QStringLiteral(" members %1").arg(lock.members);
        rows << row;
    }
    return rows.join(", ");
}

}  // namespace

class TestCatalog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void locksAmongEphemerals_data();
    void locksAmongEphemerals();
    void marksCountForMore_data();
    void marksCountForMore();
    void lockDirectories_data();
    void lockDirectories();
    void whoMayWaitForAnotherLibraryIsInDoubt_data();
    void whoMayWaitForAnotherLibraryIsInDoubt();
    void namesGiveTheOrder();
    void queueOfUnreadContenders();
    void queueOfALockOfOneZnode();
    void unchangedLocksAreShared();
    void markedNodeIsNoDirectory();
};

void TestCatalog::locksAmongEphemerals_data() {
    QTest::addColumn<QStringList>("paths");
    QTest::addColumn<QString>("chroot");
    QTest::addColumn<QString>("expected");
    const QString hex = QString(32, 'a');
    const QStringList kazoo{"/app/lock/" + hex + "__lock__0000000001",
                            "/app/lock/" + hex + "__rlock__0000000002",
                            "/app/lock/" + hex + "__rlock__0000000003"};

    QTest::newRow("nothing") << QStringList{} << ""
                             << "";
    QTest::newRow("no sequence numbers: no lock") << QStringList{"/brokers/1", "/leader"} << ""
                                                  << "";
    QTest::newRow("a lock") << kazoo << ""
                            << "/app/lock kazoo 1+2";
    QTest::newRow("foreign ephemerals in it do not count") << kazoo + QStringList{"/app/lock/x"} << ""
                                                           << "/app/lock kazoo 1+2";
    QTest::newRow("by path") << QStringList{"/b/n_0000000001", "/a/n_0000000002"} << ""
                             << "/a zookeeper-election election 1+0, /b zookeeper-election election 1+0";
    QTest::newRow("in the root") << QStringList{"/n_0000000001"} << ""
                                 << "/ zookeeper-election election 1+0";
    QTest::newRow("the server's root is nobody's group") << QStringList{"/job-0000000001", "/" + hex} << ""
                                                         << "";
    QTest::newRow("… but a chroot may be one") << QStringList{"/app/job-0000000001"} << "/app"
                                               << "/ sequential members 1";
    QTest::newRow("32 digits may be anybody's")
        << QStringList{"/sem/" + hex, "/sem/" + QString(32, 'b')} << ""
        << "/sem hex-members members 2";
    QTest::newRow("leases of a kazoo semaphore, for which somebody waits")
        << QStringList{"/sem/" + hex, "/sem-__lock__/" + hex + "__lock__0000000001"} << ""
        << "/sem kazoo-semaphore 1+0, /sem-__lock__ kazoo 1+0";
    QTest::newRow("serversets, and Aurora's election beside one")
        << QStringList{"/aurora/member_0000000001", "/aurora/singleton_candidate_0000000000",
                       "/aurora/singleton_candidate_0000000002"}
        << ""
        << "/aurora aurora-election election 1+1 members 1";
    QTest::newRow("one lock for each ledger")
        << QStringList{"/ledgers/underreplication/locks/urL0000000001",
                       "/ledgers/underreplication/locks/urL0000000002"}
        << ""
        << "/ledgers/underreplication/locks/urL0000000001 bookkeeper-replication 1+0, "
           "/ledgers/underreplication/locks/urL0000000002 bookkeeper-replication 1+0";
    QTest::newRow("an election by its path") << QStringList{"/app/election/" + hex + "__lock__0000000001",
                                                            "/app/election/" + hex + "__lock__0000000002"}
                                             << ""
                                             << "/app/election kazoo-election election 1+1";
    QTest::newRow("HBase's locks by their path")
        << QStringList{"/hbase/table-lock/t1/read-0000000001", "/locks/a/read-0000000001"} << ""
        << "/hbase/table-lock/t1 hbase 1+0, /locks/a dotnet-read-write 1+0";
    QTest::newRow("active name node and resource manager")
        << QStringList{"/hadoop-ha/ns/ActiveStandbyElectorLock", "/yarn/rm/ActiveStandbyElectorLock"} << ""
        << "/hadoop-ha/ns/ActiveStandbyElectorLock hadoop-election election 1+0, "
           "/yarn/rm/ActiveStandbyElectorLock hadoop-election election 1+0";
    QTest::newRow("Patroni's leader beside its members")
        << QStringList{"/service/db/leader", "/service/db/members/pg1"} << ""
        << "/service/db/leader patroni-leader election 1+0";
    QTest::newRow("Kafka's controller beside its brokers")
        << QStringList{"/kafka/controller", "/kafka/brokers/ids/1001"} << "/kafka"
        << "/controller kafka-controller election 1+0";
    QTest::newRow("Canal") << QStringList{"/otter/canal/destinations/example/running"} << ""
                           << "/otter/canal/destinations/example/running canal-instance election 1+0";
    QTest::newRow("leases of a Curator semaphore")
        << QStringList{"/sem/leases/_c_" + kUuid + "-lease-0000000003"} << ""
        << "/sem/leases curator-semaphore 1+0";
    QTest::newRow("members of Curator's double barrier, before it is full")
        << QStringList{"/dbc/" + kUuid} << ""
        << "/dbc uuid-members members 1";
    QTest::newRow("… when it is") << QStringList{"/dbc/" + kUuid, "/dbc/ready"} << ""
                                  << "/dbc curator-double-barrier members 1";
    QTest::newRow("conventional names of single locks") << QStringList{"/controller", "/db/leader"} << ""
                                                        << "";
    QTest::newRow("relative to the chroot") << kazoo << "/app"
                                            << "/lock kazoo 1+2";
    QTest::newRow("the chroot itself is the lock") << kazoo << "/app/lock"
                                                   << "/ kazoo 1+2";
    QTest::newRow("outside of the chroot") << kazoo << "/other"
                                           << "";
    QTest::newRow("a sibling whose name begins like the chroot") << kazoo << "/ap"
                                                                 << "";
}

void TestCatalog::locksAmongEphemerals() {
    QFETCH(QStringList, paths);
    QFETCH(QString, chroot);
    QFETCH(QString, expected);
    QCOMPARE(shown(locksAmong(ephemeralsOf(paths), chroot.toStdString())), expected);
}

void TestCatalog::marksCountForMore_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("mark");  // key of a dialect
    QTest::addColumn<QString>("expected");
    const QString people = QStringLiteral("/people uuid-members members 1");
    const QString other = people + QStringLiteral(", ");
    const QString leader = QStringLiteral("/leader patroni-leader election 1+0, ") + other;
    const QString members = QStringLiteral("/people curator-double-barrier members 1, ");
    const QString queue = QStringLiteral("/queue sequential members 2");

    QTest::newRow("none") << ""
                          << "" << other + queue;
    QTest::newRow("not a lock") << "/queue"
                                << "no lock" << people;
    QTest::newRow("of a path above") << "/"
                                     << "no lock" << other + queue;
    QTest::newRow("paths are relative to the chroot") << "/app/queue"
                                                      << "no lock" << other + queue;
    QTest::newRow("a lock of nobody's") << "/queue"
                                        << "sequential" << other + "/queue sequential 1+1";
    QTest::newRow("a group") << "/queue"
                             << "members" << other + "/queue members members 2";
    QTest::newRow("a dialect") << "/queue"
                               << "zk-ruby" << other + "/queue zk-ruby 1+1";
    QTest::newRow("a dialect whose leases all hold")
        << "/queue"
        << "zk-ruby-semaphore" << other + "/queue zk-ruby-semaphore 2+0";
    QTest::newRow("what names don't tell") << "/people"
                                           << "curator-double-barrier" << members + queue;
    QTest::newRow("a lock of one znode") << "/leader"
                                         << "patroni-leader" << leader + queue;
    QTest::newRow("a lock of one znode that is not there") << "/gone"
                                                           << "patroni-leader" << other + queue;
}

void TestCatalog::marksCountForMore() {
    QFETCH(QString, path);
    QFETCH(QString, mark);
    QFETCH(QString, expected);
    LockMarks marks;
    if (mark == "no lock") marks.set(path.toStdString(), NotALock{});
    if (const auto dialect = dialectFromKey(mark.toStdString())) marks.set(path.toStdString(), *dialect);
    const auto ephemerals = ephemeralsOf(
        {"/app/queue/y-0000000001", "/app/queue/y-0000000002", "/app/people/" + kUuid, "/app/leader"});
    QCOMPARE(shown(locksAmong(ephemerals, "/app", marks)), expected);
}

void TestCatalog::lockDirectories_data() {
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<bool>("inAList");
    QTest::addColumn<bool>("inADump");
    const QString hex(32, 'a');
    QTest::newRow("none") << QStringList{} << false << false;
    QTest::newRow("words") << QStringList{"ready", "leases"} << false << false;
    QTest::newRow("one number suffices") << QStringList{"config", "x-0000000001"} << true << true;
    QTest::newRow("32 digits name much") << QStringList{hex} << false << true;
    QTest::newRow("… beside anything") << QStringList{hex, "ready"} << false << true;
    QTest::newRow("so do UUIDs") << QStringList{kUuid} << false << true;
    QTest::newRow("a barrier that is full") << QStringList{kUuid, "ready"} << true << true;
    QTest::newRow("a UUID that ends in ten digits")
        << QStringList{"3f1c1f0e-9d0a-4c3e-8a2b-ab0123456789"} << false << true;
}

void TestCatalog::lockDirectories() {
    QFETCH(QStringList, names);
    QFETCH(bool, inAList);
    QFETCH(bool, inADump);
    std::vector<std::string> all;
    for (const QString& name : names)
        all.push_back(name.toStdString());
    QCOMPARE(isLockDirectory("/a", listedChildren(all)), inAList);
    QCOMPARE(isLockDirectory("/a", listedChildren(all), Children::Ephemeral), inADump);
}

void TestCatalog::whoMayWaitForAnotherLibraryIsInDoubt_data() {
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<int>("inDoubt");
    const QString hex(32, 'a');
    const auto curator = [](const QString& marker, int number) {
        return "_c_" + kUuid + marker + QString::number(number).rightJustified(10, '0');
    };
    const auto kazoo = [&](int number) {
        return hex + "__lock__" + QString::number(number).rightJustified(10, '0');
    };
    QTest::newRow("one library") << QStringList{curator("-lock-", 1), curator("-lock-", 2)} << 0;
    QTest::newRow("kazoo behind Curator") << QStringList{curator("-lock-", 1), kazoo(2)} << 1;
    QTest::newRow("Curator behind kazoo") << QStringList{kazoo(1), curator("-lock-", 2)} << 1;
    QTest::newRow("two readers behind kazoo")
        << QStringList{kazoo(1), curator("-__READ__", 2), curator("-__READ__", 3)} << 2;
    QTest::newRow("who waits anyway")
        << QStringList{curator("-lock-", 1), kazoo(2), curator("-lock-", 3)} << 1;
    QTest::newRow("members stand in nobody's way")
        << QStringList{"job-0000000001", curator("-lock-", 2)} << 0;
}

void TestCatalog::whoMayWaitForAnotherLibraryIsInDoubt() {
    QFETCH(QStringList, names);
    QFETCH(int, inDoubt);
    QStringList paths;
    for (const QString& name : names)
        paths << "/a/" + name;
    const auto locks = locksAmong(ephemeralsOf(paths), "");
    QCOMPARE(locks.size(), 1u);
    QCOMPARE(int(locks[0].inDoubt), inDoubt);
}

void TestCatalog::namesGiveTheOrder() {
    const std::string hex(32, 'a');
    const std::vector<EphemeralNode> ephemerals{{SessionId{3}, "/lock/" + hex + "__lock__0000000003"},
                                                {SessionId{4}, "/lock/other"},
                                                {SessionId{1}, "/lock/" + hex + "__rlock__0000000001"},
                                                {SessionId{2}, "/lock/" + hex + "__rlock__0000000002"}};
    const auto locks = locksAmong(ephemerals, "");
    QCOMPARE(locks.size(), 1u);
    const NamedQueue& queue = *locks[0].queue;
    QCOMPARE(queue.size(), 4u);
    QCOMPARE(queue.at(0).name, std::string_view(ephemerals[2].path).substr(6));
    QCOMPARE(queue.at(0).role, Role::Holder);
    QCOMPARE(queue.at(0).session, SessionId{1});
    QVERIFY(!queue.at(0).predecessor);
    QCOMPARE(queue.at(1).role, Role::Holder);
    QCOMPARE(queue.at(2).role, Role::Waiter);
    QCOMPARE(queue.at(2).session, SessionId{3});
    QCOMPARE(queue.at(2).predecessor, std::optional<std::size_t>(1));
    QCOMPARE(queue.at(3).role, Role::Foreign);
    QCOMPARE(queue.at(3).name, std::string_view("other"));
}

void TestCatalog::queueOfUnreadContenders() {
    const auto locks = locksAmong(ephemeralsOf({"/a/y-0000000002", "/a/y-0000000001"}), "");
    const LockQueue queue = queueFromNames(locks.at(0), 1234);
    QCOMPARE(queue.path, std::string("/a"));
    QCOMPARE(queue.dialect, Dialect::Sequential);
    QCOMPARE(queue.freshness, Freshness::Named);
    QCOMPARE(ownerOf(queue.rows[0]), SessionId{1});
    QCOMPARE(queue.readAtUnixMs, 1234);
    QVERIFY(!queue.stat);
    QCOMPARE(queue.rows.size(), 2u);
    QCOMPARE(queue.rows[1].contender->name, std::string("y-0000000002"));
    QCOMPARE(queue.rows[1].contender->parsed.sequence, std::optional<std::int64_t>(2));
    QCOMPARE(queue.kind, DirectoryKind::Membership);
    QCOMPARE(queue.rows[1].role, Role::Member);
    QVERIFY(!queue.rows[1].predecessor);
    QVERIFY(!queue.rows[1].contender->stat);
    QVERIFY(queueFromNames({"/nobody", Dialect::KazooLock}, 0).rows.empty());
}

void TestCatalog::queueOfALockOfOneZnode() {
    LockMarks marks;
    marks.set("/db/leader", Dialect::PatroniLeader);
    const auto locks = locksAmong(ephemeralsOf({"/db/leader"}), "", marks);
    QCOMPARE(locks.size(), 1u);
    QCOMPARE(locks[0].queue->at(0).session, SessionId{1});
    const LockQueue queue = queueFromNames(locks[0], 0);
    QCOMPARE(queue.dialect, Dialect::PatroniLeader);
    QCOMPARE(queue.rows.size(), 1u);
    QCOMPARE(queue.kind, DirectoryKind::Election);
    QCOMPARE(queue.rows[0].role, Role::Leader);
    QCOMPARE(contenderPath(queue.path, *queue.rows[0].contender), std::string("/db/leader"));
}

void TestCatalog::unchangedLocksAreShared() {
    auto ephemerals = ephemeralsOf({"/a/y-0000000001", "/b/y-0000000001"});
    const auto first = locksAmong(ephemerals, "");
    ephemerals[1].session = SessionId{2};
    const auto second = locksAmong(ephemerals, "", {}, first);
    QCOMPARE(second.size(), 2u);
    QCOMPARE(second[0].queue, first[0].queue);
    QVERIFY(second[1].queue != first[1].queue);
    QCOMPARE(second[1].queue->at(0).session, SessionId{2});

    LockMarks marks;
    marks.set("/a", Dialect::ZkRubySemaphore);
    QCOMPARE(locksAmong(ephemerals, "", marks, second).at(0).dialect, Dialect::ZkRubySemaphore);
}

void TestCatalog::markedNodeIsNoDirectory() {
    LockMarks marks;
    marks.set("/a", Dialect::ClickHouseLock);
    QCOMPARE(shown(locksAmong(ephemeralsOf({"/a/y-0000000001"}), "", marks)), QString());
}

LOCKSCOPE_TEST(TestCatalog)
#include "tst_catalog.moc"
