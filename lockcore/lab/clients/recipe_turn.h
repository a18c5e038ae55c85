// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/load.h>
#include <lockcore/recipes/hold.h>
#include <lockcore/recipes/queue_lock.h>
#include <lockcore/session/zookeeper.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockcore {

/// What is asked for. A value.
struct TurnPlan {
    LockRecipe recipe = LockRecipe::Mutex;
    std::vector<std::string> paths = {};  ///< as locksOf() counts them
    int leases = 1;
};

/// What was granted. A value. Paths are empty where the recipe has no znode, or does not tell it.
struct TurnGrant {
    Queued place;  ///< in the first lock
    /// What a register is shown: of several locks always the same one's, in whatever order they were asked
    /// for, so that tokens can be compared.
    Queued guard;
};

/// What a turn tells. All three are set.
struct TurnListener {
    std::function<void(const Queued&)> queued;
    std::function<void(Result<TurnGrant>)> granted;
    std::function<void(HoldState)> changed;
};

/// One of lockcore's recipes as a client of the lab uses it, one turn after the other. Lives on the loop of
/// its session, held by shared_ptr. When it is destroyed it gives up, or gives back, without a word.
class RecipeTurn : public std::enable_shared_from_this<RecipeTurn> {
public:
    RecipeTurn() = default;
    virtual ~RecipeTurn() = default;
    RecipeTurn(const RecipeTurn&) = delete;
    RecipeTurn& operator=(const RecipeTurn&) = delete;

    /// Tells `granted` exactly once, never inside the call; `queued` before it, of the first lock, where the
    /// recipe has a queue; `changed` after a grant. Not before the last turn was given back.
    virtual void acquire(TurnListener listener) = 0;
    /// Of what is not granted yet: granted is told with Cancelled, or with what came first.
    virtual void giveUp() = 0;
    /// Of what was granted. Calls `done` when this client may ask again, maybe inside the call.
    virtual void release(std::function<void()> done) = 0;

    /// As Hold::state(), of what was granted.
    virtual HoldState state() const = 0;
    /// As Hold::verifyAsync(); success where the recipe has no such thing.
    virtual void verify(Completion<void> done) = 0;

protected:
    /// Calls `act` with what it is called with, as long as there is this turn.
    template <class Act>
    auto whileThere(Act act) {
        return [weak = weak_from_this(), act = std::move(act)](auto&&... told) {
            if (const auto self = weak.lock()) act(std::forward<decltype(told)>(told)...);
        };
    }
};

/// Null for a recipe that takes another number of locks, and for None.
std::shared_ptr<RecipeTurn> makeTurn(const std::shared_ptr<ZooKeeper>& session, const TurnPlan& plan);

/// True where a turn of it tells that it stands in a queue.
bool hasQueue(LockRecipe recipe);

/// @{ By family.
std::shared_ptr<RecipeTurn> makeQueueTurn(const std::shared_ptr<ZooKeeper>& session, const TurnPlan& plan);
std::shared_ptr<RecipeTurn> makeMultiTurn(const std::shared_ptr<ZooKeeper>& session, const TurnPlan& plan);
std::shared_ptr<RecipeTurn> makeLeaseTurn(const std::shared_ptr<ZooKeeper>& session, const TurnPlan& plan);
std::shared_ptr<RecipeTurn> makeSingleTurn(const std::shared_ptr<ZooKeeper>& session, const TurnPlan& plan);
std::shared_ptr<RecipeTurn> makeBarrierTurn(const std::shared_ptr<ZooKeeper>& session, const TurnPlan& plan);
std::shared_ptr<RecipeTurn> makeNaiveTurn(const std::shared_ptr<ZooKeeper>& session, const TurnPlan& plan);
/// @}

}  // namespace lockcore
