// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "shown_lock.h"

#include <lockcore/observe/permits.h>
#include <lockcore/session/connect_string.h>

#include <algorithm>

namespace lockscope {
namespace {

using lockcore::LockQueue;

const LockQueue* lockAt(const lockcore::ClusterSample& sample, std::string_view path) {
    const auto lock =
        std::ranges::find_if(sample.locks, [&](const auto& each) { return each->path == path; });
    return lock == sample.locks.end() ? nullptr : lock->get();
}

/// A persistent child may be a lock itself, in which nobody is.
const lockcore::QueueRow* ephemeralIn(const LockQueue& lock, std::string_view name) {
    const auto row = std::ranges::find_if(lock.rows, [&](const lockcore::QueueRow& each) {
        return each.role != lockcore::Role::Foreign && each.contender->name == name &&
               lockcore::ownerOf(each) != lockcore::SessionId::None;
    });
    return row == lock.rows.end() ? nullptr : &*row;
}

}  // namespace

bool isPartOf(const LockQueue& lock, std::string_view path) {
    const auto waiters = lockcore::waitersPath(lock);
    if (!waiters) return false;
    const bool isOfCurator = lock.dialect == lockcore::Dialect::CuratorSemaphore;
    return *waiters == path || (isOfCurator && lockcore::parentPath(lock.path) == path);
}

ShownLock shownLock(const lockcore::ClusterSample& sample, const std::string& path) {
    const LockQueue* const own = lockAt(sample, path);
    if (own != nullptr && !own->rows.empty()) return {own};
    const LockQueue* const above = lockAt(sample, lockcore::parentPath(path));
    const auto* const contender = above == nullptr ? nullptr : ephemeralIn(*above, lockcore::nodeName(path));
    if (contender != nullptr) return {above, contender};
    if (own != nullptr) return {own};
    const auto whole =
        std::ranges::find_if(sample.locks, [&](const auto& each) { return isPartOf(*each, path); });
    return {whole == sample.locks.end() ? nullptr : whole->get()};
}

const LockQueue* lockIn(const lockcore::ClusterSample& sample, const std::string& path) {
    return shownLock(sample, path).lock;
}

std::string_view lockByName(const LockQueue& lock) {
    const bool isEphemeral = lock.stat && lock.stat->ephemeralOwner != lockcore::SessionId::None;
    if (!isEphemeral || !lock.rows.empty()) return {};
    const auto name = lockcore::parseNodeName(lockcore::nodeName(lock.path));
    return name.dialect == lockcore::Dialect::Unknown ? std::string_view() : lockcore::parentPath(lock.path);
}

}  // namespace lockscope
