// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"
#include "wire_zookeeper.h"

#include <lockcore/recipes/mutex.h>
#include <lockcore/recipes/simple_lock.h>
#include <lockcore/session/session.h>

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <future>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr auto kTimeout = 30s;

/// For how long the machine has been suspended.
std::atomic<std::int64_t> g_suspendedSeconds = 0;

}  // namespace

/// In place of the C library's. A suspended machine's boot time goes on; the clock that the C client reads
/// does not, so nothing there comes to its end.
extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
    const auto rc = static_cast<int>(syscall(SYS_clock_gettime, clock, time));
    if (rc == 0 && clock == CLOCK_BOOTTIME) time->tv_sec += g_suspendedSeconds;
    return rc;
}

/// The process is paused while it waits for the answer to its connect request. That has waited in the socket
/// then, and says nothing of whether the session lives.
class PausedConnectTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { g_suspendedSeconds = 0; }

    void holdOfASessionThatEndedIsNotHeldAgain_data() { locks(); }
    void holdOfASessionThatEndedIsNotHeldAgain();
    void holdOfASessionThatLivesIsHeldOnceThatIsKnown_data() { locks(); }
    void holdOfASessionThatLivesIsHeldOnceThatIsKnown();

private:
    static void locks() {
        QTest::addColumn<bool>("isSimple");
        QTest::newRow("mutex") << false;
        QTest::newRow("simple lock") << true;
    }
    /// What the hold tells, from when the connection breaks until it is in that state; `fate`: of whatever is
    /// asked after the pause.
    template <class Lock>
    static QStringList statesOf(HoldState last, WireZooKeeper::Fate fate);
    static QStringList statesUntil(HoldState last, WireZooKeeper::Fate fate, bool isSimple) {
        return isSimple ? statesOf<SimpleLock>(last, fate) : statesOf<Mutex>(last, fate);
    }
};

template <class Lock>
QStringList PausedConnectTest::statesOf(HoldState last, WireZooKeeper::Fate fate) {
    WireZooKeeper server(1);
    server.ask([&] { server.cluster().createPath("/locks"); });
    EventLoop loop;
    const auto session = Session::open(loop, {server.connectString(), kTimeout});
    Lock lock(session, "/locks/one");
    auto hold = lock.acquireFor(1min);
    if (!hold) return {QString::fromStdString(describe(hold.error()))};
    std::promise<void> asked;
    std::promise<void> resumed;
    std::atomic<bool> isAnswering = false;
    QStringList states;  // the loop's
    std::promise<void> over;
    hold->onChange([&](HoldState state) {
        const auto name = QString::fromStdString(std::string(holdStateName(state)));
        states << (state == HoldState::Held && !isAnswering ? name + " though nothing was answered" : name);
        if (state == last) over.set_value();
    });
    std::promise<SessionId> id;
    loop.post([&] { id.set_value(session->status().session); });
    server.ask([&, id = id.get_future().get()] {
        const auto answer = [&, fate](const WireZooKeeper::Request&) {
            isAnswering = true;
            return fate;
        };
        const auto pause = [&, isFirst = true](int) mutable {
            if (!std::exchange(isFirst, false)) return false;
            asked.set_value();
            resumed.get_future().wait();
            return false;
        };
        server.setScript({.fate = answer, .refuses = pause});
        server.cut(id);
    });
    asked.get_future().wait();
    g_suspendedSeconds = std::chrono::seconds(2 * kTimeout).count();
    resumed.set_value();
    const bool isTold = over.get_future().wait_for(1min) == std::future_status::ready;
    session->closeAndWait();
    return isTold ? states : states << "and no more";
}

void PausedConnectTest::holdOfASessionThatEndedIsNotHeldAgain() {
    QFETCH(bool, isSimple);
    QCOMPARE(statesUntil(HoldState::Lost, WireZooKeeper::Fate::Expire, isSimple),
             QStringList({"Suspended", "Lost"}));
}

void PausedConnectTest::holdOfASessionThatLivesIsHeldOnceThatIsKnown() {
    QFETCH(bool, isSimple);
    QCOMPARE(statesUntil(HoldState::Held, WireZooKeeper::Fate::Answer, isSimple).mid(0, 2),
             QStringList({"Suspended", "Held"}));
}

LOCKSCOPE_TEST(PausedConnectTest)
#include "tst_paused_connect.moc"
