// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/probe.h>
#include <lockcore/recipes/mutex.h>
#include <lockcore/session/session.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lockcore {

/// Measures one server: by a session that is *near*, on this loop, and another that is *far*, on a loop of
/// its own. Lives on the near loop, and keeps itself alive until its sessions are closed.
class ProbedServer : public std::enable_shared_from_this<ProbedServer> {
public:
    struct Plan {
        std::string server;
        SessionOptions session;  ///< to this server alone
        std::string run;         ///< an existing znode; what it makes is below it
        std::string name;        ///< … and has this in its name
        std::size_t cycles = 0;
        Duration pause{};  ///< between measurements, from start to start
        TimePoint connectBy;
        TimePoint deadline;
    };
    struct Outcome {
        ProbeReport::Row row;
        bool cutShort = false;
    };

    ProbedServer(EventLoop& near, EventLoop& far, Plan plan, std::function<void(std::size_t cycles)> progress,
                 std::function<void(Outcome)> done);

    void start();
    /// Ends with what was measured so far.
    void stop();

private:
    enum class Measure { RoundTrip, Lock, Handoff, Notification };
    static constexpr std::size_t kMeasures = 4;

    std::shared_ptr<Session> openOn(EventLoop& loop);
    void follow(const ConnectionStatus& status, bool isNear);
    void giveUpConnecting();
    void prepare();
    void measureNext();
    void measure();
    void measureRoundTrip();
    void measureLock();
    void measureHandoff();
    void queueFar();
    void awaitFarsWatch();
    void releaseNear();
    void farGranted(TimePoint at, Result<Hold>& hold);
    void measureNotification();
    void write();
    void heard(TimePoint at);
    void take(Distribution& times, Duration time);
    /// The failed side of what a measurement waits for ends this server's probe; false then.
    template <class T>
    bool isWell(const Result<T>& result);
    void fail(const Error& error);
    void finish();
    void closed();
    void onNear(std::function<void(ProbedServer&)> task);
    void onFar(std::function<void(ProbedServer&)> task);
    TimePoint now() const { return m_near.now(); }

    EventLoop& m_near;
    EventLoop& m_far;
    const Plan m_plan;
    const std::string m_word;  ///< a znode that is written
    const std::function<void(std::size_t)> m_progress;
    const std::function<void(Outcome)> m_done;
    Outcome m_outcome;
    std::shared_ptr<Session> m_nearSession;
    std::shared_ptr<Session> m_farSession;
    std::optional<Mutex> m_lock;
    std::optional<Mutex> m_nearQueue;
    std::optional<Mutex> m_farQueue;
    Hold m_nearHold;
    bool m_isNearUp = false;
    bool m_isFarUp = false;
    bool m_isPrepared = false;
    bool m_isFinished = false;
    int m_open = 0;  ///< sessions
    std::optional<Error> m_lastProblem;
    std::size_t m_measured = 0;
    TimePoint m_started{};
    TimePoint m_from{};  ///< of what is measured now
    Loop::Timer m_limit = Loop::Timer::None;
    Loop::Timer m_next = Loop::Timer::None;
};

}  // namespace lockcore
