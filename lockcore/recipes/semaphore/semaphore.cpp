// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "semaphore_impl.h"

#include "common/await.h"
#include "lease_request.h"
#include "queue/queue_rule.h"

#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

/// Paths of the leases in the order of their creation; other children are left out.
std::vector<std::string> leasePaths(const std::string& directory, const std::vector<std::string>& names) {
    std::vector<std::pair<std::int64_t, std::string>> leases;
    for (const auto& name : names) {
        if (const auto parsed = parseContender(ContenderKind::Lease, name))
            leases.emplace_back(parsed->sequence, name);
    }
    std::ranges::sort(leases);
    std::vector<std::string> paths;
    for (const auto& [sequence, name] : leases)
        paths.push_back(joinPath(directory, name));
    return paths;
}

}  // namespace

Result<Hold> onlyOne(Result<std::vector<Hold>> leases) {
    if (!leases) return tl::unexpected(std::move(leases.error()));
    return std::move(leases->front());
}

Semaphore::Impl::Impl(std::shared_ptr<ZooKeeper> zookeeper, std::string directory, LeaseLimit maxLeases,
                      LockOptions lockOptions)
    : session(std::move(zookeeper)),
      path(std::move(directory)),
      mutexDirectory(joinPath(path, "locks")),
      leaseDirectory(joinPath(path, "leases")),
      limit(std::move(maxLeases)),
      options(std::move(lockOptions)) {}

LeaseRequest Semaphore::Impl::start(Request request) {
    if (session->loop().isForked()) {
        request.done(fail(ErrorCode::Forked, "Acquiring leases of " + path, path));
        return {};
    }
    auto started = std::make_shared<LeaseRequest::Impl>(shared_from_this(), std::move(request));
    session->loop().post([started] { started->start(); });
    return LeaseRequest(started);
}

Result<std::vector<Hold>> Semaphore::Impl::startAndWait(Request request, std::stop_token stop) {
    LeaseRequest started;
    std::optional<std::stop_callback<std::function<void()>>> cancel;
    return await<std::vector<Hold>>(session->loop(), "Acquiring leases of " + path, path, [&](Granted done) {
        request.done = std::move(done);
        started = start(request);
        cancel.emplace(std::move(stop), [&started] { started.cancel(); });
    });
}

void Semaphore::Impl::listParticipants(const Completion<std::vector<std::string>>& done) const {
    session->children(leaseDirectory, {},
                      [done, directory = leaseDirectory](const Result<ChildList>& result) {
                          if (result) {
                              done(leasePaths(directory, result->names));
                          } else if (result.error().code == ErrorCode::NoNode) {
                              done(std::vector<std::string>{});
                          } else {
                              done(tl::unexpected(result.error()));
                          }
                      });
}

Semaphore::Semaphore(std::shared_ptr<ZooKeeper> session, std::string path, int maxLeases, LockOptions options)
    : m_impl(std::make_shared<Impl>(std::move(session), std::move(path), maxLeases, std::move(options))) {}

Semaphore::Semaphore(std::shared_ptr<ZooKeeper> session, std::string path, SharedCount maxLeases,
                     LockOptions options)
    : m_impl(std::make_shared<Impl>(std::move(session), std::move(path), std::move(maxLeases),
                                    std::move(options))) {}

const std::string& Semaphore::path() const {
    return m_impl->path;
}

LeaseRequest Semaphore::acquireAsync(int leases, std::optional<TimePoint> deadline, Granted done) {
    return m_impl->start({leases, deadline, false, std::move(done)});
}

LeaseRequest Semaphore::tryAcquireAsync(int leases, Granted done) {
    return m_impl->start({leases, std::nullopt, true, std::move(done)});
}

Result<Hold> Semaphore::acquire(std::stop_token stop) {
    return onlyOne(acquire(1, std::move(stop)));
}

Result<Hold> Semaphore::acquireFor(Duration limit, std::stop_token stop) {
    return onlyOne(acquireFor(1, limit, std::move(stop)));
}

Result<std::vector<Hold>> Semaphore::acquire(int leases, std::stop_token stop) {
    return m_impl->startAndWait({.leases = leases}, std::move(stop));
}

Result<std::vector<Hold>> Semaphore::acquireFor(int leases, Duration limit, std::stop_token stop) {
    const auto deadline = m_impl->session->loop().now() + limit;
    return m_impl->startAndWait({.leases = leases, .deadline = deadline}, std::move(stop));
}

Result<std::vector<Hold>> Semaphore::tryAcquire(int leases, std::stop_token stop) {
    return m_impl->startAndWait({.leases = leases, .tryOnly = true}, std::move(stop));
}

Result<std::vector<std::string>> Semaphore::participants() const {
    return await<std::vector<std::string>>(m_impl->session->loop(), "Listing the leases", path(),
                                           [this](auto done) { participantsAsync(std::move(done)); });
}

void Semaphore::participantsAsync(Completion<std::vector<std::string>> done) const {
    postOrRefuse(m_impl->session->loop(), "Listing the leases", path(), std::move(done),
                 [impl = m_impl](const Completion<std::vector<std::string>>& listed) {
                     impl->listParticipants(listed);
                 });
}

}  // namespace lockcore
