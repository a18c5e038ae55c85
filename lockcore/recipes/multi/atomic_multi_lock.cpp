// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/recipes/atomic_multi_lock.h>

#include "common/await.h"
#include "common/local_address.h"
#include "common/option_listeners.h"
#include "joint_acquire.h"

#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace lockcore {

/// Lives on the loop thread; start() and the constant parts may be used on any.
class AtomicMultiLock::Impl : public std::enable_shared_from_this<Impl> {
public:
    Impl(std::shared_ptr<ZooKeeper> session, std::vector<std::string> paths, LockOptions options)
        : m_session(std::move(session)), m_paths(std::move(paths)), m_options(std::move(options)) {}

    void start(JointAcquire::Request request) {
        if (loop().isForked()) {
            request.done(fail(ErrorCode::Forked, "Acquiring several locks", firstPath()));
            return;
        }
        loop().post([self = shared_from_this(), request = std::move(request)] { self->acquire(request); });
    }

    Loop& loop() const { return m_session->loop(); }
    const std::vector<std::string>& paths() const { return m_paths; }
    bool isHeldHere() const {
        return m_heldHere->load() == static_cast<int>(m_paths.size()) && !m_paths.empty();
    }
    std::string firstPath() const { return m_paths.empty() ? std::string() : m_paths.front(); }

private:
    void acquire(const JointAcquire::Request& request);
    std::optional<Error> problem() const;
    std::vector<ContentionSpec> specs(bool tryOnly) const;
    void revokeAsked() const;
    void over(Owner owner, const JointAcquire& acquire);

    const std::shared_ptr<ZooKeeper> m_session;
    const std::vector<std::string> m_paths;
    const LockOptions m_options;
    const std::shared_ptr<std::atomic<int>> m_heldHere = std::make_shared<std::atomic<int>>(0);
    std::unordered_map<std::uint64_t, std::shared_ptr<JointAcquire>> m_acquires;  ///< by owner
};

std::optional<Error> AtomicMultiLock::Impl::problem() const {
    if (m_paths.empty()) return Error{ErrorCode::BadArguments, "Acquiring several locks: there are none"};
    for (const auto& path : m_paths) {
        auto text = pathProblem(path);
        if (path == "/") text = "the root can't be a lock";
        if (std::ranges::count(m_paths, path) > 1) text = "it is in the list twice";
        if (text.empty()) continue;
        return Error{ErrorCode::BadArguments,
                     std::string("The lock path \"").append(path).append("\": ").append(text), path};
    }
    return std::nullopt;
}

std::vector<ContentionSpec> AtomicMultiLock::Impl::specs(bool tryOnly) const {
    std::vector<ContentionSpec> specs;
    for (const auto& path : m_paths) {
        ContentionSpec spec;
        spec.directory = path;
        spec.kind = ContenderKind::Mutex;
        spec.isRevocable = static_cast<bool>(m_options.onRevoke);
        spec.data = m_options.data.value_or(spec.isRevocable ? std::string() : localAddress());
        spec.nodeAcl = m_options.nodeAcl;
        spec.parentAcl = m_options.parentAcl;
        spec.retry = m_options.retry;
        spec.deleteRefused = deleteRefusedBy(m_options);
        spec.tryOnly = tryOnly;
        spec.createsElsewhere = true;
        specs.push_back(std::move(spec));
    }
    return specs;
}

void AtomicMultiLock::Impl::acquire(const JointAcquire::Request& request) {
    if (const auto wrong = problem()) {
        request.done(tl::unexpected(*wrong));
        return;
    }
    const auto owner = request.owner.value();
    if (const auto other = m_acquires.find(owner); other != m_acquires.end() && other->second->isBusy()) {
        request.done(fail(ErrorCode::WouldDeadlock, "Acquiring several locks", firstPath()));
        return;
    }
    JointAcquire::Listeners listeners;
    listeners.revokeAsked = [self = shared_from_this()] { self->revokeAsked(); };
    listeners.over = [self = shared_from_this(), mine = request.owner](const JointAcquire& acquire) {
        self->over(mine, acquire);
    };
    const auto acquire = std::make_shared<JointAcquire>(m_session, m_heldHere, request, std::move(listeners));
    m_acquires.insert_or_assign(owner, acquire);
    acquire->start(specs(request.tryOnly));
}

void AtomicMultiLock::Impl::revokeAsked() const {
    if (m_options.onRevoke) runBy(m_options.executor, m_options.onRevoke);
}

/// The owner's next acquire may have begun before the last one was over: the deletes take their time.
void AtomicMultiLock::Impl::over(Owner owner, const JointAcquire& acquire) {
    const auto entry = m_acquires.find(owner.value());
    if (entry != m_acquires.end() && entry->second.get() == &acquire) m_acquires.erase(entry);
}

AtomicMultiLock::AtomicMultiLock(std::shared_ptr<ZooKeeper> session, std::vector<std::string> paths,
                                 LockOptions options)
    : m_impl(std::make_shared<Impl>(std::move(session), std::move(paths), std::move(options))) {}

MultiAcquisition AtomicMultiLock::acquireAsync(Owner owner, std::optional<TimePoint> deadline, Granted done,
                                               std::function<void(const std::vector<Queued>&)> queued) {
    std::stop_source stop;
    m_impl->start({owner, deadline, std::move(done), std::move(queued), stop.get_token()});
    return MultiAcquisition(std::move(stop));
}

MultiAcquisition AtomicMultiLock::tryAcquireAsync(Owner owner, Granted done) {
    std::stop_source stop;
    m_impl->start({owner, std::nullopt, std::move(done), {}, stop.get_token(), true});
    return MultiAcquisition(std::move(stop));
}

Result<MultiHold> AtomicMultiLock::acquire(std::stop_token stop) {
    return acquireUntil(std::nullopt, stop, false);
}

Result<MultiHold> AtomicMultiLock::acquireFor(Duration limit, std::stop_token stop) {
    return acquireUntil(m_impl->loop().now() + limit, stop, false);
}

Result<MultiHold> AtomicMultiLock::tryAcquire() {
    return acquireUntil(std::nullopt, {}, true);
}

Result<MultiHold> AtomicMultiLock::acquireUntil(std::optional<TimePoint> deadline,
                                                const std::stop_token& stop, bool tryOnly) {
    return await<MultiHold>(
        m_impl->loop(), "Acquiring several locks", m_impl->firstPath(), [&](Granted done) {
            m_impl->start({Owner::thisThread(), deadline, std::move(done), {}, stop, tryOnly});
        });
}

bool AtomicMultiLock::isHeldHere() const {
    return m_impl->isHeldHere();
}

const std::vector<std::string>& AtomicMultiLock::paths() const {
    return m_impl->paths();
}

}  // namespace lockcore
