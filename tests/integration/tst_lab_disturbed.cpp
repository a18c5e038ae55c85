// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "awaited_run.h"
#include "lab_run_parts.h"
#include "live_session.h"
#include "taken_session.h"
#include "test_cluster.h"
#include "test_program.h"

#include <lockcore/lab/checks.h>
#include <lockcore/lab/scenario.h>
#include <lockcore/observe/side_channel.h>
#include <lockcore/session/connect_string.h>

#include <signal.h>

#include <algorithm>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

/// A play on a run, under way. Lives on the test's thread.
class PlayUnderWay {
public:
    PlayUnderWay(LabRun& run, const Scenario& scenario) : m_run(run) {
        auto report = std::make_shared<std::promise<Result<LabReport>>>();
        m_report = report->get_future();
        run.loop().post([this, scenario, report] {
            m_play = std::make_unique<ScenarioPlay>(m_run, m_run.loop(), scenario, ScenarioSize::Small);
            m_play->play([](const PlayStep&) {},
                         [report](Result<LabReport> told) { report->set_value(std::move(told)); });
        });
    }
    ~PlayUnderWay() {
        std::promise<void> gone;
        m_run.loop().post([this, &gone] {
            m_play.reset();
            gone.set_value();
        });
        gone.get_future().wait();
    }
    PlayUnderWay(const PlayUnderWay&) = delete;
    PlayUnderWay& operator=(const PlayUnderWay&) = delete;

    std::optional<LabReport> report() {
        if (m_report.wait_for(2min) != std::future_status::ready) return std::nullopt;
        auto told = m_report.get();
        return told ? std::optional(std::move(*told)) : std::nullopt;
    }

private:
    LabRun& m_run;
    std::future<Result<LabReport>> m_report;
    std::unique_ptr<ScenarioPlay> m_play;  ///< on the run's loop
};

Scenario scenarioOf(const std::string& phases) {
    auto scenario = parseScenario(R"({"format": 1, "name": "x", "title": "X", "look": "Look.",
        "cluster": {"servers": 1}, "contenders": [
            {"group": "a", "lock": "l", "count": 2, "hold": "5ms", "think": "5ms"}],
        "phases": [)" + phases + R"(],
        "checks": [{"that": "grants", "of": {"phase": "first"}, "at-least": 1000000}]})",
                                  "x.json");
    if (!scenario) qFatal("%s: %s", scenario.error().path.c_str(), scenario.error().what.c_str());
    return std::move(*scenario);
}

/// Those with a connection there, as it tells them: "…,sid=0x10000a,…".
std::vector<SessionId> sessionsAt(const std::string& server) {
    const auto parsed = parseConnectString(server);
    const auto reply = parsed ? askFourLetterWord(parsed->servers.front(), "cons") : Result<std::string>();
    std::vector<SessionId> sessions;
    if (!reply) return sessions;
    constexpr std::string_view kSession = "sid=0x";
    for (auto at = reply->find(kSession); at != std::string::npos; at = reply->find(kSession, at + 1))
        sessions.push_back(SessionId{
            static_cast<std::int64_t>(std::stoull(reply->substr(at + kSession.size()), nullptr, 16))});
    return sessions;
}

/// As many as there are to be, and none of those.
bool areOthers(const std::vector<SessionId>& sessions, const std::vector<SessionId>& closed) {
    return sessions.size() == closed.size() + 1 && std::ranges::none_of(closed, [&](SessionId session) {
               return std::ranges::count(sessions, session) > 0;
           });
}

SessionId sessionOf(const LabView& view, std::uint64_t contender) {
    const auto found = std::ranges::find(view.contenders, contender, &ContenderView::id);
    return found == view.contenders.end() ? SessionId::None : found->session;
}

bool isIn(const LabView& view, ServerState state) {
    return !view.servers.empty() && view.servers.front().state == state;
}

}  // namespace

/// What in a run is not as its scenario or the lab made it, on a real server: it is told, and no lock is
/// blamed for it.
class LabDisturbedTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// As by the button of a window.
    void serverFrozenByHandIsNamed() {
        LabPlace place;
        place.own = LabServersOptions{};
        AwaitedRun run(place);
        QVERIFY(run.begin());
        PlayUnderWay play(run.run(), scenarioOf(R"({"name": "first", "for": "15s"})"));
        QVERIFY(run.await([](const LabView& view) { return view.grants >= 10; }));
        run.run().act(0, ServerAct::Freeze, [](const Result<void>&) {});
        QVERIFY(run.await([](const LabView& view) { return isIn(view, ServerState::Frozen); }));
        const auto report = play.report();
        QVERIFY(report && report->checks.size() == 1);
        QVERIFY(report->checks[0].kind == CheckOutcome::Kind::NotChecked);
        QCOMPARE(report->checks[0].why, std::string("server 1 was frozen by hand in phase first"));
        // By the run itself, as the phase ends: what is granted then would be a riddle else.
        const auto thawed =
            std::ranges::find(report->phases.at(0).moments, serverActName(ServerAct::Thaw), &LabMoment::text);
        QVERIFY(thawed != report->phases.at(0).moments.end() && !thawed->isByHand);
        QVERIFY(run.end());
    }

    /// No step of it has done that.
    void serverThatIsDownWhenAPhaseBeginsIsNamed() {
        LabPlace place;
        place.own = LabServersOptions{.count = 3};
        AwaitedRun run(place);
        QVERIFY(run.begin());
        QVERIFY(awaited<void>([&](auto done) { run.run().act(0, ServerAct::Stop, std::move(done)); }));
        PlayUnderWay play(run.run(), scenarioOf(R"({"name": "first", "for": "1s"})"));
        const auto report = play.report();
        QVERIFY(report && report->checks.size() == 1);
        QCOMPARE(report->checks[0].why, std::string("server 1 was stopped by hand before phase first"));
        QVERIFY(run.end());
    }

    /// Two of them believe then that they hold, and no lock is to blame.
    void znodeThatSomebodyHasDeletedIsToldAsThat() {
        const auto cluster = freshCluster();
        LiveSession session(cluster);
        AwaitedRun run(placeAt(cluster));
        const auto begun = run.begin();
        QVERIFY(begun && run.beginPhase("first"));
        auto group = groupOf("clients", 2, "orders");
        group.hold = TimeSpread::fixed(1min);
        run.run().start(*run.run().add(group));
        QVERIFY(run.await([](const LabView& view) { return view.grants == 1; }));
        const auto holds = [](const ContenderView& each) {
            return each.activity == ContenderActivity::Holding;
        };
        const auto view = run.newest();
        const auto holder = std::ranges::find_if(view->contenders, holds);
        QVERIFY(holder != view->contenders.end());
        QVERIFY(session.await<void>([&](Session& asked, Completion<void> done) {
            asked.remove(begun->path + "/locks/orders/" + holder->node, -1, std::move(done));
        }));
        QVERIFY(run.await([](const LabView& later) { return later.grants >= 2; }));
        const auto phase = run.endPhase();
        QVERIFY(phase);
        QVERIFY(wasDisturbed(*phase));
        QVERIFY(phase->moments.front().kind == LabMoment::Kind::Lost);
        QCOMPARE(phase->moments.front().who, "clients#" + std::to_string(holder->number));
        QVERIFY(run.end()->leftBehind.empty());
    }

    /// It queues up anew, and has lost its place: what is seen then is no doing of the lock.
    void soIsThatOfAWaiter() {
        const auto cluster = freshCluster();
        LiveSession session(cluster);
        AwaitedRun run(placeAt(cluster));
        const auto begun = run.begin();
        QVERIFY(begun && run.beginPhase("first"));
        auto group = groupOf("clients", 2, "orders");
        group.hold = TimeSpread::fixed(1min);
        run.run().start(*run.run().add(group));
        const auto waiter = [](const LabView& view) {
            return std::ranges::find_if(view.contenders, [](const ContenderView& each) {
                return each.activity == ContenderActivity::Waiting && !each.node.empty();
            });
        };
        QVERIFY(run.await(
            [&](const LabView& view) { return view.grants == 1 && waiter(view) != view.contenders.end(); }));
        const auto view = run.newest();
        const std::string node = waiter(*view)->node;
        QVERIFY(session.await<void>([&](Session& asked, Completion<void> done) {
            asked.remove(begun->path + "/locks/orders/" + node, -1, std::move(done));
        }));
        QVERIFY(run.await([&](const LabView& later) {
            const auto anew = waiter(later);
            return anew != later.contenders.end() && anew->node != node;
        }));
        const auto phase = run.endPhase();
        QVERIFY(phase && wasDisturbed(*phase));
        QCOMPARE(phase->moments.front().who, "clients#" + std::to_string(waiter(*view)->number));
        QVERIFY(run.end()->leftBehind.empty());
    }

    /// Its client has done nothing wrong, nor has its lock.
    void sessionThatSomebodyElseClosesIsToldAsThat() {
        const auto cluster = freshCluster();
        AwaitedRun run(placeAt(cluster));
        QVERIFY(run.begin() && run.beginPhase("first"));
        auto group = groupOf("clients", 2, "orders");
        group.hold = TimeSpread::fixed(1min);
        run.run().start(*run.run().add(group));
        QVERIFY(run.await([](const LabView& view) { return view.grants == 1; }));
        const auto view = run.newest();
        const auto holder =
            std::ranges::find(view->contenders, ContenderActivity::Holding, &ContenderView::activity);
        QVERIFY(holder != view->contenders.end());
        QVERIFY(closeSessionOfOther(cluster.substr(0, cluster.find('/')), holder->session));
        QVERIFY(run.await([&](const LabView& later) {
            return later.grants >= 2 && sessionOf(later, holder->id) != holder->session;
        }));
        const auto phase = run.endPhase();
        QVERIFY(phase && wasDisturbed(*phase));
        QCOMPARE(phase->moments.size(), std::size_t{1});
        QVERIFY(phase->moments.front().kind == LabMoment::Kind::Expired);
        QCOMPARE(phase->moments.front().who, "clients#" + std::to_string(holder->number));
        QVERIFY(run.end()->leftBehind.empty());
    }

    /// Those by which registers are written, and by which the run looks on: nothing of it is the worse for
    /// it.
    void sessionsOfTheRunThatOthersCloseAreFollowed() {
        const auto cluster = freshCluster();
        AwaitedRun run(placeAt(cluster));
        QVERIFY(run.begin() && run.beginPhase("first"));
        auto group = groupOf("clients", 1, "orders");
        group.writes = RegisterUse{"orders", RegisterCheck::Token, 1, true};
        run.run().start(*run.run().add(group));
        const auto hasWritten = [](std::uint64_t least) {
            return [least](const LabView& view) {
                return !view.registers.empty() && view.registers.front().written >= least;
            };
        };
        const auto view = run.await(hasWritten(5));
        QVERIFY(view);
        const std::string server = cluster.substr(0, cluster.find('/'));
        // Those of a run before may still be there.
        QTRY_COMPARE_WITH_TIMEOUT(sessionsAt(server).size(), std::size_t{3}, 30'000);
        auto closed = sessionsAt(server);
        std::erase(closed, view->contenders.front().session);
        for (const SessionId session : closed)
            QVERIFY(closeSessionOfOther(server, session));
        // A server may keep the connection of one that has ended, and say nothing, until its client gives up.
        QTRY_VERIFY_WITH_TIMEOUT(areOthers(sessionsAt(server), closed), 60'000);
        QVERIFY(run.await(hasWritten(run.newest()->registers.front().written + 50)));
        const auto phase = run.endPhase();
        QVERIFY(phase && !wasDisturbed(*phase));
        QCOMPARE(phase->registers.size(), std::size_t{1});
        QCOMPARE(phase->registers.front().missing, std::uint64_t{0});
        const auto ended = run.end();
        QVERIFY(ended && ended->leftBehind.empty() && !ended->removalFailed);
    }

    /// As where its process is stopped. What its contenders' sessions come to then is nobody else's doing.
    void labThatStoodStillSaysSo() {
        AwaitedRun run(placeAt(freshCluster()));
        QVERIFY(run.begin());
        QVERIFY(run.beginPhase("first"));
        auto group = groupOf("clients", 2, "orders");
        group.timeout = 1s;
        run.run().start(*run.run().add(group));
        QVERIFY(run.await([](const LabView& view) { return view.grants >= 10; }));
        run.run().loop().post([] {
            const auto since = std::chrono::steady_clock::now();
            while (std::chrono::steady_clock::now() < since + 6s)
                continue;
        });
        const auto before = run.newest()->grants;
        QVERIFY(run.await([&](const LabView& later) { return later.grants >= before + 10; }));
        const auto phase = run.endPhase();
        QVERIFY(phase && wasDisturbed(*phase));
        QVERIFY(!phase->moments.empty());
        for (const LabMoment& each : phase->moments)
            QVERIFY(each.kind == LabMoment::Kind::StoodStill);
        QVERIFY(run.end());
    }

    /// What its session's end takes away nobody has deleted.
    void znodeOfASessionThatEndedIsNotOthersDoing() {
        AwaitedRun run(placeAt(freshCluster()));
        QVERIFY(run.begin() && run.beginPhase("first"));
        auto group = groupOf("clients", 2, "orders");
        group.hold = TimeSpread::fixed(1min);
        group.timeout = 1s;
        const auto ids = run.run().add(group);
        run.run().start(*ids);
        QVERIFY(run.await([](const LabView& view) { return view.grants == 1; }));
        const auto view = run.newest();
        const auto holder =
            std::ranges::find(view->contenders, ContenderActivity::Holding, &ContenderView::activity);
        QVERIFY(holder != view->contenders.end());
        run.run().disturb({holder->id}, Disturbance::Freeze);
        QVERIFY(run.await([](const LabView& later) { return later.grants >= 2; }));
        run.run().disturb({holder->id}, Disturbance::Thaw);
        QVERIFY(
            run.await([&](const LabView& later) { return sessionOf(later, holder->id) != holder->session; }));
        const auto phase = run.endPhase();
        QVERIFY(phase && !wasDisturbed(*phase));
        QVERIFY(run.end());
    }

    /// The lab has done nothing to it: that is told, and holds up nothing.
    void serverThatOthersEndIsTold() {
        LabPlace place;
        place.own = LabServersOptions{};
        AwaitedRun run(place);
        QVERIFY(run.begin());
        const auto begun = std::chrono::steady_clock::now();
        QVERIFY(run.beginPhase("first"));
        run.run().start(*run.run().add(groupOf("clients", 3, "orders")));
        QVERIFY(run.await([](const LabView& view) { return view.grants >= 10; }));
        QCOMPARE(::kill(run.run().servers().front().pid, SIGKILL), 0);
        QVERIFY(run.await([](const LabView& view) {
            return !view.servers.empty() && view.servers.front().state == ServerState::Stopped;
        }));
        const auto before = std::chrono::steady_clock::now();
        const auto phase = run.endPhase();
        QVERIFY2(phase, phase ? "" : describe(phase.error()).c_str());
        // What stopping takes is no part of it.
        QVERIFY(phase->took < before - begun + 2s);
        QCOMPARE(phase->moments.size(), std::size_t{1});
        QVERIFY(phase->moments[0].kind == LabMoment::Kind::ServerSeen);
        QCOMPARE(phase->moments[0].who, std::string("server 1"));
        QCOMPARE(phase->moments[0].text, std::string("stopped"));
        const auto ended = run.end();
        QVERIFY(ended && ended->leftBehind.empty() && ended->removalFailed);
        const auto took = std::chrono::steady_clock::now() - before;
        QVERIFY2(took < 40s, std::to_string(took / 1s).c_str());
    }
};

LOCKSCOPE_TEST(LabDisturbedTest)
#include "tst_lab_disturbed.moc"
