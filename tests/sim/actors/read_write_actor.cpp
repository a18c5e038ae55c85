// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "read_write_actor.h"

#include "any_options.h"
#include "queue_lock_actor.h"

#include <lockcore/recipes/read_write_lock.h>

namespace lockcore {

namespace {

class ReadWriteRecipe final : public Recipe {
public:
    explicit ReadWriteRecipe(Stage& stage) : Recipe(stage) { m_ledger.prepare(m_directories.front()); }

    std::unique_ptr<Actor> join(const std::string& name, std::shared_ptr<ZooKeeper> session) override {
        const AnyRetry retry = anyRetry(m_stage.random);
        ReadWriteLock lock(session, m_directories.front(), anyOptions(m_stage, retry));
        auto actor = std::make_unique<QueueLockActor>(m_stage, m_ledger, name, session,
                                                      std::vector<QueueLock>{lock.read(), lock.write()});
        actor->setMayGiveUp(retry.isFinite);
        return actor;
    }
    void check() override { m_ledger.check(); }
    void committed() override { m_ledger.committed(m_directories.front()); }
    const std::vector<std::string>& directories() const override { return m_directories; }

private:
    static bool blocks(std::string_view name, const LockLedger::Claim& claim) {
        const bool isWriter = name.find("__WRIT__") != std::string_view::npos;
        const bool isReader = name.find("__READ__") != std::string_view::npos;
        return isWriter || (isReader && claim.mode == LockMode::Write);
    }

    const std::vector<std::string> m_directories{"/a/rw"};
    LockLedger m_ledger{m_stage, &blocks};
};

}  // namespace

std::unique_ptr<Recipe> makeReadWriteRecipe(Stage& stage) {
    return std::make_unique<ReadWriteRecipe>(stage);
}

}  // namespace lockcore
