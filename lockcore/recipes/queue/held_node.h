// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contention.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// A contender znode that is owned, shared by the nested holds of one owner. Constant and atomic parts: any
/// thread; the rest on the loop.
class HeldNode : public std::enable_shared_from_this<HeldNode> {
public:
    struct Identity {
        LockMode mode;
        std::string path;
        Zxid token;
        SessionId session;
    };
    HeldNode(std::shared_ptr<ZooKeeper> session, std::weak_ptr<Contention> contention,
             std::shared_ptr<std::atomic<int>> heldHere, Identity identity);
    ~HeldNode();
    HeldNode(const HeldNode&) = delete;
    HeldNode& operator=(const HeldNode&) = delete;

    const std::string& path() const { return m_identity.path; }
    Zxid token() const { return m_identity.token; }
    SessionId sessionId() const { return m_identity.session; }
    LockMode mode() const { return m_identity.mode; }
    HoldState state() const;
    /// As last told, without a look at the clock.
    HoldState storedState() const { return m_state.load(); }
    std::chrono::nanoseconds validUntil(LifeSign sign) const;
    Loop& loop() const { return m_session->loop(); }

    /// One more nested hold; false if the last one was just released. Any thread.
    bool nest();
    /// One hold less; the last one deletes the znode. Any thread.
    void releaseOne();

    /// Loop thread.
    void change(HoldState state);
    void revokeAsked();
    void releaseRefused(const Error& error);
    void addChangeListener(std::function<void(HoldState)> listener);
    void addRevokeListener(std::function<void()> listener);
    void addRefusalListener(std::function<void(const Error&)> listener);
    void guard(std::vector<WriteOp> ops, const Completion<std::vector<std::string>>& done);
    void verify(const Completion<void>& done);
    void keepVerified();

private:
    void verifyAndRepeat();
    void verifyForTrust();
    bool isSure() const;
    void suspended();
    void doubtBy(std::chrono::nanoseconds when);
    void stopCounting();
    bool isOver() const;

    const std::shared_ptr<ZooKeeper> m_session;
    const std::weak_ptr<Contention> m_contention;
    const std::shared_ptr<std::atomic<int>> m_heldHere;
    const Identity m_identity;
    std::atomic<HoldState> m_state = HoldState::Held;
    std::atomic<bool> m_counted = true;
    std::atomic<int> m_holds = 1;

    bool m_revokeAsked = false;
    bool m_keepsVerified = false;
    Loop::Timer m_doubtDue = Loop::Timer::None;
    std::vector<std::function<void(HoldState)>> m_changeListeners;
    std::vector<std::function<void()>> m_revokeListeners;
    std::optional<Error> m_refusal;  ///< of the delete
    std::vector<std::function<void(const Error&)>> m_refusalListeners;
};

/// Lives on any thread, used by one at a time.
class Hold::Impl {
public:
    explicit Impl(std::shared_ptr<HeldNode> held) : node(std::move(held)) {}

    const std::shared_ptr<HeldNode> node;
    std::atomic<bool> released = false;
};

}  // namespace lockcore
