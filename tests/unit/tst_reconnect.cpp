// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "scripted_server.h"
#include "test_program.h"
#include "wire_server.h"

#include "client/reconnect_pause.h"

#include <lockcore/session/session.h>

#include <future>
#include <set>

using namespace lockcore;
using namespace std::chrono_literals;

/// How often a session tries servers that don't take it.
class ReconnectTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pauseGrowsWithTheOutage() {
        ReconnectPause pause;
        const TimePoint start = Clock::now();
        QVERIFY(pause.next(start, 12s) <= 200ms);
        QVERIFY(pause.next(start, 12s) >= 100ms);
        QVERIFY(pause.next(start + 8s, 12s) <= 2s);
        QVERIFY(pause.next(start + 8s, 12s) >= 1s);
        QVERIFY(pause.next(start + 1h, 12s) <= 4s);  // a third of the timeout
        QVERIFY(pause.next(start + 1h, 12s) >= 2s);
        QVERIFY(pause.next(start + 1h, 60s) <= ReconnectPause::kLongest);
    }

    void longTimeoutIsTriedAsOften() {
        ReconnectPause pause;
        const TimePoint start = Clock::now();
        for (const auto outage : {0s, 3600s}) {
            const Duration next = pause.next(start + outage, 600s);
            QVERIFY(next >= ReconnectPause::kLongest / 2 && next <= ReconnectPause::kLongest);
        }
    }

    /// Sessions that lost their server together do not come back together.
    void pausesDiffer() {
        std::set<Duration> pauses;
        const TimePoint start = Clock::now();
        for (int i = 0; i < 100; ++i) {
            ReconnectPause pause;
            pause.next(start, 12s);
            pauses.insert(pause.next(start + 1min, 12s));
        }
        QVERIFY2(pauses.size() > 90, std::to_string(pauses.size()).c_str());
        QVERIFY(*pauses.rbegin() - *pauses.begin() > 1s);
    }

    void outageAfterALongConnectionIsANewOne() {
        ReconnectPause pause;
        const TimePoint start = Clock::now();
        pause.next(start, 12s);
        pause.connected(start + 1h);
        pause.lost(start + 1h + 5s, 12s);
        QVERIFY(pause.next(start + 1h + 5s, 12s) <= 200ms);
    }

    /// Connected again and again, and lost at once, as where the server refuses what the client sends first.
    void connectionThatDoesNotLastIsNone() {
        ReconnectPause pause;
        const TimePoint start = Clock::now();
        pause.next(start, 12s);
        pause.connected(start + 8s);
        pause.lost(start + 9s, 12s);
        QVERIFY(pause.next(start + 10s, 12s) >= 250ms);
    }

    /// It holds locks. A network that lets it through for moments only must not be missed until it ends.
    void sessionThatMayLiveIsTriedOften() {
        ReconnectPause pause;
        const TimePoint start = Clock::now();
        pause.next(start, 12s);
        pause.connected(start + 1h);
        pause.lost(start + 1h + 1s, 12s);
        QVERIFY(pause.next(start + 1h + 12s, 12s) <= 500ms);
        QVERIFY(pause.next(start + 1h + 14s, 12s) >= 2s);
    }

    /// A lookup of 10 s that fails asks for nine times as long a rest, in which the session would end.
    void restAfterASlowLookupIsNoLongerThanAPause() {
        ReconnectPause pause;
        const TimePoint start = Clock::now();
        QVERIFY(pause.next(start, 12s, 500ms) == 500ms);
        QVERIFY(pause.next(start, 12s, 90s) == 4s);
        QVERIFY(pause.next(start, 60s, 90s) == ReconnectPause::kLongest);
        pause.connected(start + 1h);
        pause.lost(start + 1h + 1s, 12s);
        QVERIFY(pause.next(start + 1h + 12s, 12s, 90s) == 500ms);
    }

    /// With the C client's own pause of 50 ms these are 60, and with each request one more.
    void serverThatTakesNobodyIsTriedLessAndLess() {
        ScriptedServer server([](const std::string&) { return ScriptedServer::Reply{}; });
        EventLoop loop;
        const auto session = Session::open(loop, {"127.0.0.1:" + std::to_string(server.port()), 3s});
        std::promise<void> over;
        const TimePoint end = Clock::now() + 3s;
        std::function<void()> ask = [&] {
            if (Clock::now() >= end) {
                over.set_value();
                return;
            }
            session->exists("/", {}, [](const Result<Stat>&) {});
            loop.callAt(Clock::now() + 10ms, ask);
        };
        loop.post(ask);
        over.get_future().wait();
        const auto attempts = server.requests().size();
        session->closeAndWait();
        QVERIFY2(attempts >= 5 && attempts <= 30, std::to_string(attempts).c_str());
    }

    /// What was asked meanwhile fails no later than the pause ends.
    void requestsFailWhileNobodyIsThere() {
        EventLoop loop;
        std::atomic<bool> isInVain = false;
        const auto session =
            Session::open(loop, {"127.0.0.1:" + std::to_string(ScriptedServer::unusedPort()), 3s},
                          [&](const ConnectionStatus& status) { isInVain = status.problem.has_value(); });
        QTRY_VERIFY(isInVain.load());
        std::atomic<bool> failed = false;
        loop.post([&] {
            session->exists("/", {}, [&](const Result<Stat>& result) {
                failed = !result && result.error().code == ErrorCode::ConnectionLoss;
            });
        });
        QTRY_VERIFY_WITH_TIMEOUT(failed.load(), 3000);
        session->closeAndWait();
    }
};

LOCKSCOPE_TEST(ReconnectTest)
#include "tst_reconnect.moc"
