// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cluster_watch.h"
#include "peer.h"
#include "raw_client.h"
#include "test_cluster.h"
#include "test_program.h"

#include <set>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

/// What precedes the number in names of Curator's mutex; the same owner for the same number.
std::string mutexName(int owner) {
    return "_c_00000000-0000-0000-0000-00000000000" + std::to_string(owner) + "-lock-";
}

const Acl kNobodyReads{{permission::kCreate | permission::kDelete}};

}  // namespace

/// What is found about queues, on a real server with clients that do what no good client does. That a
/// directory's counter is near its end takes two thousand million creations and is tested with recorded facts
/// alone (tst_contender_findings, tst_cluster_survey); that a contender has a number near the end is tested
/// here.
class TestQueueFindings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void orphanContender();
    void contenderBehindItsOwnSession();
    void duplicateId();
    void persistentContender();
    void waiterThatWatchesNothing();
    void waiterThatWatchesTheWrongNode_data();
    void waiterThatWatchesTheWrongNode();
    void recursiveWatchMayTell();
    void watchesTheWrongOne();
    void herd();
    void longWait();
    void longWaitsForOneHost();
    void longQueue();
    void numbersNearTheEnd();
    void nameOrderIsNotCreationOrder();
    void forbiddenDirectory();
    void forbiddenContender();
    void emptyParents();
    void ownWatches();
    void manyEphemerals();
    void leadershipThatChangesOften();
    void mixedDialects();
    void kazooThatWaitsForCurator();
    void readerOfItsOwnWriter();
    void readerOfTheWriterBehindAnotherWriter();
    void readerBehindLaterWriter();

private:
    const LocalCluster& server() const { return TestCluster::instance().server(); }
    /// Watch tables are read seldom: each look is a new one, which remembers what those before found.
    ClusterWatch::Assessment lookUntil(const QString& findings, const Thresholds& thresholds = {});
    std::string m_connect;
};

void TestQueueFindings::init() {
    if (server().adminUrl().empty()) QSKIP("no AdminServer: libservlet-api-java is not installed");
    m_connect = TestCluster::instance().freshConnectString();
}

ClusterWatch::Assessment TestQueueFindings::lookUntil(const QString& findings, const Thresholds& thresholds) {
    ClusterWatch::Assessment seen;
    ClusterWatch::Plan plan{.connect = m_connect, .adminUrl = server().adminUrl(), .thresholds = thresholds};
    const auto look = [&] {
        ClusterWatch watch(plan);
        seen = watch.await([](const ClusterAssessment& it) {
            return !it.sample->locks.empty() && it.sample->servers.at(0).watched;
        });
        return !seen || textOf(seen->findings) == findings;
    };
    if (QTest::qWaitFor(look, 60'000)) return seen;
    QTest::qFail(qPrintable("found " + textOf(seen->findings)), __FILE__, __LINE__);
    return nullptr;
}

/// The answer to its first create was lost, and it queued up again.
void TestQueueFindings::orphanContender() {
    RawClient client(m_connect);
    const std::string lost = client.queue("/lock", mutexName(1));
    const std::string again = client.queue("/lock", mutexName(1));
    client.watch("/lock/" + lost);
    ClusterWatch watch(server(), m_connect);
    const auto found = watch.awaitFindings("fault orphan-contender /lock");
    QVERIFY(found);
    QCOMPARE(found->findings[0].contenders, (std::vector{lost, again}));
    QCOMPARE(found->findings[0].sessions, std::vector{client.id()});
    client.remove("/lock/" + lost);
    QVERIFY(watch.awaitFindings(""));
}

void TestQueueFindings::contenderBehindItsOwnSession() {
    RawClient client(m_connect);
    const std::string first = client.queue("/lock", mutexName(1));
    const std::string second = client.queue("/lock", mutexName(2));
    client.watch("/lock/" + first);
    Thresholds soon;
    soon.longWait = 100ms;
    ClusterWatch watch(server(), m_connect);
    const auto found = watch.awaitFindings("information self-wait /lock");
    QVERIFY(found);
    QCOMPARE(found->findings[0].contenders, (std::vector{first, second}));
    ClusterWatch impatient(server(), m_connect, soon);
    QVERIFY(impatient.awaitFindings("warning self-wait /lock, warning long-wait /lock"));
    client.remove("/lock/" + first);
    QVERIFY(watch.awaitFindings(""));
}

/// The first one holds nothing, so nobody is sure to wait for itself.
void TestQueueFindings::duplicateId() {
    RawClient holder(m_connect);
    RawClient client(m_connect);
    const std::string held = holder.queue("/lock", mutexName(1));
    const std::string first = client.queue("/lock", mutexName(2));
    const std::string second = client.queue("/lock", mutexName(2));
    client.watch("/lock/" + held);
    client.watch("/lock/" + first);
    ClusterWatch watch(server(), m_connect);
    const auto found = watch.awaitFindings("warning duplicate-id /lock");
    QVERIFY(found);
    QCOMPARE(found->findings[0].contenders, (std::vector{first, second}));
    client.remove("/lock/" + second);
    QVERIFY(watch.awaitFindings(""));
}

void TestQueueFindings::persistentContender() {
    RawClient forgetful(m_connect);
    RawClient client(m_connect);
    const std::string left = forgetful.create("/lock/" + mutexName(1), NodeKind::PersistentSequential);
    client.queue("/lock", mutexName(2));
    client.watch("/lock/" + left);
    ClusterWatch watch(server(), m_connect);
    const auto found = watch.awaitFindings("warning persistent-contender /lock");
    QVERIFY(found);
    QCOMPARE(found->findings[0].contenders, std::vector{left});
    QVERIFY(found->findings[0].sessions.empty());
    forgetful.remove("/lock/" + left);
    QVERIFY(watch.awaitFindings(""));
}

void TestQueueFindings::waiterThatWatchesNothing() {
    RawClient holder(m_connect);
    RawClient deaf(m_connect);
    RawClient last(m_connect);
    const std::string held = holder.queue("/lock", mutexName(1));
    const std::string silent = deaf.queue("/lock", mutexName(2));
    last.queue("/lock", mutexName(3));
    last.watch("/lock/" + silent);
    const auto found = lookUntil("warning no-watch /lock");
    QVERIFY(found);
    QCOMPARE(found->findings[0].contenders, std::vector{silent});
    QCOMPARE(found->findings[0].sessions, std::vector{deaf.id()});
    // A child watch is told by no server.
    deaf.watchChildren("/lock");
    QVERIFY(lookUntil("warning no-watch /lock"));
    deaf.watch("/lock/" + held);
    QVERIFY(lookUntil(""));
}

void TestQueueFindings::waiterThatWatchesTheWrongNode_data() {
    QTest::addColumn<int>("watched");
    QTest::addColumn<QString>("detail");
    QTest::newRow("one behind it") << 2 << "behind";
    QTest::newRow("itself") << 1 << "itself";
    QTest::newRow("no contender") << 3 << "stranger";
}

void TestQueueFindings::waiterThatWatchesTheWrongNode() {
    QFETCH(const int, watched);
    QFETCH(const QString, detail);
    RawClient holder(m_connect);
    RawClient second(m_connect);
    RawClient third(m_connect);
    const std::vector<std::string> children{
        holder.queue("/lock", mutexName(1)), second.queue("/lock", mutexName(2)),
        third.queue("/lock", mutexName(3)), holder.create("/lock/config", NodeKind::Persistent)};
    second.watch("/lock/" + children[static_cast<std::size_t>(watched)]);
    third.watch("/lock/" + children[1]);
    const auto found = lookUntil("warning wrong-watch " + detail + " /lock");
    QVERIFY(found);
    QCOMPARE(found->findings[0].contenders, std::vector{children[1]});
    QCOMPARE(found->findings[0].blocked->inAll, std::size_t(1));
    second.watch("/lock/" + children[0]);
    QVERIFY(lookUntil(""));
}

/// As a cache of Curator's does: what the server lists is the directory alone.
void TestQueueFindings::recursiveWatchMayTell() {
    if (const QString problem = Peer::curatorProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    RawClient holder(m_connect);
    holder.queue("/lock", mutexName(1));
    const auto waiter = Peer::curator(m_connect);
    QVERIFY(waiter);
    const QString queued = waiter->ask("queue /lock/" + QString::fromStdString(mutexName(2)));
    QVERIFY2(queued.startsWith("QUEUED /lock/"), qPrintable(queued));
    QVERIFY(lookUntil("warning no-watch /lock"));
    QCOMPARE(waiter->ask("recursive /lock"), "WATCHES /lock");
    const auto seen = lookUntil("");
    QVERIFY(seen);
    QCOMPARE(seen->chains.at(0).at(1).verdict, ChainVerdict::Directory);
}

/// It will wake up at a wrong moment, but wake up.
void TestQueueFindings::watchesTheWrongOne() {
    RawClient holder(m_connect);
    RawClient second(m_connect);
    RawClient third(m_connect);
    const std::string held = holder.queue("/lock", mutexName(1));
    second.queue("/lock", mutexName(2));
    second.watch("/lock/" + held);
    third.queue("/lock", mutexName(3));
    third.watch("/lock/" + held);
    const auto seen = lookUntil("");
    QVERIFY(seen);
    const auto chain =
        verifyChain(*seen->sample->locks.at(0), seen->sample->servers, parseConnectString(m_connect)->chroot);
    QCOMPARE(chain.at(1).verdict, ChainVerdict::Verified);
    QCOMPARE(chain.at(2).verdict, ChainVerdict::OtherTarget);
    QCOMPARE(chain.at(2).target, std::optional<std::size_t>(0));
}

void TestQueueFindings::herd() {
    Thresholds few;
    few.herd = 5;
    RawClient holder(m_connect);
    const std::string held = holder.queue("/lock", mutexName(0));
    std::vector<std::unique_ptr<RawClient>> waiters;
    for (int owner = 1; owner <= 5; ++owner) {
        waiters.push_back(std::make_unique<RawClient>(m_connect));
        waiters.back()->queue("/lock", mutexName(owner));
        waiters.back()->watch("/lock/" + held);
    }
    const auto found = lookUntil("warning herd /lock", few);
    QVERIFY(found);
    QCOMPARE(found->findings[0].contenders, std::vector{held});
    QCOMPARE(found->findings[0].count, std::optional<std::uint64_t>(5));
    holder.remove("/lock/" + held);
    // Only the server's counter remembers. That the waiters watch nothing now may be for a moment.
    const auto after = lookUntil("information herd delete", few);
    QVERIFY(after);
    QCOMPARE(after->findings[0].server, server().connectString());
    QVERIFY(after->findings[0].count >= 5u);
}

void TestQueueFindings::longWait() {
    RawClient holder(m_connect);
    RawClient waiter(m_connect);
    const std::string held = holder.queue("/lock", mutexName(1));
    const std::string waits = waiter.queue("/lock", mutexName(2));
    waiter.watch("/lock/" + held);
    Thresholds soon;
    soon.longWait = 2s;
    ClusterWatch watch(server(), m_connect, soon);
    const auto found = watch.awaitFindings("warning long-wait /lock");
    QVERIFY(found);
    QCOMPARE(found->findings[0].contenders, std::vector{waits});
    QVERIFY(found->findings[0].duration > soon.longWait && found->findings[0].duration < 60s);
    holder.remove("/lock/" + held);
    QVERIFY(watch.awaitFindings(""));
}

/// A client that does not give back any of its locks is one trouble, and not as many as it has locks.
void TestQueueFindings::longWaitsForOneHost() {
    constexpr std::size_t kLocks = 21;
    RawClient holder(m_connect);
    RawClient waiter(m_connect);
    for (std::size_t i = 0; i < kLocks; ++i) {
        const std::string path = "/lock" + std::to_string(i);
        const std::string held = holder.queue(path, mutexName(1));
        waiter.queue(path, mutexName(2));
        waiter.watch(path + '/' + held);
    }
    Thresholds soon;
    soon.longWait = 2s;
    ClusterWatch watch(server(), m_connect, soon);
    const auto found = watch.awaitFindings("warning long-wait");
    QVERIFY(found);
    QCOMPARE(found->findings[0].count, std::optional<std::uint64_t>(kLocks));
    QCOMPARE(found->findings[0].hosts, std::vector<std::string>{"127.0.0.1"});
    QVERIFY(found->findings[0].blocked);
    QCOMPARE(found->findings[0].blocked->directly, std::size_t(1));
}

void TestQueueFindings::longQueue() {
    std::vector<std::unique_ptr<RawClient>> clients;
    std::string before;
    for (int owner = 1; owner <= 4; ++owner) {
        clients.push_back(std::make_unique<RawClient>(m_connect));
        const std::string name = clients.back()->queue("/lock", mutexName(owner));
        if (!before.empty()) clients.back()->watch("/lock/" + before);
        before = name;
    }
    Thresholds few;
    few.longQueue = 2;
    ClusterWatch watch(server(), m_connect, few);
    const auto found = watch.awaitFindings("warning long-queue /lock");
    QVERIFY(found);
    QCOMPARE(found->findings[0].count, std::optional<std::uint64_t>(3));
    clients.pop_back();
    QVERIFY(watch.awaitFindings(""));
}

void TestQueueFindings::numbersNearTheEnd() {
    RawClient client(m_connect);
    RawClient other(m_connect);
    other.queue("/other", mutexName(3));
    const std::string name = client.put("/lock", mutexName(1) + "2147483000");
    ClusterWatch watch(server(), m_connect);
    const auto found = watch.awaitFindings("fault sequence-exhaustion /lock");
    QVERIFY(found);
    QCOMPARE(found->findings[0].count, std::optional<std::uint64_t>(646));
    client.remove("/lock/" + name);
    QVERIFY(watch.awaitFindings(""));
}

/// Names may be chosen by a client, too.
void TestQueueFindings::nameOrderIsNotCreationOrder() {
    RawClient first(m_connect);
    RawClient second(m_connect);
    const std::string holder = first.put("/lock", mutexName(1) + "0000000005");
    const std::string overtaker = second.put("/lock", mutexName(2) + "0000000003");
    ClusterWatch watch(server(), m_connect);
    // Whoever stood first has the lock, and watches nobody: nobody says that it is to be restarted.
    const auto found = watch.awaitFindings("fault order-mismatch holder-overtaken /lock");
    QVERIFY(found);
    QCOMPARE(found->findings[0].contenders, std::vector{holder});
    QCOMPARE(found->sample->locks.at(0)->rows.at(0).contender->name, overtaker);
    second.remove("/lock/" + overtaker);
    QVERIFY(watch.awaitFindings(""));
}

void TestQueueFindings::forbiddenDirectory() {
    RawClient client(m_connect);
    client.queue("/open", mutexName(2));
    client.create("/hidden", NodeKind::Persistent, {}, kNobodyReads);
    const std::string name = client.queue("/hidden", mutexName(1));
    ClusterWatch watch(server(), m_connect);
    const auto found = watch.awaitFindings("information unreadable /hidden");
    QVERIFY(found);
    QVERIFY(found->findings[0].contenders.empty());
    client.remove("/hidden/" + name);
    QVERIFY(watch.awaitFindings(""));
}

/// Its place is known nevertheless, its owner and its age where the server tells the Stat.
void TestQueueFindings::forbiddenContender() {
    RawClient client(m_connect);
    RawClient waiter(m_connect);
    const std::string name =
        client.create("/lock/" + mutexName(1), NodeKind::EphemeralSequential, {}, kNobodyReads);
    waiter.queue("/lock", mutexName(2));
    waiter.watchChildren("/lock");
    ClusterWatch watch(server(), m_connect);
    const auto found = watch.await([](const ClusterAssessment& seen) { return !seen.findings.empty(); });
    QVERIFY(found);
    QCOMPARE(found->findings.back().kind, FindingKind::Unreadable);
    const bool isOwnerKnown = !TestCluster::instance().statNeedsRead();
    QCOMPARE(found->findings.back().severity, Severity::Information);
    QCOMPARE(found->findings.back().contenders, std::vector{name});
    const std::vector<SessionId> owner{client.id()};
    // The dump tells it in any case.
    QCOMPARE(found->findings.back().sessions, owner);
    QCOMPARE(found->coverage->lacks(Aspect::Contenders), !isOwnerKnown);
    client.remove("/lock/" + name);
    QVERIFY(watch.awaitFindings(""));
}

void TestQueueFindings::emptyParents() {
    RawClient client(m_connect);
    const std::string held = client.queue("/locks/a", mutexName(1));
    for (const char* const path : {"/locks/b", "/locks/c"})
        client.create(path, NodeKind::Persistent);
    ClusterWatch::Plan plan{.connect = m_connect,
                            .adminUrl = server().adminUrl(),
                            .pinnedRoots = {"/locks/a", "/locks/b", "/locks/c"}};
    plan.thresholds.emptyParents = 3;
    ClusterWatch watch(plan);
    QVERIFY(watch.await([](const ClusterAssessment& seen) { return seen.sample->locks.size() == 3; }));
    QVERIFY(watch.awaitFindings(""));
    client.remove("/locks/a/" + held);
    const auto found = watch.awaitFindings("information empty-parents");
    QVERIFY(found);
    QCOMPARE(found->findings[0].count, std::optional<std::uint64_t>(3));
    client.remove("/locks/b");
    QVERIFY(watch.awaitFindings(""));
}

void TestQueueFindings::ownWatches() {
    RawClient client(m_connect);
    client.queue("/lock", mutexName(1));
    Thresholds few;
    few.ownWatches = 2;
    ClusterWatch watch(server(), m_connect, few);
    QVERIFY(watch.awaitFindings(""));
    watch.feed().observe({"/lock", "/y", "/z"});
    const auto found = watch.awaitFindings("warning watch-budget");
    QVERIFY(found);
    QVERIFY(found->findings[0].count >= 3u);
    watch.feed().observe({});
    QVERIFY(watch.awaitFindings(""));
}

void TestQueueFindings::manyEphemerals() {
    RawClient client(m_connect);
    RawClient other(m_connect);
    Thresholds few;
    few.ephemerals = 3;
    client.queue("/a", mutexName(1));
    client.queue("/b", mutexName(2));
    other.queue("/c", mutexName(3));
    ClusterWatch watch(server(), m_connect, few);
    QVERIFY(watch.await([](const ClusterAssessment& seen) { return seen.sample->locks.size() == 3; }));
    QVERIFY(watch.awaitFindings(""));
    const std::string third = client.queue("/d", mutexName(4));
    const auto found = watch.awaitFindings("warning many-ephemerals");
    QVERIFY(found);
    QCOMPARE(found->findings[0].sessions, std::vector{client.id()});
    QCOMPARE(found->findings[0].count, std::optional<std::uint64_t>(3));
    client.remove("/d/" + third);
    QVERIFY(watch.awaitFindings(""));
}

/// Nobody is left in between: each of kazoo's elections is won by the same candidate anew.
void TestQueueFindings::leadershipThatChangesOften() {
    if (const QString problem = Peer::kazooProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    const auto candidate = Peer::kazoo(m_connect);
    QVERIFY(candidate);
    ClusterWatch watch(server(), m_connect);
    std::set<std::string> leaders;
    for (int term = 0; term < 4; ++term) {
        QCOMPARE(textOf(term == 0 ? std::vector<Finding>() : watch.next()->findings), "");
        candidate->send("elect /app/election");
        QCOMPARE(candidate->hear(), "ELECTED");
        QVERIFY(watch.await([&](const ClusterAssessment& seen) {
            return !seen.sample->locks.empty() && seen.sample->locks[0]->counts().leaders == 1 &&
                   leaders.insert(seen.sample->locks[0]->rows.at(0).contender->name).second;
        }));
        if (term == 3) break;
        candidate->send("resign");
        const QStringList answers{candidate->hear(), candidate->hear()};
        QVERIFY2(answers.contains("OVER"), qPrintable(answers.join(' ')));
    }
    const auto found = watch.awaitFindings("warning leadership-changes /app/election");
    QVERIFY(found);
    QCOMPARE(found->findings[0].count, std::optional<std::uint64_t>(3));
}

void TestQueueFindings::mixedDialects() {
    RawClient curator(m_connect);
    RawClient kazoo(m_connect);
    const std::string first = curator.queue("/lock", mutexName(1));
    const std::string second = kazoo.queue("/lock", "ffffffffffffffffffffffffffffffff__lock__");
    ClusterWatch watch(server(), m_connect);
    // Inferred at first: who has just come may be about to watch.
    const auto found = watch.awaitFindings("fault mixed-dialects two-hold /lock");
    QVERIFY(found);
    QCOMPARE(found->findings[0].contenders, (std::vector{second, first}));
    QCOMPARE(found->sample->locks.at(0)->holders(), 2u);
    kazoo.remove("/lock/" + second);
    QVERIFY(watch.awaitFindings(""));
}

/// Which kazoo's client does when it is told of Curator's names. Curator's does not in turn: it holds at once
/// behind one of kazoo that holds.
void TestQueueFindings::kazooThatWaitsForCurator() {
    for (const QString& problem : {Peer::kazooProblem(), Peer::curatorProblem()})
        if (!problem.isEmpty()) QSKIP(qPrintable(problem));
    const auto curator = Peer::curator(m_connect);
    const auto kazoo = Peer::kazoo(m_connect);
    QVERIFY(curator && kazoo);
    curator->ask("mutex /lock");
    QCOMPARE(curator->ask("acquire"), "ACQUIRED");
    kazoo->ask("lock /lock -lock-");
    kazoo->send("acquire");
    const auto waits = lookUntil("information mixed-dialects one-way /lock");
    QVERIFY(waits);
    const LockQueue& queue = *waits->sample->locks.at(0);
    QCOMPARE(queue.holders(), 1u);
    QCOMPARE(queue.rows.at(1).role, Role::Waiter);
    QCOMPARE(queue.rows.at(1).predecessor, std::optional<std::size_t>(0));
    QCOMPARE(waits->chains.at(0).at(1).verdict, ChainVerdict::Verified);

    QCOMPARE(curator->ask("release"), "RELEASED");
    QCOMPARE(kazoo->hear(), "ACQUIRED");
    QCOMPARE(curator->ask("acquire"), "ACQUIRED");
    // Inferred at first: who has just come may be about to watch.
    ClusterWatch::Assessment passes;
    const auto isProven = [&] {
        passes = lookUntil("fault mixed-dialects two-hold /lock");
        return passes != nullptr;
    };
    QVERIFY(isProven());
    QCOMPARE(passes->sample->locks.at(0)->holders(), 2u);
}

/// Curator's downgrade: the reader watches nothing, and holds. Who comes behind it waits as for any writer.
void TestQueueFindings::readerOfItsOwnWriter() {
    if (const QString problem = Peer::curatorProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    const auto writer = Peer::curator(m_connect);
    const auto other = Peer::curator(m_connect);
    QVERIFY(writer && other);
    writer->ask("write /rw");
    QCOMPARE(writer->ask("acquire"), "ACQUIRED");
    writer->ask("read /rw");
    QCOMPARE(writer->ask("acquire"), "ACQUIRED");
    other->ask("write /rw");
    other->send("acquire");
    ClusterWatch watch(server(), m_connect);
    QVERIFY(watch.await([](const ClusterAssessment& it) {
        return !it.sample->locks.empty() && it.sample->locks[0]->waiters() == 1;
    }));
    const auto seen = lookUntil("");
    QVERIFY(seen);
    const LockQueue& queue = *seen->sample->locks.at(0);
    QCOMPARE(queue.holders(), 2u);
    QCOMPARE(queue.waiters(), 1u);
    QCOMPARE(seen->chains.at(0).at(2).verdict, ChainVerdict::Verified);
    QVERIFY(seen->waitFor.cycles.empty());
}

/// Curator itself, which before 5.5 lets the other writer in when the first one gives its write lock back.
/// From 5.5 on the reader stands at the place of its own write lock, and nothing is wrong.
void TestQueueFindings::readerOfTheWriterBehindAnotherWriter() {
    if (const QString problem = Peer::curatorProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    const auto writer = Peer::curator(m_connect);
    const auto other = Peer::curator(m_connect);
    QVERIFY(writer && other);
    writer->ask("write /rw");
    QCOMPARE(writer->ask("acquire"), "ACQUIRED");
    other->ask("write /rw");
    other->send("acquire");
    QVERIFY(lookUntil(""));
    ClusterWatch watch(server(), m_connect);
    QVERIFY(watch.await([](const ClusterAssessment& it) {
        return !it.sample->locks.empty() && it.sample->locks[0]->waiters() == 1;
    }));
    writer->ask("read /rw");
    QCOMPARE(writer->ask("acquire"), "ACQUIRED");
    if (writer->version() >= QVersionNumber(5, 5)) {
        QVERIFY(watch.await([](const ClusterAssessment& it) {
            return it.sample->locks[0]->holders() == 2 && it.sample->locks[0]->waiters() == 1;
        }));
        QVERIFY(lookUntil(""));
        return;
    }
    const auto found =
        lookUntil("fault dialect-bug CURATOR-621 /rw, warning no-watch /rw, information self-wait /rw");
    QVERIFY(found);
    QCOMPARE(found->findings[0].contenders, std::vector{found->sample->locks[0]->rows[2].contender->name});
    QCOMPARE(writer->ask("release"), "RELEASED");
    QVERIFY(lookUntil(""));
}

/// kazoo itself, before 2.9: reader and writer wait for each other for ever.
void TestQueueFindings::readerBehindLaterWriter() {
    if (const QString problem = Peer::kazooProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
    const auto holder = Peer::kazoo(m_connect);
    const auto reader = Peer::kazoo(m_connect);
    const auto writer = Peer::kazoo(m_connect);
    QVERIFY(holder && reader && writer);
    holder->ask("write /table");
    QCOMPARE(holder->ask("acquire"), "ACQUIRED");
    ClusterWatch watch(server(), m_connect);
    const auto queued = [](std::size_t waiters) {
        return [waiters](const ClusterAssessment& it) {
            return !it.sample->locks.empty() && it.sample->locks[0]->waiters() == waiters;
        };
    };
    reader->ask("read /table");
    reader->send("acquire");
    QVERIFY(watch.await(queued(1)));
    writer->ask("write /table");
    writer->send("acquire");
    QVERIFY(watch.await(queued(2)));
    QCOMPARE(holder->ask("release"), "RELEASED");
    if (holder->version() >= QVersionNumber(2, 9)) {
        QCOMPARE(reader->hear(), "ACQUIRED");
        QVERIFY(lookUntil(""));
        return;
    }
    const auto found = lookUntil("fault dialect-bug kazoo#649 /table");
    QVERIFY(found);
    QCOMPARE(found->findings[0].contenders, std::vector{found->sample->locks[0]->rows[0].contender->name});
    QVERIFY(reader->isSilent() && writer->isSilent());
    reader->kill();
    QCOMPARE(writer->hear(), "ACQUIRED");
    QVERIFY(lookUntil(""));
}

LOCKSCOPE_TEST(TestQueueFindings)
#include "tst_queue_findings.moc"
