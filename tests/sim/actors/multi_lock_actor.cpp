// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "multi_lock_actor.h"

#include "any_options.h"
#include "asker.h"
#include "hold_clock.h"
#include "lock_ledger.h"
#include "queue_lock_actor.h"

#include <lockcore/recipes/atomic_multi_lock.h>
#include <lockcore/recipes/multi_lock.h>
#include <lockcore/recipes/mutex.h>
#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <map>

namespace lockcore {

namespace {

/// Each mutex has a ledger of its own.
using Ledgers = std::map<std::string, LockLedger, std::less<>>;

bool isMutexContender(std::string_view name, const LockLedger::Claim&) {
    constexpr std::size_t kDigits = 10;
    return name.size() > kDigits && name.substr(0, name.size() - kDigits).ends_with("lock-");
}

/// A user of several mutexes at once. One thread.
class MultiLockActor final : public Asker {
public:
    /// Asks for the mutexes of these directories, and returns how to cancel.
    using Acquire = std::function<std::function<void()>(const std::vector<std::string>& paths, bool isTry,
                                                        std::optional<TimePoint>, Completion<MultiHold>)>;

    MultiLockActor(Stage& stage, Ledgers& ledgers, std::string name, std::shared_ptr<ZooKeeper> session,
                   bool isAtomic, Acquire acquire)
        : Asker(stage, std::move(name), std::move(session)),
          m_ledgers(ledgers),
          m_isAtomic(isAtomic),
          m_acquire(std::move(acquire)) {}

    void checkClocks() override {
        Asker::checkClocks();
        for (std::size_t i = 0; i < m_clocks.size(); ++i)
            m_clocks[i].check(m_hold.holds()[i]);
    }
    void windDown() override {
        if (hasAnything()) release();
    }

protected:
    void actFreely() override {
        if (hasAnything()) {
            m_stage.random.percent(25) ? use() : release();
            return;
        }
        const Manner manner = anyManner();
        const auto paths = anyPaths();
        trace("asks for " + std::to_string(paths.size()) + " locks" + (manner.isTry ? ", trying" : ""));
        ask<MultiHold>(
            manner,
            [&](Completion<MultiHold> done) {
                return m_acquire(paths, manner.isTry, deadlineFor(manner), std::move(done));
            },
            [this, paths](Result<MultiHold> result) {
                if (result) granted(paths, std::move(*result));
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
    /// At least one; in alphabetical order unless it is the point that any order will do.
    std::vector<std::string> anyPaths() {
        std::vector<std::string> paths;
        while (paths.empty()) {
            for (const auto& [path, ledger] : m_ledgers)
                if (m_stage.random.percent(70)) paths.push_back(path);
        }
        for (std::size_t i = 1; m_isAtomic && i < paths.size(); ++i)
            std::swap(paths[i], paths[m_stage.random.index(i + 1)]);
        return paths;
    }

    void granted(const std::vector<std::string>& paths, MultiHold hold) {
        const auto& holds = hold.holds();
        if (holds.size() != paths.size()) m_stage.fail(m_name + " got another number of locks");
        if (hold.state() == HoldState::Lost && !isOver(m_session->status().state))
            m_stage.fail(m_name + " got locks of which one is lost");
        for (std::size_t i = 0; i < holds.size(); ++i) {
            trace("owns " + holds[i].path());
            HoldClock::checkGrant(m_stage, m_name, holds[i].session());
            m_clocks.emplace_back(m_stage, m_name, holds[i]);
            if (m_isAtomic && holds[i].fencingToken() != holds[0].fencingToken())
                m_stage.fail(m_name + " queued in more than one transaction");
            m_claims.push_back(m_ledgers.at(paths[i]).granted(
                {m_name, holds[i].path(), holds[i].fencingToken(), holds[i].session(), LockMode::Exclusive}));
        }
        m_hold = std::move(hold);
        if (m_stage.cluster.keepsTime() && m_stage.random.percent(40)) keepVerified();
    }

    /// What an owner does under one of its locks: verify, or write what others write, too.
    void use() {
        const std::size_t index = m_stage.random.index(m_claims.size());
        const Hold& hold = m_hold.holds()[index];
        trace("writes under " + hold.path());
        const auto done = [&stage = m_stage, name = m_name, path = hold.path(),
                           claim = std::weak_ptr(m_claims[index])](const auto& result) {
            const bool isOwned = !claim.expired();
            if (!result && isOwned && result.error().code == ErrorCode::HoldLost &&
                stage.cluster.tree().find(path) != nullptr)
                stage.fail(name + " was told to have lost " + path + ", which exists");
        };
        if (m_stage.random.percent(50)) {
            hold.verifyAsync(done);
            return;
        }
        const auto guarded = LockLedger::guardedPath(std::string(parentPath(hold.path())));
        hold.guard({SetNode{guarded, std::to_string(raw(hold.fencingToken()))}}, done);
    }

    void keepVerified() {
        m_hold.keepVerified();
        for (HoldClock& clock : m_clocks)
            clock.expectVerified();
    }

    void release() {
        trace("releases all");
        const bool lost = m_hold.state() == HoldState::Lost;
        if (!m_hold.release() && !lost) m_stage.fail(m_name + " could not release");
        m_claims.clear();
        m_clocks.clear();
    }

    Ledgers& m_ledgers;
    const bool m_isAtomic;
    const Acquire m_acquire;
    MultiHold m_hold;
    std::vector<LockLedger::Share> m_claims;
    std::vector<HoldClock> m_clocks;
};

class MultiLockRecipe final : public Recipe {
public:
    MultiLockRecipe(Stage& stage, bool isAtomic) : Recipe(stage), m_isAtomic(isAtomic) {
        for (const std::string& directory : m_directories)
            m_ledgers.try_emplace(directory, stage, &isMutexContender).first->second.prepare(directory);
    }

    std::unique_ptr<Actor> join(const std::string& name, std::shared_ptr<ZooKeeper> session) override {
        const AnyRetry retry = anyRetry(m_stage.random);
        const LockOptions options = anyOptions(m_stage, retry);
        std::unique_ptr<Asker> actor;
        if (m_stage.random.percent(30)) {
            const std::string& path = m_directories[m_stage.random.index(m_directories.size())];
            actor = std::make_unique<QueueLockActor>(m_stage, m_ledgers.at(path), name, session,
                                                     std::vector<QueueLock>{Mutex(session, path, options)});
        } else {
            actor = std::make_unique<MultiLockActor>(
                m_stage, m_ledgers, name, session, m_isAtomic,
                m_isAtomic ? atomic(session, options) : oneByOne(session, options));
        }
        actor->setMayGiveUp(retry.isFinite);
        return actor;
    }
    void check() override {
        for (auto& [path, ledger] : m_ledgers)
            ledger.check();
    }
    void committed() override {
        for (auto& [path, ledger] : m_ledgers)
            ledger.committed(path);
    }
    const std::vector<std::string>& directories() const override { return m_directories; }

private:
    static MultiLockActor::Acquire atomic(const std::shared_ptr<ZooKeeper>& session,
                                          const LockOptions& options) {
        return [session, options](const std::vector<std::string>& paths, bool isTry,
                                  std::optional<TimePoint> deadline,
                                  Completion<MultiHold> done) -> std::function<void()> {
            AtomicMultiLock lock(session, paths, options);
            auto acquisition = isTry ? lock.tryAcquireAsync(Owner::unique(), std::move(done))
                                     : lock.acquireAsync(Owner::unique(), deadline, std::move(done));
            return [acquisition]() mutable { acquisition.cancel(); };
        };
    }

    static MultiLockActor::Acquire oneByOne(const std::shared_ptr<ZooKeeper>& session,
                                            const LockOptions& options) {
        return [session, options](const std::vector<std::string>& paths, bool isTry,
                                  std::optional<TimePoint> deadline,
                                  Completion<MultiHold> done) -> std::function<void()> {
            std::vector<QueueLock> locks;
            for (const std::string& path : paths)
                locks.push_back(Mutex(session, path, options));
            MultiLock lock(std::move(locks));
            auto acquisition = isTry ? lock.tryAcquireAsync(Owner::unique(), std::move(done))
                                     : lock.acquireAsync(Owner::unique(), deadline, std::move(done));
            return [acquisition]() mutable { acquisition.cancel(); };
        };
    }

    const std::vector<std::string> m_directories{"/a/x", "/a/y", "/a/z"};
    const bool m_isAtomic;
    Ledgers m_ledgers;
};

}  // namespace

std::unique_ptr<Recipe> makeMultiLockRecipe(Stage& stage) {
    return std::make_unique<MultiLockRecipe>(stage, false);
}

std::unique_ptr<Recipe> makeAtomicMultiLockRecipe(Stage& stage) {
    return std::make_unique<MultiLockRecipe>(stage, true);
}

}  // namespace lockcore
