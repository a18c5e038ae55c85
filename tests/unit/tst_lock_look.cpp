// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "fake_zookeeper.h"
#include "manual_loop.h"
#include "test_program.h"

#include "run/lock_look.h"

using namespace lockcore;

namespace {

struct LookedAtContender {
    ContenderView view;
    ContenderGroup group;
};

LookedAtContender lookedAt(SessionId session, ContenderActivity activity, const char* node,
                           std::vector<std::string> locks, LockRecipe recipe = LockRecipe::Mutex) {
    LookedAtContender contender;
    contender.view.session = session;
    contender.view.activity = activity;
    contender.view.node = node;
    contender.group.recipe = recipe;
    contender.group.locks = std::move(locks);
    return contender;
}

std::map<std::string, LockStanding> standingsOfThose(const std::vector<LookedAtContender>& contenders) {
    std::vector<RunContenders::Standing> standings;
    for (const LookedAtContender& each : contenders)
        standings.push_back({each.view, each.group});
    return lockStandings(standings, "/lab/run");
}

std::vector<std::string> locksLookedAt(const std::map<std::string, LockStanding>& standings) {
    std::vector<std::string> names;
    for (const auto& [name, standing] : standings)
        names.push_back(name);
    return names;
}

using NamesOfLocks = std::vector<std::string>;

constexpr SessionId kOneSession{1};
constexpr SessionId kOtherSession{2};

}  // namespace

/// Znodes that nobody asks for any more, in all locks of a contender; and where nothing can be said of them.
class LockLookTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whoIsAtRestHasNothingInAnyOfItsLocks() {
        for (const LockRecipe recipe :
             {LockRecipe::Nested, LockRecipe::MultiLock, LockRecipe::AtomicMultiLock}) {
            const auto locks =
                standingsOfThose({lookedAt(kOneSession, ContenderActivity::Stopped, "", {"a", "b"}, recipe),
                                  lookedAt(kOtherSession, ContenderActivity::Holding, "theirs", {"b"})});
            QCOMPARE(locksLookedAt(locks), (NamesOfLocks{"a", "b"}));
            QCOMPARE(locks.at("b").path, std::string("/lab/run/locks/b"));
            const std::map<std::string, Stat> nodes{
                {"left", {.czxid = Zxid{5}, .ephemeralOwner = kOneSession}},
                {"theirs", {.czxid = Zxid{6}, .ephemeralOwner = kOtherSession}}};
            QCOMPARE(sightOf(locks.at("b"), nodes).orphans, std::uint64_t{1});
        }
    }

    /// Of who has some of its locks, and waits for the next one, too.
    void ofSeveralLocksTheFirstAloneIsToldByWhoHasThem() {
        for (const ContenderActivity activity : {ContenderActivity::Waiting, ContenderActivity::Holding}) {
            const auto locks =
                standingsOfThose({lookedAt(kOneSession, activity, "own", {"a", "b"}, LockRecipe::Nested),
                                  lookedAt(kOtherSession, ContenderActivity::Holding, "theirs", {"b"})});
            QCOMPARE(locksLookedAt(locks), NamesOfLocks{"a"});
            QVERIFY(locks.at("a").nodes.contains("own"));
        }
    }

    void otherLibrariesTellTheirPlaceWithTheGrant() {
        auto contender = lookedAt(kOneSession, ContenderActivity::Waiting, "", {"a"});
        contender.group.library = ClientLibrary::Curator;
        QVERIFY(standingsOfThose({contender}).empty());
        contender.view.activity = ContenderActivity::Holding;
        contender.view.node = "own";
        QCOMPARE(locksLookedAt(standingsOfThose({contender})), NamesOfLocks{"a"});
    }

    void whoWasKilledLeavesNoOrphans() {
        auto contender =
            lookedAt(kOneSession, ContenderActivity::Holding, "own", {"a", "b"}, LockRecipe::Nested);
        contender.view.fault = ContenderFault::Killed;
        const auto locks = standingsOfThose({contender});
        QCOMPARE(locksLookedAt(locks), (NamesOfLocks{"a", "b"}));
        QVERIFY(locks.at("b").sessions.empty());
    }

    void nothingIsSaidOfLocksWithOtherZnodes() {
        for (const LockRecipe recipe : {LockRecipe::Semaphore, LockRecipe::SemaphoreMutex})
            QVERIFY(standingsOfThose({lookedAt(kOneSession, ContenderActivity::Stopped, "", {"a"}, recipe),
                                      lookedAt(kOtherSession, ContenderActivity::Stopped, "", {"a"})})
                        .empty());
    }

    void whatIsNotReadAsAWholeIsNotKnown() {
        ManualLoop loop;
        FakeZooKeeper server(loop);
        const auto session = server.open();
        for (const char* path : {"/lab/run/locks/a/n", "/lab/run/locks/b/n"})
            server.createPath(path);
        session->setError([](const FakeSession::Request& request) {
            const bool isIt = request.op == FakeSession::Op::Exists && request.path == "/lab/run/locks/a/n";
            return isIt ? std::optional(ErrorCode::ConnectionLoss) : std::nullopt;
        });
        std::optional<std::map<std::string, LockSight>> seen;
        lookAtLocks(session,
                    standingsOfThose({lookedAt(kOneSession, ContenderActivity::Stopped, "", {"a"}),
                                      lookedAt(kOtherSession, ContenderActivity::Stopped, "", {"b"})}),
                    [&](std::map<std::string, LockSight> sights) { seen = std::move(sights); });
        loop.runReady();
        QVERIFY(seen);
        QVERIFY(!seen->contains("a"));
        QCOMPARE(seen->at("b").orphans, std::uint64_t{0});
    }
};

LOCKSCOPE_TEST(LockLookTest)
#include "tst_lock_look.moc"
