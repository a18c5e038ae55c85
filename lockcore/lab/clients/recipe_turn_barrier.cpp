// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "clients/recipe_turn.h"

#include <lockcore/recipes/barrier.h>
#include <lockcore/recipes/double_barrier.h>

#include <optional>
#include <stop_token>

namespace lockcore {

namespace {

/// What passes a barrier holds nothing that could be lost.
class PassingTurn : public RecipeTurn {
public:
    ~PassingTurn() override { m_stop.request_stop(); }

    void giveUp() override { m_stop.request_stop(); }
    HoldState state() const override { return HoldState::Held; }
    void verify(Completion<void> done) override { done({}); }

protected:
    /// Of an acquire that begins.
    std::stop_token begin(TurnListener listener) {
        m_listener = std::move(listener);
        m_stop = std::stop_source();
        return m_stop.get_token();
    }
    Completion<void> passed() {
        return whileThere([this](const Result<void>& result) {
            if (result)
                m_listener.granted(TurnGrant{});
            else
                m_listener.granted(tl::unexpected(result.error()));
        });
    }

private:
    TurnListener m_listener;
    std::stop_source m_stop;
};

/// Waits while somebody has closed it.
class BarrierTurn final : public PassingTurn {
public:
    BarrierTurn(std::shared_ptr<ZooKeeper> session, const std::string& path)
        : m_barrier(std::move(session), path) {}

    void acquire(TurnListener listener) override {
        const auto stop = begin(std::move(listener));
        m_barrier.waitAsync(std::nullopt, passed(), stop);
    }
    void release(std::function<void()> done) override { done(); }

private:
    Barrier m_barrier;
};

/// Comes in with the others, and goes with them.
class DoubleBarrierTurn final : public PassingTurn {
public:
    DoubleBarrierTurn(std::shared_ptr<ZooKeeper> session, const std::string& path, int members)
        : m_barrier(std::move(session), path, members) {}

    void acquire(TurnListener listener) override {
        const auto stop = begin(std::move(listener));
        m_barrier.enterAsync(std::nullopt, passed(), stop);
    }
    /// Whatever comes of it, this member is out.
    void release(std::function<void()> done) override {
        m_barrier.leaveAsync(std::nullopt, [done = std::move(done)](const Result<void>&) { done(); });
    }

private:
    DoubleBarrier m_barrier;
};

}  // namespace

std::shared_ptr<RecipeTurn> makeBarrierTurn(const std::shared_ptr<ZooKeeper>& session, const TurnPlan& plan) {
    const std::string& path = plan.paths.front();
    if (plan.recipe == LockRecipe::Barrier) return std::make_shared<BarrierTurn>(session, path);
    return std::make_shared<DoubleBarrierTurn>(session, path, plan.leases);
}

}  // namespace lockcore
