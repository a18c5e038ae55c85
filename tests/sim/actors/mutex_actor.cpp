// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "mutex_actor.h"

#include "queue_lock_actor.h"

#include <lockcore/recipes/mutex.h>

namespace lockcore {

namespace {

class MutexRecipe final : public Recipe {
public:
    explicit MutexRecipe(Stage& stage) : Recipe(stage) {}

    std::unique_ptr<Actor> join(const std::string& name, std::shared_ptr<ZooKeeper> session) override {
        Mutex mutex(session, m_directories.front(), LockOptions{.data = ""});
        return std::make_unique<QueueLockActor>(m_stage, m_ledger, name, session,
                                                std::vector<QueueLock>{mutex});
    }
    void check() override { m_ledger.check(); }
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
