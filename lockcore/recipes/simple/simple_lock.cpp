// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/recipes/simple_lock.h>

#include "common/await.h"
#include "common/known_state.h"
#include "simple_contender.h"

#include <lockcore/session/connect_string.h>

#include <atomic>
#include <utility>
#include <vector>

namespace lockcore {

/// Constant and atomic parts: any thread; `listeners` and change() on the loop.
class SimpleHold::Impl {
public:
    Impl(std::shared_ptr<ZooKeeper> zookeeper, std::weak_ptr<SimpleContender> owner, std::string lock,
         Zxid czxid)
        : session(std::move(zookeeper)), contender(std::move(owner)), path(std::move(lock)), token(czxid) {}

    void change(HoldState next);
    void releaseRefused(const Error& error);
    Result<void> release();

    const std::shared_ptr<ZooKeeper> session;
    const std::weak_ptr<SimpleContender> contender;
    const std::string path;
    const Zxid token;
    std::atomic<HoldState> state = HoldState::Held;
    std::vector<std::function<void(HoldState)>> listeners;
    std::optional<Error> refusal;  ///< of the delete
    std::vector<std::function<void(const Error&)>> refusalListeners;
};

void SimpleHold::Impl::change(HoldState next) {
    auto before = state.load();
    do {
        if (before == HoldState::Released || before == next) return;
    } while (!state.compare_exchange_weak(before, next));
    const auto told = listeners;
    for (const auto& listener : told)
        listener(next);
}

void SimpleHold::Impl::releaseRefused(const Error& error) {
    refusal = error;
    const auto told = refusalListeners;
    for (const auto& listener : told)
        listener(error);
}

Result<void> SimpleHold::Impl::release() {
    const auto before = state.exchange(HoldState::Released);
    if (before == HoldState::Released) return fail(ErrorCode::NotOwner, "Releasing", path);
    if (before == HoldState::Lost) return fail(ErrorCode::HoldLost, "Releasing", path);
    session->loop().post([owner = contender] {
        if (const auto alive = owner.lock()) alive->release();
    });
    return {};
}

SimpleHold::SimpleHold(std::shared_ptr<Impl> impl) : m_impl(std::move(impl)) {}
SimpleHold::SimpleHold(SimpleHold&&) noexcept = default;

SimpleHold::~SimpleHold() {
    if (m_impl) static_cast<void>(m_impl->release());
}

SimpleHold& SimpleHold::operator=(SimpleHold&& other) noexcept {
    if (this != &other) {
        if (m_impl) static_cast<void>(m_impl->release());
        m_impl = std::exchange(other.m_impl, nullptr);
    }
    return *this;
}

SimpleHold::operator bool() const {
    return state() != HoldState::Released;
}

Zxid SimpleHold::fencingToken() const {
    return m_impl ? m_impl->token : Zxid::None;
}

HoldState SimpleHold::state() const {
    return m_impl ? knownState(m_impl->state.load(), *m_impl->session) : HoldState::Released;
}

void SimpleHold::onChange(std::function<void(HoldState)> listener) {
    if (!m_impl) return;
    m_impl->session->loop().post([impl = m_impl, listener = std::move(listener)] {
        // What happened before this ran would otherwise never be told.
        if (const auto now = impl->state.load(); now != HoldState::Held) listener(now);
        impl->listeners.push_back(listener);
    });
}

void SimpleHold::onReleaseRefused(std::function<void(const Error&)> listener) {
    if (!m_impl) return;
    m_impl->session->loop().post([impl = m_impl, listener = std::move(listener)] {
        if (impl->refusal) listener(*impl->refusal);
        impl->refusalListeners.push_back(listener);
    });
}

Result<void> SimpleHold::release() {
    return m_impl ? m_impl->release() : fail(ErrorCode::NotOwner, "Releasing");
}

/// Constant and atomic parts: any thread; acquire() on the loop.
class SimpleLock::Impl : public std::enable_shared_from_this<Impl> {
public:
    Impl(std::shared_ptr<ZooKeeper> zookeeper, std::string lock, SimpleLockOptions lockOptions)
        : session(std::move(zookeeper)), path(std::move(lock)), options(std::move(lockOptions)) {}

    void acquire(std::optional<TimePoint> deadline, const Completion<SimpleHold>& done,
                 const std::stop_token& stop);

    const std::shared_ptr<ZooKeeper> session;
    const std::string path;
    const SimpleLockOptions options;
    std::atomic<std::uint64_t> wakeUps = 0;
};

void SimpleLock::Impl::acquire(std::optional<TimePoint> deadline, const Completion<SimpleHold>& done,
                               const std::stop_token& stop) {
    if (const auto problem = pathProblem(path); !problem.empty() || path == "/") {
        const auto reason = problem.empty() ? "the root can't be a lock" : problem;
        done(fail(ErrorCode::BadArguments, "The lock path \"" + path + "\": " + reason, path));
        return;
    }
    struct Progress {
        std::weak_ptr<SimpleContender> contender;
        std::shared_ptr<SimpleHold::Impl> hold;
    };
    const auto progress = std::make_shared<Progress>();
    SimpleContender::Handlers handlers;
    handlers.granted = [self = shared_from_this(), progress, done](Zxid token) {
        progress->hold =
            std::make_shared<SimpleHold::Impl>(self->session, progress->contender, self->path, token);
        done(SimpleHold(progress->hold));
    };
    handlers.failed = [done](const Error& error) { done(tl::unexpected(error)); };
    handlers.holdChanged = [progress](HoldState state) { progress->hold->change(state); };
    handlers.removeRefused = [self = shared_from_this(), progress](const Error& error) {
        if (progress->hold) progress->hold->releaseRefused(error);
        if (self->options.onDeleteRefused) self->options.onDeleteRefused(error);
    };
    handlers.woken = [self = shared_from_this()] { ++self->wakeUps; };
    const auto contender = std::make_shared<SimpleContender>(session, path, options, std::move(handlers));
    progress->contender = contender;
    contender->start(deadline, stop);
}

SimpleLock::SimpleLock(std::shared_ptr<ZooKeeper> session, std::string path, SimpleLockOptions options)
    : m_impl(std::make_shared<Impl>(std::move(session), std::move(path), std::move(options))) {}

void SimpleLock::acquireAsync(std::optional<TimePoint> deadline, Completion<SimpleHold> done,
                              std::stop_token stop) {
    auto& loop = m_impl->session->loop();
    if (loop.isForked()) {
        done(fail(ErrorCode::Forked, "Acquiring " + path(), path()));
        return;
    }
    loop.post([impl = m_impl, deadline, done = std::move(done), stop = std::move(stop)] {
        impl->acquire(deadline, done, stop);
    });
}

Result<SimpleHold> SimpleLock::acquire(std::stop_token stop) {
    return await<SimpleHold>(m_impl->session->loop(), "Acquiring " + path(), path(),
                             [&](Completion<SimpleHold> done) { acquireAsync({}, std::move(done), stop); });
}

Result<SimpleHold> SimpleLock::acquireFor(Duration limit, std::stop_token stop) {
    auto& loop = m_impl->session->loop();
    return await<SimpleHold>(loop, "Acquiring " + path(), path(), [&](Completion<SimpleHold> done) {
        acquireAsync(loop.now() + limit, std::move(done), stop);
    });
}

std::uint64_t SimpleLock::wakeUps() const {
    return m_impl->wakeUps;
}

const std::string& SimpleLock::path() const {
    return m_impl->path;
}

}  // namespace lockcore
