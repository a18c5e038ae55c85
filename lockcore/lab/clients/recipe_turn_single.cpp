// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "clients/recipe_turn.h"

#include <lockcore/recipes/leader_latch.h>
#include <lockcore/recipes/simple_lock.h>

#include <optional>
#include <stop_token>

namespace lockcore {

namespace {

/// Of the lock that is one znode.
class SimpleTurn final : public RecipeTurn {
public:
    SimpleTurn(std::shared_ptr<ZooKeeper> session, const std::string& path)
        : m_lock(std::move(session), path) {}
    ~SimpleTurn() override { m_stop.request_stop(); }

    void acquire(TurnListener listener) override {
        m_listener = std::move(listener);
        m_stop = std::stop_source();
        m_lock.acquireAsync(std::nullopt,
                            whileThere([this](Result<SimpleHold> result) { granted(std::move(result)); }),
                            m_stop.get_token());
    }
    void giveUp() override { m_stop.request_stop(); }
    void release(std::function<void()> done) override {
        m_hold = {};
        done();
    }
    HoldState state() const override { return m_hold ? m_hold.state() : HoldState::Released; }
    void verify(Completion<void> done) override { done({}); }

private:
    void granted(Result<SimpleHold> result) {
        if (!result) {
            m_listener.granted(tl::unexpected(result.error()));
            return;
        }
        m_hold = std::move(*result);
        m_hold.onChange(whileThere([listener = m_listener](HoldState state) {
            if (state != HoldState::Released) listener.changed(state);
        }));
        // The next owner's znode has the same name: that it is there proves nothing.
        const Zxid token = m_hold.fencingToken();
        m_listener.granted(TurnGrant{{m_lock.path(), token}, {{}, token}});
    }

    SimpleLock m_lock;
    TurnListener m_listener;
    std::stop_source m_stop;
    SimpleHold m_hold;
};

/// Of leadership: a latch each, as it can't be started twice. It does not tell its znode.
class LatchTurn final : public RecipeTurn {
public:
    LatchTurn(std::shared_ptr<ZooKeeper> session, std::string path)
        : m_session(std::move(session)), m_path(std::move(path)) {}
    ~LatchTurn() override { m_stop.request_stop(); }

    void acquire(TurnListener listener) override {
        m_listener = std::move(listener);
        m_isGranted = false;
        m_stop = std::stop_source();
        m_latch = std::make_unique<LeaderLatch>(m_session, m_path);
        m_latch->addListener({.isLeader = whileThere([this] { changed(HoldState::Held); }),
                              .notLeader = whileThere([this] {
                                  changed(isConnected(m_session->status().state) ? HoldState::Lost
                                                                                 : HoldState::Suspended);
                              })});
        if (const auto started = m_latch->start(); !started) {
            m_session->loop().post(whileThere([this, error = started.error()] {
                m_latch.reset();
                m_listener.granted(tl::unexpected(error));
            }));
            return;
        }
        m_latch->awaitLeadershipAsync(std::nullopt,
                                      whileThere([this](const Result<void>& result) { elected(result); }),
                                      m_stop.get_token());
    }
    void giveUp() override { m_stop.request_stop(); }
    void release(std::function<void()> done) override {
        m_isGranted = false;
        m_latch.reset();
        done();
    }
    HoldState state() const override {
        if (!m_latch || !m_isGranted) return HoldState::Released;
        return m_latch->hasLeadership() ? HoldState::Held : HoldState::Suspended;
    }
    void verify(Completion<void> done) override { done({}); }

private:
    void elected(const Result<void>& result) {
        if (!result) {
            m_latch.reset();
            m_listener.granted(tl::unexpected(result.error()));
            return;
        }
        m_isGranted = true;
        const Queued place{{}, m_latch->fencingToken()};
        m_listener.granted(TurnGrant{place, place});
    }
    void changed(HoldState state) {
        if (m_isGranted) m_listener.changed(state);
    }

    const std::shared_ptr<ZooKeeper> m_session;
    const std::string m_path;
    TurnListener m_listener;
    std::stop_source m_stop;
    std::unique_ptr<LeaderLatch> m_latch;
    bool m_isGranted = false;
};

}  // namespace

std::shared_ptr<RecipeTurn> makeSingleTurn(const std::shared_ptr<ZooKeeper>& session, const TurnPlan& plan) {
    const std::string& path = plan.paths.front();
    if (plan.recipe == LockRecipe::SimpleLock) return std::make_shared<SimpleTurn>(session, path);
    return std::make_shared<LatchTurn>(session, path);
}

}  // namespace lockcore
