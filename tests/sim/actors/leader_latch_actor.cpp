// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "leader_latch_actor.h"

#include "any_options.h"
#include "asker.h"
#include "hold_clock.h"

#include <lockcore/recipes/leader_latch.h>
#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

const std::string kLatchPath = "/a/latch";

/// One who takes part in the election again and again. One thread.
class LatchActor final : public Asker {
public:
    LatchActor(Stage& stage, std::string name, const std::shared_ptr<ZooKeeper>& session,
               std::vector<LatchActor*>& all)
        : Asker(stage, std::move(name), session),
          m_all(all),
          m_clock(stage, m_name, session->status().session) {
        m_all.push_back(this);
    }
    ~LatchActor() override { std::erase(m_all, this); }

    void windDown() override {
        if (isAsking() || !m_latch) return;  // who awaits its turn must get it
        if (m_latch->hasLeadership() || m_latch->state() == LatchState::Over) close();
    }
    /// Who leads as long as the session lives may lead beside another one for a while.
    void checkClocks() override {
        Asker::checkClocks();
        if (m_leadsByConnection) m_clock.check(leads() ? HoldState::Held : HoldState::Suspended);
        if (!m_latch) return;
        m_clock.check(HoldClock::Leadership{token(), m_isKeptVerified, m_latch->validUntil(LifeSign::Writes),
                                            m_latch->validUntil(LifeSign::Answers)});
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

    bool leads() const { return m_latch && m_latch->hasLeadership(); }
    /// It leads, and nobody else can yet, as far as it was promised.
    bool isSure() const {
        const auto until = m_latch ? m_latch->validUntil(LifeSign::Answers) : std::chrono::nanoseconds(0);
        return leads() && until > m_session->loop().bootTime();
    }
    Zxid token() const { return m_latch->fencingToken(); }
    const std::string& name() const { return m_name; }
    SessionId session() const { return m_session->status().session; }

protected:
    void actFreely() override {
        if (!m_latch) {
            start();
        } else if (m_stage.random.percent(m_latch->hasLeadership() ? 60 : 10)) {
            close();
        } else if (m_stage.random.percent(40)) {
            await();
        }
    }
    bool hasAnything() const override { return m_latch != nullptr; }
    void dropAll() override {
        if (leads()) m_stage.fail(m_name + ": the session is over and it still leads");
        if (m_latch && m_latch->state() != LatchState::Over)
            m_stage.fail(m_name + ": the session is over and it still takes part");
        m_latch.reset();
    }

private:
    LeaderLatchOptions anyLatchOptions() {
        LeaderLatchOptions options;
        options.id = m_name;
        m_leadsByConnection = m_stage.random.percent(50);
        if (!m_leadsByConnection) options.policy = LeadershipPolicy::Session;
        const AnyRetry retry = anyRetry(m_stage.random);
        const LockOptions common = anyOptions(m_stage, retry);
        options.retry = retry.policy;
        options.nodeAcl = common.nodeAcl;
        options.parentAcl = common.parentAcl;
        // To verify takes the right to read: who may not never leads for long.
        m_isKeptVerified =
            m_stage.cluster.keepsTime() && options.nodeAcl.empty() && m_stage.random.percent(40);
        options.keepVerified = m_isKeptVerified;
        m_mayBeOver = retry.isFinite;
        setMayGiveUp(retry.isFinite);
        if (m_stage.random.percent(50)) options.closeMode = CloseMode::NotifyLeader;
        return options;
    }
    void start() {
        trace("takes part");
        m_latch = std::make_unique<LeaderLatch>(m_session, kLatchPath, anyLatchOptions());
        // A listener may hear of the end of its latch when that is gone.
        const auto last = std::make_shared<bool>(false);
        const auto told = [last, &stage = m_stage, name = m_name, session = session()](bool leads) {
            stage.trace(name + (leads ? " leads" : " does not lead any more"));
            if (std::exchange(*last, leads) == leads) stage.fail(name + " was told the same twice");
            if (!leads) return;
            ++stage.grants;
            HoldClock::checkGrant(stage, name, session);
        };
        m_latch->addListener({[told] { told(true); }, [told] { told(false); }});
        if (!m_latch->start()) m_stage.fail(m_name + " could not start");
    }
    /// Given up by the one who waits, or because the latch is closed meanwhile.
    void await() {
        trace("awaits leadership");
        Manner manner = anyManner();
        manner.isTry = false;
        manner.isClosable = true;
        ask<void>(
            manner,
            [&](Completion<void> done) -> std::function<void()> {
                const std::stop_source stop;
                m_latch->awaitLeadershipAsync(deadlineFor(manner), std::move(done), stop.get_token());
                return [this, stop]() mutable {
                    if (m_latch && m_stage.random.percent(30)) {
                        close();
                    } else {
                        stop.request_stop();
                    }
                };
            },
            [this](const Result<void>& result) {
                if (result && !leads()) m_stage.fail(m_name + " was told to lead and does not");
            });
    }
    void close() {
        trace("leaves");
        static_cast<void>(m_latch->close());
        if (m_latch->hasLeadership()) m_stage.fail(m_name + " leads after it was closed");
        m_latch.reset();
    }
    bool mayBeOver() const {
        return m_mayBeOver || m_stage.hadRefusals || m_stage.hadWipes || m_stage.isNearlyExhausted;
    }

    std::vector<LatchActor*>& m_all;
    HoldClock m_clock;
    std::unique_ptr<LeaderLatch> m_latch;
    bool m_leadsByConnection = false;
    bool m_isKeptVerified = false;
    bool m_mayBeOver = false;
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
        checkPromises(*leader);
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
    /// Beside a leader, nobody whose session has ended by time believes to be sure. Whose was ended by
    /// somebody, or whose znode an operator has deleted, is not warned.
    void checkPromises(const LatchActor& leader) const {
        for (const LatchActor* actor : m_actors)
            if (actor != &leader && actor->isSure() && m_stage.cluster.endOf(actor->session()) != nullptr)
                m_stage.fail("both lead, and are sure of it: " + leader.name() + " and " + actor->name());
    }
    void checkOrder(const LatchActor& leader) const {
        eachLatch([&](const DataTree::Node& node) {
            const bool isOver = m_stage.isKnownToBeOver(node.stat.ephemeralOwner, leader.session());
            if (node.stat.czxid < leader.token() && !isOver)
                m_stage.fail(leader.name() + " leads before its turn");
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
