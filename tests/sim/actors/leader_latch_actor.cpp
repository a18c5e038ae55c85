// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "leader_latch_actor.h"

#include "any_options.h"
#include "hold_clock.h"

#include <lockcore/recipes/leader_latch.h>
#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

const std::string kLatchPath = "/a/latch";

/// One who takes part in the election again and again. One thread.
class LatchActor final : public Actor {
public:
    LatchActor(Stage& stage, std::string name, std::shared_ptr<ZooKeeper> session,
               std::vector<LatchActor*>& all)
        : m_stage(stage),
          m_name(std::move(name)),
          m_session(std::move(session)),
          m_all(all),
          m_clock(stage, m_name, m_session->status().session) {
        m_all.push_back(this);
    }
    ~LatchActor() override { std::erase(m_all, this); }

    void act() override {
        if (!m_latch) {
            start();
        } else if (m_stage.random.percent(m_latch->hasLeadership() ? 60 : 10)) {
            close();
        }
    }
    void windDown() override {
        if (m_latch && (m_latch->hasLeadership() || m_latch->state() == LatchState::Over)) close();
    }
    /// Who leads as long as the session lives may lead beside another one for a while.
    void checkClocks() override {
        if (m_leadsByConnection) m_clock.check(leads() ? HoldState::Held : HoldState::Suspended);
    }
    /// After each step.
    void check() const {
        if (!m_latch) return;
        const auto state = m_session->status().state;
        if (m_latch->state() == LatchState::Over && !isOver(state) && !mayBeOver())
            m_stage.fail(m_name + " takes part no more, without reason");
        if (m_latch->hasLeadership() && m_leadsByConnection && state == ConnectionState::Suspended)
            m_stage.fail(m_name + " leads without a connection");
    }
    bool isIdle() const override { return !m_latch; }
    void sessionEnded() override {
        if (leads()) m_stage.fail(m_name + ": the session is over and it still leads");
        if (m_latch && m_latch->state() != LatchState::Over)
            m_stage.fail(m_name + ": the session is over and it still takes part");
        m_latch.reset();
    }

    bool leads() const { return m_latch && m_latch->hasLeadership(); }
    Zxid token() const { return m_latch->fencingToken(); }
    const std::string& name() const { return m_name; }
    SessionId session() const { return m_session->status().session; }

private:
    void start() {
        trace("takes part");
        LeaderLatchOptions options;
        options.id = m_name;
        m_leadsByConnection = m_stage.random.percent(50);
        if (!m_leadsByConnection) options.policy = LeadershipPolicy::Session;
        options.keepVerified = m_stage.cluster.keepsTime() && m_stage.random.percent(40);
        const AnyRetry retry = anyRetry(m_stage.random);
        options.retry = retry.policy;
        m_mayGiveUp = retry.isFinite;
        if (m_stage.random.percent(50)) options.closeMode = CloseMode::NotifyLeader;
        m_latch = std::make_unique<LeaderLatch>(m_session, kLatchPath, options);
        // A listener may hear of the end of its latch when that is gone.
        const auto last = std::make_shared<bool>(false);
        const auto told = [last, &stage = m_stage, name = m_name](bool leads) {
            stage.trace(name + (leads ? " leads" : " does not lead any more"));
            if (std::exchange(*last, leads) == leads) stage.fail(name + " was told the same twice");
            if (leads) ++stage.grants;
        };
        m_latch->addListener({[told] { told(true); }, [told] { told(false); }});
        if (!m_latch->start()) m_stage.fail(m_name + " could not start");
    }
    void close() {
        trace("leaves");
        static_cast<void>(m_latch->close());
        if (m_latch->hasLeadership()) m_stage.fail(m_name + " leads after it was closed");
        m_latch.reset();
    }
    bool mayBeOver() const {
        return m_mayGiveUp || m_stage.hadRefusals || m_stage.hadWipes || m_stage.isNearlyExhausted;
    }
    void trace(const std::string& what) const {
        if (m_stage.isTraced()) m_stage.trace(m_name + ' ' + what);
    }

    Stage& m_stage;
    const std::string m_name;
    const std::shared_ptr<ZooKeeper> m_session;
    std::vector<LatchActor*>& m_all;
    HoldClock m_clock;
    std::unique_ptr<LeaderLatch> m_latch;
    bool m_leadsByConnection = false;
    bool m_mayGiveUp = false;
};

class LatchRecipe final : public Recipe {
public:
    explicit LatchRecipe(Stage& stage) : Recipe(stage) {}

    std::unique_ptr<Actor> join(const std::string& name, std::shared_ptr<ZooKeeper> session) override {
        return std::make_unique<LatchActor>(m_stage, name, session, m_actors);
    }

    /// At most one leads by a znode that exists, the first in the queue; and tokens grow.
    void check() override {
        const LatchActor* leader = nullptr;
        for (const LatchActor* actor : m_actors) {
            actor->check();
            if (!actor->leads() || !isReal(actor->token())) continue;
            if (leader != nullptr) m_stage.fail("both lead: " + leader->name() + " and " + actor->name());
            leader = actor;
        }
        if (leader == nullptr) return;
        if (leader->token() < m_newest)
            m_stage.fail(leader->name() + " has a fencing token that did not grow");
        if (leader->token() != m_newest) checkOrder(*leader);
        m_newest = std::max(m_newest, leader->token());
    }
    const std::vector<std::string>& directories() const override { return m_directories; }

private:
    template <class Visit>
    void eachLatch(const Visit& visit) const {
        const auto* directory = m_stage.cluster.tree().find(kLatchPath);
        if (directory == nullptr) return;
        for (const std::string& name : directory->names)
            if (name.find("latch-") != std::string::npos)
                visit(*m_stage.cluster.tree().find(joinPath(kLatchPath, name)));
    }
    bool isReal(Zxid token) const {
        bool found = false;
        eachLatch([&](const DataTree::Node& node) { found = found || node.stat.czxid == token; });
        return found;
    }
    void checkOrder(const LatchActor& leader) const {
        eachLatch([&](const DataTree::Node& node) {
            if (node.stat.czxid < leader.token()) m_stage.fail(leader.name() + " leads before its turn");
            if (node.stat.czxid == leader.token() && node.stat.ephemeralOwner != leader.session())
                m_stage.fail(leader.name() + " leads by the znode of another session");
        });
    }

    const std::vector<std::string> m_directories{kLatchPath};
    std::vector<LatchActor*> m_actors;
    Zxid m_newest = Zxid::None;
};

}  // namespace

std::unique_ptr<Recipe> makeLeaderLatchRecipe(Stage& stage) {
    return std::make_unique<LatchRecipe>(stage);
}

}  // namespace lockcore
