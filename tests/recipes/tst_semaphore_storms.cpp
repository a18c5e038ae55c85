// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "semaphore_world.h"
#include "test_program.h"

#include <random>

using namespace lockcore;

/// Many clients at one semaphore in memory, in orders that a seed chooses.
class SemaphoreStormsTest : public QObject {
    Q_OBJECT

    std::unique_ptr<SemaphoreWorld> m_world;

    ManualLoop& loop() { return m_world->loop; }

private Q_SLOTS:
    void init() { m_world = std::make_unique<SemaphoreWorld>(); }
    void cleanup() {
        QCOMPARE(m_world->end(), std::string());
        m_world.reset();
    }

    /// kazoo #213, #429: whatever a storm of tries does, no more leases than there are, and nothing left
    /// behind.
    void tryStormNeverExceeds() {
        std::vector<Semaphore> semaphores;
        for (int i = 0; i < 5; ++i)
            semaphores.emplace_back(m_world->open(), SemaphoreWorld::kPath, 2);
        std::vector<std::shared_ptr<SemaphoreWorld::Acquired>> tries;
        for (int round = 0; round < 40; ++round) {
            for (auto& each : semaphores) {
                auto acquired = std::make_shared<SemaphoreWorld::Acquired>();
                each.tryAcquireAsync(1 + round % 2,
                                     [acquired](auto result) { acquired->result = std::move(result); });
                tries.push_back(acquired);
            }
            for (int step = 0; step < 1 + round % 7; ++step)
                loop().runOne();
            std::size_t owned = 0;
            for (const auto& each : tries)
                owned += each->isGranted() ? each->leases().size() : 0;
            QVERIFY(owned <= 2);
            if (round % 3 == 0) std::erase_if(tries, [](const auto& each) { return each->isSettled(); });
        }
        loop().runReady();
        tries.clear();
        loop().runReady();
        QCOMPARE(m_world->leases() + m_world->queued(), std::size_t{0});
        QVERIFY(m_world->tryAcquire(semaphores.front(), 2)->isGranted());
    }

    /// Seeded storms: never more owned than there are, whoever dies or loses its connection, and nothing
    /// left.
    void stormsNeverExceed_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 0; seed < 50; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }
    void stormsNeverExceed();
};

void SemaphoreStormsTest::stormsNeverExceed() {
    QFETCH(const unsigned, seed);
    constexpr int kMax = 4;
    constexpr std::size_t kClients = 4;
    std::mt19937 random(seed);
    const auto upTo = [&](unsigned limit) { return random() % limit; };
    struct Client {
        std::shared_ptr<FakeSession> session;
        std::unique_ptr<Semaphore> semaphore;
        std::shared_ptr<SemaphoreWorld::Acquired> acquired = {};
    };
    const auto open = [&] {
        auto session = m_world->open();
        session->setStepped(true);
        return Client{session, std::make_unique<Semaphore>(session, SemaphoreWorld::kPath, kMax)};
    };
    std::vector<Client> clients;
    for (std::size_t i = 0; i < kClients; ++i)
        clients.push_back(open());
    for (int round = 0; round < 1000; ++round) {
        auto& client = clients[upTo(kClients)];
        const auto action = upTo(200);
        if (!client.acquired && action < 40) {
            client.acquired = m_world->start(*client.semaphore, 1 + static_cast<int>(upTo(kMax)));
        } else if (client.acquired && client.acquired->isGranted() && action < 40) {
            client.acquired->leases().pop_back();
            if (client.acquired->leases().empty()) client.acquired.reset();
        } else if (client.acquired && client.acquired->isSettled() && !client.acquired->isGranted()) {
            client.acquired.reset();
        } else if (client.acquired && action < 42) {
            client.acquired->request.cancel();
        } else if (action < 46) {
            client.session->disconnect();
        } else if (action < 60) {
            client.session->reconnect();
        } else if (action == 60) {
            client.session->expire();
            loop().runReady();
            client = open();
        }
        if (upTo(2) == 0) client.session->applyNext();
        if (upTo(2) == 0) client.session->deliverNext();
        loop().runReady();
        int owned = 0;
        for (const auto& each : clients) {
            if (each.acquired && each.acquired->isGranted())
                owned += static_cast<int>(each.acquired->leases().size());
        }
        QVERIFY2(owned <= kMax, std::to_string(round).c_str());
    }
    // Whoever still waits gets its turn once the others give back and every connection is up.
    for (std::size_t turn = 0; turn < 2 * kClients; ++turn) {
        for (auto& client : clients) {
            client.session->reconnect();
            m_world->finish(*client.session);
            if (client.acquired && client.acquired->isSettled()) client.acquired.reset();
        }
    }
    loop().runReady();
    for (const auto& client : clients)
        QVERIFY(!client.acquired);
    QCOMPARE(m_world->leases() + m_world->queued(), std::size_t{0});
    Semaphore fresh(m_world->open(), SemaphoreWorld::kPath, kMax);
    QVERIFY(m_world->acquire(fresh, kMax)->isGranted());
}

LOCKSCOPE_TEST(SemaphoreStormsTest)
#include "tst_semaphore_storms.moc"
