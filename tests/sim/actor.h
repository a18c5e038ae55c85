// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fake_zookeeper.h"
#include "profile.h"
#include "random_source.h"
#include "refusals.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

/// What a schedule shares with the recipe that it tests. One thread.
class Stage {
public:
    Stage(FakeZooKeeper& zookeeper, RandomSource& source)
        : cluster(zookeeper),
          random(source),
          profile(anyProfile(source)),
          refusals(source, profile.refusalsInThousand) {}

    /// The first broken invariant counts.
    void fail(std::string problem) {
        if (m_problem.empty()) m_problem = std::move(problem);
    }
    const std::string& problem() const { return m_problem; }
    bool failed() const { return !m_problem.empty(); }

    bool isTraced() const { return static_cast<bool>(tracer); }
    void trace(const std::string& line) const {
        if (tracer) tracer(line);
    }

    /// What a server answers a request with instead of carrying it out, if so. Nobody asks again without a
    /// pause what was refused.
    std::optional<ErrorCode> refusal(const std::string& client, FakeSession::Op op, TimePoint now) {
        if (isHealed) return std::nullopt;
        const auto code = refusals.next(client, op);
        if (!code) return code;
        hadRefusals = true;
        constexpr int kMostAtOneMoment = 200;
        if (refusals.countAt(now) > kMostAtOneMoment) fail("somebody asks again and again what is refused");
        return code;
    }

    /// The client of `ended` was told Expired in the process of `other`, where its znode, which may still be
    /// there, is in nobody's way: its owner will never own.
    bool isKnownToBeOver(SessionId ended, SessionId other) const {
        const auto one = cluster.find(ended);
        const auto two = cluster.find(other);
        return one && two && one->status().state == ConnectionState::Expired && &one->loop() == &two->loop();
    }

    FakeZooKeeper& cluster;
    RandomSource& random;
    const Profile& profile;
    Refusals refusals;
    std::function<void(const std::string&)> tracer = {};
    /// The directory's counter starts so high that acquires may be refused (SequenceExhausted).
    bool isNearlyExhausted = false;
    /// What the schedule achieved, so that one in which nothing happens is noticed.
    int grants = 0;
    /// Some session has ended before the end of the schedule.
    bool hadDeaths = false;
    /// Some directory was deleted, so that creating in it may fail again and again.
    bool hadWipes = false;
    /// A server has refused something, or some contender may not be read by others.
    bool hadRefusals = false;
    /// Some znode may not be read, not even by whoever made it: its end is told to nobody.
    bool hasUnreadable = false;
    /// Nothing goes wrong any more.
    bool isHealed = false;

private:
    std::string m_problem;
};

/// One client's part in a schedule: a user of the recipe on one session. One thread.
class Actor {
public:
    virtual ~Actor() = default;

    /// One thing that a user may do now, chosen at random: start, cancel, release …
    virtual void act() = 0;
    /// Its connection is up, nothing is under way and it has been told everything.
    virtual void checkAtRest() {}
    /// After each step where sessions end by time: what it was promised about time must be true.
    virtual void checkClocks() {}
    /// What it waits for is free at the leader, and its own is the next place.
    virtual bool isNext() const { return false; }
    /// The faults are healed and time has passed: what it believes must be true again.
    virtual void checkHealed() {}
    /// Gives back what it has and starts nothing new. Called again and again until isIdle().
    virtual void windDown() = 0;
    /// Neither waits for anything nor has anything.
    virtual bool isIdle() const = 0;
    /// The most watches that it may have while it is idle.
    virtual std::size_t watchesWhileIdle() const { return 0; }
    /// Its session is over and the loop has told it: nothing may be unsettled, nothing owned. The last call.
    virtual void sessionEnded() = 0;
};

/// A recipe in one schedule: makes the actors and knows what must hold between them. One thread.
class Recipe {
public:
    explicit Recipe(Stage& stage) : m_stage(stage) {}
    virtual ~Recipe() = default;

    virtual std::unique_ptr<Actor> join(const std::string& name, std::shared_ptr<ZooKeeper> session) = 0;
    /// After every step.
    virtual void check() {}
    /// After every transaction of the leader.
    virtual void committed() {}
    /// When everybody is idle and all is settled.
    virtual void checkEnd() {}
    /// Where its contenders are: an operator deletes some, others put there what is none, and at the end they
    /// must be empty or gone.
    virtual const std::vector<std::string>& directories() const = 0;
    /// Whether its users get on when an operator deletes what they need. Otherwise none does.
    virtual bool survivesOperators() const { return true; }
    /// Whether it tells its contenders from other znodes.
    virtual bool survivesClutter() const { return true; }

protected:
    Stage& m_stage;
};

struct RecipeInfo {
    std::string_view name;
    std::function<std::unique_ptr<Recipe>(Stage&)> make;
};

/// All that can be tested, in alphabetical order.
const std::vector<RecipeInfo>& recipes();

}  // namespace lockcore
