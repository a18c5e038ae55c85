// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "semaphore_actor.h"

#include "any_options.h"
#include "asker.h"
#include "hold_clock.h"
#include "lock_ledger.h"

#include <lockcore/recipes/semaphore.h>
#include <lockcore/recipes/semaphore_mutex.h>

#include <algorithm>

namespace lockcore {

namespace {

constexpr int kMostLeases = 3;

/// A user of leases, one or several at once, given back one by one. One thread.
class SemaphoreActor final : public Asker {
public:
    using Leases = std::vector<Hold>;
    /// Asks for that many, and returns how to cancel.
    using Acquire = std::function<std::function<void()>(int leases, bool isTry, std::optional<TimePoint>,
                                                        Completion<Leases>)>;

    SemaphoreActor(Stage& stage, LockLedger& ledger, std::string name, std::shared_ptr<ZooKeeper> session,
                   int mostAtOnce, LockMode claimedAs, Acquire acquire)
        : Asker(stage, std::move(name), std::move(session)),
          m_ledger(ledger),
          m_mostAtOnce(mostAtOnce),
          m_claimedAs(claimedAs),
          m_acquire(std::move(acquire)) {}

    void checkClocks() override {
        Asker::checkClocks();
        for (Held& held : m_held)
            held.clock.check(held.lease);
    }
    void checkHealed() override {
        if (m_stage.hadRefusals) return;
        for (const Held& held : m_held) {
            if (!m_ledger.isReal(*held.claim) && held.lease.state() != HoldState::Lost)
                m_stage.fail(m_name + " did not notice that " + held.lease.path() + " is gone");
        }
    }
    void windDown() override {
        // Who was refused to watch its own znode does not learn that somebody deleted it: two who believe to
        // have the mutex wait for each other's leases.
        if (isAsking() && m_stage.hadRefusals && m_stage.hadWipes) cancel();
        while (hasAnything())
            release();
    }

protected:
    void actFreely() override {
        if (hasAnything()) {
            release();
            return;
        }
        const Manner manner = anyManner();
        const int leases = 1 + m_stage.random.below(m_mostAtOnce);
        trace("asks for " + std::to_string(leases) + " leases" + (manner.isTry ? ", trying" : ""));
        ask<Leases>(
            manner,
            [&](Completion<Leases> done) {
                return m_acquire(leases, manner.isTry, deadlineFor(manner), std::move(done));
            },
            [this, leases](Result<Leases> result) {
                if (result) granted(leases, std::move(*result));
            });
    }
    bool hasAnything() const override { return !m_held.empty(); }
    void dropAll() override {
        for (const Held& held : m_held)
            if (held.lease.state() != HoldState::Lost)
                m_stage.fail(m_name + ": the session is over and a lease is not lost");
        windDown();
    }

private:
    struct Held {
        Hold lease;
        LockLedger::Share claim;
        HoldClock clock;
    };

    void granted(int asked, Leases leases) {
        if (std::ssize(leases) != asked) m_stage.fail(m_name + " got another number of leases");
        for (Hold& lease : leases) {
            trace("owns " + lease.path());
            if (lease.state() == HoldState::Lost && !isOver(m_session->status().state))
                m_stage.fail(m_name + " got a lease that is lost");
            auto claim =
                m_ledger.granted({m_name, lease.path(), lease.fencingToken(), lease.session(), m_claimedAs});
            HoldClock::checkGrant(m_stage, m_name, lease.session());
            HoldClock clock(m_stage, m_name, lease);
            if (m_stage.cluster.keepsTime() && m_stage.random.percent(40)) clock.keepVerified(lease);
            m_held.push_back({std::move(lease), std::move(claim), std::move(clock)});
        }
    }

    void release() {
        const auto held = m_held.begin() + static_cast<std::ptrdiff_t>(m_stage.random.index(m_held.size()));
        trace("releases " + held->lease.path());
        const bool lost = held->lease.state() == HoldState::Lost;
        if (!held->lease.release() && !lost) m_stage.fail(m_name + " could not release");
        m_held.erase(held);
    }

    LockLedger& m_ledger;
    const int m_mostAtOnce;
    const LockMode m_claimedAs;
    const Acquire m_acquire;
    std::vector<Held> m_held;
};

bool blocksNobody(std::string_view, const LockLedger::Claim&) {
    return false;
}

class SemaphoreRecipe final : public Recipe {
public:
    explicit SemaphoreRecipe(Stage& stage) : Recipe(stage), m_leases(1 + stage.random.below(kMostLeases)) {}

    std::unique_ptr<Actor> join(const std::string& name, std::shared_ptr<ZooKeeper> session) override {
        const AnyRetry retry = anyRetry(m_stage.random);
        Semaphore semaphore(session, "/a/s", m_leases, LockOptions{.data = "", .retry = retry.policy});
        auto acquire = [semaphore](int leases, bool isTry, std::optional<TimePoint> deadline,
                                   Completion<SemaphoreActor::Leases> done) mutable -> std::function<void()> {
            const auto request = isTry ? semaphore.tryAcquireAsync(leases, std::move(done))
                                       : semaphore.acquireAsync(leases, deadline, std::move(done));
            return [request] { request.cancel(); };
        };
        auto actor = std::make_unique<SemaphoreActor>(m_stage, m_ledger, name, session, m_leases,
                                                      LockMode::Read, std::move(acquire));
        actor->setMayGiveUp(retry.isFinite);
        return actor;
    }
    void check() override {
        if (m_ledger.countReal() > m_leases) m_stage.fail("more leases are owned than there are");
    }
    const std::vector<std::string>& directories() const override { return m_directories; }

private:
    const std::vector<std::string> m_directories{"/a/s/leases", "/a/s/locks"};
    const int m_leases;
    LockLedger m_ledger{m_stage, &blocksNobody};
};

class SemaphoreMutexRecipe final : public Recipe {
public:
    explicit SemaphoreMutexRecipe(Stage& stage) : Recipe(stage) {}

    std::unique_ptr<Actor> join(const std::string& name, std::shared_ptr<ZooKeeper> session) override {
        const AnyRetry retry = anyRetry(m_stage.random);
        SemaphoreMutex mutex(session, "/a/s", LockOptions{.data = "", .retry = retry.policy});
        auto acquire = [mutex](
                           int, bool isTry, std::optional<TimePoint> deadline,
                           const Completion<SemaphoreActor::Leases>& done) mutable -> std::function<void()> {
            auto one = [done](Result<Hold> result) {
                done(std::move(result).map([](Hold hold) {
                    SemaphoreActor::Leases leases;
                    leases.push_back(std::move(hold));
                    return leases;
                }));
            };
            const auto request =
                isTry ? mutex.tryAcquireAsync(std::move(one)) : mutex.acquireAsync(deadline, std::move(one));
            return [request] { request.cancel(); };
        };
        auto actor = std::make_unique<SemaphoreActor>(m_stage, m_ledger, name, session, 1,
                                                      LockMode::Exclusive, std::move(acquire));
        actor->setMayGiveUp(retry.isFinite);
        return actor;
    }
    void check() override { m_ledger.check(); }
    const std::vector<std::string>& directories() const override { return m_directories; }

private:
    const std::vector<std::string> m_directories{"/a/s/leases", "/a/s/locks"};
    LockLedger m_ledger{m_stage, &blocksNobody};
};

}  // namespace

std::unique_ptr<Recipe> makeSemaphoreRecipe(Stage& stage) {
    return std::make_unique<SemaphoreRecipe>(stage);
}

std::unique_ptr<Recipe> makeSemaphoreMutexRecipe(Stage& stage) {
    return std::make_unique<SemaphoreMutexRecipe>(stage);
}

}  // namespace lockcore
