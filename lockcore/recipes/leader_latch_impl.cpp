// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "leader_latch_impl.h"

#include "session_listener.h"

#include <utility>

namespace lockcore {

LeaderLatch::Impl::Impl(std::shared_ptr<ZooKeeper> session, std::string latchPath,
                        LeaderLatchOptions latchOptions)
    : path(std::move(latchPath)),
      options(std::move(latchOptions)),
      m_loop(session->loop()),
      m_session(std::move(session)) {}

Error LeaderLatch::Impl::error(ErrorCode why) const {
    return {why, "Awaiting leadership of " + path, path, {}};
}

/// Also where it was closed before this ran: then it takes no part.
void LeaderLatch::Impl::join() {
    if (state != LatchState::Started) return;
    m_granted = m_lost = m_suspended = false;
    m_problem.reset();
    const ContentionSpec spec{.directory = path,
                              .kind = ContenderKind::Latch,
                              .data = options.id,
                              .nodeAcl = options.nodeAcl,
                              .parentAcl = options.parentAcl,
                              .retry = options.retry,
                              .deleteRefused = options.onDeleteRefused};
    const auto driver = std::make_shared<ContentionDriver>(m_session, spec, handlers(++m_round));
    m_driver = driver;
    driver->start(std::nullopt);
}

/// A contention that the latch has turned away from may still have to delete its znode, but says nothing any
/// more.
ContentionDriver::Handlers LeaderLatch::Impl::handlers(std::uint64_t round) {
    const auto ifCurrent = [self = shared_from_this(), round](const auto& task) {
        if (self->m_round == round && self->state == LatchState::Started) task(*self);
    };
    ContentionDriver::Handlers handlers;
    handlers.granted = [ifCurrent](const std::string&, const Stat& stat) {
        ifCurrent([&](Impl& latch) {
            latch.m_granted = true;
            latch.m_czxid = stat.czxid;
            latch.update();
        });
    };
    handlers.failed = [ifCurrent](const Error& why) {
        ifCurrent([&](Impl& latch) { latch.m_problem = why; });
    };
    handlers.holdChanged = [ifCurrent](HoldState next) {
        ifCurrent([&](Impl& latch) { latch.holdChanged(next); });
    };
    // It may never finish now: who awaits leadership is told why it failed.
    handlers.removeRefused = [ifCurrent](const Error&) {
        ifCurrent([](Impl& latch) {
            if (latch.m_problem) latch.becomeOver();
        });
    };
    handlers.finished = [ifCurrent] { ifCurrent([](Impl& latch) { latch.contentionFinished(); }); };
    return handlers;
}

void LeaderLatch::Impl::holdChanged(HoldState next) {
    m_suspended = next == HoldState::Suspended;
    if (next == HoldState::Lost) {
        m_lost = true;
        m_granted = false;
    }
    update();
}

void LeaderLatch::Impl::contentionFinished() {
    if (isOver(m_session->status().state)) {
        renewSession();
    } else if (m_lost) {
        join();  // somebody deleted the znode
    } else {
        becomeOver();
    }
}

/// Only after an expiry: refused credentials are not cured by another session, and who closes a session means
/// it.
void LeaderLatch::Impl::renewSession() {
    const bool isExpired = m_session->status().state == ConnectionState::Expired;
    auto next = isExpired && options.openSession ? options.openSession() : nullptr;
    if (!next || isOver(next->status().state)) {
        becomeOver();
        return;
    }
    m_session = std::move(next);
    join();
}

void LeaderLatch::Impl::becomeOver() {
    auto expected = LatchState::Started;
    if (!state.compare_exchange_strong(expected, LatchState::Over)) return;
    if (!m_problem) m_problem = error(endOfSession(m_session->status().state));
    update();
    settleWaiters(tl::unexpected(*m_problem));
}

void LeaderLatch::Impl::closed(CloseMode mode) {
    if (mode == CloseMode::Silent) m_listeners.clear();
    update();
    m_listeners.clear();
    settleWaiters(tl::unexpected(error(ErrorCode::Cancelled)));
    if (const auto driver = m_driver.lock()) {
        driver->giveUp(ErrorCode::Cancelled);
        driver->release();
    }
}

void LeaderLatch::Impl::update() {
    const bool isDoubtful = m_suspended && options.policy == LeadershipPolicy::Connection;
    const bool leads = m_granted && !isDoubtful && state == LatchState::Started;
    token = leads ? m_czxid : Zxid::None;
    if (std::exchange(m_told, leads) != leads) tell(leads);
    if (leads) settleWaiters({});
}

/// Of a copy: a listener may add and remove listeners.
void LeaderLatch::Impl::tell(bool leads) {
    const auto listeners = m_listeners;
    for (const auto& [listenerToken, listener] : listeners)
        tellOne(listener, leads);
}

void LeaderLatch::Impl::tellOne(const Listener& listener, bool leads) {
    const auto& task = leads ? listener.listener.isLeader : listener.listener.notLeader;
    if (!task) return;
    if (listener.executor) {
        listener.executor(task);
    } else {
        task();
    }
}

void LeaderLatch::Impl::addListener(ListenerToken listenerToken, LeadershipListener listener,
                                    Executor executor) {
    if (state == LatchState::Closed) return;
    const auto added =
        m_listeners.insert_or_assign(listenerToken, Listener{std::move(listener), std::move(executor)});
    if (m_told) tellOne(Listener(added.first->second), true);
}

void LeaderLatch::Impl::await(std::optional<TimePoint> deadline, Completion<void> done,
                              const std::stop_token& stop) {
    if (token.load() != Zxid::None && state == LatchState::Started) {
        done({});
    } else if (state == LatchState::Over) {
        done(tl::unexpected(m_problem.value_or(error(ErrorCode::SessionExpired))));
    } else if (state != LatchState::Started) {
        done(tl::unexpected(error(ErrorCode::NotOwner)));
    } else {
        const auto waiter = m_waiters.emplace(m_waiters.end());
        waiter->done = std::move(done);
        waiter->limits.emplace(m_loop, deadline, stop,
                               [this, waiter](ErrorCode why) { giveUpWaiter(waiter, why); });
    }
}

void LeaderLatch::Impl::giveUpWaiter(Waiters::iterator waiter, ErrorCode why) {
    const auto alive = shared_from_this();
    const auto done = std::move(waiter->done);
    m_waiters.erase(waiter);
    done(tl::unexpected(error(why)));
}

/// A waiter may await again from inside its completion.
void LeaderLatch::Impl::settleWaiters(const Result<void>& result) {
    for (auto waiters = std::exchange(m_waiters, {}); !waiters.empty(); waiters.pop_front()) {
        waiters.front().limits.reset();
        waiters.front().done(result);
    }
}

}  // namespace lockcore
