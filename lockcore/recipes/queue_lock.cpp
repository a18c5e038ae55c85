// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "queue_lock_impl.h"

#include "local_address.h"

#include <lockcore/session/connect_string.h>

#include <future>
#include <utility>

namespace lockcore {

namespace {

std::uint64_t nextOwner() {
    static std::atomic<std::uint64_t> last = 0;
    return ++last;
}

}  // namespace

// Not std::thread::id, which a later thread may get again while a hold of the earlier one is still there.
Owner Owner::thisThread() {
    thread_local const std::uint64_t id = nextOwner();
    return Owner(id);
}

Owner Owner::unique() {
    return Owner(nextOwner());
}

void Acquisition::cancel() const {
    const auto impl = m_impl.lock();
    if (!impl) return;
    impl->session->loop().post([impl] {
        if (const auto driver = impl->driver.lock()) driver->giveUp(ErrorCode::Cancelled);
    });
}

OwnerTable::Entry* OwnerTable::find(Owner owner) {
    const auto entry = m_entries.find(owner.value());
    return entry != m_entries.end() ? &entry->second : nullptr;
}

void OwnerTable::add(Owner owner, Entry entry) {
    m_entries.insert_or_assign(owner.value(), std::move(entry));
}

void OwnerTable::removeIf(Owner owner, const ContentionDriver* driver) {
    const auto entry = m_entries.find(owner.value());
    if (entry != m_entries.end() && entry->second.driver.lock().get() == driver) m_entries.erase(entry);
}

QueueLock::Impl::Impl(std::shared_ptr<ZooKeeper> session, std::string path, LockMode mode,
                      LockOptions options, std::shared_ptr<OwnerTable> owners)
    : m_session(std::move(session)),
      m_path(std::move(path)),
      m_mode(mode),
      m_options(std::move(options)),
      m_owners(std::move(owners)) {}

Acquisition QueueLock::Impl::start(Request request) {
    auto acquisition = std::make_shared<Acquisition::Impl>(m_session);
    loop().post([self = shared_from_this(), request = std::move(request), acquisition] {
        self->acquire(request, acquisition);
    });
    return Acquisition(acquisition);
}

void QueueLock::Impl::acquire(const Request& request, const std::shared_ptr<Acquisition::Impl>& acquisition) {
    if (auto problem = pathProblem(m_path); !problem.empty() || m_path == "/") {
        if (problem.empty()) problem = "the root can't be a lock";
        request.done(fail(ErrorCode::BadArguments, "The lock path \"" + m_path + "\": " + problem, m_path));
        return;
    }
    auto* entry = m_owners->find(request.owner);
    if (entry == nullptr) {
        contend(request, acquisition);
    } else if (!entry->node) {
        request.done(
            fail(ErrorCode::WouldDeadlock, "Acquiring " + m_path + " while already queued for it", m_path));
    } else if (entry->node->state() == HoldState::Lost || entry->node->state() == HoldState::Released) {
        contend(request, acquisition);
    } else if (entry->mode != m_mode) {
        request.done(fail(ErrorCode::WouldDeadlock,
                          "Acquiring " + m_path + " (" + std::string(lockModeName(m_mode)) +
                              ") while holding it (" + std::string(lockModeName(entry->mode)) + ")",
                          m_path));
    } else if (entry->node->nest()) {
        request.done(Hold(std::make_shared<Hold::Impl>(entry->node)));
    } else {
        contend(request, acquisition);
    }
}

void QueueLock::Impl::contend(const Request& request, const std::shared_ptr<Acquisition::Impl>& acquisition) {
    struct Progress {
        std::shared_ptr<HeldNode> node;
        std::weak_ptr<ContentionDriver> driver;
    };
    const auto progress = std::make_shared<Progress>();
    ContentionDriver::Handlers handlers;
    handlers.queued = [request](const std::string& path, const Stat& stat) {
        if (request.queued) request.queued({path, stat.czxid});
    };
    // `acquisition` lives as long as this driver, so that cancel() finds it.
    handlers.granted = [self = shared_from_this(), request, progress, acquisition](const std::string& path,
                                                                                   const Stat& stat) {
        progress->node = std::make_shared<HeldNode>(self->m_session, progress->driver, self->m_heldHere,
                                                    self->m_mode, path, stat);
        self->m_owners->add(request.owner, {self->m_mode, progress->driver, progress->node});
        request.done(Hold(std::make_shared<Hold::Impl>(progress->node)));
    };
    handlers.failed = [self = shared_from_this(), request, progress](const Error& error) {
        self->m_owners->removeIf(request.owner, progress->driver.lock().get());
        request.done(tl::unexpected(error));
    };
    handlers.holdChanged = [progress](HoldState state) { progress->node->change(state); };
    handlers.revokeAsked = [progress] { progress->node->revokeAsked(); };
    handlers.finished = [self = shared_from_this(), owner = request.owner, progress] {
        self->m_owners->removeIf(owner, progress->driver.lock().get());
    };

    const auto driver = std::make_shared<ContentionDriver>(
        m_session, m_path, m_mode, m_options.data.value_or(localAddress()), std::move(handlers));
    progress->driver = driver;
    acquisition->driver = driver;
    m_owners->add(request.owner, {m_mode, driver});
    driver->start(request.deadline);
}

Acquisition QueueLock::acquireAsync(Owner owner, std::optional<TimePoint> deadline, Granted done,
                                    std::function<void(const Queued&)> queued) {
    return m_impl->start({owner, deadline, std::move(done), std::move(queued)});
}

Result<Hold> QueueLock::acquire(std::stop_token stop) {
    return acquireUntil(std::nullopt, std::move(stop));
}

Result<Hold> QueueLock::acquireFor(Duration limit, std::stop_token stop) {
    return acquireUntil(m_impl->loop().now() + limit, std::move(stop));
}

Result<Hold> QueueLock::acquireUntil(std::optional<TimePoint> deadline, std::stop_token stop) {
    if (m_impl->loop().isCurrent()) {
        return fail(ErrorCode::WouldBlockLoop, "Acquiring " + path(), path());
    }
    const auto answer = std::make_shared<std::promise<Result<Hold>>>();
    auto settled = answer->get_future();
    const auto acquisition = acquireAsync(Owner::thisThread(), deadline, [answer](Result<Hold> result) {
        answer->set_value(std::move(result));
    });
    const std::stop_callback cancel(stop, [&acquisition] { acquisition.cancel(); });
    return settled.get();
}

bool QueueLock::isHeldHere() const {
    return m_impl->isHeldHere();
}

const std::string& QueueLock::path() const {
    return m_impl->path();
}

LockMode QueueLock::mode() const {
    return m_impl->mode();
}

}  // namespace lockcore
