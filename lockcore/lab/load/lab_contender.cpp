// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "lab_contender.h"

#include <lockcore/recipes/mutex.h>
#include <lockcore/recipes/read_write_lock.h>
#include <lockcore/session/connect_string.h>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

constexpr auto kRetryPause = 1s;

QueueLock makeLock(const std::shared_ptr<Session>& session, const ContenderPlan& plan) {
    if (plan.mode == LockMode::Exclusive) return Mutex(session, plan.lockPath);
    ReadWriteLock lock(session, plan.lockPath);
    return plan.mode == LockMode::Read ? lock.read() : lock.write();
}

/// True where the same attempt would fail in the same way.
bool isHopeless(ErrorCode code) {
    return code == ErrorCode::BadArguments || code == ErrorCode::AuthFailed ||
           code == ErrorCode::SignInRequired || code == ErrorCode::SequenceExhausted;
}

}  // namespace

// Each has random numbers of its own, so that its pauses do not depend on what the others happen to do.
LabContender::LabContender(std::uint64_t id, const ContenderPlan& plan, EventLoop& loop,
                           SessionOptions options, FairnessRecorder& fairness, std::function<void()> changed)
    : m_plan(plan),
      m_loop(loop),
      m_options(std::move(options)),
      m_fairness(fairness),
      m_changed(std::move(changed)),
      m_random(static_cast<std::minstd_rand::result_type>(id)) {
    m_view.id = id;
    m_view.lockPath = plan.lockPath;
    m_view.mode = plan.mode;
}

void LabContender::start() {
    enter(ContenderActivity::Connecting);
    m_session = Session::open(m_loop, m_options, [weak = weak_from_this()](const ConnectionStatus& status) {
        if (const auto self = weak.lock()) self->follow(status);
    });
    m_lock = makeLock(m_session, m_plan);
}

void LabContender::stop(std::function<void()> closed) {
    m_stopped = true;
    leaveQueue();
    m_fairness.left(m_view.id);
    enter(ContenderActivity::Stopped);
    m_session->close(std::move(closed));
}

void LabContender::follow(const ConnectionStatus& status) {
    if (m_stopped) return;
    m_view.session = status.session;
    if (isOver(status.state)) {
        fail(status.problem.value_or(Error{ErrorCode::SessionExpired, "The session of a contender"}));
        return;
    }
    m_view.problem = status.problem;
    if (status.state == ConnectionState::Connected) {
        think();
    } else {
        m_changed();
    }
}

void LabContender::think() {
    enter(ContenderActivity::Thinking);
    after(jittered(m_plan.think), &LabContender::queue);
}

void LabContender::queue() {
    const auto round = ++m_round;
    enter(ContenderActivity::Waiting);
    m_acquisition = m_lock->acquireAsync(
        Owner::unique(), std::nullopt,
        [weak = weak_from_this(), round](Result<Hold> result) {
            const auto self = weak.lock();
            if (!self || self->m_round != round) return;  // a hold that comes too late is released here
            if (result) {
                self->hold(std::move(*result));
            } else {
                self->fail(result.error());
            }
        },
        [weak = weak_from_this(), round](const Queued& queued) {
            const auto self = weak.lock();
            if (self && self->m_round == round) self->noteQueued(queued);
        });
}

void LabContender::noteQueued(const Queued& queued) {
    m_queuedAt = m_loop.now();
    m_view.node = nodeName(queued.path);
    m_fairness.queued(m_view.id, m_plan.mode, queued.czxid, m_queuedAt);
    m_changed();
}

void LabContender::hold(Hold hold) {
    const TimePoint now = m_loop.now();
    m_fairness.granted(m_view.id, now);
    m_view.lastWait = now - m_queuedAt;
    ++m_view.grants;
    m_view.problem.reset();
    m_acquisition = {};
    m_hold = std::move(hold);
    m_hold.onChange([weak = weak_from_this(), round = m_round](HoldState state) {
        const auto self = weak.lock();
        if (self && self->m_round == round && state == HoldState::Lost)
            self->fail(Error{ErrorCode::HoldLost, "Holding a lock", self->m_hold.path()});
    });
    enter(ContenderActivity::Holding);
    after(jittered(m_plan.hold),
          m_plan.innerLockPath.empty() ? &LabContender::release : &LabContender::queueForInner);
}

void LabContender::queueForInner() {
    enter(ContenderActivity::Waiting);
    m_innerAcquisition = Mutex(m_session, m_plan.innerLockPath)
                             .acquireAsync(Owner::unique(), std::nullopt,
                                           [weak = weak_from_this(), round = m_round](Result<Hold> result) {
                                               const auto self = weak.lock();
                                               if (!self || self->m_round != round) return;
                                               if (result)
                                                   self->holdInner(std::move(*result));
                                               else
                                                   self->fail(result.error());
                                           });
}

void LabContender::holdInner(Hold hold) {
    m_innerAcquisition = {};
    m_innerHold = std::move(hold);
    enter(ContenderActivity::Holding);
    after(jittered(m_plan.hold), &LabContender::release);
}

void LabContender::release() {
    leaveQueue();
    think();
}

void LabContender::fail(const Error& error) {
    leaveQueue();
    m_view.problem = error;
    enter(ContenderActivity::Failed);
    if (!isHopeless(error.code)) after(kRetryPause, &LabContender::tryAgain);
}

void LabContender::tryAgain() {
    if (isOver(m_session->status().state)) {
        start();
    } else {
        queue();
    }
}

/// Whatever it has or waits for is given back, whatever was planned is forgotten.
void LabContender::leaveQueue() {
    ++m_round;
    m_loop.cancel(m_timer);
    m_fairness.withdrawn(m_view.id);
    m_innerAcquisition.cancel();
    m_innerHold = {};
    m_acquisition.cancel();
    m_hold = {};
    m_view.node.clear();
}

void LabContender::enter(ContenderActivity activity) {
    m_view.activity = activity;
    m_changed();
}

void LabContender::after(Duration pause, void (LabContender::*step)()) {
    m_timer = m_loop.callAt(m_loop.now() + pause, [weak = weak_from_this(), step] {
        if (const auto self = weak.lock()) ((*self).*step)();
    });
}

Duration LabContender::jittered(std::chrono::milliseconds duration) {
    const Duration middle = duration;
    std::uniform_int_distribution<Duration::rep> ticks((middle / 2).count(), (middle * 3 / 2).count());
    return Duration(ticks(m_random));
}

}  // namespace lockcore
