// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "semaphore_actor.h"

#include "any_options.h"
#include "asker.h"
#include "count/shared_count_node.h"
#include "hold_clock.h"
#include "lock_ledger.h"

#include <lockcore/recipes/semaphore.h>
#include <lockcore/recipes/semaphore_mutex.h>
#include <lockcore/recipes/shared_count.h>

#include <algorithm>
#include <set>

namespace lockcore {

namespace {

constexpr int kMostLeases = 3;

/// Before anybody gives back a lease at the end: all faults are healed, and there are leases for everybody.
/// So nobody who asks may have to wait for a release. One thread.
class Plenty {
public:
    explicit Plenty(std::function<void()> begin) : m_begin(std::move(begin)) {}

    /// Not before all have been heard once, and nobody asks any more.
    bool mayRelease(const Actor& actor, bool isAsking) {
        if (!std::exchange(m_hasBegun, true)) m_begin();
        const bool isFirst = m_heard.insert(&actor).second;
        if (isAsking) {
            m_asking.insert(&actor);
        } else {
            m_asking.erase(&actor);
        }
        return !isFirst && m_asking.empty();
    }
    void forget(const Actor& actor) {
        m_asking.erase(&actor);
        m_heard.erase(&actor);
    }

private:
    const std::function<void()> m_begin;
    bool m_hasBegun = false;
    std::set<const Actor*> m_heard;
    std::set<const Actor*> m_asking;
};

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

    ~SemaphoreActor() override {
        if (m_plenty != nullptr) m_plenty->forget(*this);
    }
    /// Of one whose number of leases is in a znode, which it watches.
    void setPlenty(Plenty& plenty) { m_plenty = &plenty; }
    std::size_t watchesWhileIdle() const override { return m_plenty != nullptr ? 1 : 0; }

    void checkClocks() override {
        Asker::checkClocks();
        for (Held& held : m_held)
            held.clock.check(held.lease);
    }
    void checkHealed() override {
        if (m_stage.hasUnreadable) return;
        for (const Held& held : m_held) {
            if (!m_ledger.isReal(*held.claim) && held.lease.state() != HoldState::Lost)
                m_stage.fail(m_name + " did not notice that " + held.lease.path() + " is gone");
        }
    }
    void windDown() override {
        if (m_plenty != nullptr && !m_plenty->mayRelease(*this, isAsking())) return;
        releaseAll();
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
        releaseAll();
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

    void releaseAll() {
        while (hasAnything())
            release();
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
    Plenty* m_plenty = nullptr;
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

/// All that the number of leases ever was, by the leader's transactions. One thread.
class LimitHistory {
public:
    void add(const DataTree::Node& node) {
        const auto value = decodeCount(node.data);
        const bool isNew = m_written.empty() || m_written.back().mzxid != node.stat.mzxid;
        if (value && isNew)
            m_written.push_back({node.stat.mzxid, node.stat.czxid, node.stat.version, *value});
    }
    /// The transaction that made a client's number, or the first of all where it does not know one yet.
    Zxid knownSince(const std::optional<VersionedCount>& count) const {
        for (const Written& written : m_written)
            if (count && written.czxid == count->czxid && written.version == count->version)
                return written.mzxid;
        return Zxid::None;
    }
    int mostSince(Zxid known) const {
        int most = 0;
        for (const Written& written : m_written)
            if (written.mzxid >= known) most = std::max(most, written.value);
        return most;
    }

private:
    struct Written {
        Zxid mzxid;
        Zxid czxid;
        std::int32_t version;
        int value;
    };
    std::vector<Written> m_written;
};

const std::string kLimitPath = "/a/limit";

/// The number of leases is in a znode, and somebody changes it: 0 leases, too. No operator deletes
/// contenders: of two who believe to have the mutex each goes by the number that it knows.
class CountedSemaphoreRecipe final : public Recipe {
public:
    explicit CountedSemaphoreRecipe(Stage& stage) : Recipe(stage) {}

    std::unique_ptr<Actor> join(const std::string& name, std::shared_ptr<ZooKeeper> session) override {
        const AnyRetry retry = anyRetry(m_stage.random);
        const SharedCount limit(session, kLimitPath, 1 + m_stage.random.below(kMostLeases));
        Semaphore semaphore(session, "/a/s", limit, LockOptions{.data = "", .retry = retry.policy});
        auto acquire = [this, name, limit, semaphore](
                           int leases, bool isTry, std::optional<TimePoint> deadline,
                           const Completion<SemaphoreActor::Leases>& done) mutable -> std::function<void()> {
            if (m_stage.random.percent(30)) changeLimit();
            auto checked = [this, name, done, known = m_history.knownSince(limit.latest())](
                               Result<SemaphoreActor::Leases> result) {
                const bool isGrant = result.has_value();
                done(std::move(result));
                if (isGrant && m_ledger.countReal() > m_history.mostSince(known))
                    m_stage.fail(name + " was granted more leases than there have been since it asked");
            };
            const auto request = isTry ? semaphore.tryAcquireAsync(leases, std::move(checked))
                                       : semaphore.acquireAsync(leases, deadline, std::move(checked));
            return [request] { request.cancel(); };
        };
        auto actor = std::make_unique<SemaphoreActor>(m_stage, m_ledger, name, session, kMostLeases,
                                                      LockMode::Read, std::move(acquire));
        actor->setMayGiveUp(true);  // without a connection the number can't be read
        actor->setPlenty(m_plenty);
        return actor;
    }
    void committed() override {
        if (const auto* node = m_stage.cluster.tree().find(kLimitPath)) m_history.add(*node);
    }
    void checkEnd() override { (void)m_stage.cluster.remove(kLimitPath); }
    const std::vector<std::string>& directories() const override { return m_directories; }
    bool survivesOperators() const override { return false; }

private:
    void changeLimit() {
        if (m_stage.random.percent(10)) {
            m_stage.trace("an operator deletes the number of leases");
            (void)m_stage.cluster.remove(kLimitPath);
        } else {
            setLimit(m_stage.random.below(kMostLeases + 2));
        }
    }
    void setLimit(int leases) {
        m_stage.trace("somebody sets the number of leases to " + std::to_string(leases));
        m_stage.cluster.createPath("/a");
        if (!m_stage.cluster.set(kLimitPath, encodeCount(leases)))
            (void)m_stage.cluster.create(kLimitPath, encodeCount(leases), NodeKind::Persistent);
    }

    const std::vector<std::string> m_directories{"/a/s/leases", "/a/s/locks"};
    LimitHistory m_history;
    Plenty m_plenty{[this] { setLimit(1000); }};
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

std::unique_ptr<Recipe> makeCountedSemaphoreRecipe(Stage& stage) {
    return std::make_unique<CountedSemaphoreRecipe>(stage);
}

std::unique_ptr<Recipe> makeSemaphoreMutexRecipe(Stage& stage) {
    return std::make_unique<SemaphoreMutexRecipe>(stage);
}

}  // namespace lockcore
