// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "live_session.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/recipes/atomic_multi_lock.h>
#include <lockcore/recipes/barrier.h>
#include <lockcore/recipes/double_barrier.h>
#include <lockcore/recipes/leader_latch.h>
#include <lockcore/recipes/multi_lock.h>
#include <lockcore/recipes/mutex.h>
#include <lockcore/recipes/revoke.h>
#include <lockcore/recipes/semaphore.h>
#include <lockcore/recipes/shared_count.h>
#include <lockcore/recipes/simple_lock.h>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <cstdio>
#include <functional>
#include <memory>
#include <thread>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

bool isThere(LiveSession& live, const std::string& path) {
    return live.await<Stat>([&](Session& session, auto done) { session.exists(path, {}, std::move(done)); })
        .has_value();
}

/// How a forked child that runs `task` ends.
int exitCodeOfChild(const std::function<int()>& task) {
    const pid_t child = fork();
    if (child == 0) _exit(task());
    int status = -1;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
    return WEXITSTATUS(status);
}

/// Whether such a child is ended by abort(), silently.
bool isAborted(const std::function<void()>& task) {
    const pid_t child = fork();
    if (child == 0) {
        const rlimit noCore{0, 0};
        setrlimit(RLIMIT_CORE, &noCore);
        std::signal(SIGABRT, SIG_DFL);
        if (std::freopen("/dev/null", "w", stderr) == nullptr) _exit(2);
        task();
        _exit(0);
    }
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status) &&
           WTERMSIG(status) == SIGABRT;
}

/// Destroys the loop of a session, and nothing else, where the result of `keep` is kept.
template <class Keep>
void outliveLoop(const std::string& connect, const Keep& keep) {
    auto loop = std::make_unique<EventLoop>();
    auto session = Session::open(*loop, {connect, 10s});
    const auto kept = keep(session);
    session.reset();
    loop.reset();
    _exit(0);  // here it would use the loop
}

/// A forked child that writes one byte for each step that it takes, and waits for one before the next.
class SteppedChild {
public:
    explicit SteppedChild(const std::function<void(SteppedChild&)>& task) {
        if (pipe(m_toChild) != 0 || pipe(m_toParent) != 0) qFatal("no pipe");
        m_process = fork();
        if (m_process != 0) return;
        task(*this);
        _exit(0);
    }
    ~SteppedChild() {
        ::kill(m_process, SIGKILL);
        waitpid(m_process, nullptr, 0);
        for (const int end : {m_toChild[0], m_toChild[1], m_toParent[0], m_toParent[1]})
            ::close(end);
    }
    SteppedChild(const SteppedChild&) = delete;
    SteppedChild& operator=(const SteppedChild&) = delete;

    // The child's side.
    void tell(char byte) const { static_cast<void>(::write(m_toParent[1], &byte, 1)); }
    void awaitNext() const { read(m_toChild[0]); }

    // The parent's side.
    char hear() const { return read(m_toParent[0]); }
    void next() const {
        if (::write(m_toChild[1], "n", 1) != 1) qFatal("no child");
    }
    void signal(int number) const { ::kill(m_process, number); }

private:
    static char read(int from) {
        char byte = 0;
        return ::read(from, &byte, 1) == 1 ? byte : '\0';
    }

    int m_toChild[2]{};
    int m_toParent[2]{};
    pid_t m_process = -1;
};

}  // namespace

/// What a process knows of its sessions and holds after it was forked or stopped.
class ProcessesTest : public QObject {
    Q_OBJECT

    std::string m_connect;

private Q_SLOTS:
    void init() { m_connect = TestCluster::instance().freshConnectString(); }

    void loopDoesNothingInAForkedChild() {
        LiveSession live(m_connect);
        QVERIFY(!live.loop().isForked());
        const int code = exitCodeOfChild([&] {
            if (!live.loop().isForked()) return 1;
            bool ran = false;
            live.loop().post([&ran] { ran = true; });
            live.session()->closeAndWait();
            return ran ? 2 : 0;
        });
        QCOMPARE(code, 0);
        QVERIFY(!live.loop().isForked());
        QVERIFY(isThere(live, "/"));
    }

    /// As where a child puts a session of its own into the same place. The parent would hear nothing any
    /// more.
    void sessionThatAForkedChildDestroysIsTheParents() {
        auto live = std::make_unique<LiveSession>(m_connect);
        const auto session = live->id();
        const int code = exitCodeOfChild([&] {
            live.reset();
            return 0;
        });
        QCOMPARE(code, 0);
        QVERIFY(isThere(*live, "/"));
        QCOMPARE(live->id(), session);
    }

    void blockingCallsFailInAForkedChild() {
        LiveSession live(m_connect);
        Mutex mutex(live.session(), "/lock");
        const auto isRefused = [](const auto& result) {
            return !result && result.error().code == ErrorCode::Forked;
        };
        const int code = exitCodeOfChild([&] {
            if (!isRefused(mutex.acquire())) return 1;
            if (!isRefused(mutex.acquireFor(10s))) return 2;
            return isRefused(mutex.tryAcquire()) ? 0 : 3;
        });
        QCOMPARE(code, 0);
        QVERIFY(mutex.acquire());
    }

    /// Each is answered, at once: in the child nothing would answer it later.
    void asynchronousCallsFailInAForkedChild() {
        LiveSession live(m_connect);
        Mutex mutex(live.session(), "/lock");
        const auto hold = mutex.acquire();
        QVERIFY(hold);
        Semaphore semaphore(live.session(), "/semaphore", 2);
        SharedCount count(live.session(), "/count", 1);
        const auto known = count.read();
        QVERIFY(known);
        const int code = exitCodeOfChild([&] {
            int refused = 0;
            const auto note = [&refused](const auto& result) {
                if (!result && result.error().code == ErrorCode::Forked) ++refused;
            };
            mutex.acquireAsync(Owner::unique(), {}, note);
            mutex.tryAcquireAsync(Owner::unique(), note);
            mutex.participantsAsync(note);
            semaphore.acquireAsync(1, {}, note);
            semaphore.tryAcquireAsync(1, note);
            semaphore.participantsAsync(note);
            count.readAsync(note);
            count.setAsync(2, note);
            count.compareAndSetAsync(*known, 2, note);
            hold->verifyAsync(note);
            hold->guard({}, note);
            askToRelease(live.session(), hold->path(), note);
            return refused;
        });
        QCOMPARE(code, 12);
        QCOMPARE(count.read()->value, 1);
        QVERIFY(hold->verify());
    }

    void otherRecipesFailInAForkedChild() {
        LiveSession live(m_connect);
        const auto session = live.session();
        LeaderLatch latch(session, "/latch");
        QVERIFY(latch.start());
        QVERIFY(latch.awaitLeadershipFor(30s));
        LeaderLatch latent(session, "/latch");
        Barrier barrier(session, "/barrier");
        DoubleBarrier doubleBarrier(session, "/double", 1);
        QVERIFY(doubleBarrier.enterFor(30s));
        SimpleLock simple(session, "/simple");
        MultiLock multi({Mutex(session, "/a"), Mutex(session, "/b")});
        AtomicMultiLock atomic(session, {"/a", "/b"});
        const int code = exitCodeOfChild([&] {
            int refused = 0;
            const auto note = [&refused](const auto& result) {
                if (!result && result.error().code == ErrorCode::Forked) ++refused;
            };
            note(latent.start());
            latch.awaitLeadershipAsync({}, note);
            latch.participantsAsync({}, note);
            latch.leaderAsync({}, note);
            barrier.setAsync({}, note);
            barrier.removeAsync({}, note);
            barrier.waitAsync({}, note);
            doubleBarrier.enterAsync({}, note);
            doubleBarrier.leaveAsync({}, note);
            simple.acquireAsync({}, note);
            multi.acquireAsync(Owner::unique(), {}, note);
            multi.tryAcquireAsync(Owner::unique(), note);
            atomic.acquireAsync(Owner::unique(), {}, note);
            atomic.tryAcquireAsync(Owner::unique(), note);
            return refused;
        });
        QCOMPARE(code, 14);
        QVERIFY(latch.hasLeadership());
        QVERIFY(doubleBarrier.leaveFor(30s));
        QVERIFY(atomic.acquireFor(30s));
    }

    void otherBlockingCallsFailInAForkedChild() {
        LiveSession live(m_connect);
        const auto session = live.session();
        LeaderLatch latch(session, "/latch");
        QVERIFY(latch.start());
        Barrier barrier(session, "/barrier");
        DoubleBarrier doubleBarrier(session, "/double", 1);
        SimpleLock simple(session, "/simple");
        const int code = exitCodeOfChild([&] {
            int refused = 0;
            const auto note = [&refused](const auto& result) {
                if (!result && result.error().code == ErrorCode::Forked) ++refused;
            };
            note(latch.awaitLeadership());
            note(latch.participants());
            note(latch.leader());
            note(barrier.set());
            note(barrier.remove());
            note(barrier.wait());
            note(doubleBarrier.enter());
            note(doubleBarrier.leave());
            note(simple.acquire());
            return refused;
        });
        QCOMPARE(code, 9);
    }

    /// The child has copies of the parent's sockets. Were it to close one politely, the parent's session
    /// would end.
    void sessionSurvivesTheChildsEnd() {
        auto live = std::make_unique<LiveSession>(m_connect);
        Mutex mutex(live->session(), "/lock");
        auto hold = mutex.acquire();
        QVERIFY(hold);
        const auto id = live->id();
        const int code = exitCodeOfChild([&] {
            hold = fail(ErrorCode::Cancelled, "released by the child");
            live.reset();
            return 0;
        });
        QCOMPARE(code, 0);
        QCOMPARE(hold->state(), HoldState::Held);
        QVERIFY(isThere(*live, hold->path()));
        QCOMPARE(live->id(), id);
        QCOMPARE(live->onLoop([&] { return live->session()->status().state; }), ConnectionState::Connected);
        QVERIFY(hold->release());
    }

    void childMakesALoopOfItsOwn() {
        LiveSession live(m_connect);
        const int code = exitCodeOfChild([this] {
            EventLoop loop;
            const auto session = Session::open(loop, {m_connect, 10s});
            Mutex mutex(session, "/lock");
            const bool acquired = mutex.acquireFor(30s).has_value();
            session->closeAndWait();
            return acquired ? 0 : 1;
        });
        QCOMPARE(code, 0);
        QVERIFY(isThere(live, "/"));
    }

    /// What would use a loop that is gone is told from it in time: while there is a loop, and whose fault it
    /// is can be seen.
    void whatOutlivesItsLoopIsAsserted() {
#ifdef NDEBUG
        QSKIP("only where assertions are built in");
#endif
        QVERIFY(isAborted([this] { outliveLoop(m_connect, [](const auto& session) { return session; }); }));
        QVERIFY(isAborted(
            [this] { outliveLoop(m_connect, [](const auto& session) { return Mutex(session, "/lock"); }); }));
        QVERIFY(isAborted([this] {
            outliveLoop(m_connect,
                        [](const auto& session) { return Mutex(session, "/lock").acquireFor(30s); });
        }));
        QVERIFY(isAborted([this] {
            outliveLoop(m_connect, [](const auto& session) { return SharedCount(session, "/count", 1); });
        }));
    }

    void whatIsGoneBeforeItsLoopIsNot() {
        const int code = exitCodeOfChild([this] {
            EventLoop loop;
            const auto session = Session::open(loop, {m_connect, 10s});
            const SharedCount count(session, "/count", 1);
            const auto hold = Mutex(session, "/lock").acquireFor(30s);
            return hold ? 0 : 1;
        });
        QCOMPARE(code, 0);
    }

    /// A process that is stopped for longer than its session's timeout takes nothing for its own when it goes
    /// on, not even before its loop has had the time to hear from the server.
    void stoppedProcessLosesItsHoldAndKnows() {
        const SteppedChild child([this](SteppedChild& self) {
            EventLoop loop;
            const auto session =
                Session::open(loop, {.connectString = m_connect, .timeout = 2s, .serverTick = 200ms});
            Mutex mutex(session, "/lock");
            const auto hold = mutex.acquireFor(30s);
            const auto isSafe = [&] {
                return hold && hold->state() == HoldState::Held && hold->validUntil() > loop.bootTime();
            };
            self.tell(isSafe() ? 'y' : 'n');
            self.awaitNext();
            self.tell(isSafe() ? 'y' : 'n');
            while (hold->state() != HoldState::Lost)
                std::this_thread::yield();
            self.tell('l');
        });
        QCOMPARE(child.hear(), 'y');
        LiveSession live(m_connect);
        Mutex mutex(live.session(), "/lock");
        child.signal(SIGSTOP);
        const auto next = mutex.acquireFor(60s);
        QVERIFY2(next, next ? "" : describe(next.error()).c_str());
        child.next();
        child.signal(SIGCONT);
        QCOMPARE(child.hear(), 'n');
        QCOMPARE(child.hear(), 'l');
        QVERIFY(next->state() == HoldState::Held);
    }
};

LOCKSCOPE_TEST(ProcessesTest)
#include "tst_processes.moc"
