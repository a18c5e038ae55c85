// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/recipes/barrier.h>

#include "common/await.h"
#include "common/containers.h"
#include "common/limited_call.h"
#include "common/local_address.h"

#include <lockcore/session/connect_string.h>

#include <utility>

namespace lockcore {

/// Any thread: nothing in it changes.
class Barrier::Impl {
public:
    std::shared_ptr<ZooKeeper> session;
    std::string path;
    BarrierOptions options;

    LimitedCall::Request request(std::string what, std::optional<TimePoint> deadline, Completion<void> done,
                                 std::stop_token stop) const {
        return {session, path, std::move(what), deadline, std::move(stop), std::move(done)};
    }
    TimePoint in(Duration limit) const { return session->loop().now() + limit; }
};

namespace {

constexpr const char* kSetting = "Closing the barrier";
constexpr const char* kRemoving = "Opening the barrier";
constexpr const char* kWaiting = "Waiting for the barrier";

/// Lives on the loop. The create may be repeated without harm: a barrier that is there already is what was
/// wanted.
class SetCall : public LimitedCall {
public:
    SetCall(Request request, BarrierOptions options)
        : LimitedCall(std::move(request)), m_options(std::move(options)) {}

private:
    void connected() override {
        m_parentAttempts = 0;  // the creates of the parents may have been lost with the connection
        m_parents = {};
        if (!std::exchange(m_underWay, true)) create();
    }

    void create() {
        const NewNode node{request().path, m_options.data.value_or(localAddress()), NodeKind::Persistent,
                           m_options.nodeAcl};
        zookeeper().create(
            node, [call = self<SetCall>()](const Result<CreatedNode>& result) { call->created(result); });
    }

    void created(const Result<CreatedNode>& result) {
        if (isFinished()) return;
        if (result || result.error().code == ErrorCode::NodeExists) {
            finish({});
            return;
        }
        if (isAmbiguous(result.error().code)) {
            m_underWay = false;
            if (isConnectedNow()) connected();
        } else if (result.error().code == ErrorCode::NoNode && !m_parents) {
            finish(m_parents);
        } else if (result.error().code == ErrorCode::NoNode && m_parentAttempts < kContainerAttempts) {
            ++m_parentAttempts;
            createContainers(
                zookeeper(), std::string(parentPath(request().path)), m_options.parentAcl,
                [call = self<SetCall>()](const Result<void>& parents) { call->m_parents = parents; });
            create();
        } else {
            finish(tl::unexpected(result.error()));
        }
    }

    const BarrierOptions m_options;
    bool m_underWay = false;
    int m_parentAttempts = 0;
    Result<void> m_parents;  ///< why they could not be created, if so
};

/// Lives on the loop.
class RemoveCall : public LimitedCall {
public:
    using LimitedCall::LimitedCall;

private:
    void connected() override {
        if (std::exchange(m_underWay, true)) return;
        zookeeper().remove(request().path, -1, [call = self<RemoveCall>()](const Result<void>& result) {
            call->removed(result);
        });
    }

    void removed(const Result<void>& result) {
        if (isFinished()) return;
        if (result || result.error().code == ErrorCode::NoNode) {
            finish({});
        } else if (isAmbiguous(result.error().code)) {
            m_underWay = false;
            if (isConnectedNow()) connected();
        } else {
            finish(result);
        }
    }

    bool m_underWay = false;
};

/// Lives on the loop. Reading → Waiting → the znode is deleted, or changed and read again.
class WaitCall : public LimitedCall {
public:
    using LimitedCall::LimitedCall;

private:
    enum class State { Idle, Reading, Waiting };

    /// While it waits, the session re-arms the watch by itself and tells what it missed.
    void connected() override {
        if (m_state == State::Idle) read();
    }

    void abandoned() override { zookeeper().cancelWatch(std::exchange(m_watch, WatchToken::None)); }

    void read() {
        m_state = State::Reading;
        m_watch = zookeeper().get(
            request().path, [call = self<WaitCall>()](const WatchEvent& event) { call->fired(event); },
            [call = self<WaitCall>()](const Result<NodeData>& result) { call->wasRead(result); });
    }

    void wasRead(const Result<NodeData>& result) {
        if (isFinished()) return;
        if (result) {
            m_state = State::Waiting;
            return;
        }
        m_watch = WatchToken::None;
        if (result.error().code == ErrorCode::NoNode) {
            finish({});
        } else if (isAmbiguous(result.error().code)) {
            m_state = State::Idle;
            if (isConnectedNow()) read();
        } else {
            finish(tl::unexpected(result.error()));
        }
    }

    void fired(const WatchEvent& event) {
        if (isFinished()) return;
        m_watch = WatchToken::None;
        if (event.kind == WatchEvent::Kind::Deleted) {
            finish({});
        } else {
            read();
        }
    }

    State m_state = State::Idle;
    WatchToken m_watch = WatchToken::None;
};

}  // namespace

Barrier::Barrier(std::shared_ptr<ZooKeeper> session, std::string path, BarrierOptions options)
    : m_impl(std::make_shared<const Impl>(Impl{std::move(session), std::move(path), std::move(options)})) {}

const std::string& Barrier::path() const {
    return m_impl->path;
}

void Barrier::setAsync(std::optional<TimePoint> deadline, Completion<void> done, std::stop_token stop) {
    LimitedCall::post(std::make_shared<SetCall>(
        m_impl->request(kSetting, deadline, std::move(done), std::move(stop)), m_impl->options));
}

Result<void> Barrier::set(std::stop_token stop) {
    return await<void>(m_impl->session->loop(), kSetting, path(),
                       [&](Completion<void> done) { setAsync(std::nullopt, std::move(done), stop); });
}

Result<void> Barrier::setFor(Duration limit, std::stop_token stop) {
    return await<void>(m_impl->session->loop(), kSetting, path(),
                       [&](Completion<void> done) { setAsync(m_impl->in(limit), std::move(done), stop); });
}

void Barrier::removeAsync(std::optional<TimePoint> deadline, Completion<void> done, std::stop_token stop) {
    LimitedCall::post(
        std::make_shared<RemoveCall>(m_impl->request(kRemoving, deadline, std::move(done), std::move(stop))));
}

Result<void> Barrier::remove(std::stop_token stop) {
    return await<void>(m_impl->session->loop(), kRemoving, path(),
                       [&](Completion<void> done) { removeAsync(std::nullopt, std::move(done), stop); });
}

Result<void> Barrier::removeFor(Duration limit, std::stop_token stop) {
    return await<void>(m_impl->session->loop(), kRemoving, path(),
                       [&](Completion<void> done) { removeAsync(m_impl->in(limit), std::move(done), stop); });
}

void Barrier::waitAsync(std::optional<TimePoint> deadline, Completion<void> done, std::stop_token stop) {
    LimitedCall::post(
        std::make_shared<WaitCall>(m_impl->request(kWaiting, deadline, std::move(done), std::move(stop))));
}

Result<void> Barrier::wait(std::stop_token stop) {
    return await<void>(m_impl->session->loop(), kWaiting, path(),
                       [&](Completion<void> done) { waitAsync(std::nullopt, std::move(done), stop); });
}

Result<void> Barrier::waitFor(Duration limit, std::stop_token stop) {
    return await<void>(m_impl->session->loop(), kWaiting, path(),
                       [&](Completion<void> done) { waitAsync(m_impl->in(limit), std::move(done), stop); });
}

}  // namespace lockcore
