// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/own_holds.h"

#include <lockcore/recipes/mutex.h>
#include <lockcore/recipes/read_write_lock.h>
#include <lockcore/session/connect_string.h>

#include <utility>

namespace lockscope {
namespace {

lockcore::QueueLock lockFor(const std::shared_ptr<lockcore::ZooKeeper>& session, const std::string& path,
                            lockcore::LockMode mode) {
    if (mode == lockcore::LockMode::Exclusive) return lockcore::Mutex(session, path);
    lockcore::ReadWriteLock lock(session, path);
    return mode == lockcore::LockMode::Read ? lock.read() : lock.write();
}

OwnHoldState toOwnState(lockcore::HoldState state) {
    switch (state) {
        case lockcore::HoldState::Held: return OwnHoldState::Held;
        case lockcore::HoldState::Suspended: return OwnHoldState::Suspended;
        case lockcore::HoldState::Lost:
        case lockcore::HoldState::Released: break;
    }
    return OwnHoldState::Lost;
}

}  // namespace

OwnHolds::OwnHolds(std::shared_ptr<lockcore::ZooKeeper> session, Changed changed)
    : m_session(std::move(session)), m_changed(std::move(changed)) {}

void OwnHolds::acquire(std::uint64_t id, const std::string& lockPath, lockcore::LockMode mode,
                       lockcore::Completion<void> done) {
    Entry& entry = m_entries[id];
    entry.view.id = id;
    entry.view.lockPath = lockPath;
    entry.view.mode = mode;
    // An owner of its own for each acquire: the window asks for a place in the queue, never for nesting.
    entry.acquisition = lockFor(m_session, lockPath, mode)
                            .acquireAsync(
                                lockcore::Owner::unique(), std::nullopt,
                                [self = weak_from_this(), id, done](lockcore::Result<lockcore::Hold> hold) {
                                    if (const auto holds = self.lock()) {
                                        if (hold)
                                            holds->granted(id, std::move(*hold));
                                        else
                                            holds->forget(id);
                                    }
                                    if (hold)
                                        done({});
                                    else
                                        done(tl::unexpected(hold.error()));
                                },
                                [self = weak_from_this(), id](const lockcore::Queued& place) {
                                    if (const auto holds = self.lock()) holds->queued(id, place);
                                });
    report();
}

lockcore::Result<void> OwnHolds::release(std::uint64_t id) {
    const auto found = m_entries.find(id);
    if (found == m_entries.end()) return lockcore::fail(lockcore::ErrorCode::NotOwner, "release the lock");
    Entry& entry = found->second;
    if (entry.view.state == OwnHoldState::Queued) {
        entry.acquisition.cancel();  // ends in the acquire's own completion, which forgets the entry
        return {};
    }
    lockcore::Result<void> result;
    if (entry.view.state != OwnHoldState::Lost) result = entry.hold.release();
    forget(id);
    return result;
}

void OwnHolds::releaseAll() {
    m_changed = nullptr;
    for (auto& [id, entry] : m_entries)
        entry.acquisition.cancel();
    m_entries.clear();
}

void OwnHolds::queued(std::uint64_t id, const lockcore::Queued& place) {
    const auto found = m_entries.find(id);
    if (found == m_entries.end()) return;
    found->second.view.node = lockcore::nodeName(place.path);
    report();
}

void OwnHolds::granted(std::uint64_t id, lockcore::Hold hold) {
    const auto found = m_entries.find(id);
    if (found == m_entries.end()) return;
    Entry& entry = found->second;
    entry.view.state = toOwnState(hold.state());
    entry.view.node = lockcore::nodeName(hold.path());
    entry.view.fencingToken = hold.fencingToken();
    hold.onChange([self = weak_from_this(), id](lockcore::HoldState state) {
        if (const auto holds = self.lock()) holds->stateChanged(id, state);
    });
    hold.onRevoke([self = weak_from_this(), id] {
        if (const auto holds = self.lock()) holds->revokeRequested(id);
    });
    entry.hold = std::move(hold);
    report();
}

void OwnHolds::forget(std::uint64_t id) {
    if (m_entries.erase(id) > 0) report();
}

void OwnHolds::stateChanged(std::uint64_t id, lockcore::HoldState state) {
    const auto found = m_entries.find(id);
    if (found == m_entries.end()) return;
    if (state == lockcore::HoldState::Released) return;  // our own doing: release() forgets the entry
    found->second.view.state = toOwnState(state);
    report();
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

}  // namespace lockscope
