// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contention_driver.h"

#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace lockcore {

/// A contender znode that is owned, shared by the nested holds of one owner. Constant and atomic parts: any
/// thread; the rest on the loop.
class HeldNode {
public:
    HeldNode(std::shared_ptr<ZooKeeper> session, std::weak_ptr<ContentionDriver> driver,
             std::shared_ptr<std::atomic<int>> heldHere, LockMode mode, std::string path, const Stat& stat);
    ~HeldNode();
    HeldNode(const HeldNode&) = delete;
    HeldNode& operator=(const HeldNode&) = delete;

    const std::string& path() const { return m_path; }
    Zxid token() const { return m_stat.czxid; }
    SessionId sessionId() const { return m_stat.ephemeralOwner; }
    LockMode mode() const { return m_mode; }
    HoldState state() const { return m_state.load(); }
    Loop& loop() const { return m_session->loop(); }

    /// One more nested hold; false if the last one was just released. Any thread.
    bool nest();
    /// One hold less; the last one deletes the znode. Any thread.
    void releaseOne();

    /// Loop thread.
    void change(HoldState state);
    void revokeAsked() const;
    void addChangeListener(std::function<void(HoldState)> listener);
    void addRevokeListener(std::function<void()> listener);

private:
    void stopCounting();

    const std::shared_ptr<ZooKeeper> m_session;
    const std::weak_ptr<ContentionDriver> m_driver;
    const std::shared_ptr<std::atomic<int>> m_heldHere;
    const LockMode m_mode;
    const std::string m_path;
    const Stat m_stat;
    std::atomic<HoldState> m_state = HoldState::Held;
    std::atomic<bool> m_counted = true;
    std::atomic<int> m_holds = 1;

    std::vector<std::function<void(HoldState)>> m_changeListeners;
    std::vector<std::function<void()>> m_revokeListeners;
};

/// Lives on any thread, used by one at a time.
class Hold::Impl {
public:
    explicit Impl(std::shared_ptr<HeldNode> held) : node(std::move(held)) {}

    const std::shared_ptr<HeldNode> node;
    std::atomic<bool> released = false;
};

}  // namespace lockcore
