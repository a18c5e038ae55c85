// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/recipes/double_barrier.h>

#include "barrier_entry.h"
#include "barrier_exit.h"
#include "common/await.h"
#include "common/guaranteed_delete.h"
#include "common/guid.h"

#include <lockcore/session/connect_string.h>

#include <utility>

namespace lockcore {

namespace {
constexpr const char* kEntering = "Entering the double barrier";
constexpr const char* kLeaving = "Leaving the double barrier";
}  // namespace

/// Lives on the loop; its constants and post() on any thread.
class DoubleBarrier::Impl : public std::enable_shared_from_this<Impl> {
public:
    Impl(std::shared_ptr<ZooKeeper> zookeeper, std::string barrier, int members,
         BarrierOptions barrierOptions)
        : session(std::move(zookeeper)),
          path(std::move(barrier)),
          memberQty(members),
          options(std::move(barrierOptions)) {}

    using Step = void (Impl::*)(LimitedCall::Request);
    void post(Step step, const char* what, std::optional<TimePoint> deadline, Completion<void> done,
              std::stop_token stop);

    void enter(LimitedCall::Request request);
    void leave(LimitedCall::Request request);
    /// The member's object is gone.
    void abandon();

    const std::shared_ptr<ZooKeeper> session;
    const std::string path;
    const int memberQty;
    const BarrierOptions options;

private:
    enum class Phase { Out, Entering, In, Leaving };

    Phase m_phase = Phase::Out;
    std::string m_node;
    std::weak_ptr<LimitedCall> m_entry;
};

void DoubleBarrier::Impl::post(Step step, const char* what, std::optional<TimePoint> deadline,
                               Completion<void> done, std::stop_token stop) {
    LimitedCall::Request request{session, path, what, deadline, std::move(stop), std::move(done)};
    if (session->loop().isForked()) {
        request.done(fail(ErrorCode::Forked, what, path));
        return;
    }
    session->loop().post(
        [self = shared_from_this(), step, request = std::move(request)] { ((*self).*step)(request); });
}

void DoubleBarrier::Impl::enter(LimitedCall::Request request) {
    if (m_phase != Phase::Out) {
        request.done(fail(ErrorCode::Busy, "Entering the double barrier a second time", path));
        return;
    }
    if (memberQty < 1) {
        request.done(fail(ErrorCode::BadArguments, "A double barrier of no members", path));
        return;
    }
    m_phase = Phase::Entering;
    m_node = joinPath(path, newGuid());
    request.done = [self = shared_from_this(), done = std::move(request.done)](const Result<void>& result) {
        self->m_phase = result ? Phase::In : Phase::Out;
        done(result);
    };
    const auto entry = std::make_shared<BarrierEntry>(std::move(request), m_node, memberQty, options);
    m_entry = entry;
    entry->start();
}

void DoubleBarrier::Impl::leave(LimitedCall::Request request) {
    if (m_phase != Phase::In) {
        request.done(fail(ErrorCode::NotOwner, "Leaving a double barrier without being in it", path));
        return;
    }
    m_phase = Phase::Leaving;
    request.done = [self = shared_from_this(), done = std::move(request.done)](const Result<void>& result) {
        self->m_phase = Phase::Out;
        done(result);
    };
    std::make_shared<BarrierExit>(std::move(request), m_node, options.onDeleteRefused)->start();
}

void DoubleBarrier::Impl::abandon() {
    if (const auto entry = m_entry.lock(); entry && m_phase == Phase::Entering) {
        entry->cancel();
    } else if (m_phase == Phase::In) {
        m_phase = Phase::Out;
        GuaranteedDelete::start(session, {.path = m_node, .refused = options.onDeleteRefused});
    }
}

DoubleBarrier::DoubleBarrier(std::shared_ptr<ZooKeeper> session, std::string path, int memberQty,
                             BarrierOptions options)
    : m_impl(std::make_shared<Impl>(std::move(session), std::move(path), memberQty, std::move(options))) {}

DoubleBarrier::~DoubleBarrier() {
    m_impl->session->loop().post([impl = m_impl] { impl->abandon(); });
}

const std::string& DoubleBarrier::path() const {
    return m_impl->path;
}

int DoubleBarrier::memberQty() const {
    return m_impl->memberQty;
}

void DoubleBarrier::enterAsync(std::optional<TimePoint> deadline, Completion<void> done,
                               std::stop_token stop) {
    m_impl->post(&Impl::enter, kEntering, deadline, std::move(done), std::move(stop));
}

Result<void> DoubleBarrier::enter(std::stop_token stop) {
    return await<void>(m_impl->session->loop(), kEntering, path(),
                       [&](Completion<void> done) { enterAsync(std::nullopt, std::move(done), stop); });
}

Result<void> DoubleBarrier::enterFor(Duration limit, std::stop_token stop) {
    auto& loop = m_impl->session->loop();
    return await<void>(loop, kEntering, path(),
                       [&](Completion<void> done) { enterAsync(loop.now() + limit, std::move(done), stop); });
}

void DoubleBarrier::leaveAsync(std::optional<TimePoint> deadline, Completion<void> done,
                               std::stop_token stop) {
    m_impl->post(&Impl::leave, kLeaving, deadline, std::move(done), std::move(stop));
}

Result<void> DoubleBarrier::leave(std::stop_token stop) {
    return await<void>(m_impl->session->loop(), kLeaving, path(),
                       [&](Completion<void> done) { leaveAsync(std::nullopt, std::move(done), stop); });
}

Result<void> DoubleBarrier::leaveFor(Duration limit, std::stop_token stop) {
    auto& loop = m_impl->session->loop();
    return await<void>(loop, kLeaving, path(),
                       [&](Completion<void> done) { leaveAsync(loop.now() + limit, std::move(done), stop); });
}

}  // namespace lockcore
