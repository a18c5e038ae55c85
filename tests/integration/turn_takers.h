// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "live_session.h"
#include "peer.h"

#include <lockcore/recipes/mutex.h>

#include <QString>

#include <future>
#include <memory>
#include <string>

/// One library's client on "/lock" and "/number": what any of them does at its turn. Lives on the test's
/// thread.
class TurnTaker {
public:
    virtual ~TurnTaker() = default;
    virtual void ask() = 0;
    virtual bool isWaiting() = 0;
    /// True once it owns the lock.
    virtual bool awaitGrant() = 0;
    /// What it wrote; 0 where that went wrong.
    virtual int increment() = 0;
    virtual bool release() = 0;
};

class PeerTurnTaker final : public TurnTaker {
public:
    /// `lock`: the command that names the lock to it.
    PeerTurnTaker(std::unique_ptr<Peer> peer, const QString& lock);
    bool isThere() const { return m_peer != nullptr; }
    void ask() override { m_peer->send("acquire"); }
    bool isWaiting() override { return m_peer->isSilent(); }
    bool awaitGrant() override { return m_peer->hear() == kAcquired; }
    int increment() override { return m_peer->ask("increment /number").section(' ', 1).toInt(); }
    bool release() override { return m_peer->ask("release") == kReleased; }

private:
    std::unique_ptr<Peer> m_peer;
};

class OurTurnTaker final : public TurnTaker {
public:
    explicit OurTurnTaker(lockcore::SessionOptions options);
    void ask() override;
    bool isWaiting() override;
    bool awaitGrant() override;
    int increment() override;
    bool release() override { return m_hold.release().has_value(); }

private:
    LiveSession m_session;
    lockcore::Mutex m_mutex;
    std::future<lockcore::Result<lockcore::Hold>> m_granted;
    lockcore::Hold m_hold;
};

/// Reads the number in a znode and writes it plus one, whoever holds the lock.
lockcore::Result<int> incrementNumber(LiveSession& session, const std::string& path);

/// Creates "/number". Then each of the three is queued behind each other one, in both roles, and counts while
/// it holds: never two of them at once, and no number twice. Fails the test where that is not so.
void takeTurns(LiveSession& session, TurnTaker& ours, TurnTaker& curator, TurnTaker& kazoo);
