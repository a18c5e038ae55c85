// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "mutex_actor.h"

#include "any_options.h"
#include "peer_actor.h"
#include "queue_lock_actor.h"

#include <lockcore/recipes/mutex.h>

namespace lockcore {

namespace {

class MutexRecipe final : public Recipe {
public:
    explicit MutexRecipe(Stage& stage) : Recipe(stage) { m_ledger.prepare(m_directories.front()); }

    std::unique_ptr<Actor> join(const std::string& name, std::shared_ptr<ZooKeeper> session) override {
        // Others don't refuse numbers that begin to be equal, and wait for ever for what they may not read.
        const bool areAllAlike = m_stage.isNearlyExhausted || m_stage.profile.refusalsInThousand > 0;
        const int roll = m_stage.random.below(100);
        if (roll < 16 && !areAllAlike) {
            const auto rule = roll < 8 ? PeerRule::Curator : PeerRule::Kazoo;
            return makePeerActor(rule, m_stage, m_ledger, name, std::move(session), m_directories.front());
        }
        const AnyRetry retry = anyRetry(m_stage.random);
        Mutex mutex(session, m_directories.front(), anyOptions(m_stage, retry));
        auto actor =
            std::make_unique<QueueLockActor>(m_stage, m_ledger, name, session, std::vector<QueueLock>{mutex});
        actor->setMayGiveUp(retry.isFinite);
        return actor;
    }
    void check() override { m_ledger.check(); }
    void committed() override { m_ledger.committed(m_directories.front()); }
    const std::vector<std::string>& directories() const override { return m_directories; }

private:
    static bool blocks(std::string_view name, const LockLedger::Claim&) {
        constexpr std::size_t kDigits = 10;
        return name.size() > kDigits && name.substr(0, name.size() - kDigits).ends_with("lock-");
    }

    const std::vector<std::string> m_directories{"/a/m"};
    LockLedger m_ledger{m_stage, &blocks};
};

}  // namespace

std::unique_ptr<Recipe> makeMutexRecipe(Stage& stage) {
    return std::make_unique<MutexRecipe>(stage);
}

}  // namespace lockcore
