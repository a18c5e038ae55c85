// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "clients/recipe_turn.h"

namespace lockcore {

std::shared_ptr<RecipeTurn> makeTurn(const std::shared_ptr<ZooKeeper>& session, const TurnPlan& plan) {
    const LockCount locks = locksOf(plan.recipe);
    if (plan.paths.size() < locks.least || plan.paths.size() > locks.most) return nullptr;
    switch (plan.recipe) {
        case LockRecipe::None: return nullptr;
        case LockRecipe::Mutex:
        case LockRecipe::Read:
        case LockRecipe::Write: return makeQueueTurn(session, plan);
        case LockRecipe::Nested:
        case LockRecipe::MultiLock:
        case LockRecipe::AtomicMultiLock: return makeMultiTurn(session, plan);
        case LockRecipe::Semaphore:
        case LockRecipe::SemaphoreMutex: return makeLeaseTurn(session, plan);
        case LockRecipe::SimpleLock:
        case LockRecipe::LeaderLatch: return makeSingleTurn(session, plan);
        case LockRecipe::Barrier:
        case LockRecipe::DoubleBarrier: return makeBarrierTurn(session, plan);
        case LockRecipe::Naive: return makeNaiveTurn(session, plan);
    }
    return nullptr;
}

bool hasQueue(LockRecipe recipe) {
    switch (recipe) {
        case LockRecipe::Mutex:
        case LockRecipe::Read:
        case LockRecipe::Write:
        case LockRecipe::Nested:
        case LockRecipe::MultiLock:
        case LockRecipe::AtomicMultiLock:
        case LockRecipe::Naive: return true;
        default: return false;
    }
}

}  // namespace lockcore
