// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "actors/barrier_actor.h"
#include "actors/double_barrier_actor.h"
#include "actors/leader_latch_actor.h"
#include "actors/multi_lock_actor.h"
#include "actors/mutex_actor.h"
#include "actors/read_write_actor.h"
#include "actors/semaphore_actor.h"
#include "actors/shared_count_actor.h"
#include "actors/simple_lock_actor.h"

namespace lockcore {

const std::vector<RecipeInfo>& recipes() {
    static const std::vector<RecipeInfo> all{
        {"atomic-multi", makeAtomicMultiLockRecipe},
        {"barrier", makeBarrierRecipe},
        {"counted-semaphore", makeCountedSemaphoreRecipe},
        {"double-barrier", makeDoubleBarrierRecipe},
        {"leader-latch", makeLeaderLatchRecipe},
        {"multi", makeMultiLockRecipe},
        {"mutex", makeMutexRecipe},
        {"read-write", makeReadWriteRecipe},
        {"semaphore", makeSemaphoreRecipe},
        {"semaphore-mutex", makeSemaphoreMutexRecipe},
        {"shared-count", makeSharedCountRecipe},
        {"simple", makeSimpleLockRecipe},
    };
    return all;
}

}  // namespace lockcore
