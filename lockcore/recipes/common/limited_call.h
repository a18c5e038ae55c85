// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "session_listener.h"
#include "wait_limits.h"

#include <lockcore/session/zookeeper.h>

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace lockcore {

/// Lives on the session's loop. One asynchronous call of a recipe: calls `done` once, whatever comes first of
/// the answer, the deadline, the stop request and the end of the session. Keeps itself alive until then.
class LimitedCall : public std::enable_shared_from_this<LimitedCall> {
public:
    struct Request {
        std::shared_ptr<ZooKeeper> session;
        std::string path;
        std::string what;  ///< for errors, in plain words before the path
        std::optional<TimePoint> deadline;
        std::stop_token stop;
        Completion<void> done;
    };

    explicit LimitedCall(Request request) : m_request(std::move(request)) {}
    virtual ~LimitedCall() = default;
    LimitedCall(const LimitedCall&) = delete;
    LimitedCall& operator=(const LimitedCall&) = delete;

    /// Any thread.
    static void post(const std::shared_ptr<LimitedCall>& call);
    /// Loop thread.
    void start();
    void cancel() { failWith(ErrorCode::Cancelled); }

protected:
    /// The connection is there, for the first time or again; also called where the session was connected from
    /// the start.
    virtual void connected() = 0;
    /// The caller has got an error. Whatever should not stay is to be taken away.
    virtual void abandoned() {}

    bool isFinished() const { return !m_self; }
    bool isConnectedNow() const { return isConnected(zookeeper().status().state); }
    void finish(Result<void> result);
    void failWith(ErrorCode why);
    Error error(ErrorCode why) const {
        return {why, m_request.what + " " + m_request.path, m_request.path, {}};
    }

    ZooKeeper& zookeeper() const { return *m_request.session; }
    const Request& request() const { return m_request; }
    template <class Call>
    std::shared_ptr<Call> self() {
        return std::static_pointer_cast<Call>(shared_from_this());
    }

private:
    Request m_request;
    std::optional<SessionListener> m_listener;
    std::optional<WaitLimits> m_limits;
    std::shared_ptr<LimitedCall> m_self;  ///< until it is finished
};

}  // namespace lockcore
