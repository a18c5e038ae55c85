// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "probe/probed_server.h"

#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <utility>

namespace lockcore {

ProbedServer::ProbedServer(EventLoop& near, EventLoop& far, Plan plan,
                           std::function<void(std::size_t cycles)> progress,
                           std::function<void(Outcome)> done)
    : m_near(near),
      m_far(far),
      m_plan(std::move(plan)),
      m_word(joinPath(m_plan.run, "word-" + m_plan.name)),
      m_progress(std::move(progress)),
      m_done(std::move(done)) {
    m_outcome.row.server = m_plan.server;
}

void ProbedServer::start() {
    m_open = 2;
    m_nearSession = openOn(m_near);
    m_farSession = openOn(m_far);
    const std::string queue = joinPath(m_plan.run, "queue-" + m_plan.name);
    m_lock.emplace(m_nearSession, joinPath(m_plan.run, "lock-" + m_plan.name));
    m_nearQueue.emplace(m_nearSession, queue);
    m_farQueue.emplace(m_farSession, queue);
    m_limit = m_near.callAt(m_plan.connectBy, [self = shared_from_this()] { self->giveUpConnecting(); });
}

void ProbedServer::stop() {
    if (m_isFinished) return;
    m_outcome.cutShort = true;
    finish();
}

/// Both are followed on the near loop.
std::shared_ptr<Session> ProbedServer::openOn(EventLoop& loop) {
    const bool isNear = &loop == &m_near;
    return Session::open(
        loop, m_plan.session, [weak = weak_from_this(), isNear](const ConnectionStatus& status) {
            if (const auto self = weak.lock())
                self->onNear([status, isNear](ProbedServer& probe) { probe.follow(status, isNear); });
        });
}

void ProbedServer::follow(const ConnectionStatus& status, bool isNear) {
    if (m_isFinished) return;
    (isNear ? m_isNearUp : m_isFarUp) = isConnected(status.state);
    if (status.problem) m_lastProblem = status.problem;
    if (isOver(status.state)) {
        fail(status.problem.value_or(
            Error{ErrorCode::SessionExpired, "Measuring a server", {}, m_plan.server}));
    } else if (m_isNearUp && m_isFarUp && !std::exchange(m_isPrepared, true)) {
        prepare();
    }
}

void ProbedServer::giveUpConnecting() {
    if (m_isFinished || m_isPrepared) return;
    fail(m_lastProblem.value_or(
        Error{ErrorCode::DeadlineExceeded, "Connecting to a server", {}, m_plan.server}));
}

/// A server that is behind does not know the run yet.
void ProbedServer::prepare() {
    m_near.cancel(m_limit);
    m_limit = m_near.callAt(m_plan.deadline, [self = shared_from_this()] { self->stop(); });
    m_nearSession->sync(m_plan.run, [](const Result<void>&) {});
    m_nearSession->create({m_word}, [self = shared_from_this()](const Result<CreatedNode>& made) {
        if (!self->isWell(made)) return;
        self->onFar([](ProbedServer& probe) {
            probe.m_farSession->sync(probe.m_word, [far = probe.shared_from_this()](const Result<void>&) {
                far->onNear([](ProbedServer& ready) {
                    ready.m_started = ready.now();
                    ready.measureNext();
                });
            });
        });
    });
}

void ProbedServer::measureNext() {
    if (m_isFinished) return;
    if (m_measured == m_plan.cycles * kMeasures) {
        finish();
        return;
    }
    const auto due = m_started + m_plan.pause * static_cast<Duration::rep>(m_measured);
    m_next = m_near.callAt(std::max(due, now()), [self = shared_from_this()] { self->measure(); });
}

void ProbedServer::measure() {
    if (m_isFinished) return;
    switch (static_cast<Measure>(m_measured % kMeasures)) {
        case Measure::RoundTrip: return measureRoundTrip();
        case Measure::Lock: return measureLock();
        case Measure::Handoff: return measureHandoff();
        case Measure::Notification: return measureNotification();
    }
}

void ProbedServer::measureRoundTrip() {
    m_from = now();
    m_nearSession->exists(m_plan.run, {}, [self = shared_from_this()](const Result<Stat>& stat) {
        if (self->isWell(stat)) self->take(self->m_outcome.row.roundTrip, self->now() - self->m_from);
    });
}

/// The delete has no answer that a user of locks would wait for. What is asked behind it has.
void ProbedServer::measureLock() {
    m_from = now();
    m_lock->acquireAsync(Owner::unique(), std::nullopt, [self = shared_from_this()](Result<Hold> hold) {
        if (!self->isWell(hold)) return;
        (void)hold->release();
        self->m_nearSession->exists(self->m_plan.run, {}, [self](const Result<Stat>& stat) {
            if (self->isWell(stat)) self->take(self->m_outcome.row.lock, self->now() - self->m_from);
        });
    });
}

void ProbedServer::measureHandoff() {
    m_nearQueue->acquireAsync(Owner::unique(), std::nullopt, [self = shared_from_this()](Result<Hold> hold) {
        if (!self->isWell(hold)) return;
        self->m_nearHold = std::move(*hold);
        self->queueFar();
    });
}

void ProbedServer::queueFar() {
    const auto self = shared_from_this();
    m_farQueue->acquireAsync(
        Owner::unique(), std::nullopt,
        [self](Result<Hold> hold) {
            const auto at = self->m_far.now();
            const auto kept = std::make_shared<Result<Hold>>(std::move(hold));
            self->onNear([at, kept](ProbedServer& probe) { probe.farGranted(at, *kept); });
        },
        [self](const Queued&) { self->awaitFarsWatch(); });
}

/// On the far loop, when its create is answered: its list is on the way. Behind the first read it is there,
/// and the watch on the holder has been asked for; behind the second one that is set.
void ProbedServer::awaitFarsWatch() {
    const auto self = shared_from_this();
    m_farSession->exists(m_plan.run, {}, [self](const Result<Stat>&) {
        self->m_farSession->exists(self->m_plan.run, {}, [self](const Result<Stat>& stat) {
            self->onNear([stat](ProbedServer& probe) {
                if (probe.isWell(stat)) probe.releaseNear();
            });
        });
    });
}

void ProbedServer::releaseNear() {
    m_from = now();
    (void)m_nearHold.release();
    m_nearHold = {};
}

void ProbedServer::farGranted(TimePoint at, Result<Hold>& hold) {
    if (!isWell(hold)) return;
    (void)hold->release();
    take(m_outcome.row.handoff, at - m_from);
}

void ProbedServer::measureNotification() {
    onFar([](ProbedServer& probe) {
        const auto self = probe.shared_from_this();
        probe.m_farSession->exists(
            probe.m_word,
            [self](const WatchEvent&) {
                const auto at = self->m_far.now();
                self->onNear([at](ProbedServer& told) { told.heard(at); });
            },
            [self](const Result<Stat>& stat) {
                self->onNear([stat](ProbedServer& armed) {
                    if (armed.isWell(stat)) armed.write();
                });
            });
    });
}

void ProbedServer::write() {
    m_from = now();
    m_nearSession->set(m_word, {}, -1, [self = shared_from_this()](const Result<Stat>& written) {
        (void)self->isWell(written);
    });
}

void ProbedServer::heard(TimePoint at) {
    if (!m_isFinished) take(m_outcome.row.notification, at - m_from);
}

void ProbedServer::take(Distribution& times, Duration time) {
    times.add(time);
    ++m_measured;
    m_outcome.row.cycles = m_measured / kMeasures;
    if (m_progress && m_measured % kMeasures == 0) m_progress(m_outcome.row.cycles);
    measureNext();
}

template <class T>
bool ProbedServer::isWell(const Result<T>& result) {
    if (m_isFinished) return false;
    if (!result) fail(result.error());
    return result.has_value();
}

void ProbedServer::fail(const Error& error) {
    if (m_isFinished) return;
    m_outcome.row.problem = error;
    finish();
}

/// Sessions close in order: what is under way is answered or fails, and finds that all is finished.
void ProbedServer::finish() {
    m_isFinished = true;
    m_near.cancel(m_limit);
    m_near.cancel(m_next);
    m_nearHold = {};
    m_nearSession->close([self = shared_from_this()] { self->closed(); });
    m_farSession->close(
        [self = shared_from_this()] { self->onNear([](ProbedServer& probe) { probe.closed(); }); });
}

void ProbedServer::closed() {
    if (--m_open > 0) return;
    m_lock.reset();
    m_nearQueue.reset();
    m_farQueue.reset();
    m_nearSession.reset();
    m_farSession.reset();
    m_done(std::move(m_outcome));
}

void ProbedServer::onNear(std::function<void(ProbedServer&)> task) {
    m_near.post([self = shared_from_this(), task = std::move(task)] { task(*self); });
}

void ProbedServer::onFar(std::function<void(ProbedServer&)> task) {
    m_far.post([self = shared_from_this(), task = std::move(task)] { task(*self); });
}

}  // namespace lockcore
