// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "cluster_under_test.h"

#include "fake_zookeeper.h"
#include "live_session.h"
#include "manual_loop.h"
#include "test_cluster.h"

#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

class SimulatedSession final : public SessionUnderTest {
public:
    SimulatedSession(FakeZooKeeper& cluster, ManualLoop& loop)
        : m_cluster(cluster), m_loop(loop), m_session(cluster.open()) {}
    ~SimulatedSession() override { close(); }

    ZooKeeper& zookeeper() override { return *m_session; }
    void onLoop(std::function<void()> task) override { task(); }
    void runUntil(const std::function<bool()>& isReady) override {
        m_loop.runReady();
        QVERIFY(isReady());
    }
    void close() override {
        m_session->close();
        m_loop.runReady();
    }
    void sleepThroughTimeout(const std::function<bool()>& isEnded) override {
        m_cluster.expire(m_session->status().session);
        QVERIFY(isEnded());
    }

private:
    FakeZooKeeper& m_cluster;
    ManualLoop& m_loop;
    std::shared_ptr<FakeSession> m_session;
};

class SimulatedCluster final : public ClusterUnderTest {
public:
    explicit SimulatedCluster(bool statNeedsRead) { m_cluster.setStatNeedsRead(statNeedsRead); }
    std::unique_ptr<SessionUnderTest> open() override {
        return std::make_unique<SimulatedSession>(m_cluster, m_loop);
    }

private:
    ManualLoop m_loop;
    FakeZooKeeper m_cluster{m_loop};
};

class RealSession final : public SessionUnderTest {
public:
    explicit RealSession(SessionOptions options) : m_live(std::move(options)) {}

    ZooKeeper& zookeeper() override { return *m_live.session(); }
    void onLoop(std::function<void()> task) override { m_live.onLoop(std::move(task)); }
    void runUntil(const std::function<bool()>& isReady) override {
        QTRY_VERIFY_WITH_TIMEOUT(isReady(), 30'000);
    }
    void close() override { m_live.session()->closeAndWait(); }
    void sleepThroughTimeout(const std::function<bool()>& isEnded) override {
        std::promise<void> awake;
        m_live.loop().post([sleep = awake.get_future().share()] { sleep.wait(); });
        [&] { QTRY_VERIFY_WITH_TIMEOUT(isEnded(), 30'000); }();
        awake.set_value();
    }

private:
    LiveSession m_live;
};

class RealCluster final : public ClusterUnderTest {
public:
    explicit RealCluster(bool byLink) : m_byLink(byLink) {}
    std::unique_ptr<SessionUnderTest> open() override {
        SessionOptions options{m_connectString, 1s};
        options.link = m_byLink;
        return std::make_unique<RealSession>(std::move(options));
    }

private:
    const bool m_byLink;
    const std::string m_connectString = TestCluster::instance().freshConnectString();
};

}  // namespace

std::unique_ptr<ClusterUnderTest> ClusterUnderTest::simulated(bool statNeedsRead) {
    return std::make_unique<SimulatedCluster>(statNeedsRead);
}

std::unique_ptr<ClusterUnderTest> ClusterUnderTest::real(bool byLink) {
    return std::make_unique<RealCluster>(byLink);
}
