// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "fake_zookeeper.h"
#include "manual_loop.h"
#include "sample_paths.h"
#include "test_program.h"

#include <lockcore/recipes/mutex.h>
#include <lockcore/recipes/read_write_lock.h>

#include <algorithm>

using namespace lockcore;

namespace {

using Op = FakeSession::Op;

struct Waiting {
    std::optional<Hold> hold;
    std::optional<Error> error;
};

}  // namespace

/// Contenders of one process that share what they know of a directory: what that saves, and that it never
/// grants wrongly.
class SharedViewTest : public QObject {
    Q_OBJECT

    std::unique_ptr<ManualLoop> m_loop;
    std::unique_ptr<FakeZooKeeper> m_server;
    std::vector<std::shared_ptr<FakeSession>> m_sessions;

    std::shared_ptr<FakeSession> open() { return m_sessions.emplace_back(m_server->open()); }

    std::shared_ptr<Waiting> acquire(QueueLock& lock) {
        auto waiting = std::make_shared<Waiting>();
        lock.acquireAsync(Owner::unique(), std::nullopt, [waiting](Result<Hold> result) {
            if (result) {
                waiting->hold = std::move(*result);
            } else {
                waiting->error = result.error();
            }
        });
        m_loop->runReady();
        return waiting;
    }

    void release(const std::shared_ptr<Waiting>& holder) {
        QVERIFY(holder->hold && holder->hold->release());
        m_loop->runReady();
    }

    std::size_t lists() const {
        std::size_t count = 0;
        for (const auto& session : m_sessions)
            count += session->countSent(Op::Children);
        return count;
    }

    /// The path of the only other contender.
    std::string waiterBehind(const Hold& hold) const {
        const auto names = m_server->children(kLockPath)->names;
        const auto own = std::ranges::find_if(
            names, [&](const std::string& name) { return !hold.path().ends_with(name); });
        return own == names.end() ? std::string() : kLockPath + "/" + *own;
    }

    /// Another program's contender.
    std::string foreign(const std::string& marker, SessionId session = SessionId{77}) {
        const auto created =
            m_server->create(kLockPath + "/_c_00000000-0000-4000-8000-000000000000-" + marker, {},
                             NodeKind::EphemeralSequential, session);
        return created ? created->path : std::string();
    }

private Q_SLOTS:
    void init() {
        m_loop = std::make_unique<ManualLoop>();
        m_server = std::make_unique<FakeZooKeeper>(*m_loop);
        m_server->createPath(kLockPath);
    }

    void cleanup() {
        for (const auto& session : m_sessions)
            session->close();
        m_loop->runReady();
        m_sessions.clear();
        m_server.reset();
    }

    void hundredWaitersNeedOneList() {
        std::vector<std::unique_ptr<Mutex>> locks;
        std::vector<std::shared_ptr<Waiting>> all;
        for (int i = 0; i < 100; ++i) {
            locks.push_back(std::make_unique<Mutex>(open(), kLockPath));
            all.push_back(acquire(*locks.back()));
        }
        for (std::size_t i = 0; i < all.size(); ++i) {
            QVERIFY(all[i]->hold && (i + 1 == all.size() || !all[i + 1]->hold));
            release(all[i]);
        }
        QCOMPARE(lists(), std::size_t{1});
    }

    void allAtOnceNeedOneList() {
        std::vector<std::unique_ptr<Mutex>> locks;
        int granted = 0;
        for (int i = 0; i < 100; ++i) {
            locks.push_back(std::make_unique<Mutex>(open(), kLockPath));
            locks.back()->acquireAsync(Owner::unique(), std::nullopt, [&](Result<Hold> hold) {
                QVERIFY(hold.has_value());  // and is released at once
                ++granted;
            });
        }
        m_loop->runReady();
        QCOMPARE(granted, 100);
        QCOMPARE(lists(), std::size_t{1});
    }

    /// A foreign waiter between two of ours: the later one must not own when its own process' holder leaves.
    void foreignWaiterInBetweenIsRespected() {
        Mutex first(open(), kLockPath);
        Mutex second(open(), kLockPath);
        const auto holder = acquire(first);
        const auto between = foreign("lock-");
        const auto waiter = acquire(second);
        release(holder);
        QVERIFY(!waiter->hold);
        QVERIFY(m_server->remove(between));
        m_loop->runReady();
        QVERIFY(waiter->hold);
    }

    /// The first of them went without anybody here watching it: to look for it would cost a round trip more.
    void foreignPredecessorsNeedOneListWhenTheLastGoes() {
        const auto early = foreign("lock-");
        const auto late = foreign("lock-");
        Mutex lock(open(), kLockPath);
        const auto waiter = acquire(lock);
        QVERIFY(m_server->remove(early));
        m_loop->runReady();
        const auto listsBefore = lists();
        const auto readsBefore = m_sessions.back()->countSent(Op::Get);
        QVERIFY(m_server->remove(late));
        m_loop->runReady();
        QVERIFY(waiter->hold);
        QCOMPARE(lists(), listsBefore + 1);
        QCOMPARE(m_sessions.back()->countSent(Op::Get), readsBefore);
    }

    /// A reconnect may have lost the creates of the parents, so it allows as many tries to make them again.
    void parentsAreMadeThroughManyLostConnections() {
        const auto session = open();
        int lost = 0;
        session->setFate([&](const FakeSession::Request& request) {
            const bool isParent = request.op == Op::Create && request.path == "/new";
            return isParent && ++lost <= 6 ? FakeSession::Fate::LoseRequest : FakeSession::Fate::Apply;
        });
        Mutex lock(session, "/new/lock");
        const auto waiter = acquire(lock);
        for (int i = 0; i < 8 && !waiter->hold && !waiter->error; ++i) {
            session->reconnect();
            m_loop->advance(std::chrono::minutes(1));
        }
        QVERIFY2(waiter->hold, waiter->error ? describe(*waiter->error).c_str() : "");
        QCOMPARE(lost, 7);
    }

    /// A server that hangs keeps the answer to one session's list. Others wait for it only for a moment.
    void listOfAHungServerHoldsUpNobodyElse() {
        const auto hung = open();
        Mutex first(hung, kLockPath);
        Mutex second(open(), kLockPath);
        const auto before = foreign("lock-");
        hung->setStepped(true);
        const auto stuck = acquire(first);
        while (hung->applyNext()) {  // create and list
        }
        QVERIFY(m_server->remove(before));
        const auto theirs = m_server->children(kLockPath);
        QVERIFY(theirs && theirs->names.size() == 1);
        QVERIFY(m_server->remove(kLockPath + "/" + theirs->names.front()));  // as if its session expired
        const auto waiter = acquire(second);
        QVERIFY(!waiter->hold);
        m_loop->advance(std::chrono::milliseconds(200));
        QVERIFY(waiter->hold);
    }

    /// Nor does the list of the one that listed instead, where its server hangs, too.
    void nextListerMayHangToo() {
        const auto hung = open();
        const auto alsoHung = open();
        Mutex first(hung, kLockPath);
        Mutex second(alsoHung, kLockPath);
        Mutex third(open(), kLockPath);
        const auto before = foreign("lock-");
        hung->setStepped(true);
        acquire(first);
        while (hung->applyNext()) {
        }
        const auto early = acquire(second);
        alsoHung->setStepped(true);
        const auto waiter = acquire(third);
        std::vector<std::string> others = m_server->children(kLockPath)->names;
        const auto own =
            std::ranges::max(others, {}, [](const auto& name) { return name.substr(name.size() - 10); });
        for (const auto& name : others)
            if (name != own) QVERIFY(m_server->remove(kLockPath + "/" + name));
        m_loop->advance(std::chrono::milliseconds(300));
        QVERIFY(!early->hold);
        QVERIFY(waiter->hold);
        QVERIFY(lists() <= 4);
    }

    /// Our middle waiter gives up: its end proves nothing about the holder before it.
    void waiterThatLeavesPromotesNobody() {
        Mutex first(open(), kLockPath);
        Mutex second(open(), kLockPath);
        Mutex third(open(), kLockPath);
        const auto holder = acquire(first);
        auto middle = std::make_shared<Waiting>();
        const auto acquisition =
            second.acquireAsync(Owner::unique(), std::nullopt, [middle](Result<Hold> result) {
                if (!result) middle->error = result.error();
            });
        m_loop->runReady();
        const auto last = acquire(third);
        acquisition.cancel();
        m_loop->runReady();
        QVERIFY(middle->error && !last->hold);
        release(holder);
        QVERIFY(last->hold);
    }

    /// An operator deletes a waiter's znode; then its predecessor, of the same process, releases. It must not
    /// own by that: the one behind it may.
    /// Who waits and is told Expired will never own, though its znode may still be there for a while. That is
    /// known in its process only.
    void waiterToldExpiredIsInTheWayOfOtherProcessesOnly_data() {
        QTest::addColumn<bool>("isOtherProcess");
        QTest::newRow("same process") << false;
        QTest::newRow("other process") << true;
    }
    void waiterToldExpiredIsInTheWayOfOtherProcessesOnly() {
        QFETCH(const bool, isOtherProcess);
        const auto over = open();
        Mutex first(open(), kLockPath);
        Mutex second(over, kLockPath);
        const auto holder = acquire(first);
        const auto refused = acquire(second);
        over->disconnect();
        m_server->beginClosing(over->status().session);
        QVERIFY(over->reconnect());
        m_loop->runReady();
        QVERIFY(refused->error && refused->error->code == ErrorCode::SessionExpired);

        ManualLoop otherLoop;
        const auto session = isOtherProcess ? m_server->open(otherLoop, 0) : open();
        Mutex third(session, kLockPath);
        const auto next = acquire(third);
        otherLoop.runReady();
        release(holder);
        otherLoop.runReady();
        QCOMPARE(m_server->children(kLockPath)->names.size(), std::size_t{2});
        QCOMPARE(next->hold.has_value(), !isOtherProcess);
        m_server->expire(over->status().session);
        otherLoop.runReady();
        QVERIFY(next->hold);
        next->hold.reset();
        session->close();
        otherLoop.runReady();
    }

    void evictedWaiterIsNotGranted() {
        const auto evictedSession = open();
        Mutex first(open(), kLockPath);
        Mutex second(evictedSession, kLockPath);
        const auto holder = acquire(first);
        std::string node;
        const auto waiter = std::make_shared<Waiting>();
        second.acquireAsync(
            Owner::unique(), std::nullopt,
            [waiter](Result<Hold> result) {
                if (result) waiter->hold = std::move(*result);
            },
            [&node](const Queued& queued) { node = queued.path; });
        m_loop->runReady();
        const auto behind = foreign("lock-");
        evictedSession->setStepped(true);
        QVERIFY(m_server->remove(node));
        release(holder);
        while (evictedSession->deliverNext() || evictedSession->applyNext() || m_loop->runOne()) {
        }
        QVERIFY(!waiter->hold);  // it has queued up again, behind the foreign one
        QVERIFY(m_server->remove(behind));
        while (evictedSession->deliverNext() || evictedSession->applyNext() || m_loop->runOne()) {
        }
        QVERIFY(waiter->hold);
    }

    /// After a reconnect the ends of both are told in any order, here the predecessor's first.
    void evictedWhileDisconnectedIsNotGranted() {
        const auto evictedSession = open();
        Mutex first(open(), kLockPath);
        Mutex second(evictedSession, kLockPath);
        const auto holder = acquire(first);
        const auto waiter = acquire(second);
        const std::string own = waiterBehind(*holder->hold);
        const auto behind = foreign("lock-");
        evictedSession->disconnect();
        m_loop->runReady();
        QVERIFY(m_server->remove(own));
        release(holder);
        QVERIFY(evictedSession->reconnect());
        m_loop->runReady();
        QVERIFY(!waiter->hold);
        QVERIFY(m_server->remove(behind));
        m_loop->runReady();
        QVERIFY(waiter->hold);
    }

    /// A write to it has used up the watch on it: until it is armed again its end is told after the
    /// predecessor's.
    void evictedRightAfterAWriteIsNotGranted() {
        const auto evictedSession = open();
        Mutex first(open(), kLockPath);
        Mutex second(evictedSession, kLockPath);
        const auto holder = acquire(first);
        const auto waiter = acquire(second);
        const std::string own = waiterBehind(*holder->hold);
        const auto behind = foreign("lock-");
        evictedSession->setStepped(true);
        QVERIFY(m_server->set(own, "written by somebody"));
        QVERIFY(evictedSession->deliverNext());
        m_loop->runReady();
        QVERIFY(evictedSession->canApply());  // what arms the watch again
        QVERIFY(m_server->remove(own));
        release(holder);
        while (evictedSession->deliverNext())
            m_loop->runReady();
        QVERIFY(!waiter->hold);
        evictedSession->setStepped(false);
        while (evictedSession->applyNext() || evictedSession->deliverNext())
            m_loop->runReady();
        QVERIFY(!waiter->hold);
        QVERIFY(m_server->remove(behind));
        m_loop->runReady();
        QVERIFY(waiter->hold);
    }

    /// CURATOR-621 with a foreign writer: it becomes a reader at its place and leaves as a writer.
    void foreignDowngradeKeepsOurWriterOut() {
        ReadWriteLock lock(open(), kLockPath);
        const auto writer = foreign("__WRIT__");
        const auto waiter = acquire(lock.write());
        const auto reader = m_server->create(kLockPath + "/_c_11111111-0000-4000-8000-000000000000-__READ__" +
                                                 writer.substr(writer.size() - 10),
                                             {}, NodeKind::Ephemeral, SessionId{77});
        QVERIFY(reader);
        QVERIFY(m_server->remove(writer));
        m_loop->runReady();
        QVERIFY(!waiter->hold);
        QVERIFY(m_server->remove(reader->path));
        m_loop->runReady();
        QVERIFY(waiter->hold);
    }

    void ownDowngradeKeepsOurWriterOut() {
        ReadWriteLock lock(open(), kLockPath);
        ReadWriteLock other(open(), kLockPath);
        const auto owner = Owner::unique();
        std::optional<Hold> write;
        std::optional<Hold> read;
        lock.write().acquireAsync(owner, std::nullopt, [&](Result<Hold> hold) { write = std::move(*hold); });
        m_loop->runReady();
        const auto waiter = acquire(other.write());
        lock.read().acquireAsync(owner, std::nullopt, [&](Result<Hold> hold) { read = std::move(*hold); });
        m_loop->runReady();
        QVERIFY(read && read->fencingToken() == write->fencingToken());
        QVERIFY(write->release());
        m_loop->runReady();
        QVERIFY(!waiter->hold);
        const auto reader = acquire(other.read());
        QVERIFY(!reader->hold);  // queued behind the writer, as fairness has it
        QVERIFY(read->release());
        m_loop->runReady();
        QVERIFY(waiter->hold);
    }

    /// The directory is deleted with all in it and made anew while our numbers still count.
    void directoryMadeAnew() {
        Mutex first(open(), kLockPath);
        Mutex second(open(), kLockPath);
        const auto holder = acquire(first);
        const auto waiter = acquire(second);
        const auto listed = m_server->children(kLockPath);
        for (const auto& name : listed->names) {
            if (kLockPath + "/" + name != holder->hold->path())
                QVERIFY(m_server->remove(kLockPath + "/" + name));
        }
        m_server->removeTree(kLockPath);
        m_server->createPath(kLockPath);
        const auto newcomer = foreign("lock-");
        m_loop->runReady();
        QVERIFY(!waiter->hold);
        QVERIFY(m_server->remove(newcomer));
        m_loop->runReady();
        QVERIFY(waiter->hold);
    }
};

LOCKSCOPE_TEST(SharedViewTest)
#include "tst_shared_view.moc"
