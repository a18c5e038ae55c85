// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "fake_zookeeper.h"
#include "manual_loop.h"
#include "test_program.h"

#include "catalog.h"
#include "observed_lock.h"

#include <lockcore/observe/queue_collection.h>

using namespace lockcore;
using namespace std::chrono_literals;
using Op = FakeSession::Op;

namespace {

const std::string kChild = "_c_11111111-1111-4111-8111-111111111111-lock-";

}  // namespace

/// What a reading gives when the cluster does not hold still, or does not let itself be read.
class QueueCollectionTest : public QObject {
    Q_OBJECT

    std::unique_ptr<ManualLoop> m_loop;
    std::unique_ptr<FakeZooKeeper> m_server;
    std::shared_ptr<FakeSession> m_session;
    std::shared_ptr<QueueCollection> m_collection;
    std::optional<LockQueues> m_read;

    std::string contend(const std::string& path, std::int64_t session) {
        m_server->createPath(path);
        return m_server->create(path + "/" + kChild, "", NodeKind::EphemeralSequential, SessionId{session})
            ->path;
    }
    /// What a dump would tell now.
    std::shared_ptr<const LockCatalog> listed(
        const std::vector<std::pair<std::string, std::int64_t>>& nodes) {
        std::vector<EphemeralNode> ephemerals;
        for (const auto& [path, session] : nodes)
            ephemerals.push_back({SessionId{session}, path});
        auto catalog = std::make_shared<LockCatalog>();
        catalog->locks = locksAmong(ephemerals, "");
        catalog->readAtUnixMs = 1234;
        return catalog;
    }
    void read(const std::set<std::string>& paths, QueueCollection::Options options = {}) {
        m_read.reset();
        m_collection = QueueCollection::start(
            m_session, paths, [this](LockQueues queues) { m_read = std::move(queues); }, std::move(options));
    }
    /// One request reaches the server, and is answered.
    bool step() {
        m_loop->runReady();
        const bool done = m_session->applyNext() || m_session->deliverNext();
        m_loop->runReady();
        return done;
    }
    const LockQueue& only() const { return *m_read->at(0); }

private Q_SLOTS:
    void init() {
        m_loop = std::make_unique<ManualLoop>();
        m_server = std::make_unique<FakeZooKeeper>(*m_loop);
        m_session = m_server->open();
    }
    void cleanup() {
        if (m_collection) m_collection->finish();
        m_collection.reset();
        QCOMPARE(m_session->watchCount(), std::size_t{0});
        m_session->close();
        m_loop->runReady();
        m_server.reset();
    }

    void tellsNamesFirst() {
        contend("/a", 1);
        contend("/a", 2);
        LockQueues told;
        read({"/a"}, {.each = [&](auto queue) { told.push_back(std::move(queue)); }, .namesFirst = true});
        m_loop->runReady();
        QCOMPARE(told.size(), 2u);
        QCOMPARE(told.front()->rows.size(), 2u);
        QVERIFY(!isComplete(*told.front()));
        QVERIFY(isComplete(*told.back()));
        QCOMPARE(m_read->size(), 1u);
        QCOMPARE(m_read->front(), told.back());
    }

    /// While nobody has a permit of kazoo's, its directory's data alone tells that it is a semaphore.
    void permitsThatAreAllFree() {
        auto catalog = std::make_shared<LockCatalog>();
        for (const char* const path : {"/absent", "/closed", "/free", "/other"}) {
            DiscoveredLock lock{path, Dialect::KazooSemaphore};
            lock.kind = DirectoryKind::Semaphore;
            catalog->locks.push_back(lock);
        }
        (void)m_server->create("/closed", "2", NodeKind::Persistent);
        (void)m_server->create("/free", "2", NodeKind::Persistent);
        (void)m_server->create("/other", "two", NodeKind::Persistent);
        m_server->forbidRead("/closed");
        QCOMPARE(queueFromNames(catalog->locks[2], 1).kind, DirectoryKind::Semaphore);
        read({"/absent", "/closed", "/free", "/other"}, {.catalog = catalog});
        m_loop->runReady();
        QVERIFY(m_read);
        std::vector<DirectoryKind> kinds;
        for (const auto& queue : *m_read)
            kinds.push_back(queue->kind);
        using enum DirectoryKind;
        QCOMPARE(kinds, (std::vector{Unknown, Semaphore, Semaphore, Unknown}));
        QCOMPARE(m_read->at(0)->freshness, Freshness::Gone);
        QCOMPARE(m_read->at(1)->freshness, Freshness::Failed);
        QCOMPARE(m_read->at(2)->freshness, Freshness::Live);
        QCOMPARE(m_read->at(2)->capacity, std::optional<std::size_t>(2));
    }

    /// Nothing that a list tells is ever missing: who ends early has the names, and whose they are.
    void whatIsNotReadIsThereByItsNames() {
        const auto catalog = listed({{contend("/a", 1), 1}, {contend("/a", 2), 2}, {contend("/b", 3), 3}});
        m_session->setStepped(true);
        read({"/a", "/b"}, {.catalog = catalog, .limit = 5s});
        QVERIFY(!m_read);
        m_loop->advance(6s);
        QVERIFY(m_read);
        QCOMPARE(m_read->size(), 2u);
        QCOMPARE(only().path, std::string("/a"));
        QCOMPARE(only().freshness, Freshness::Named);
        QVERIFY(!isComplete(only()));
        QCOMPARE(only().readAtUnixMs, std::int64_t{1234});
        QCOMPARE(only().holders(), 1u);
        QCOMPARE(only().waiters(), 1u);
        QCOMPARE(ownerOf(only().rows[1]), SessionId{2});
        QCOMPARE(m_read->at(1)->rows.size(), 1u);
    }

    /// One round trip for the contenders, beside the list.
    void readsThoseThatAreNamedAtOnce() {
        const auto catalog = listed({{contend("/a", 1), 1}, {contend("/a", 2), 2}});
        m_session->setStepped(true);
        read({"/a"}, {.catalog = catalog});
        m_loop->runReady();
        QCOMPARE(m_session->countSent(Op::Get), std::size_t{2});
        QCOMPARE(m_session->countSent(Op::Exists, "/a"), std::size_t{1});
        while (step()) {
        }
        QVERIFY(m_read && isComplete(only()));
        QCOMPARE(m_session->countSent(Op::Get), std::size_t{2});
        QCOMPARE(only().freshness, Freshness::Live);
    }

    /// The list of a small directory is asked for in the same flight, and has nobody read again.
    void readsThoseThatAreNamedOnce() {
        auto catalog = std::make_shared<LockCatalog>(*listed({{contend("/a", 1), 1}, {contend("/a", 2), 2}}));
        catalog->nodeCount = 4;
        m_session->setStepped(true);
        read({"/a"}, {.catalog = catalog});
        while (step()) {
        }
        QVERIFY(m_read && isComplete(only()));
        QCOMPARE(m_session->countSent(Op::Children), std::size_t{1});
        QCOMPARE(m_session->countSent(Op::Get), std::size_t{2});
    }

    /// A lock that is granted faster than it can be read ends all the same, with those who wait.
    void whoHasGoneIsLeftOut() {
        const std::string first = contend("/a", 1);
        contend("/a", 2);
        m_session->setStepped(true);
        read({"/a"});
        while (m_session->countSent(Op::Get) == 0)
            QVERIFY(step());
        QVERIFY(m_server->remove(first));
        contend("/a", 3);
        while (step()) {
        }
        QVERIFY(m_read);
        QCOMPARE(m_session->countSent(Op::Children), std::size_t{1});
        QCOMPARE(only().rows.size(), 1u);
        QCOMPARE(only().rows[0].role, Role::Holder);
        QCOMPARE(ownerOf(only().rows[0]), SessionId{2});
        QVERIFY(isComplete(only()));
    }

    void contendersFasterThanReadingAreMarkedAsGone() {
        std::string name = contend("/a", 1);
        m_session->setError([&](const FakeSession::Request& request) -> std::optional<ErrorCode> {
            if (request.op == Op::Get) return ErrorCode::NoNode;
            return std::nullopt;
        });
        read({"/a"});
        m_loop->runReady();
        QVERIFY(m_read);
        QVERIFY(m_session->countSent(Op::Children) <= 3);
        QCOMPARE(only().rows.size(), 1u);
        QCOMPARE(only().rows[0].contender->problem->code, ErrorCode::NoNode);
        QVERIFY(isComplete(only()));
    }

    /// As Curator's clients with an ACL of their own leave it.
    void closedDirectoryShowsWhoIsNamed() {
        const auto catalog = listed({{contend("/a", 1), 1}, {contend("/a", 2), 2}});
        m_server->setStatNeedsRead(true);
        m_server->forbidRead("/a");
        for (const DiscoveredLock& lock : catalog->locks)
            for (std::size_t i = 0; i < lock.queue->size(); ++i)
                m_server->forbidRead("/a/" + std::string(lock.queue->at(i).name));
        read({"/a"}, {.catalog = catalog});
        m_loop->runReady();
        QVERIFY(m_read && isComplete(only()));
        QCOMPARE(only().freshness, Freshness::Named);
        QCOMPARE(only().problem->code, ErrorCode::NoAuth);
        QCOMPARE(only().holders(), 1u);
        QCOMPARE(only().waiters(), 1u);
        QCOMPARE(ownerOf(only().rows[0]), SessionId{1});
        QCOMPARE(ownerOf(only().rows[1]), SessionId{2});
        const Coverage coverage = coverageOf(*m_read, *catalog);
        QCOMPARE(coverage.locksRead, std::size_t{0});
        QCOMPARE(coverage.gaps.size(), 1u);
        QCOMPARE(coverage.gaps[0].kind, GapKind::LockUnread);
        QCOMPARE(coverage.gaps[0].path, std::string("/a"));
    }

    /// Ten thousand locks at 150 ms are no reason to send a hundred thousand requests at once, nor to take
    /// half an hour.
    void aLongWayIsFilled() {
        constexpr int kLocks = 4'000;
        std::set<std::string> paths;
        for (int i = 0; i < kLocks; ++i) {
            paths.insert("/lock" + std::to_string(i));
            contend("/lock" + std::to_string(i), i + 1);
        }
        m_session->setStepped(true);
        auto catalog = std::make_shared<LockCatalog>();
        catalog->nodeCount = 10'000;
        read(paths, {.catalog = catalog});
        Duration spent{};
        for (; !m_read && spent < 60s; spent += 150ms) {
            m_loop->runReady();
            while (m_session->applyNext()) {
            }
            m_loop->advance(150ms);
            while (m_session->deliverNext()) {
            }
        }
        QVERIFY(m_read);
        QCOMPARE(m_read->size(), static_cast<std::size_t>(kLocks));
        QVERIFY(std::ranges::all_of(*m_read, [](const auto& queue) { return isComplete(*queue); }));
        QVERIFY(m_session->maxInFlight() <= 1'800);
        QVERIFY(spent < 5s);
        QCOMPARE(m_session->countSent(Op::Exists), std::size_t{0});
    }

    /// It is the server that is slow: more at once would only make others wait.
    void aSlowServerIsNotOverrun() {
        constexpr int kLocks = 300;
        std::set<std::string> paths;
        for (int i = 0; i < kLocks; ++i) {
            paths.insert("/lock" + std::to_string(i));
            contend("/lock" + std::to_string(i), i + 1);
        }
        m_session->setStepped(true);
        read(paths);
        do {
            m_loop->advance(20ms);
        } while (step() || step());
        QVERIFY(m_read);
        QVERIFY(m_session->maxInFlight() <= 200);
    }

    void goesOnWhenTheConnectionIsBack() {
        contend("/a", 1);
        contend("/b", 2);
        m_session->setStepped(true);
        read({"/a", "/b"});
        QVERIFY(step());
        m_session->disconnect();
        m_loop->runReady();
        m_loop->advance(30s);
        QVERIFY(!m_read);
        QVERIFY(m_session->reconnect());
        m_session->setStepped(false);
        while (step()) {
        }
        m_loop->advance(2s);
        while (step()) {
        }
        QVERIFY(m_read);
        for (const auto& queue : *m_read)
            QVERIFY(isComplete(*queue));
    }

    void endsWithTheSession() {
        contend("/a", 1);
        m_session->setStepped(true);
        read({"/a"});
        m_loop->runReady();
        m_session->expire();
        m_loop->runReady();
        QVERIFY(m_read);
        QCOMPARE(m_read->size(), 1u);
        QCOMPARE(only().freshness, Freshness::Named);
        QVERIFY(m_collection->isFinished());
    }
};

LOCKSCOPE_TEST(QueueCollectionTest)
#include "tst_queue_collection.moc"
