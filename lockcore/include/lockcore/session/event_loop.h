// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/loop.h>

#include <memory>

namespace lockcore {

/// One worker thread that carries any number of sessions. Created, destroyed and posted to from any thread.
///
/// Destroying it closes the sessions that are still open on it, runs what was posted before and joins the
/// thread; it must not be destroyed on its own thread. Each Session, and each lock, hold and count that keeps
/// one, must be gone by then, as they would still use it: without NDEBUG that is asserted. Tasks must not
/// throw and should not block: while one runs, no session of this loop is served, and a pause of two thirds
/// of a session timeout disconnects them. After a fork() the child's copy does nothing, its destructor
/// included: the child makes a loop of its own.
class EventLoop final : public Loop {
public:
    EventLoop();
    ~EventLoop() override;
    EventLoop(const EventLoop&) = delete;
    EventLoop& operator=(const EventLoop&) = delete;

    void post(std::function<void()> task) override;
    Timer callAt(TimePoint when, std::function<void()> task) override;
    void cancel(Timer timer) override;
    TimePoint now() const override;
    bool isCurrent() const override;
    std::chrono::nanoseconds bootTime() const override;
    bool isForked() const override;

    class Impl;
    /// For sessions.
    Impl& impl() { return *m_impl; }

private:
    std::unique_ptr<Impl> m_impl;
};

}  // namespace lockcore
