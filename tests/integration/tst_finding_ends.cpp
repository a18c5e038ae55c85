// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cluster_watch.h"
#include "peer.h"
#include "test_cluster.h"
#include "test_program.h"

#include <QStringList>

#include <memory>
#include <string>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

/// "ghost-holder by expiry": what is over, and how it ended.
QString endedIn(const ClusterAssessment& seen) {
    QStringList ended;
    for (const FindingEvent& event : *seen.events)
        if (event.finding.stage == FindingStage::Over)
            ended << QString::fromUtf8(findingKey(event.finding.kind)) + ' ' +
                         QString::fromUtf8(findingEndName(event.end));
    return ended.join(QStringLiteral(", "));
}

/// Null, and a failure, where it does not end like that.
ClusterWatch::Assessment awaitEnd(ClusterWatch& watch, const QString& end) {
    const auto seen = watch.await([&](const ClusterAssessment& it) { return endedIn(it) == end; });
    if (!seen) qWarning("wanted: %s", qPrintable(end));
    return seen;
}

bool queueUp(Peer& peer, const QString& path) {
    return peer.ask("acquire " + path) == "QUEUED " + path;
}

bool take(Peer& peer, const QString& path) {
    return queueUp(peer, path) && peer.hear() == "ACQUIRED " + path;
}

}  // namespace

/// How findings about real processes end: each end is told by what became of the client.
class TestFindingEnds : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void byExpiry();
    void byItself();
    void byAct();
    void deadlockThatEnds();
    void deadlockThatWasNone();

private:
    ClusterWatch::Plan plan() const {
        return {.connect = m_connect, .adminUrl = TestCluster::instance().server().adminUrl()};
    }
    /// A circle need not last for so long.
    ClusterWatch::Plan impatient() const {
        ClusterWatch::Plan soon = plan();
        soon.thresholds.circles = {.lasting = 1s, .outlasting = 1h};
        return soon;
    }
    /// Both have one lock and wait for the other's; `watch` has seen that it lasts.
    struct Deadlock {
        std::unique_ptr<Peer> first;
        std::unique_ptr<Peer> second;
    };
    Deadlock deadlock(ClusterWatch& watch);

    std::string m_connect;
};

void TestFindingEnds::init() {
    if (TestCluster::instance().server().adminUrl().empty())
        QSKIP("no AdminServer: libservlet-api-java is not installed");
    m_connect = TestCluster::instance().freshConnectString();
}

TestFindingEnds::Deadlock TestFindingEnds::deadlock(ClusterWatch& watch) {
    Deadlock made{Peer::lockcore(m_connect, 20s), Peer::lockcore(m_connect, 20s)};
    if (!made.first || !made.second || !take(*made.first, "/a") || !take(*made.second, "/b") ||
        !queueUp(*made.first, "/b") || !queueUp(*made.second, "/a"))
        return {};
    return watch.awaitFindings("warning possible-deadlock") ? std::move(made) : Deadlock{};
}

void TestFindingEnds::byExpiry() {
    const auto holder = Peer::lockcore(m_connect, 8s);
    const auto waiter = Peer::lockcore(m_connect, 20s);
    QVERIFY(holder && waiter);
    QVERIFY(take(*holder, "/lock") && queueUp(*waiter, "/lock"));
    ClusterWatch watch(plan());
    QVERIFY(watch.awaitFindings(""));
    holder->kill();
    QVERIFY(watch.awaitFindings("fault ghost-holder /lock"));
    QCOMPARE(waiter->hear(), "ACQUIRED /lock");
    const auto over = awaitEnd(watch, "ghost-holder by expiry");
    QVERIFY(over);
    QCOMPARE(over->events->size(), std::size_t(2));
    const FindingEvent& begun = over->events->at(0);
    const FindingEvent& ended = over->events->at(1);
    QCOMPARE(begun.finding.stage, FindingStage::Verified);
    QVERIFY(begun.number < ended.number && begun.atUnixMs <= ended.atUnixMs);
    QVERIFY(ended.finding.sinceUnixMs <= ended.finding.verifiedUnixMs);
    QVERIFY(ended.finding.verifiedUnixMs <= ended.atUnixMs);
    // What it did while it was there.
    QVERIFY(begun.finding.blocked);
    QCOMPARE(begun.finding.blocked->directly, std::size_t(1));
    QVERIFY(begun.finding.blocked->waited > 0ms);
}

/// The client that hung goes on.
void TestFindingEnds::byItself() {
    const auto holder = Peer::lockcore(m_connect, 16s);
    QVERIFY(holder && take(*holder, "/lock"));
    ClusterWatch watch(plan());
    QVERIFY(watch.awaitFindings(""));
    holder->freeze();
    const auto found = watch.awaitFindings("warning silent-holder /lock");
    holder->thaw();
    QVERIFY(found);
    QVERIFY(awaitEnd(watch, "silent-holder by itself"));
    QCOMPARE(holder->ask("release /lock"), "RELEASED /lock");
}

/// This program removes the contender of a client that was killed.
void TestFindingEnds::byAct() {
    const auto holder = Peer::lockcore(m_connect, 40s);
    const auto waiter = Peer::lockcore(m_connect, 20s);
    QVERIFY(holder && waiter);
    QVERIFY(take(*holder, "/lock") && queueUp(*waiter, "/lock"));
    ClusterWatch watch(plan());
    QVERIFY(watch.awaitFindings(""));
    holder->kill();
    const auto found = watch.awaitFindings("fault ghost-holder /lock");
    QVERIFY(found);
    watch.feed().removeContender("/lock", found->sample->locks.at(0)->rows.at(0).contender,
                                 [](const Result<void>&) {});
    QCOMPARE(waiter->hear(), "ACQUIRED /lock");
    QVERIFY(awaitEnd(watch, "ghost-holder by act"));
}

void TestFindingEnds::deadlockThatEnds() {
    ClusterWatch watch(impatient());
    auto [first, second] = deadlock(watch);
    QVERIFY(first && second);
    second.reset();
    QCOMPARE(first->hear(), "ACQUIRED /b");
    QVERIFY(awaitEnd(watch, "possible-deadlock by itself"));
}

/// One of its clients turns out to go on while it waits: it has threads.
void TestFindingEnds::deadlockThatWasNone() {
    ClusterWatch watch(impatient());
    const auto [first, second] = deadlock(watch);
    QVERIFY(first && second);
    QVERIFY(take(*first, "/c"));
    QVERIFY(awaitEnd(watch, "possible-deadlock withdrawn"));
    const auto still = watch.awaitFindings("information possible-deadlock");
    QVERIFY(still);
    QVERIFY(still->findings[0].isOfThreads);
}

LOCKSCOPE_TEST(TestFindingEnds)
#include "tst_finding_ends.moc"
