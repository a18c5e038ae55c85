// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "kept_past.h"
#include "peer.h"
#include "test_program.h"
#include "three_servers.h"

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

/// Names of their znodes only some clients tell.
std::string withoutNames(std::vector<PastTurn> turns) {
    for (PastTurn& turn : turns)
        turn.name.clear();
    return asLines(turns);
}

std::vector<std::string> childrenOf(LiveSession& session, const std::string& path) {
    const auto read = session.await<ChildList>(
        [&](Session& zookeeper, auto done) { zookeeper.children(path, {}, std::move(done)); });
    return read ? read->names : std::vector<std::string>();
}

bool awaitContenders(LiveSession& session, const std::string& path, std::size_t count) {
    return QTest::qWaitFor([&] { return childrenOf(session, path).size() == count; }, kServerPatienceMs);
}

QString pathWord(const std::string& path) {
    return QString::fromStdString(path);
}

}  // namespace

/// What three servers' own files tell of locks that clients of several libraries took.
class TestServerFilesPeers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void threeServersTellWhatTheirClientsDid();

private:
    void kazooTakesTurns(const std::string& lock);
    void curatorTakesTurns(const std::string& lock);
    void leaderIsLost(const std::string& lock);

    std::string m_connect;
    std::map<std::string, std::vector<ToldTurn>> m_told;  ///< by lock, without names
};

void TestServerFilesPeers::initTestCase() {
    for (const QString& problem : {Peer::kazooProblem(), Peer::curatorProblem()})
        if (!problem.isEmpty()) QSKIP(qPrintable(problem));
    m_connect = ensemble().connectString();
}

/// One releases, one is removed by somebody else, one ends its program.
void TestServerFilesPeers::kazooTakesTurns(const std::string& lock) {
    LiveSession watching(m_connect);
    auto first = Peer::kazoo(m_connect);
    auto second = Peer::kazoo(m_connect);
    auto third = Peer::kazoo(m_connect);
    QVERIFY(first && second && third);
    const SessionId ids[] = {first->session(), second->session(), third->session()};
    for (Peer* const peer : {first.get(), second.get(), third.get()})
        QCOMPARE(peer->ask("lock " + pathWord(lock)), "LOCK " + pathWord(lock));
    QCOMPARE(first->ask("acquire"), kAcquired);
    second->send("acquire");
    QVERIFY(awaitContenders(watching, lock, 2));
    third->send("acquire");
    QVERIFY(awaitContenders(watching, lock, 3));
    QCOMPARE(first->ask("release"), kReleased);
    QCOMPARE(second->hear(), kAcquired);
    const auto names = childrenOf(watching, lock);
    const auto held = std::ranges::min_element(
        names, {}, [](const std::string& name) { return name.substr(name.size() - 10); });
    QVERIFY(watching.await<void>(
        [&](Session& zookeeper, auto done) { zookeeper.remove(lock + '/' + *held, -1, std::move(done)); }));
    QCOMPARE(third->hear(), kAcquired);
    third.reset();  // whose program closes its session
    QVERIFY(awaitContenders(watching, lock, 0));
    m_told[lock] = {{{}, ids[0], PastEnd::DeletedByOwner, ids[0]},
                    {{}, ids[1], PastEnd::DeletedByOther, watching.id()},
                    {{}, ids[2], PastEnd::SessionClosed, ids[2]}};
}

/// The first one's process is killed while it holds.
void TestServerFilesPeers::curatorTakesTurns(const std::string& lock) {
    LiveSession watching(m_connect);
    const auto first = Peer::curator(m_connect, 4s);
    const auto second = Peer::curator(m_connect);
    const auto third = Peer::lockcore(m_connect, 20s, 200ms);
    QVERIFY(first && second && third);
    const SessionId ids[] = {first->session(), second->session(), third->session()};
    for (Peer* const peer : {first.get(), second.get()})
        QCOMPARE(peer->ask("mutex " + pathWord(lock)), "LOCK " + pathWord(lock));
    QCOMPARE(first->ask("acquire"), kAcquired);
    second->send("acquire");
    QVERIFY(awaitContenders(watching, lock, 2));
    QCOMPARE(third->ask("acquire " + pathWord(lock)), "QUEUED " + pathWord(lock));
    first->kill();
    QCOMPARE(second->hear(), kAcquired);
    QCOMPARE(second->ask("release"), kReleased);
    QCOMPARE(third->hear(), "ACQUIRED " + pathWord(lock));
    QCOMPARE(third->ask("release " + pathWord(lock)), "RELEASED " + pathWord(lock));
    QVERIFY(awaitContenders(watching, lock, 0));
    m_told[lock] = {{{}, ids[0], PastEnd::SessionExpired, ids[0]},
                    {{}, ids[1], PastEnd::DeletedByOwner, ids[1]},
                    {{}, ids[2], PastEnd::DeletedByOwner, ids[2]}};
}

/// One holds and another waits while a new leader is elected; the old one comes back later.
void TestServerFilesPeers::leaderIsLost(const std::string& lock) {
    LiveSession watching(m_connect);
    const auto first = Peer::lockcore(m_connect, 20s, 200ms);
    const auto second = Peer::lockcore(m_connect, 20s, 200ms);
    QVERIFY(first && second);
    const SessionId ids[] = {first->session(), second->session()};
    const QString path = pathWord(lock);
    QCOMPARE(first->ask("acquire " + path), "QUEUED " + path);
    QCOMPARE(first->hear(), "ACQUIRED " + path);
    QCOMPARE(second->ask("acquire " + path), "QUEUED " + path);
    const auto leader = ensemble().awaitLeader();
    QVERIFY(leader);
    ensemble().kill(*leader);
    QVERIFY(ensemble().awaitLeader());
    QCOMPARE(first->ask("release " + path), "RELEASED " + path);
    QCOMPARE(second->hear(), "ACQUIRED " + path);
    QVERIFY(ensemble().restart(*leader));
    QCOMPARE(second->ask("release " + path), "RELEASED " + path);
    QVERIFY(awaitContenders(watching, lock, 0));
    m_told[lock] = {{{}, ids[0], PastEnd::DeletedByOwner, ids[0]},
                    {{}, ids[1], PastEnd::DeletedByOwner, ids[1]}};
}

void TestServerFilesPeers::threeServersTellWhatTheirClientsDid() {
    kazooTakesTurns("/app/kazoo");
    if (QTest::currentTestFailed()) return;
    curatorTakesTurns("/app/curator");
    if (QTest::currentTestFailed()) return;
    leaderIsLost("/app/own");
    if (QTest::currentTestFailed()) return;

    std::vector<std::string> directories;
    for (std::size_t server = 0; server < ensemble().size(); ++server)
        directories.push_back(ensemble().directory(server) + "/data");
    KeptPast kept;
    const auto report = readServerFiles(directories, {}, kept);
    QVERIFY2(report, report ? "" : describe(report.error()).c_str());
    QVERIFY2(report->problems.empty(), report->problems.empty() ? "" : describe(report->problems[0]).c_str());
    QVERIFY(report->gaps.empty() && report->unknownTypes.empty());
    QCOMPARE(report->unreadable + report->contradictions, 0U);
    QVERIFY(report->duplicates > report->transactions);  // three have nearly all of them
    for (const auto& [lock, told] : m_told) {
        const auto turns = kept.of(lock);
        QCOMPARE(QString::fromStdString(withoutNames(turns)), QString::fromStdString(asLines(told)));
        const std::string problem = handoverProblem(turns);
        QVERIFY2(problem.empty(), problem.c_str());
    }
}

LOCKSCOPE_TEST(TestServerFilesPeers)
#include "tst_server_files_peers.moc"
