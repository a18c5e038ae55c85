// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "session_pulse.h"

#include <algorithm>
#include <utility>

namespace lockcore {

class SessionPulse::Impl : public std::enable_shared_from_this<Impl> {
public:
    explicit Impl(std::shared_ptr<ZooKeeper> session) : m_session(std::move(session)) {}

    void setBeating(bool beating) {
        m_isBeating = beating;
        if (!beating)
            m_session->loop().cancel(std::exchange(m_timer, Loop::Timer::None));
        else if (!m_isAsking && m_timer == Loop::Timer::None)
            rest(kRest);
    }

    void noteChange() { m_changedAt = m_session->loop().now(); }

private:
    void rest(Duration pause) {
        Loop& loop = m_session->loop();
        m_timer = loop.callAt(loop.now() + pause, [weak = weak_from_this()] {
            if (const auto self = weak.lock()) self->ask();
        });
    }

    Duration pause() const {
        return m_session->loop().now() - m_changedAt < kLively ? Duration(kRest) : Duration(kQuietRest);
    }

    /// Counted from when the newest request was sent that has been answered.
    Duration untilNext() const {
        if (!isConnected(m_session->status().state)) return pause();
        const auto ago = m_session->loop().bootTime() - m_session->contact().heard;
        return std::max<Duration>(pause() - ago, Duration::zero());
    }

    void ask() {
        m_timer = Loop::Timer::None;
        if (const Duration more = untilNext(); more > Duration::zero()) {
            rest(more);
            return;
        }
        m_isAsking = true;
        m_session->exists("/", {}, [weak = weak_from_this()](const Result<Stat>& root) {
            const auto self = weak.lock();
            if (!self) return;
            self->m_isAsking = false;
            // What was not answered would be asked again at once.
            const bool isUnanswered = !root && isAmbiguous(root.error().code);
            if (self->m_isBeating) self->rest(isUnanswered ? self->pause() : self->untilNext());
        });
    }

    const std::shared_ptr<ZooKeeper> m_session;
    Loop::Timer m_timer = Loop::Timer::None;
    TimePoint m_changedAt = m_session->loop().now();
    bool m_isBeating = false;
    bool m_isAsking = false;
};

SessionPulse::SessionPulse(std::shared_ptr<ZooKeeper> session)
    : m_impl(std::make_shared<Impl>(std::move(session))) {}

SessionPulse::~SessionPulse() {
    m_impl->setBeating(false);
}

void SessionPulse::setBeating(bool beating) {
    m_impl->setBeating(beating);
}

void SessionPulse::noteChange() {
    m_impl->noteChange();
}

}  // namespace lockcore
