// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "own_holds.h"

#include <lockcore/recipes/mutex.h>
#include <lockcore/recipes/read_write_lock.h>
#include <lockcore/session/connect_string.h>

#include <utility>

namespace lockcore {
namespace {

QueueLock lockFor(const std::shared_ptr<ZooKeeper>& session, const AcquireRequest& request) {
    if (request.recipe == AcquireRecipe::Mutex) return Mutex(session, request.lockPath);
    ReadWriteLock lock(session, request.lockPath);
    return request.recipe == AcquireRecipe::Read ? lock.read() : lock.write();
}

/// Of several leases the one that is worst off. What was given back is no loss: release() forgets the entry.
OwnHoldState worstState(const std::vector<Hold>& holds) {
    OwnHoldState worst = OwnHoldState::Held;
    for (const Hold& hold : holds) {
        if (hold.state() == HoldState::Lost) return OwnHoldState::Lost;
        if (hold.state() != HoldState::Held) worst = OwnHoldState::Suspended;
    }
    return worst;
}

Result<std::vector<Hold>> giveBack(std::vector<Hold> holds) {
    for (Hold& hold : holds)
        (void)hold.release();
    return fail(ErrorCode::Cancelled, "wait for the lock");
}

}  // namespace

OwnHolds::OwnHolds(std::shared_ptr<ZooKeeper> session, Changed changed)
    : m_session(std::move(session)), m_changed(std::move(changed)) {}

void OwnHolds::acquire(std::uint64_t id, const AcquireRequest& request, Completion<void> done) {
    OwnHold& view = m_entries[id].view;
    view.id = id;
    view.lockPath = contendersPath(request);
    view.recipe = request.recipe;
    view.leases = request.leases;
    Granted ended = [self = weak_from_this(), id, done = std::move(done)](auto holds) {
        const auto own = self.lock();
        // The grant was faster.
        if (own && holds && own->isWithdrawn(id)) holds = giveBack(std::move(*holds));
        const bool isGranted = holds.has_value();
        const Result<void> result = holds.map([](const auto&) {});
        if (own) {
            if (isGranted)
                own->granted(id, std::move(*holds));
            else
                own->forget(id);
        }
        done(result);
    };
    const bool isSemaphore = request.recipe == AcquireRecipe::Semaphore;
    m_entries[id].cancel =
        isSemaphore ? acquireLeases(request, std::move(ended)) : acquireLock(id, request, std::move(ended));
    report();
}

std::function<void()> OwnHolds::acquireLock(std::uint64_t id, const AcquireRequest& request,
                                            Granted granted) {
    const auto one = [granted = std::move(granted)](Result<Hold> hold) {
        if (!hold) return granted(tl::unexpected(hold.error()));
        std::vector<Hold> holds;
        holds.push_back(std::move(*hold));
        granted(std::move(holds));
    };
    QueueLock lock = lockFor(m_session, request);
    // An owner of its own for each acquire: the window asks for a place in the queue, never for nesting.
    const auto owner = Owner::unique();
    const Acquisition acquisition =
        request.patience == Patience::TryOnly
            ? lock.tryAcquireAsync(owner, one)
            : lock.acquireAsync(owner, deadlineOf(request), one,
                                [self = weak_from_this(), id](const Queued& place) {
                                    if (const auto own = self.lock()) own->queued(id, place);
                                });
    return [acquisition] { acquisition.cancel(); };
}

std::function<void()> OwnHolds::acquireLeases(const AcquireRequest& request, Granted granted) {
    Semaphore semaphore(m_session, semaphorePath(request.lockPath), request.maxLeases);
    const LeaseRequest leases =
        request.patience == Patience::TryOnly
            ? semaphore.tryAcquireAsync(request.leases, std::move(granted))
            : semaphore.acquireAsync(request.leases, deadlineOf(request), std::move(granted));
    return [leases] { leases.cancel(); };
}

std::optional<TimePoint> OwnHolds::deadlineOf(const AcquireRequest& request) const {
    if (request.patience != Patience::Limited) return std::nullopt;
    return m_session->loop().now() + request.limit;
}

Result<void> OwnHolds::release(std::uint64_t id) {
    const auto found = m_entries.find(id);
    if (found == m_entries.end()) return fail(ErrorCode::NotOwner, "release the lock");
    Entry& entry = found->second;
    if (entry.view.state == OwnHoldState::Queued) {
        entry.isWithdrawn = true;  // should the grant be faster
        entry.cancel();            // ends in the acquire's own completion, which forgets the entry
        return {};
    }
    Result<void> result;
    for (Hold& hold : entry.holds) {
        if (hold.state() == HoldState::Lost) continue;
        const auto released = hold.release();
        if (result) result = released;
    }
    forget(id);
    return result;
}

std::optional<OwnHold> OwnHolds::of(std::uint64_t id) const {
    const auto found = m_entries.find(id);
    return found == m_entries.end() ? std::nullopt : std::optional(found->second.view);
}

void OwnHolds::withdrawQueued() {
    std::vector<std::function<void()>> cancels;  // each ends in forget()
    for (auto& [id, entry] : m_entries) {
        if (entry.view.state != OwnHoldState::Queued) continue;
        entry.isWithdrawn = true;
        cancels.push_back(entry.cancel);
    }
    for (const auto& cancel : cancels)
        cancel();
}

bool OwnHolds::isWithdrawn(std::uint64_t id) const {
    const auto found = m_entries.find(id);
    return found != m_entries.end() && found->second.isWithdrawn;
}

void OwnHolds::releaseAll() {
    m_changed = nullptr;
    for (auto& [id, entry] : m_entries)
        entry.cancel();
    m_entries.clear();
}

void OwnHolds::queued(std::uint64_t id, const Queued& place) {
    const auto found = m_entries.find(id);
    if (found == m_entries.end()) return;
    found->second.view.node = nodeName(place.path);
    report();
}

void OwnHolds::granted(std::uint64_t id, std::vector<Hold> holds) {
    const auto found = m_entries.find(id);
    if (found == m_entries.end() || holds.empty()) return;
    Entry& entry = found->second;
    entry.view.node = nodeName(holds.front().path());
    entry.view.fencingToken = holds.front().fencingToken();
    for (Hold& hold : holds) {
        hold.onChange([self = weak_from_this(), id](HoldState) {
            if (const auto own = self.lock()) own->stateChanged(id);
        });
        hold.onRevoke([self = weak_from_this(), id] {
            if (const auto own = self.lock()) own->revokeRequested(id);
        });
    }
    entry.holds = std::move(holds);
    entry.view.state = worstState(entry.holds);
    report();
}

void OwnHolds::forget(std::uint64_t id) {
    if (m_entries.erase(id) > 0) report();
}

void OwnHolds::stateChanged(std::uint64_t id) {
    const auto found = m_entries.find(id);
    if (found == m_entries.end()) return;
    const OwnHoldState state = worstState(found->second.holds);
    if (std::exchange(found->second.view.state, state) != state) report();
}

void OwnHolds::revokeRequested(std::uint64_t id) {
    const auto found = m_entries.find(id);
    if (found == m_entries.end() || found->second.view.revokeRequested) return;
    found->second.view.revokeRequested = true;
    report();
}

void OwnHolds::report() const {
    if (!m_changed) return;
    std::vector<OwnHold> views;
    views.reserve(m_entries.size());
    for (const auto& [id, entry] : m_entries)
        views.push_back(entry.view);
    m_changed(std::move(views));
}

}  // namespace lockcore
