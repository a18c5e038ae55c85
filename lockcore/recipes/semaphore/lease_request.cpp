// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "lease_request.h"

#include "common/local_address.h"
#include "common/option_listeners.h"
#include "queue/queue_rule.h"

#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <utility>

namespace lockcore {

void LeaseRequest::cancel() const {
    const auto impl = m_impl.lock();
    if (!impl) return;
    impl->loop().post([impl] { impl->fail(impl->error(ErrorCode::Cancelled)); });
}

LeaseRequest::Impl::Impl(std::shared_ptr<Semaphore::Impl> semaphore, Semaphore::Impl::Request request)
    : m_semaphore(std::move(semaphore)), m_request(std::move(request)) {}

Error LeaseRequest::Impl::error(ErrorCode code, const std::string& detail) const {
    return {code,
            "Acquiring " + std::to_string(m_request.leases) + " leases of " + m_semaphore->path + detail,
            m_semaphore->path,
            {}};
}

std::optional<Error> LeaseRequest::Impl::problem() const {
    const auto& path = m_semaphore->path;
    if (const auto wrong = pathProblem(path); !wrong.empty())
        return error(ErrorCode::BadArguments, ": " + wrong);
    if (path == "/") return error(ErrorCode::BadArguments, ": the root can't be a semaphore");
    if (m_request.leases < 1) return error(ErrorCode::BadArguments, ": at least one");
    const auto* fixed = std::get_if<int>(&m_semaphore->limit);
    if (fixed != nullptr && m_request.leases > *fixed) {
        return error(ErrorCode::BadArguments, ", which has " + std::to_string(*fixed));
    }
    const auto* count = std::get_if<SharedCount>(&m_semaphore->limit);
    if (count != nullptr && &count->loop() != &loop()) {
        return error(ErrorCode::BadArguments, ", whose number " + count->path() + " is on another loop");
    }
    return std::nullopt;
}

void LeaseRequest::Impl::start() {
    if (m_phase == Phase::Settled) return;  // cancelled before
    if (const auto wrong = problem()) {
        fail(*wrong);
        return;
    }
    m_started = loop().now();
    if (m_request.deadline) {
        m_deadline = loop().callAt(*m_request.deadline, [self = shared_from_this()] {
            self->fail(self->error(ErrorCode::DeadlineExceeded));
        });
    }
    if (const auto* fixed = std::get_if<int>(&m_semaphore->limit)) {
        limitChanged(VersionedCount{.value = *fixed});
    } else {
        auto count = std::get<SharedCount>(m_semaphore->limit);
        m_limit = count.addListener(
            [self = shared_from_this()](const Result<VersionedCount>& limit) { self->limitChanged(limit); });
    }
}

void LeaseRequest::Impl::limitChanged(const Result<VersionedCount>& limit) {
    if (!limit) {
        if (m_phase == Phase::Counting) fail(limit.error());
        return;  // later the last number counts
    }
    m_maxLeases = limit->value;
    if (m_phase == Phase::Counting) {
        m_request.tryOnly ? look() : lock();
        return;
    }
    const auto slots = m_slots;
    for (const auto& slot : slots) {
        if (const auto contention = slot->contention.lock()) contention->setMaxLeases(m_maxLeases);
    }
}

void LeaseRequest::Impl::look() {
    m_phase = Phase::Looking;
    m_semaphore->session->children(
        m_semaphore->leaseDirectory, {},
        [self = shared_from_this()](const Result<ChildList>& result) { self->looked(result); });
}

void LeaseRequest::Impl::looked(const Result<ChildList>& result) {
    if (m_phase != Phase::Looking) return;
    const auto code = result ? std::optional<ErrorCode>() : result.error().code;
    if (code && isAmbiguous(*code)) {
        lock();  // the look only saves writes; what follows retries by the policy
    } else if (code && *code != ErrorCode::NoNode) {
        fail(result.error());
    } else if (result && countLeases(result->names) + m_request.leases > m_maxLeases) {
        fail(error(ErrorCode::Busy));
    } else {
        lock();
    }
}

ContentionSpec LeaseRequest::Impl::spec(ContenderKind kind) const {
    ContentionSpec spec;
    spec.directory = kind == ContenderKind::Lease ? m_semaphore->leaseDirectory : m_semaphore->mutexDirectory;
    spec.kind = kind;
    spec.isRevocable = kind == ContenderKind::Lease && m_semaphore->options.onRevoke;
    spec.data = m_semaphore->options.data.value_or(spec.isRevocable ? std::string() : localAddress());
    spec.nodeAcl = m_semaphore->options.nodeAcl;
    spec.parentAcl = m_semaphore->options.parentAcl;
    spec.retry = m_semaphore->options.retry;
    spec.deleteRefused = deleteRefusedBy(m_semaphore->options);
    spec.maxLeases = m_maxLeases;
    spec.tryOnly = m_request.tryOnly;
    return spec;
}

void LeaseRequest::Impl::lock() {
    m_phase = Phase::Locking;
    Contention::Handlers handlers;
    handlers.granted = [self = shared_from_this()](const std::string&, const Stat&) { self->lease(); };
    handlers.failed = [self = shared_from_this()](const Error& error) { self->fail(error); };
    handlers.holdChanged = [self = shared_from_this()](HoldState state) {
        if (state == HoldState::Lost) self->mutexLost();
    };
    const auto contention =
        std::make_shared<Contention>(m_semaphore->session, spec(ContenderKind::Mutex), std::move(handlers));
    m_mutex = contention;
    contention->start(std::nullopt);
}

void LeaseRequest::Impl::mutexLost() {
    if (m_phase != Phase::Leasing) return;
    dropLeases();
    m_phase = Phase::Locking;
    retry([self = shared_from_this()] { self->lock(); });
}

/// All at once: their creates and lists travel in one flight.
void LeaseRequest::Impl::lease() {
    m_phase = Phase::Leasing;
    m_slots.resize(static_cast<std::size_t>(m_request.leases));
    for (std::size_t index = 0; index < m_slots.size(); ++index)
        contend(index);  // the last grant, or a failure, empties m_slots
}

void LeaseRequest::Impl::contend(std::size_t index) {
    const auto slot = std::make_shared<Slot>();
    m_slots[index] = slot;
    Contention::Handlers handlers;
    handlers.granted = [self = shared_from_this(), slot](const std::string& path, const Stat& stat) {
        self->granted(*slot, path, stat);
    };
    handlers.failed = [self = shared_from_this(), slot](const Error& error) {
        if (!slot->dropped) self->fail(error);
    };
    handlers.holdChanged = [self = shared_from_this(), slot, index](HoldState state) {
        slot->node->change(state);
        if (state == HoldState::Lost && !slot->dropped) self->leaseLost(index);
    };
    handlers.removeRefused = [slot](const Error& error) {
        if (slot->node) slot->node->releaseRefused(error);
    };
    handlers.revokeAsked = [self = shared_from_this(), slot] { self->revokeAsked(*slot); };
    const auto contention =
        std::make_shared<Contention>(m_semaphore->session, spec(ContenderKind::Lease), std::move(handlers));
    slot->contention = contention;
    contention->start(std::nullopt);
}

void LeaseRequest::Impl::granted(Slot& slot, const std::string& path, const Stat& stat) {
    slot.node = std::make_shared<HeldNode>(
        m_semaphore->session, slot.contention, m_semaphore->heldHere,
        HeldNode::Identity{LockMode::Exclusive, path, stat.czxid, stat.ephemeralOwner});
    const auto owned = [](const std::shared_ptr<Slot>& one) { return one && one->node; };
    if (std::ranges::all_of(m_slots, owned)) succeed();
}

void LeaseRequest::Impl::revokeAsked(const Slot& slot) const {
    if (slot.node) slot.node->revokeAsked();
    const auto& options = m_semaphore->options;
    if (options.onRevoke) runBy(options.executor, options.onRevoke);
}

/// Somebody deleted one lease while others were waited for. Once all are granted it is the caller's to
/// notice.
void LeaseRequest::Impl::leaseLost(std::size_t index) {
    if (m_phase != Phase::Leasing) return;
    m_slots[index]->dropped = true;
    m_slots[index] = std::make_shared<Slot>();
    retry([self = shared_from_this(), index, empty = m_slots[index]] {
        if (index < self->m_slots.size() && self->m_slots[index] == empty) self->contend(index);
    });
}

void LeaseRequest::Impl::retry(std::function<void()> what) {
    const auto pause = m_semaphore->options.retry.pause(m_retries++, loop().now() - m_started);
    if (!pause) {
        fail(error(ErrorCode::HoldLost));
    } else if (const auto state = m_semaphore->session->status().state; isOver(state)) {
        fail(error(endOfSession(state)));
    } else if (*pause <= Duration::zero()) {
        what();
    } else {
        const auto over = [weak = weak_from_this()](ErrorCode why) {
            if (const auto self = weak.lock()) self->fail(self->error(why));
        };
        if (!m_sessionEnd)
            m_sessionEnd.emplace(m_semaphore->session, SessionListener::Handlers{{}, {}, over});
        loop().callAt(loop().now() + *pause, [self = shared_from_this(), what = std::move(what)] {
            if (self->m_phase != Phase::Settled) what();
        });
    }
}

void LeaseRequest::Impl::dropLeases() {
    for (const auto& slot : std::exchange(m_slots, {})) {
        if (!slot) continue;
        slot->dropped = true;
        if (slot->node) slot->node->releaseOne();
        if (const auto contention = slot->contention.lock()) contention->giveUp(ErrorCode::Cancelled);
    }
}

void LeaseRequest::Impl::dropMutex() {
    const auto mutex = m_mutex.lock();
    if (!mutex) return;
    mutex->giveUp(ErrorCode::Cancelled);
    mutex->release();
}

/// From here on nothing is heard any more.
void LeaseRequest::Impl::settle() {
    m_phase = Phase::Settled;
    m_sessionEnd.reset();
    loop().cancel(m_deadline);
    if (m_limit == ListenerToken::None) return;
    auto count = std::get<SharedCount>(m_semaphore->limit);
    count.removeListener(m_limit);
}

void LeaseRequest::Impl::fail(const Error& error) {
    if (m_phase == Phase::Settled) return;
    settle();
    dropLeases();
    dropMutex();
    const auto done = std::exchange(m_request.done, {});
    done(tl::unexpected(error));
}

void LeaseRequest::Impl::succeed() {
    settle();
    std::vector<Hold> leases;
    for (const auto& slot : std::exchange(m_slots, {}))
        leases.emplace_back(std::make_shared<Hold::Impl>(slot->node));
    dropMutex();
    const auto done = std::exchange(m_request.done, {});
    done(std::move(leases));
}

}  // namespace lockcore
