// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/contenders.h>
#include <lockcore/recipes/queue_lock.h>

#include <functional>
#include <memory>
#include <optional>
#include <random>

namespace lockcore {

/// One simulated contender: opens a session, thinks, queues up, holds, releases, and thinks again. Lives on
/// the loop thread.
class LabContender : public std::enable_shared_from_this<LabContender> {
public:
    /// `fairness` hears of arrivals and grants; `changed` is called when view() has changed. Both must
    /// outlive it.
    LabContender(std::uint64_t id, const ContenderPlan& plan, EventLoop& loop, SessionOptions options,
                 FairnessRecorder& fairness, std::function<void()> changed);

    void start();
    /// Gives the lock back, or gives up, and closes the session; then calls `closed`. To be called once,
    /// after start().
    void stop(std::function<void()> closed);

    const ContenderView& view() const { return m_view; }

private:
    void follow(const ConnectionStatus& status);
    void think();
    void queue();
    void noteQueued(const Queued& queued);
    void hold(Hold hold);
    void queueForInner();
    void holdInner(Hold hold);
    void release();
    void fail(const Error& error);
    void tryAgain();
    void leaveQueue();
    void enter(ContenderActivity activity);
    void after(Duration pause, void (LabContender::*step)());
    Duration jittered(std::chrono::milliseconds duration);

    const ContenderPlan m_plan;
    EventLoop& m_loop;
    const SessionOptions m_options;
    FairnessRecorder& m_fairness;
    const std::function<void()> m_changed;
    std::minstd_rand m_random;

    ContenderView m_view;
    std::shared_ptr<Session> m_session;
    std::optional<QueueLock> m_lock;
    Acquisition m_acquisition;
    Hold m_hold;
    Acquisition m_innerAcquisition;
    Hold m_innerHold;
    TimePoint m_queuedAt{};
    Loop::Timer m_timer = Loop::Timer::None;
    /// Counts the times that it entered or left the queue: what is told about an earlier time is not heard
    /// any more.
    std::uint64_t m_round = 0;
    bool m_stopped = false;
};

}  // namespace lockcore
