// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "double_barrier_actor.h"

#include "any_options.h"
#include "asker.h"

#include <lockcore/recipes/double_barrier.h>

#include <algorithm>
#include <set>
#include <utility>

namespace lockcore {

namespace {

const std::string kDoubleBarrierPath = "/a/double";
constexpr std::string_view kReady = "ready";

/// What the leader's transactions have shown of the members.
struct Hall {
    int members = 0;
    bool isReady = false;
    Zxid fullAt = Zxid::None;   ///< the last transaction after which enough members were there
    Zxid openAt = Zxid::None;   ///< the last transaction after which a member may have passed enter()
    Zxid emptyAt = Zxid::None;  ///< … after which at most one member was there
    std::set<std::string, std::less<>> wereThereAtAnOpening;  ///< members' znodes
};

/// A member that comes and goes. One thread.
class MemberActor final : public Asker {
public:
    MemberActor(Stage& stage, const Hall& hall, std::string name, const std::shared_ptr<ZooKeeper>& session,
                int members)
        : Asker(stage, std::move(name), session),
          m_hall(hall),
          m_members(members),
          m_barrier(session, kDoubleBarrierPath, members, anyBarrierOptions(stage)) {}

    void checkAtRest() override {
        if (m_isEntering && isAsking() && wasThereAtAnOpening())
            m_stage.fail(m_name + " does not see that the barrier has opened");
    }
    void checkHealed() override {
        if (m_stage.hadRefusals) return;  // the znode of a member that has gone may have stayed
        if (m_isEntering && isAsking() && m_hall.members >= m_members)
            m_stage.fail(m_name + " does not see that all have come");
        checkAtRest();
    }
    /// Too few may be left to come in.
    void windDown() override {
        if (m_isEntering && isAsking()) {
            cancel();
        } else if (m_isIn && !isAsking()) {
            leave({});
        }
    }

protected:
    void actFreely() override {
        Manner manner = anyManner();
        manner.isTry = false;
        if (m_isIn) {
            leave(manner);
        } else {
            enter(manner);
        }
    }
    bool hasAnything() const override { return m_isIn; }
    void dropAll() override { m_isIn = false; }

private:
    void enter(const Manner& manner) {
        trace("comes");
        m_isEntering = true;
        const Zxid since = m_stage.cluster.lastZxid();
        call(manner, &DoubleBarrier::enterAsync, [this, since](const Result<void>& result) {
            m_isEntering = false;
            if (!result) return;
            trace("is in");
            ++m_stage.grants;
            m_isIn = true;
            if (m_hall.openAt < since && !mayBeOld())
                m_stage.fail(m_name + " came in before enough others had come");
        });
    }

    void leave(const Manner& manner) {
        trace("goes");
        const Zxid since = m_stage.cluster.lastZxid();
        call(manner, &DoubleBarrier::leaveAsync, [this, since](const Result<void>& result) {
            m_isIn = false;
            if (!result) return;
            trace("is out");
            if (m_hall.emptyAt < since && !mayBeOld())
                m_stage.fail(m_name + " went before the others had gone");
        });
    }

    /// With the znode that it has now.
    bool wasThereAtAnOpening() const {
        const auto* directory = m_stage.cluster.tree().find(kDoubleBarrierPath);
        if (directory == nullptr) return false;
        return std::ranges::any_of(directory->names, [this](const std::string& name) {
            const auto* node = m_stage.cluster.tree().find(kDoubleBarrierPath + "/" + name);
            return node->stat.ephemeralOwner == m_session->status().session &&
                   m_hall.wereThereAtAnOpening.contains(name);
        });
    }

    /// A follower may show what was before the call.
    bool mayBeOld() const { return m_stage.cluster.serverCount() > 1; }

    using Call = void (DoubleBarrier::*)(std::optional<TimePoint>, Completion<void>, std::stop_token);
    void call(const Manner& manner, Call method, std::function<void(Result<void>)> then) {
        ask<void>(
            manner,
            [&](Completion<void> done) -> std::function<void()> {
                const std::stop_source stop;
                (m_barrier.*method)(deadlineFor(manner), std::move(done), stop.get_token());
                return [stop]() mutable { stop.request_stop(); };
            },
            std::move(then));
    }

    const Hall& m_hall;
    const int m_members;
    DoubleBarrier m_barrier;
    bool m_isEntering = false;
    bool m_isIn = false;
};

/// Every znode is a member to this recipe, and who is deleted by an operator is taken for gone.
class DoubleBarrierRecipe final : public Recipe {
public:
    explicit DoubleBarrierRecipe(Stage& stage) : Recipe(stage), m_members(1 + stage.random.below(3)) {}

    std::unique_ptr<Actor> join(const std::string& name, std::shared_ptr<ZooKeeper> session) override {
        return std::make_unique<MemberActor>(m_stage, m_hall, name, session, m_members);
    }
    void committed() override {
        const Zxid now = m_stage.cluster.lastZxid();
        const auto* directory = m_stage.cluster.tree().find(kDoubleBarrierPath);
        const auto names = directory != nullptr ? directory->names : std::vector<std::string>();
        const bool wasReady = std::exchange(m_hall.isReady, std::ranges::count(names, kReady) > 0);
        m_hall.members = static_cast<int>(std::ssize(names)) - (m_hall.isReady ? 1 : 0);
        if (m_hall.members >= m_members) m_hall.fullAt = now;
        if (m_hall.isReady || m_hall.members >= m_members) m_hall.openAt = now;
        if (m_hall.members <= 1) m_hall.emptyAt = now;
        if (!m_hall.isReady || wasReady) return;
        checkOpening(names);
        m_hall.wereThereAtAnOpening.insert(names.begin(), names.end());
    }
    /// Where all members die, nobody is left to delete "ready".
    void checkEnd() override {
        if (m_stage.hadDeaths) (void)m_stage.cluster.remove(kDoubleBarrierPath + "/" + std::string(kReady));
    }
    const std::vector<std::string>& directories() const override { return m_directories; }
    bool survivesOperators() const override { return false; }
    bool survivesClutter() const override { return false; }

private:
    /// Who opens has seen that enough had come, itself one of them, and is still there.
    void checkOpening(const std::vector<std::string>& names) {
        const bool someMemberSawAll = std::ranges::any_of(names, [this](const std::string& name) {
            const auto* node = m_stage.cluster.tree().find(kDoubleBarrierPath + "/" + name);
            return name != kReady && node->stat.czxid <= m_hall.fullAt;
        });
        if (!someMemberSawAll) m_stage.fail("the barrier was opened before enough had come");
    }

    const std::vector<std::string> m_directories{kDoubleBarrierPath};
    const int m_members;
    Hall m_hall;
};

}  // namespace

std::unique_ptr<Recipe> makeDoubleBarrierRecipe(Stage& stage) {
    return std::make_unique<DoubleBarrierRecipe>(stage);
}

}  // namespace lockcore
