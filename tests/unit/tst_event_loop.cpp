// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/session/event_loop.h>
#include "test_program.h"

#include <future>
#include <memory>
#include <string>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

/// What came on a loop, in that order, until somebody ends it. Used there; awaited on the test's thread.
class Order {
public:
    explicit Order(EventLoop& loop) : m_loop(loop) {}

    std::function<void()> note(char name) {
        return [this, name] { m_came += name; };
    }
    std::function<void()> end() {
        return [this] { m_ended.set_value(m_came); };
    }
    /// What came when `begin`, on the loop, has led to the end.
    std::string after(std::function<void()> begin) {
        auto ended = m_ended.get_future();
        m_loop.post(std::move(begin));
        return ended.wait_for(60s) == std::future_status::ready ? ended.get() : "no end";
    }

private:
    EventLoop& m_loop;
    std::string m_came;
    std::promise<std::string> m_ended;
};

}  // namespace

class EventLoopTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tasksComeInTheOrderOfTheirTimes() {
        EventLoop loop;
        Order order(loop);
        QCOMPARE(order.after([&] {
            const TimePoint now = loop.now();
            loop.callAt(now + 60ms, order.end());
            loop.callAt(now + 40ms, order.note('d'));
            loop.callAt(now + 20ms, order.note('c'));
            loop.callAt(now, order.note('b'));
            loop.callAt(now - 1h, order.note('a'));
        }),
                 std::string("abcd"));
    }

    void ofOneTimeTheEarlierCallComesFirst() {
        EventLoop loop;
        Order order(loop);
        QCOMPARE(order.after([&] {
            const TimePoint at = loop.now() + 1ms;
            for (const char name : std::string("abc"))
                loop.callAt(at, order.note(name));
            loop.callAt(at, order.end());
        }),
                 std::string("abc"));
    }

    void whatIsDueIsStillCancelled() {
        EventLoop loop;
        Order order(loop);
        QCOMPARE(order.after([&] {
            const TimePoint at = loop.now() + 1ms;
            auto second = std::make_shared<Loop::Timer>(Loop::Timer::None);
            loop.callAt(at, [&, second] { loop.cancel(*second); });
            *second = loop.callAt(at, order.note('x'));
            loop.callAt(at, order.end());
        }),
                 std::string());
    }

    void withoutTheFirstTheNextComes() {
        EventLoop loop;
        Order order(loop);
        QCOMPARE(order.after([&] {
            const auto first = loop.callAt(loop.now() + 10ms, order.note('x'));
            loop.callAt(loop.now() + 20ms, order.end());
            loop.cancel(first);
        }),
                 std::string());
    }

    void oneThatIsDueEarlierIsNotKeptWaiting() {
        EventLoop loop;
        Order order(loop);
        QCOMPARE(order.after([&] {
            loop.callAt(loop.now() + 1h, order.note('x'));
            loop.callAt(loop.now() + 1ms, order.end());
        }),
                 std::string());
    }

    void whatIsAlwaysDueLeavesPostedTasksTheirTurn() {
        EventLoop loop;
        Order order(loop);
        std::function<void()> again;
        bool isOver = false;
        again = [&] {
            if (!isOver) loop.callAt(TimePoint{}, again);
        };
        QCOMPARE(order.after([&] {
            again();
            loop.post([&] { loop.post([&] { isOver = true; }); });
            loop.callAt(loop.now() + 1ms, order.end());
        }),
                 std::string());
    }
};

LOCKSCOPE_TEST(EventLoopTest)
#include "tst_event_loop.moc"
