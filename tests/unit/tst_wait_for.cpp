// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "sample_builder.h"
#include "test_program.h"

#include <lockcore/observe/wait_for.h>

using namespace lockcore;

namespace {

QString idOf(const WaitForGraph& graph, std::size_t session) {
    return QString::number(raw(graph.sessions.at(session)));
}

/// "2>1/a 3>2/a": who waits for whom in which lock.
QString edgesOf(const ClusterSample& sample, const WaitForGraph& graph) {
    QStringList words;
    for (const WaitEdge& edge : graph.edges) {
        words << idOf(graph, edge.waiter) + '>' + idOf(graph, edge.blocker) +
                     QString::fromStdString(sample.locks[edge.lock]->path);
    }
    return words.join(' ');
}

/// "1: 2 3 root": directly and in all blocked by session 1; nothing of those that block nobody.
QString blockingOf(const WaitForGraph& graph) {
    QStringList words;
    for (std::size_t session = 0; session < graph.sessions.size(); ++session) {
        const Blocking& blocking = graph.blocking[session];
        if (blocking.directly == 0 && blocking.inAll == 0 && !blocking.isRoot) continue;
        words << QStringLiteral("%1: %2 %3")
                         .arg(idOf(graph, session))
                         .arg(blocking.directly)
                         .arg(blocking.inAll) +
                     (blocking.isRoot ? " root" : "") + (blocking.inAllIsExact ? "" : " at least");
    }
    return words.join(", ");
}

/// "1 2; 3 4": the sessions of each cycle, each waiting for the next one.
QString cyclesOf(const WaitForGraph& graph) {
    QStringList cycles;
    for (const WaitCycle& all : graph.cycles) {
        const auto& cycle = all.edges;
        QStringList sessions;
        for (std::size_t i = 0; i < cycle.size(); ++i) {
            const WaitEdge& edge = graph.edges[cycle[i]];
            if (edge.blocker != graph.edges[cycle[(i + 1) % cycle.size()]].waiter) return "broken";
            sessions << idOf(graph, edge.waiter);
        }
        cycles << sessions.join(' ');
    }
    return cycles.join("; ");
}

}  // namespace

class TestWaitFor : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void edges_data();
    void edges();
    void unknownOwnersHaveNoEdges();
    void blocking_data();
    void blocking();
    void cycles_data();
    void cycles();
    void sameSampleSameGraph();
    void cycleOfThirtyThousandSessions();
    void thirtyThousandWaitersInOneQueue();
    void manySharedLocksInOneQueue();
};

void TestWaitFor::edges_data() {
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("expected");
    QTest::newRow("mutex is a chain") << "M1@1 M2@2 M3@3"
                                      << "2>1/a 3>2/a";
    QTest::newRow("behind itself") << "M1@1 M2@1"
                                   << "1>1/a";
    QTest::newRow("writer waits for all readers before it") << "r1@1 r2@2 r3@3 k4@4"
                                                            << "4>3/a 4>2/a 4>1/a";
    QTest::newRow("back to the writer before them") << "k1@1 r2@2 r3@3 k4@4"
                                                    << "2>1/a 3>1/a 4>3/a 4>2/a";
    QTest::newRow("not past that writer") << "r1@1 k2@2 r3@3 k4@4"
                                          << "2>1/a 3>2/a 4>3/a";
    QTest::newRow("only the first writer behind them") << "r1@1 r2@2 k3@3 k4@4"
                                                       << "3>2/a 3>1/a 4>3/a";
    QTest::newRow("readers of another library don't count") << "R1@1 r2@2 R3@3 W4@4"
                                                            << "4>3/a 4>1/a";
    QTest::newRow("and a later one for its own reader") << "r1@1 r2@2 k3@3 k4@1"
                                                        << "3>2/a 3>1/a 1>3/a 1>1/a";
    QTest::newRow("readers wait for the writer alone") << "r1@1 k2@2 r3@3"
                                                       << "2>1/a 3>2/a";
}

void TestWaitFor::edges() {
    QFETCH(QString, words);
    const auto sample = SampleBuilder().lock("/a", words.toStdString()).sample();
    QTEST(edgesOf(sample, waitForGraph(sample)), "expected");
}

void TestWaitFor::unknownOwnersHaveNoEdges() {
    const auto sample = SampleBuilder().lock("/a", "M1 M2@2 M3@0 M4@4 M5@5").sample();
    const auto graph = waitForGraph(sample);
    QCOMPARE(graph.sessions, (std::vector{SessionId{2}, SessionId{4}, SessionId{5}}));
    QCOMPARE(edgesOf(sample, graph), "5>4/a");
}

void TestWaitFor::blocking_data() {
    QTest::addColumn<QStringList>("locks");
    QTest::addColumn<QString>("expected");
    QTest::newRow("nobody waits") << QStringList{"M1@1", "M1@2"} << "";
    QTest::newRow("chain") << QStringList{"M1@1 M2@2 M3@3"} << "1: 1 2 root, 2: 1 1";
    QTest::newRow("itself does not count") << QStringList{"M1@1 M2@1 M3@2"} << "1: 1 1 root";
    QTest::newRow("two locks") << QStringList{"M1@1 M2@2", "M1@1 M2@3 M3@4"} << "1: 2 3 root, 3: 1 1";
    QTest::newRow("over locks") << QStringList{"M1@1 M2@2", "M1@2 M2@3"} << "1: 1 2 root, 2: 1 1";
    QTest::newRow("each reader blocks all behind")
        << QStringList{"r1@1 r2@2 k3@3 k4@4"} << "1: 1 2 root, 2: 1 2 root, 3: 1 1";
    QTest::newRow("those behind a group count once")
        << QStringList{"k1@1 r2@2 r3@3 r4@4 k5@5 k6@6"} << "1: 3 5 root, 2: 1 2, 3: 1 2, 4: 1 2, 5: 1 1";
    QTest::newRow("a session that waits twice")
        << QStringList{"M1@1 M2@3", "M1@2 M2@3"} << "1: 1 1 root, 2: 1 1 root";
    QTest::newRow("cycle with others behind it")
        << QStringList{"M1@1 M2@2", "M1@2 M2@1 M3@3"} << "1: 2 2, 2: 1 2";
}

void TestWaitFor::blocking() {
    QFETCH(QStringList, locks);
    SampleBuilder builder;
    for (int i = 0; i < locks.size(); ++i)
        builder.lock("/" + std::to_string(i), locks[i].toStdString());
    QTEST(blockingOf(waitForGraph(builder.sample())), "expected");
}

void TestWaitFor::cycles_data() {
    QTest::addColumn<QStringList>("locks");
    QTest::addColumn<QString>("expected");
    QTest::newRow("none") << QStringList{"M1@1 M2@2", "M1@1 M2@2"} << "";
    QTest::newRow("two sessions") << QStringList{"M1@1 M2@2", "M1@2 M2@1"} << "1 2";
    QTest::newRow("three sessions") << QStringList{"M1@7 M2@5", "M1@5 M2@6", "M1@6 M2@7"} << "5 7 6";
    QTest::newRow("begins at the lowest") << QStringList{"M1@3 M2@9", "M1@9 M2@3"} << "3 9";
    QTest::newRow("two knots") << QStringList{"M1@1 M2@2", "M1@2 M2@1", "M1@3 M2@4", "M1@4 M2@3"}
                               << "1 2; 3 4";
    QTest::newRow("past others in the queue") << QStringList{"M1@1 M2@3 M3@2", "M1@2 M2@1"} << "1 2 3";
    QTest::newRow("reader group") << QStringList{"r1@1 r2@2 k3@3", "M1@3 M2@1"} << "1 3";
    QTest::newRow("who hangs on it is no part") << QStringList{"M1@1 M2@2 M3@4", "M1@2 M2@1 M3@5"} << "1 2";
    QTest::newRow("the shorter way") << QStringList{"M1@1 M2@2", "M1@2 M2@3", "M1@3 M2@1", "M1@2 M2@1"}
                                     << "1 2";
    // Threads of two clients that take turns.
    QTest::newRow("one lock only") << QStringList{"M1@1 M2@2 M3@1 M4@2"} << "";
    QTest::newRow("one lock only, with others") << QStringList{"M1@1 M2@2 M3@1", "M1@1 M2@3"} << "";
    QTest::newRow("a session with itself") << QStringList{"M1@1 M2@1", "M1@1 M2@1"} << "";
    QTest::newRow("itself, with others between") << QStringList{"M1@1 M2@2 M3@1", "M1@1 M2@3 M3@1"} << "";
    QTest::newRow("only queues, holds nothing") << QStringList{"M1@9 M2@1 M3@2", "M1@8 M2@2 M3@1"} << "";
    // A reader that wants to write waits for all readers, itself too.
    QTest::newRow("two upgrades in one lock") << QStringList{"r1@1 r2@2 k3@1 k4@2"} << "1 2";
    QTest::newRow("in the other order") << QStringList{"r1@2 r2@1 k3@1 k4@2"} << "1 2";
    QTest::newRow("upgrade of one") << QStringList{"R1@1 W2@1"} << "1";
    QTest::newRow("behind another's reader") << QStringList{"R1@1 R2@2 W3@2"} << "2";
    QTest::newRow("in front of another's reader") << QStringList{"R1@1 R2@2 W3@1"} << "1";
    QTest::newRow("behind another's writer") << QStringList{"r1@1 k2@2 k3@1"} << "1 2";
    QTest::newRow("upgrade in a circle of two locks") << QStringList{"r1@1 k2@2", "M1@2 M2@1"} << "1 2";
    // Threads of one client may read while others of it wait to.
    QTest::newRow("reads again") << QStringList{"r1@1 k2@2 r3@1"} << "";
    QTest::newRow("writes, then reads") << QStringList{"W1@1 R2@1"} << "";
    QTest::newRow("behind itself on the way")
        << QStringList{"M1@1 M2@2", "M1@2 M2@1 M3@1", "M1@1 M2@1"} << "1 2";
}

void TestWaitFor::cycles() {
    QFETCH(QStringList, locks);
    SampleBuilder builder;
    for (int i = 0; i < locks.size(); ++i)
        builder.lock("/" + std::to_string(i), locks[i].toStdString());
    QTEST(cyclesOf(waitForGraph(builder.sample())), "expected");
}

void TestWaitFor::sameSampleSameGraph() {
    const auto sample = SampleBuilder()
                            .lock("/a", "k1@1 r2@2 r3@3 k4@4")
                            .lock("/b", "M1@4 M2@1 M3@2")
                            .lock("/c", "M1@3 M2@4")
                            .sample();
    const auto once = waitForGraph(sample);
    const auto again = waitForGraph(sample);
    QCOMPARE(edgesOf(sample, again), edgesOf(sample, once));
    QCOMPARE(cyclesOf(again), cyclesOf(once));
    QCOMPARE(blockingOf(again), blockingOf(once));
}

void TestWaitFor::cycleOfThirtyThousandSessions() {
    constexpr int kCount = kIsSanitized ? 3'000 : 30'000;
    SampleBuilder builder;
    for (int i = 0; i < kCount; ++i) {
        builder.lock("/" + std::to_string(i),
                     "M1@" + std::to_string(i + 1) + " M2@" + std::to_string((i + 1) % kCount + 1));
    }
    const auto graph = waitForGraph(builder.sample());
    QCOMPARE(graph.cycles.size(), 1u);
    QCOMPARE(graph.cycles[0].edges.size(), std::size_t(kCount));
    QCOMPARE(graph.blocking[7].inAll, std::size_t(kCount - 1));
    QVERIFY(!graph.blocking[7].isRoot);
}

void TestWaitFor::thirtyThousandWaitersInOneQueue() {
    constexpr int kCount = kIsSanitized ? 3'000 : 30'000;
    std::string words;
    for (int i = 0; i < kCount; ++i)
        words += 'M' + std::to_string(i) + '@' + std::to_string(i + 1) + ' ';
    const auto graph = waitForGraph(SampleBuilder().lock("/a", words).sample());
    QCOMPARE(graph.edges.size(), std::size_t(kCount - 1));
    QCOMPARE(graph.blocking[0].inAll, std::size_t(kCount - 1));
    QCOMPARE(graph.blocking[1'200].inAll, std::size_t(kCount - 1 - 1'200));
    QVERIFY(graph.blocking[0].isRoot);
    QVERIFY(graph.cycles.empty());
}

// Two readers and a writer in turns: each group behind each other group, which can't be counted one by one.
void TestWaitFor::manySharedLocksInOneQueue() {
    constexpr std::size_t kCount = kIsSanitized ? 3'000 : 30'000;
    std::string words;
    for (std::size_t i = 0; i < kCount; ++i)
        words += (i % 3 == 0 ? 'k' : 'r') + std::to_string(i) + '@' + std::to_string(i + 1) + ' ';
    const auto graph = waitForGraph(SampleBuilder().lock("/a", words).sample());
    QCOMPARE(graph.blocking[0].inAll, kCount - 1);
    QVERIFY(graph.blocking[0].inAllIsExact);
    for (std::size_t session = 0; session + 3 < kCount; session += 3) {
        const Blocking& blocking = graph.blocking[session];
        const std::size_t behind = kCount - 1 - session;
        QVERIFY(blocking.inAll <= behind && blocking.inAll >= blocking.directly);
        QVERIFY(!blocking.inAllIsExact || blocking.inAll == behind);
    }
}

LOCKSCOPE_TEST(TestWaitFor)
#include "tst_wait_for.moc"
