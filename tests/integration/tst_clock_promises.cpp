// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "acquire_later.h"
#include "clock_situations.h"
#include "live_session.h"
#include "test_cluster.h"
#include "test_program.h"
#include "three_servers.h"

#include <lockcore/recipes/mutex.h>

#include <future>
#include <latch>
#include <mutex>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

int queuedAt(LiveSession& session, const std::string& path) {
    const auto list = session.await<ChildList>(
        [&](Session& zookeeper, auto done) { zookeeper.children(path, {}, std::move(done)); });
    return list ? static_cast<int>(list->names.size()) : -1;
}

/// Stops a loop as a stopped process does, for as long as it lives.
class Stall {
public:
    /// As soon as what `last` does there has been written to the socket, before any answer is read: a task
    /// that is posted runs before what arrives meanwhile.
    explicit Stall(
        EventLoop& loop, const std::function<void()>& last = [] {}) {
        std::promise<void> begun;
        const auto block = [this, &begun] {
            begun.set_value();
            m_end.wait();
            m_ended.count_down();
        };
        loop.post([&] {
            last();
            // One for the acquire, one for the session's visit to its socket.
            loop.post([&] { loop.post([&] { loop.post(block); }); });
        });
        begun.get_future().wait();
    }
    ~Stall() {
        m_end.count_down();
        m_ended.wait();
    }

private:
    std::latch m_end{1};
    std::latch m_ended{1};
};

}  // namespace

/// What lockcore promises about time, where it is hardest to keep.
class ClockPromisesTest : public QObject {
    Q_OBJECT

    std::unique_ptr<EnsembleNetwork> m_network;

private Q_SLOTS:
    void initTestCase() { m_network = std::make_unique<EnsembleNetwork>(ensemble(), kClockSyncLimitTicks); }
    void cleanupTestCase() { m_network.reset(); }

    /// Each must have ended, and been told to have ended, before another client owns. How much before:
    /// bench_clocks.
    void endsBeforeAnotherOwns_data() {
        QTest::addColumn<std::size_t>("index");
        const auto situations = ClockSituations(ensemble(), *m_network).all();
        for (std::size_t i = 0; i < situations.size(); ++i)
            QTest::addRow("%s", situations[i].name) << i;
    }
    void endsBeforeAnotherOwns() {
        QFETCH(const std::size_t, index);
        const auto situations = ClockSituations(ensemble(), *m_network).all();
        const ClockRound round = situations[index].make("/clock/" + std::to_string(index));
        QVERIFY2(round.problem.empty(), round.problem.c_str());
        QVERIFY(round.promiseEnded >= 0ms);
    }

    /// Its answers have waited in the socket, and somebody else owns by now.
    void aStoppedProcessGrantsNothing() {
        bool isMade = false;
        for (int round = 0; !isMade && round < 10; ++round) {
            const std::string path = "/process/" + std::to_string(round);
            LiveSession observing(ensemble().connectString());
            LiveSession session(ensemble().connectString(), kClockTimeout, kClockTick);
            Mutex lock(session.session(), path);
            Hold held = *lock.acquire();
            QVERIFY(held.release());
            QTRY_COMPARE_WITH_TIMEOUT(queuedAt(observing, path), 0, kServerPatienceMs);
            const auto answered = std::make_shared<std::promise<bool>>();
            auto isGranted = answered->get_future();
            {
                const Stall stall(session.loop(), [&] {
                    lock.acquireAsync(Owner::unique(), {}, [answered](const Result<Hold>& result) {
                        answered->set_value(result.has_value());
                    });
                });
                if (isReady(isGranted)) continue;  // before the loop was stopped
                QTRY_COMPARE_WITH_TIMEOUT(queuedAt(observing, path), 1, kServerPatienceMs);
                Successor next(ensemble().connectString(), path);
                static_cast<void>(next.grantedAt());
            }
            QCOMPARE(isGranted.wait_for(30s), std::future_status::ready);
            QVERIFY2(!isGranted.get(), "two clients believe that they hold");
            isMade = true;
        }
        QVERIFY(isMade);
    }

    /// The loop runs again before any server was heard.
    void aStoppedProcessDoesNotBelieveItsHold() {
        const std::string path = "/believes";
        LiveSession session(ensemble().connectString(), kClockTimeout, kClockTick);
        Mutex lock(session.session(), path);
        Hold hold = *lock.acquire();
        Successor next(ensemble().connectString(), path);
        {
            const Stall stall(session.loop());
            static_cast<void>(next.grantedAt());
            QVERIFY(hold.state() != HoldState::Held);
            QVERIFY(hold.validUntil() < session.loop().bootTime());
        }
        bool wasBelieved = false;
        const auto isLost = [&] {
            wasBelieved = wasBelieved || hold.state() == HoldState::Held;
            return hold.state() == HoldState::Lost;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isLost(), kServerPatienceMs);
        QVERIFY(!wasBelieved);
    }
};

LOCKSCOPE_TEST(ClockPromisesTest)
#include "tst_clock_promises.moc"
