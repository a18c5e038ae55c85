// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "simple_lock_actor.h"

#include "asker.h"
#include "hold_clock.h"
#include "lock_ledger.h"

#include <lockcore/recipes/simple_lock.h>

#include <utility>

namespace lockcore {

namespace {

const std::string kSimpleLockPath = "/a/simple";

class SimpleLockActor final : public Asker {
public:
    SimpleLockActor(Stage& stage, LockLedger& ledger, std::string name,
                    const std::shared_ptr<ZooKeeper>& session)
        : Asker(stage, std::move(name), session),
          m_ledger(ledger),
          m_lock(session, kSimpleLockPath),
          m_clock(stage, m_name, session->status().session) {}

    void checkClocks() override {
        Asker::checkClocks();
        m_clock.check(m_hold.state());
    }

    void checkAtRest() override {
        if (isAsking() && m_stage.cluster.tree().find(kSimpleLockPath) == nullptr)
            m_stage.fail(m_name + " waits, and nobody has it");
    }
    void checkHealed() override {
        if (!hasAnything() || m_stage.hasUnreadable) return;
        if (!m_ledger.isReal(*m_claim) && m_hold.state() != HoldState::Lost)
            m_stage.fail(m_name + " did not notice that its znode is gone");
    }
    void windDown() override {
        if (hasAnything() && !awaitsEviction()) release();
    }

protected:
    void actFreely() override {
        if (m_stage.profile.isOperated() && m_stage.random.percent(10)) {
            evict();
            return;
        }
        if (hasAnything()) {
            release();
            return;
        }
        Manner manner = anyManner();
        manner.isTry = false;
        trace("asks for it");
        ask<SimpleHold>(
            manner,
            [&](Completion<SimpleHold> done) -> std::function<void()> {
                const std::stop_source stop;
                m_lock.acquireAsync(deadlineFor(manner), std::move(done), stop.get_token());
                return [stop]() mutable { stop.request_stop(); };
            },
            [this](Result<SimpleHold> result) {
                if (!result) return;
                trace("owns it");
                HoldClock::checkGrant(m_stage, m_name, m_session->status().session);
                m_claim = m_ledger.granted({m_name, kSimpleLockPath, result->fencingToken(),
                                            m_session->status().session, LockMode::Exclusive});
                m_hold = std::move(*result);
            });
    }
    bool hasAnything() const override { return static_cast<bool>(m_hold); }
    void dropAll() override {
        if (!hasAnything()) return;
        if (m_hold.state() != HoldState::Lost)
            m_stage.fail(m_name + ": the session is over and a hold is not lost");
        release();
    }

private:
    void evict() {
        m_stage.trace("an operator deletes " + kSimpleLockPath);
        m_stage.hadWipes = true;
        m_stage.cluster.removeTree(kSimpleLockPath);
    }
    /// At the end an operator ends it, after whatever its watch has gone through; its owner has to hear of
    /// it.
    bool awaitsEviction() {
        if (!m_stage.profile.isOperated() || m_stage.hasUnreadable) return false;
        if (!std::exchange(m_isEvicted, true) && m_ledger.isReal(*m_claim)) evict();
        return m_hold.state() != HoldState::Lost;
    }
    void release() {
        trace("releases it");
        const bool lost = m_hold.state() == HoldState::Lost;
        // The end of the session may be told by the end of its znode first.
        const bool isExpired = m_stage.cluster.isExpired(m_session->status().session);
        if (lost && !isExpired && !isOver(m_session->status().state) && !m_stage.hadWipes)
            m_stage.fail(m_name + " has lost it without reason");
        if (!m_hold.release() && !lost) m_stage.fail(m_name + " could not release");
        m_claim.reset();
    }

    LockLedger& m_ledger;
    SimpleLock m_lock;
    SimpleHold m_hold;
    HoldClock m_clock;
    LockLedger::Share m_claim;
    bool m_isEvicted = false;
};

/// An operator who deletes the znode breaks this lock, as its header says: only claims whose znode exists
/// count.
class SimpleLockRecipe final : public Recipe {
public:
    explicit SimpleLockRecipe(Stage& stage) : Recipe(stage) {}

    std::unique_ptr<Actor> join(const std::string& name, std::shared_ptr<ZooKeeper> session) override {
        return std::make_unique<SimpleLockActor>(m_stage, m_ledger, name, session);
    }
    void check() override { m_ledger.check(); }
    void checkEnd() override {
        if (m_stage.cluster.tree().find(kSimpleLockPath) != nullptr) m_stage.fail("the lock's znode is left");
    }
    const std::vector<std::string>& directories() const override { return m_directories; }

private:
    const std::vector<std::string> m_directories;
    LockLedger m_ledger{m_stage, [](std::string_view, const LockLedger::Claim&) { return false; }};
};

}  // namespace

std::unique_ptr<Recipe> makeSimpleLockRecipe(Stage& stage) {
    return std::make_unique<SimpleLockRecipe>(stage);
}

}  // namespace lockcore
