// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "awaited_run.h"
#include "lab_run_parts.h"
#include "live_session.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/lab/checks.h>
#include <lockcore/lab/lab_root.h>
#include <lockcore/lab/local_cluster.h>
#include <lockcore/session/link_fault.h>

#include <signal.h>

#include <algorithm>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

std::vector<std::string> namesAt(LiveSession& session, const std::string& path) {
    const auto list = session.await<ChildList>(
        [&](Session& asked, Completion<ChildList> done) { asked.children(path, {}, std::move(done)); });
    return list ? list->names : std::vector<std::string>{describe(list.error())};
}

bool is(const LabView& view, ContenderActivity activity) {
    return !view.contenders.empty() && std::ranges::all_of(view.contenders, [activity](const auto& each) {
        return each.activity == activity;
    });
}

const LockReport* lockOf(const PhaseReport& phase, const std::string& name) {
    const auto found = std::ranges::find(phase.locks, name, &LockReport::lock);
    return found == phase.locks.end() ? nullptr : &*found;
}

}  // namespace

/// A run of the lab on a real server: what is there while it goes on, and that nothing is afterwards.
class LabRunTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void makesItsMarksAndRemovesAll() {
        const auto cluster = freshCluster();
        LiveSession session(cluster);
        AwaitedRun run(placeAt(cluster));
        const auto begun = run.begin();
        QVERIFY2(begun, begun ? "" : describe(begun.error()).c_str());
        QVERIFY(!begun->cluster.isOwn);
        QVERIFY(begun->cluster.version.starts_with("3."));
        QVERIFY(begun->path.starts_with("/lockscope-lab/"));
        auto names = namesAt(session, begun->path);
        std::ranges::sort(names);
        QCOMPARE(names, (std::vector<std::string>{"locks", "register", "running"}));
        const auto ended = run.end();
        QVERIFY2(ended, ended ? "" : describe(ended.error()).c_str());
        QVERIFY(ended->leftBehind.empty());
        QCOMPARE(ended->removed, std::uint64_t{4});
        QVERIFY(namesAt(session, "/").empty());
    }

    void whatCantBeWrittenDownIsNotMade() {
        const auto cluster = freshCluster();
        LiveSession session(cluster);
        const auto childChanges = [&] {
            const auto stat = session.await<Stat>(
                [](Session& asked, Completion<Stat> done) { asked.exists("/", {}, std::move(done)); });
            return stat ? stat->cversion : -1;
        };
        const auto before = childChanges();
        std::string announced;
        LabPlace place = placeAt(cluster);
        place.announced = [&](const std::string& path) -> Result<void> {
            announced = path;
            return fail(ErrorCode::Io, "writing it down", "/there/runs.json");
        };
        AwaitedRun run(place);
        const auto begun = run.begin();
        QVERIFY(!begun);
        QVERIFY(begun.error().code == ErrorCode::Io);
        QCOMPARE(begun.error().path, std::string("/there/runs.json"));
        QVERIFY2(announced.starts_with("/lockscope-lab/"), announced.c_str());
        const auto ended = run.end();
        QVERIFY(ended && ended->leftBehind.empty());
        QCOMPARE(childChanges(), before);  // neither made nor removed again
    }

    /// Told while what was made is removed again: it waits for that.
    void whoEndsARunThatCouldNotBeginHearsOfTheEnd() {
        LabPlace place = placeAt(freshCluster());
        const auto ended = std::make_shared<std::promise<Result<LabEnded>>>();
        auto asked = ended->get_future();
        std::unique_ptr<LabRun> run;
        place.announced = [&](const std::string&) -> Result<void> {
            run->loop().post(
                [&] { run->end([ended](Result<LabEnded> result) { ended->set_value(std::move(result)); }); });
            return fail(ErrorCode::Io, "writing it down");
        };
        run = std::make_unique<LabRun>(place, LabLimits{}, 1, LabPrograms{}, LabRun::Sink());
        const auto begun = awaited<LabBegun>([&](auto done) { run->begin(std::move(done)); });
        QVERIFY(!begun);
        QCOMPARE(asked.wait_for(1min), std::future_status::ready);
        const auto result = asked.get();
        QVERIFY2(result, result ? "" : describe(result.error()).c_str());
    }

    /// Whether a request was carried out whose connection broke nobody knows.
    void whatMayHaveBeenMadeIsSaidToBeLeft() {
        LabPlace place = placeAt(freshCluster());
        place.foreign.fault = std::make_shared<LinkFault>();
        std::string announced;
        place.announced = [&, fault = place.foreign.fault](const std::string& path) -> Result<void> {
            announced = path;
            fault->set(LinkState::Cut);
            return {};
        };
        AwaitedRun run(place);
        const auto begun = run.begin();
        QVERIFY(!begun);
        QVERIFY2(isAmbiguous(begun.error().code), describe(begun.error()).c_str());
        const auto ended = run.end();
        QVERIFY(ended);
        QCOMPARE(ended->leftBehind, std::vector<std::string>{announced});
    }

    void contendersComeGoAndAreGone() {
        const auto cluster = freshCluster();
        LiveSession session(cluster);
        AwaitedRun run(placeAt(cluster));
        const auto begun = run.begin();
        QVERIFY(begun);
        const auto ids = run.run().add(groupOf("clients", 5, "orders"));
        QVERIFY(ids);
        QCOMPARE(*ids, (LabActs::Ids{1, 2, 3, 4, 5}));
        QVERIFY(run.await([](const LabView& view) {
            return view.contenders.size() == 5 && std::ranges::all_of(view.contenders, [](const auto& each) {
                       return each.session != SessionId::None;
                   });
        }));
        run.run().start(*ids);
        const auto working = run.await([](const LabView& view) { return view.grants >= 50; });
        QVERIFY(working);
        QCOMPARE(working->groups, std::vector<std::string>{"clients"});
        QVERIFY(working->grantsPerSecond > 0);
        run.run().stop(*ids);
        QVERIFY(run.await([](const LabView& view) { return is(view, ContenderActivity::Stopped); }));
        QVERIFY(namesAt(session, begun->path + "/locks/orders").empty());
        run.run().remove(*ids);
        QVERIFY(run.await([](const LabView& view) { return view.contenders.empty(); }));
        QVERIFY(run.end()->leftBehind.empty());
        QVERIFY(namesAt(session, "/").empty());
    }

    /// Whoever does it, and without a scenario.
    void phaseTellsWhatWasDoneToContenders() {
        AwaitedRun run(placeAt(freshCluster()));
        QVERIFY(run.begin());
        QVERIFY(run.beginPhase("first"));
        const auto ids = run.run().add(groupOf("clients", 3, "orders"));
        run.run().start(*ids);
        QVERIFY(run.await([](const LabView& view) { return view.grants >= 10; }));
        run.run().disturb({ids->at(0)}, Disturbance::Freeze);
        run.run().disturb({ids->at(0)}, Disturbance::Thaw);
        run.run().crashWhileHolding({ids->at(1)});
        QVERIFY(run.await([](const LabView& view) {
            return std::ranges::count(view.contenders, ContenderFault::Killed, &ContenderView::fault) == 1;
        }));
        run.run().remove({ids->at(2)});
        QVERIFY(run.await([](const LabView& view) { return view.contenders.size() == 2; }));
        // The last second has no grant in the end, although nothing changes any more.
        run.run().stop(*ids);
        QVERIFY(run.await([](const LabView& view) { return view.grantsPerSecond == 0; }));
        const auto phase = run.endPhase();
        QVERIFY2(phase, phase ? "" : describe(phase.error()).c_str());
        std::vector<std::pair<std::string_view, std::string>> told;
        for (const LabMoment& moment : phase->moments)
            told.emplace_back(labMomentName(moment.kind), moment.who);
        const std::vector<std::pair<std::string_view, std::string>> done{{"frozen", "clients#1"},
                                                                         {"thawed", "clients#1"},
                                                                         {"killed", "clients#2"},
                                                                         {"removed", "clients#3"}};
        QCOMPARE(told, done);
        QVERIFY(phase->moments[2].timeout);
        QVERIFY(run.end());
    }

    /// Whoever looks on sees the numbers of the report, before its contenders leave.
    void lastViewOfAPhaseIsThatOfItsReport() {
        AwaitedRun run(placeAt(freshCluster()));
        QVERIFY(run.begin());
        QVERIFY(run.beginPhase("first"));
        run.run().start(*run.run().add(groupOf("clients", 5, "orders")));
        QVERIFY(run.await([](const LabView& view) { return view.grants >= 10; }));
        const auto phase = run.endPhase();
        QVERIFY(phase);
        const auto view = run.newest();
        QCOMPARE(view->grants, lockOf(*phase, "orders")->grants);
        QCOMPARE(view->contenders.size(), std::size_t{5});
        QVERIFY(run.end());
    }

    /// What is told of a phase agrees with what is read back.
    void phaseCountsWhatIsWritten() {
        AwaitedRun run(placeAt(freshCluster()));
        QVERIFY(run.begin());
        QVERIFY(run.beginPhase("first"));
        auto group = groupOf("clients", 4, "orders");
        group.writes = RegisterUse{"orders", RegisterCheck::Token, 1, true};
        const auto ids = run.run().add(group);
        run.run().start(*ids);
        QVERIFY(run.await([](const LabView& view) { return view.grants >= 40; }));
        const auto phase = run.endPhase();
        QVERIFY2(phase, phase ? "" : describe(phase.error()).c_str());
        QCOMPARE(phase->name, std::string("first"));
        const LockReport* const lock = lockOf(*phase, "orders");
        QVERIFY(lock);
        QVERIFY(lock->grants >= 40);
        QCOMPARE(lock->grants, lock->waits.count());
        QCOMPARE(lock->grants, lock->holds.count());
        QCOMPARE(lock->inversions, std::optional<std::uint64_t>(0));
        QCOMPARE(lock->mostBelievers, std::uint64_t{1});
        QCOMPARE(lock->orphans, std::optional<std::uint64_t>(0));
        QCOMPARE(lock->behindOwnSession, std::optional<std::uint64_t>(0));
        QCOMPARE(phase->groups.size(), std::size_t{1});
        QCOMPARE(phase->groups[0].contenders, std::size_t{4});
        QCOMPARE(phase->registers.size(), std::size_t{1});
        const RegisterReading& reading = phase->registers[0];
        QCOMPARE(reading.name, std::string("orders"));
        QCOMPARE(reading.writes(), phase->groups[0].written);
        QCOMPARE(reading.writes(), lock->grants);
        QCOMPARE(reading.missing + reading.undecided + reading.stale + reading.duplicates, std::uint64_t{0});
        // A create, a list or watch, the release; and of the register a read and a write.
        QVERIFY2(phase->servers.requests, phase->servers.whyNot.c_str());
        const double each = static_cast<double>(*phase->servers.requests) / static_cast<double>(lock->grants);
        QVERIFY2(each >= 4 && each <= 12, std::to_string(each).c_str());
        QVERIFY(phase->servers.woken && *phase->servers.woken > 0);
        QVERIFY(run.end()->leftBehind.empty());
    }

    /// Of them the servers tell with the others.
    void whatOthersAskIsNoCostOfTheRun() {
        const auto cluster = freshCluster();
        LiveSession others(cluster);
        AwaitedRun run(placeAt(cluster));
        QVERIFY(run.begin());
        QVERIFY(run.beginPhase("first"));
        run.run().start(*run.run().add(groupOf("clients", 4, "orders")));
        // One change that many watch is a request, and as many watches that fire.
        std::vector<std::unique_ptr<LiveSession>> watchers;
        while (watchers.size() < 20) {
            watchers.push_back(std::make_unique<LiveSession>(cluster));
            for (int i = 0; i < 20; ++i)
                (void)watchers.back()->await<Stat>([&](Session& asked, Completion<Stat> done) {
                    asked.exists(
                        "/watched-" + std::to_string(i), [](const WatchEvent&) {}, std::move(done));
                });
        }
        for (int i = 0; i < 20; ++i)
            (void)others.await<CreatedNode>([&](Session& asked, Completion<CreatedNode> done) {
                asked.create("/watched-" + std::to_string(i), {}, NodeKind::Persistent, std::move(done));
            });
        for (int i = 0; i < 1'000; ++i)
            (void)others.await<Stat>(
                [](Session& asked, Completion<Stat> done) { asked.exists("/x", {}, std::move(done)); });
        QVERIFY(run.await([](const LabView& view) { return view.grants >= 40; }));
        const auto phase = run.endPhase();
        QVERIFY2(phase, phase ? "" : describe(phase.error()).c_str());
        const ServerCost& cost = phase->servers;
        QVERIFY(cost.othersRequests && *cost.othersRequests >= 1'000);
        QVERIFY(!cost.hasOthers);
        const double grants = static_cast<double>(lockOf(*phase, "orders")->grants);
        QVERIFY(cost.requests);
        const double each = static_cast<double>(*cost.requests) / grants;
        QVERIFY2(each >= 2 && each <= 6, std::to_string(each).c_str());
        QVERIFY(cost.woken && static_cast<double>(*cost.woken) / grants <= 3);
        // Others' servers are asked for their watches seldom, and this was over before: 0 would be no answer.
        QVERIFY(!cost.mostWatches || *cost.mostWatches > 0);
        QVERIFY(run.end());
    }

    /// Also of contenders that have some of their locks, and wait for the others.
    void ofSeveralLocksEachIsLookedAt() {
        AwaitedRun run(placeAt(freshCluster()));
        QVERIFY(run.begin());
        QVERIFY(run.beginPhase("first"));
        auto group = groupOf("clients", 3, "orders");
        group.recipe = LockRecipe::Nested;
        group.locks = {"orders", "stock"};
        const auto ids = run.run().add(group);
        run.run().start(*ids);
        QVERIFY(run.await([](const LabView& view) { return view.grants >= 10; }));
        const auto phase = run.endPhase();
        QVERIFY2(phase, phase ? "" : describe(phase.error()).c_str());
        for (const char* name : {"orders", "stock"}) {
            const LockReport* const lock = lockOf(*phase, name);
            QVERIFY(lock);
            QCOMPARE(lock->orphans, std::optional<std::uint64_t>(0));
        }
        QVERIFY(run.end());
    }

    void nextPhaseBeginsWithNothing() {
        AwaitedRun run(placeAt(freshCluster()));
        QVERIFY(run.begin());
        QVERIFY(run.beginPhase("first"));
        const auto first = run.run().add(groupOf("clients", 3, "orders"));
        run.run().start(*first);
        QVERIFY(run.await([](const LabView& view) { return view.grants >= 10; }));
        QVERIFY(run.endPhase());
        run.run().remove(*first);
        QVERIFY(run.beginPhase("second"));
        const auto phase = run.endPhase();
        QVERIFY(phase);
        QVERIFY(phase->locks.empty());
        QVERIFY(phase->groups.empty());
    }

    /// What it gives back while its connection is away is removed when that is there again.
    void whatIsStillBeingGivenBackIsNoOrphan() {
        AwaitedRun run(placeAt(freshCluster()));
        QVERIFY(run.begin());
        QVERIFY(run.beginPhase("first"));
        auto group = groupOf("clients", 1, "orders");
        group.hold = TimeSpread::fixed(1h);
        group.timeout = 30s;
        const auto ids = run.run().add(group);
        run.run().start(*ids);
        QVERIFY(run.await([](const LabView& view) { return is(view, ContenderActivity::Holding); }));
        run.run().disturb(*ids, Disturbance::Cut);
        const auto phase = run.endPhase();
        QVERIFY2(phase, phase ? "" : describe(phase.error()).c_str());
        QCOMPARE(lockOf(*phase, "orders")->orphans, std::optional<std::uint64_t>(0));
        QVERIFY(run.end());
    }

    void whatIsDoneToASharedSessionIsDoneToAll() {
        AwaitedRun run(placeAt(freshCluster()));
        QVERIFY(run.begin());
        auto group = groupOf("crowd", 4, "gate");
        group.sessions = 2;
        const auto ids = run.run().add(group);
        const auto areCut = [](const LabView& view) {
            return std::ranges::count(view.contenders, ContenderFault::Cut, &ContenderView::fault);
        };
        run.run().disturb({ids->front()}, Disturbance::Cut);
        QVERIFY(run.await([&](const LabView& view) { return areCut(view) == 2; }));
        run.run().disturb({ids->front()}, Disturbance::Mend);
        QVERIFY(run.await([&](const LabView& view) { return areCut(view) == 0; }));
        QVERIFY(run.end());
    }

    void sessionsCanBeShared() {
        const auto cluster = freshCluster();
        AwaitedRun run(placeAt(cluster), {.sessions = 3});
        QVERIFY(run.begin());
        QVERIFY(run.beginPhase("drain"));
        auto group = groupOf("crowd", 60, "gate");
        group.sessions = 3;
        group.cycles = 2;
        const auto ids = run.run().add(group);
        QVERIFY2(ids, ids ? "" : describe(ids.error()).c_str());
        run.run().start(*ids);
        const auto done = run.await([](const LabView& view) {
            return view.contenders.size() == 60 &&
                   std::ranges::all_of(view.contenders, [](const auto& each) { return each.isDone; });
        });
        QVERIFY(done);
        std::set<SessionId> sessions;
        for (const ContenderView& each : done->contenders)
            sessions.insert(each.session);
        QCOMPARE(sessions.size(), std::size_t{3});
        const auto phase = run.endPhase();
        QVERIFY(phase);
        QCOMPARE(phase->locks[0].grants, std::uint64_t{120});
        QCOMPARE(phase->locks[0].inversions, std::optional<std::uint64_t>(0));
        QVERIFY(run.end()->leftBehind.empty());
    }

    void limitsAreKept() {
        AwaitedRun run(placeAt(freshCluster()), {.sessions = 5});
        QVERIFY(run.begin());
        const auto many = run.run().add(groupOf("clients", 6, "orders"));
        QVERIFY(!many);
        QCOMPARE(many.error().code, ErrorCode::TooLarge);
        const auto some = run.run().add(groupOf("clients", 5, "orders"));
        QVERIFY(some);
        QVERIFY(!run.run().add(groupOf("others", 1, "orders")));
        run.run().remove({some->front()});
        QVERIFY(run.run().add(groupOf("others", 1, "orders")));
    }

    void whenItsTimeIsUpThatIsTold() {
        AwaitedRun run(placeAt(freshCluster()), {.most = 500ms});
        QVERIFY(run.begin());
        QVERIFY(run.await([](const LabView& view) { return view.isTimeUp; }));
        run.run().start(*run.run().add(groupOf("clients", 1, "orders")));
        QVERIFY(run.await([](const LabView& view) { return !view.contenders.empty(); }));
        QVERIFY(run.end());
        QCOMPARE(run.newest()->grants, std::uint64_t{0});
    }

    void whatALimitMadeWaitIsTold() {
        AwaitedRun run(placeAt(freshCluster()), {.acquiresPerSecond = 200});
        QVERIFY(run.begin());
        QVERIFY(run.beginPhase("many"));
        auto group = groupOf("clients", 40, "orders");
        group.cycles = 1;
        run.run().start(*run.run().add(group));
        QVERIFY(run.await([](const LabView& view) { return view.grants == 40; }));
        const auto many = run.endPhase();
        QVERIFY(many && many->heldBack >= 10);
        QCOMPARE(many->acquiresPerSecond, 200.0);
        QVERIFY(run.beginPhase("few"));
        group.count = 2;
        group.name = "few";
        run.run().start(*run.run().add(group));
        QVERIFY(run.await([](const LabView& view) { return view.grants == 2; }));
        const auto few = run.endPhase();
        QVERIFY(few && few->heldBack == 0);
        QVERIFY(run.end());
    }

    void refusesWhatCanNotBeThere() {
        AwaitedRun run(placeAt(freshCluster()));
        QVERIFY(run.begin());
        const auto elsewhere = run.run().add(groupOf("clients", 1, "/orders"));
        QVERIFY(!elsewhere);
        QCOMPARE(elsewhere.error().code, ErrorCode::BadArguments);
        auto process = groupOf("clients", 1, "orders");
        process.processes = 1;
        const auto without = run.run().add(process);
        QVERIFY(!without);
        QCOMPARE(without.error().code, ErrorCode::MissingProgram);
        auto noLock = groupOf("clients", 1, "orders");
        noLock.locks.clear();
        QVERIFY(!run.run().add(noLock));
    }

    void foreignDataIsLeftAsItIs() {
        const auto cluster = freshCluster();
        LiveSession session(cluster);
        (void)session.await<CreatedNode>([](Session& asked, Completion<CreatedNode> done) {
            asked.create("/lockscope-lab", "mine", NodeKind::Persistent, std::move(done));
        });
        AwaitedRun run(placeAt(cluster));
        const auto begun = run.begin();
        QVERIFY(!begun);
        QCOMPARE(begun.error().code, ErrorCode::NodeExists);
        QCOMPARE(namesAt(session, "/"), std::vector<std::string>{"lockscope-lab"});
    }

    /// As one whose owner thinks better of it.
    void endsBeforeItHasBegun() {
        LabPlace place;
        place.own = LabServersOptions{};
        AwaitedRun run(place);
        std::promise<Result<LabBegun>> begun;
        run.run().begin([&](Result<LabBegun> result) { begun.set_value(std::move(result)); });
        QVERIFY(run.end());
        QVERIFY(!begun.get_future().get());
    }

    void clusterThatIsNotThereIsSaid() {
        AwaitedRun run(placeAt("127.0.0.1:1"));
        const auto begun = run.begin();
        QVERIFY(!begun);
        QVERIFY(run.end());
    }

    /// A stalled session loses its hold; mended, it takes part again.
    void stalledHolderIsFollowedByTheNext() {
        AwaitedRun run(placeAt(freshCluster()));
        QVERIFY(run.begin());
        QVERIFY(run.beginPhase("stall"));
        auto group = groupOf("first", 1, "report");
        group.timeout = 1'000ms;
        group.hold = TimeSpread::fixed(10min);
        const auto first = run.run().add(group);
        run.run().start(*first);
        QVERIFY(run.await([](const LabView& view) { return view.grants == 1; }));
        run.run().disturb(*first, Disturbance::Freeze);
        group.name = "next";
        const auto next = run.run().add(group);
        run.run().start(*next);
        const auto both = run.await([](const LabView& view) { return view.grants == 2; });
        QVERIFY(both);
        QCOMPARE(both->contenders[0].fault, ContenderFault::Stalled);
        const auto phase = run.endPhase();
        QVERIFY(phase);
        QCOMPARE(phase->groups.size(), std::size_t{2});
        QVERIFY(run.end()->leftBehind.empty());
    }

    /// Whoever is destroyed ends in order.
    void leavesNothingWhenItIsDropped() {
        const auto cluster = freshCluster();
        {
            AwaitedRun run(placeAt(cluster));
            QVERIFY(run.begin());
            const auto ids = run.run().add(groupOf("clients", 3, "orders"));
            run.run().start(*ids);
            QVERIFY(run.await([](const LabView& view) { return view.grants >= 5; }));
            run.drop();
        }
        LiveSession session(cluster);
        QVERIFY(namesAt(session, "/").empty());
    }

    /// A server that hangs in the middle of a phase: its end is no later for it than a patience, and what was
    /// not read is not known.
    void silentClusterIsNotWaitedForLong() {
        auto server = LocalCluster::start({.tickTime = 2s});
        QVERIFY2(server, server ? "" : describe(server.error()).c_str());
        AwaitedRun run(placeAt((*server)->connectString()));
        QVERIFY(run.begin());
        QVERIFY(run.beginPhase("first"));
        auto group = groupOf("clients", 3, "orders");
        group.writes = RegisterUse{"orders", RegisterCheck::Token, 1, true};
        run.run().start(*run.run().add(group));
        QVERIFY(run.await([](const LabView& view) { return view.grants >= 10; }));
        (*server)->pause();
        const auto paused = std::chrono::steady_clock::now();
        const auto phase = run.endPhase();
        QVERIFY2(phase, phase ? "" : describe(phase.error()).c_str());
        const auto phaseEnded = std::chrono::steady_clock::now();
        QVERIFY2(phaseEnded - paused < 25s, std::to_string((phaseEnded - paused) / 1s).c_str());
        QVERIFY(phase->wasSilent);
        QVERIFY(phase->registers.empty());
        QVERIFY(phase->unreadRegisters.contains("orders"));
        const LockReport* const lock = lockOf(*phase, "orders");
        QVERIFY(lock && lock->grants >= 10);
        QVERIFY(!lock->orphans && !lock->behindOwnSession);
        QVERIFY(!phase->servers.requests && !phase->servers.whyNot.empty());
        QVERIFY(run.newest()->isSilent);
        const auto ended = run.end();
        const auto took = std::chrono::steady_clock::now() - phaseEnded;
        QVERIFY2(took < 25s, std::to_string(took / 1s).c_str());
        QVERIFY(ended);
        QCOMPARE(ended->leftBehind.size(), std::size_t{1});
        QVERIFY(ended->leftBehind.front().starts_with("/lockscope-lab/"));
    }

    /// Nobody asks what a phase comes to: nothing is read, and what is being read is not waited for.
    void cutShortItReadsNothing() {
        LabPlace place = placeAt(freshCluster());
        place.foreign.fault = std::make_shared<LinkFault>();
        AwaitedRun run(place);
        QVERIFY(run.begin());
        QVERIFY(run.beginPhase("first"));
        auto group = groupOf("clients", 3, "orders");
        group.writes = RegisterUse{"orders", RegisterCheck::Token, 1, true};
        run.run().start(*run.run().add(group));
        QVERIFY(run.await([](const LabView& view) { return view.grants >= 10; }));
        place.foreign.fault->set(LinkState::Stalled);
        const auto cut = std::chrono::steady_clock::now();
        const auto phase = awaited<PhaseReport>([&](auto done) {
            run.run().endPhase(std::move(done));
            run.run().cutShort();
        });
        const auto took = std::chrono::steady_clock::now() - cut;
        QVERIFY2(took < 8s, std::to_string(took / 1s).c_str());
        QVERIFY(phase && !phase->wasSilent);
        QVERIFY(lockOf(*phase, "orders")->grants >= 10);
        QVERIFY(phase->registers.empty() && phase->unreadRegisters.empty());
        QVERIFY(!lockOf(*phase, "orders")->orphans);
        place.foreign.fault->set(LinkState::Open);
        QVERIFY(run.end());
    }

    /// Others take a run without it for one that was left.
    void whatSaysThatItRunsIsMadeAgain() {
        const auto cluster = freshCluster();
        LiveSession session(cluster);
        AwaitedRun run(placeAt(cluster));
        const auto begun = run.begin();
        QVERIFY(begun);
        const std::string running = begun->path + "/running";
        QVERIFY(session.await<void>(
            [&](Session& asked, Completion<void> done) { asked.remove(running, -1, std::move(done)); }));
        const auto isThere = [&] {
            return session
                .await<Stat>([&](Session& asked, Completion<Stat> done) {
                    asked.exists(running, {}, std::move(done));
                })
                .has_value();
        };
        QTRY_VERIFY_WITH_TIMEOUT(isThere(), 60'000);
        QVERIFY(run.end()->leftBehind.empty());
        QVERIFY(namesAt(session, "/").empty());
    }

    /// By four-letter word, which servers count as they count requests.
    void whoLooksForFindingsIsNobodyElse() {
        LabPlace place = placeAt(freshCluster());
        place.looksForFindings = true;
        AwaitedRun run(place);
        QVERIFY(run.begin() && run.beginPhase("first"));
        auto group = groupOf("clients", 2, "orders");
        group.hold = TimeSpread::fixed(400ms);  // a load so small that it does not hide the words
        run.run().start(*run.run().add(group));
        QVERIFY(run.await([](const LabView& view) { return view.grants >= 35; }));
        const auto phase = run.endPhase();
        QVERIFY(phase && phase->servers.requests);
        QVERIFY2(!phase->servers.othersRequests,
                 std::to_string(phase->servers.othersRequests.value_or(0)).c_str());
        QVERIFY(run.end()->leftBehind.empty());
    }

    /// Its successor goes on with what it did, and removes all.
    void sessionOfTheRunThatEndedIsFollowedByAnother() {
        const auto cluster = freshCluster();
        LiveSession session(cluster);
        LabPlace place = placeAt(cluster);
        place.foreign.fault = std::make_shared<LinkFault>();
        AwaitedRun run(place);
        const auto begun = run.begin();
        QVERIFY(begun && run.beginPhase("first"));
        const auto isThere = [&] {
            return session
                .await<Stat>([&](Session& asked, Completion<Stat> done) {
                    asked.exists(begun->path + "/running", {}, std::move(done));
                })
                .has_value();
        };
        QVERIFY(isThere());
        place.foreign.fault->set(LinkState::Cut);
        QTRY_VERIFY_WITH_TIMEOUT(!isThere(), 60'000);
        place.foreign.fault->set(LinkState::Open);
        QTRY_VERIFY_WITH_TIMEOUT(isThere(), 60'000);
        QVERIFY(run.await([](const LabView& view) { return !view.isSilent; }));
        const auto phase = run.endPhase();
        QVERIFY(phase && phase->servers.requests);
        QVERIFY(run.end()->leftBehind.empty());
        QVERIFY(namesAt(session, "/").empty());
    }

    void chrootThatIsNotThereIsNamed() {
        AwaitedRun run(placeAt(freshCluster() + "/not-there"));
        const auto begun = run.begin();
        QVERIFY(!begun);
        QVERIFY2(begun.error().path.ends_with("/not-there"), begun.error().path.c_str());
    }

    void registerThatSomebodyHasRemovedIsToldAsThat() {
        const auto cluster = freshCluster();
        LiveSession session(cluster);
        AwaitedRun run(placeAt(cluster));
        const auto begun = run.begin();
        QVERIFY(begun);
        QVERIFY(run.beginPhase("first"));
        auto group = groupOf("clients", 1, "orders");
        group.writes = RegisterUse{"orders", RegisterCheck::None, 1, true};
        group.cycles = 3;
        run.run().start(*run.run().add(group));
        QVERIFY(run.await(
            [](const LabView& view) { return !view.contenders.empty() && view.contenders.front().isDone; }));
        const std::string path = begun->path + "/register/orders";
        for (const std::string& entry : namesAt(session, path))
            QVERIFY(session.await<void>([&](Session& asked, Completion<void> done) {
                asked.remove(path + '/' + entry, -1, std::move(done));
            }));
        QVERIFY(session.await<void>(
            [&](Session& asked, Completion<void> done) { asked.remove(path, -1, std::move(done)); }));
        const auto phase = run.endPhase();
        QVERIFY2(phase, phase ? "" : describe(phase.error()).c_str());
        QVERIFY(phase->registers.empty() && !phase->wasSilent);
        const auto why = phase->unreadRegisters.find("orders");
        QVERIFY(why != phase->unreadRegisters.end());
        QCOMPARE(why->second, std::string("somebody else has removed the register"));
        QVERIFY(run.end()->leftBehind.empty());
    }

    void frozenServerOfItsOwnHoldsUpNoEnd() {
        LabPlace place;
        place.own = LabServersOptions{};
        AwaitedRun run(place);
        QVERIFY(run.begin());
        QVERIFY(run.beginPhase("first"));
        run.run().start(*run.run().add(groupOf("clients", 3, "orders")));
        QVERIFY(run.await([](const LabView& view) { return view.grants >= 10; }));
        run.run().act(0, ServerAct::Freeze, [](const Result<void>&) {});
        QVERIFY(run.await([](const LabView& view) {
            return !view.servers.empty() && view.servers.front().state == ServerState::Frozen;
        }));
        const auto before = std::chrono::steady_clock::now();
        QVERIFY(run.endPhase());
        QVERIFY(run.end());
        const auto took = std::chrono::steady_clock::now() - before;
        QVERIFY2(took < 30s, std::to_string(took / 1s).c_str());
    }

    void ownServersGoWithTheRun() {
        LabPlace place;
        place.own = LabServersOptions{};
        place.own->nextNumbers = {{"old", 100}};
        AwaitedRun run(place);
        const auto begun = run.begin();
        QVERIFY2(begun, begun ? "" : describe(begun.error()).c_str());
        QVERIFY(begun->cluster.isOwn);
        {
            LiveSession session(begun->connectString);
            const auto child = session.await<CreatedNode>([&](Session& asked, Completion<CreatedNode> done) {
                asked.create(begun->path + "/locks/old/n-", {}, NodeKind::EphemeralSequential,
                             std::move(done));
            });
            QVERIFY(child);
            QCOMPARE(child->path, begun->path + "/locks/old/n-0000000100");
        }
        const auto ended = run.end();
        QVERIFY(ended);
        QVERIFY(ended->leftBehind.empty());
    }
};

LOCKSCOPE_TEST(LabRunTest)
#include "tst_lab_run.moc"
