// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "leader_latch_impl.h"

#include "common/session_listener.h"

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
    setHeld(nullptr);
    m_problem.reset();
    const ContentionSpec spec{.directory = path,
                              .kind = ContenderKind::Latch,
                              .data = options.id,
                              .nodeAcl = options.nodeAcl,
                              .parentAcl = options.parentAcl,
                              .retry = options.retry,
                              .deleteRefused = options.onDeleteRefused};
    const auto contention = std::make_shared<Contention>(m_session, spec, handlers(++m_round));
    m_contention = contention;
    contention->start(std::nullopt);
}

/// A contention that the latch has turned away from may still have to delete its znode, but says nothing any
/// more.
Contention::Handlers LeaderLatch::Impl::handlers(std::uint64_t round) {
    const auto ifCurrent = [self = shared_from_this(), round](const auto& task) {
        if (self->m_round == round && self->state == LatchState::Started) task(*self);
    };
    Contention::Handlers handlers;
    handlers.granted = [ifCurrent](const std::string& node, const Stat& stat) {
        ifCurrent([&](Impl& latch) { latch.granted(node, stat); });
    };
    handlers.failed = [ifCurrent](const Error& why) {
        ifCurrent([&](Impl& latch) { latch.m_problem = why; });
    };
    handlers.holdChanged = [ifCurrent](HoldState next) {
        ifCurrent([&](Impl& latch) { latch.held()->change(next); });
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

void LeaderLatch::Impl::granted(const std::string& node, const Stat& stat) {
    const auto held = std::make_shared<HeldNode>(
        m_session, m_contention, std::make_shared<std::atomic<int>>(0),
        HeldNode::Identity{LockMode::Exclusive, node, stat.czxid, stat.ephemeralOwner});
    held->addChangeListener([weak = weak_from_this()](HoldState) {
        if (const auto self = weak.lock()) self->update();
    });
    setHeld(held);
    if (options.keepVerified) held->keepVerified();
    update();
}

std::shared_ptr<HeldNode> LeaderLatch::Impl::held() const {
    const std::lock_guard lock(m_heldMutex);
    return m_held;
}

void LeaderLatch::Impl::setHeld(std::shared_ptr<HeldNode> held) {
    const std::lock_guard lock(m_heldMutex);
    m_held = std::move(held);
}

/// To lead by it. What a pause makes doubtful is Suspended, too.
bool LeaderLatch::Impl::isEnough(HoldState known) const {
    if (known == HoldState::Held) return true;
    if (options.policy == LeadershipPolicy::Connection) return false;
    return known == HoldState::Suspended || (known == HoldState::Doubtful && !options.keepVerified);
}

/// close() on another thread takes it away before the loop hears of it.
Zxid LeaderLatch::Impl::token() const {
    const auto node = held();
    const bool leads = node && isEnough(node->state()) && state == LatchState::Started;
    return leads ? node->token() : Zxid::None;
}

std::chrono::nanoseconds LeaderLatch::Impl::validUntil(LifeSign sign) const {
    const auto node = held();
    return node && state == LatchState::Started ? node->validUntil(sign) : std::chrono::nanoseconds(0);
}

void LeaderLatch::Impl::contentionFinished() {
    const auto node = held();
    const bool isLost = node && node->storedState() == HoldState::Lost;
    if (isOver(m_session->status().state)) {
        renewSession();
    } else if (isLost) {
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
    if (const auto node = held()) node->releaseOne();
    if (const auto contention = m_contention.lock()) {
        contention->giveUp(ErrorCode::Cancelled);
        contention->release();
    }
}

void LeaderLatch::Impl::update() {
    const auto node = held();
    const bool leads = node && isEnough(node->storedState()) && state == LatchState::Started;
    if (std::exchange(m_told, leads) != leads) tell(leads);
    settleIfSure();
}

/// After a pause nobody tells the loop that a server has been heard: it asks. A connection that breaks
/// meanwhile ends in another update().
void LeaderLatch::Impl::settleIfSure() {
    if (!m_told || m_waiters.empty() || m_isAsking || state != LatchState::Started) return;
    if (token() != Zxid::None) {
        settleWaiters({});
        return;
    }
    m_isAsking = true;
    held()->verify([self = shared_from_this()](const Result<void>&) {
        self->m_isAsking = false;
        if (isConnected(self->m_session->status().state)) self->settleIfSure();
    });
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
    if (token() != Zxid::None) {
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
        settleIfSure();
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
