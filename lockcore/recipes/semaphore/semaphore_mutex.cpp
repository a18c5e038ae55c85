// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/recipes/semaphore_mutex.h>

#include "semaphore_impl.h"

#include <utility>

namespace lockcore {

namespace {

Semaphore::Granted toOne(SemaphoreMutex::Granted done) {
    return [done = std::move(done)](Result<std::vector<Hold>> leases) { done(onlyOne(std::move(leases))); };
}

}  // namespace

SemaphoreMutex::SemaphoreMutex(std::shared_ptr<ZooKeeper> session, std::string path, LockOptions options)
    : m_impl(std::make_shared<Semaphore::Impl>(std::move(session), std::move(path), 1, std::move(options))) {}

LeaseRequest SemaphoreMutex::acquireAsync(std::optional<TimePoint> deadline, Granted done) {
    return m_impl->start({.deadline = deadline, .done = toOne(std::move(done))});
}

LeaseRequest SemaphoreMutex::tryAcquireAsync(Granted done) {
    return m_impl->start({.tryOnly = true, .done = toOne(std::move(done))});
}

Result<Hold> SemaphoreMutex::acquire(std::stop_token stop) {
    return onlyOne(m_impl->startAndWait({}, std::move(stop)));
}

Result<Hold> SemaphoreMutex::acquireFor(Duration limit, std::stop_token stop) {
    const auto deadline = m_impl->session->loop().now() + limit;
    return onlyOne(m_impl->startAndWait({.deadline = deadline}, std::move(stop)));
}

Result<Hold> SemaphoreMutex::tryAcquire(std::stop_token stop) {
    return onlyOne(m_impl->startAndWait({.tryOnly = true}, std::move(stop)));
}

bool SemaphoreMutex::isHeldHere() const {
    return m_impl->heldHere->load() > 0;
}

const std::string& SemaphoreMutex::path() const {
    return m_impl->path;
}

}  // namespace lockcore
