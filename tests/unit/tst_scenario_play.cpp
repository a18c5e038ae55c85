// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "fake_lab_run.h"
#include "manual_loop.h"
#include "test_program.h"

#include <lockcore/lab/scenario.h>

#include <QFile>

#include <algorithm>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

/// A scenario of one phase; group "a" has ids 1 and 2, "b" has 3. "a@1" is "a#1": moc takes a # in a raw
/// string for a directive.
std::string playOf(const std::string& steps, const std::string& end = R"("until": "steps", "for": "60s")") {
    std::string json = R"({"format": 1, "name": "x", "title": "X", "look": "Look.",
        "cluster": {"servers": 3}, "contenders": [
            {"group": "a", "lock": "l", "count": 2, "cycles": 2},
            {"group": "b", "lock": "l", "start": false}],
        "steps": [)" + steps +
                       R"(], "phases": [{"name": "only", )" + end + R"(}],
        "checks": [{"that": "grants", "of": {"phase": "only"}, "at-least": 0}]})";
    std::ranges::replace(json, '@', '#');
    return json;
}

const ClientEvent::Granted kGranted{"n", Zxid{5}};
const ClientEvent::InQueue kQueued{"n", Zxid{5}};

/// A play on a run in which nothing happens by itself.
class PlayedScenario {
public:
    explicit PlayedScenario(const std::string& json, std::optional<std::size_t> contenders = {},
                            Duration most = {}) {
        auto scenario = parseScenario(json, "x.json");
        if (!scenario) qFatal("%s: %s", scenario.error().path.c_str(), scenario.error().what.c_str());
        play = std::make_unique<ScenarioPlay>(run, loop, std::move(*scenario), ScenarioSize::Small,
                                              contenders, most);
    }
    void begin() {
        play->play([this](const PlayStep& step) { told.push_back(step); },
                   [this](Result<LabReport> report) { result = std::move(report); });
        loop.runReady();
    }
    void tell(std::uint64_t id, ClientEvent::What what) {
        run.tell(id, 1, std::move(what));
        loop.runReady();
    }
    /// What was asked of the run since this was called last.
    std::string calls() {
        loop.runReady();
        std::string text;
        for (const std::string& call : run.takeCalls())
            text += (text.empty() ? "" : ", ") + call;
        return text;
    }
    void advance(Duration by) {
        loop.advance(by);
        loop.runReady();
    }
    const LabReport& report() const { return result->value(); }

    ManualLoop loop;
    FakeLabRun run{loop};
    std::vector<PlayStep> told;
    std::optional<Result<LabReport>> result;
    std::unique_ptr<ScenarioPlay> play;
};

std::string shippedScenario(const QString& name) {
    QFile file(QStringLiteral(SCENARIO_RESOURCES "/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

}  // namespace

/// What a scenario asks of a run, and when.
class TestScenarioPlay : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theGcPauseGoesStepByStep() {
        PlayedScenario played(shippedScenario(QStringLiteral("gc-pause.json")));
        played.begin();
        QCOMPARE(played.calls(), std::string("begin plain, add first 1, add next 1, start 1"));
        played.tell(1, ClientEvent::Opened{SessionId{1}, 3s});
        played.tell(1, kGranted);
        QCOMPARE(played.calls(), std::string("start 2"));
        played.tell(2, kQueued);
        QCOMPARE(played.calls(), std::string("freeze 1"));
        played.tell(2, kGranted);
        QCOMPARE(played.calls(), std::string("write 2"));
        played.tell(2, ClientEvent::Written{1});
        QCOMPARE(played.calls(), std::string("write 1"));
        played.advance(500ms);
        QCOMPARE(played.calls(), std::string("thaw 1"));
        played.tell(1, ClientEvent::HoldChanged{HoldState::Lost});
        QCOMPARE(played.calls(), std::string(""));
        played.tell(1, ClientEvent::Written{2});
        QCOMPARE(played.calls(),
                 std::string("release 2, end, remove 1 2, begin guarded, add first 1, add next 1, start 3"));
        QVERIFY(!played.result);
        QVERIFY(played.run.groups().back().writes->check == RegisterCheck::Token);
    }

    void phasesSayWhatToLookAt() {
        PlayedScenario played(shippedScenario(QStringLiteral("herd.json")));
        played.begin();
        QVERIFY(played.told.front().kind == PlayStep::Kind::PhaseBegins);
        QVERIFY(QString::fromStdString(played.told.front().say.english).startsWith("First a queue"));
    }

    /// What the checks of one contender rest on.
    void keepsMomentsOfThoseInQuestion() {
        PlayedScenario played(
            playOf(R"({"when": {"event": "granted", "who": "a@1"}, "do": "freeze", "who": "a@1"},
            {"when": {"event": "granted", "who": "a@2"}, "do": "thaw", "who": "a@1"})"));
        played.begin();
        played.tell(1, ClientEvent::Opened{SessionId{1}, 4s});
        played.tell(1, kGranted);
        played.advance(5s);
        played.tell(2, kGranted);
        QVERIFY(played.result && played.result->has_value());
        const auto& moments = played.report().phases.at(0).moments;
        const auto find = [&](LabMoment::Kind kind, const std::string& who) {
            return std::ranges::find_if(
                moments, [&](const LabMoment& each) { return each.kind == kind && each.who == who; });
        };
        const auto frozen = find(LabMoment::Kind::Frozen, "a#1");
        QVERIFY(frozen != moments.end());
        QVERIFY(frozen->timeout == 4s);
        const auto granted = find(LabMoment::Kind::Granted, "a#2");
        QVERIFY(granted != moments.end());
        QVERIFY(granted->at - frozen->at == 5s);
    }

    /// What the run tells of deeds, and no step has done.
    void tellsWhatWasDoneByHand() {
        PlayedScenario played(playOf(
            R"({"do": "freeze", "server": 1}, {"do": "kill", "who": "a@1"}, {"do": "remove", "who": "a@2"},
                {"at": "5s", "do": "thaw", "server": 1})"));
        PhaseReport ofRun;
        using Kind = LabMoment::Kind;
        ofRun.moments = {{.kind = Kind::ServerAct, .at = 1s, .who = "server 1", .text = "freeze"},
                         {.kind = Kind::ServerAct, .at = 2s, .who = "server 1", .text = "thaw"},
                         {.kind = Kind::ServerAct, .at = 3s, .who = "server 1", .text = "freeze"},
                         {.kind = Kind::Killed, .at = 3s, .who = "a#1"},
                         {.kind = Kind::Removed, .at = 3s, .who = "a#2"},
                         {.kind = Kind::Frozen, .at = 3s, .who = "b#1", .text = "not by the lab"},
                         {.kind = Kind::Cut, .at = 4s, .who = "b#1"},
                         // As it ends the phase.
                         {.kind = Kind::ServerAct, .at = 5s, .who = "server 2", .text = "mend"}};
        played.run.setReport(ofRun);
        played.begin();
        played.advance(6s);
        QVERIFY(played.result);
        std::string byHand;
        for (const LabMoment& each : played.report().phases.at(0).moments)
            if (each.isByHand)
                byHand += each.who + ' ' + std::string(labMomentName(each.kind)) + each.text + ';';
        QCOMPARE(byHand, std::string("server 1 server-actfreeze;b#1 cut;"));
    }

    /// One that is to crash may be granted the lock when the steps are over.
    void crashOfAStepIsNotByHand() {
        PlayedScenario played(playOf(R"({"do": "crash", "who": "a@1"})"));
        PhaseReport ofRun;
        ofRun.moments = {{.kind = LabMoment::Kind::Killed, .at = 1s, .who = "a#1"}};
        played.run.setReport(ofRun);
        played.play->play([](const PlayStep&) {},
                          [&](Result<LabReport> report) { played.result = std::move(report); });
        std::vector<std::string> calls;
        while (std::ranges::find(calls, "end") == calls.end() && played.loop.runOne())
            std::ranges::move(played.run.takeCalls(), std::back_inserter(calls));
        played.run.tell(1, 1, ClientEvent::Ended{"killed"});
        played.loop.runReady();
        QVERIFY(played.result && !wasDisturbed(played.report().phases.at(0)));
    }

    void aStepThatWaitsInVainIsTold() {
        PlayedScenario played(
            playOf(R"({"when": {"event": "granted", "who": "a@1"}, "do": "start", "who": "b"},
            {"when": {"event": "queued", "who": "b@1", "within": "7s"}, "do": "kill", "who": "a@1"})"));
        played.begin();
        played.tell(1, kGranted);
        played.run.takeCalls();
        played.advance(6s);
        QCOMPARE(played.calls(), std::string(""));
        played.advance(2s);
        QCOMPARE(played.calls(), std::string("end, remove 1 2 3"));
        QVERIFY(played.result && played.result->has_value());
        const LabReport& report = played.report();
        QCOMPARE(report.missed.size(), std::size_t{1});
        QCOMPARE(report.missed[0].step, std::size_t{1});
        QVERIFY2(report.missed[0].what.find("queued b#1") != std::string::npos,
                 report.missed[0].what.c_str());
        QVERIFY(report.phases.at(0).end == PhaseEnd::Missed);
        QVERIFY(verdictOf(report) == LabVerdict::NotShown);
        QVERIFY(report.checks.at(0).kind == CheckOutcome::Kind::NotChecked);
        const auto missed = std::ranges::find(played.told, PlayStep::Kind::Missed, &PlayStep::kind);
        QVERIFY(missed != played.told.end());
    }

    void twoStepsMayBeFulfilledInAnyOrder() {
        PlayedScenario played(
            playOf(R"({"when": {"event": "queued", "who": "a@1"}, "do": "cut", "who": "a@1"},
            {"when": {"event": "queued", "who": "a@2"}, "do": "cut", "who": "a@2"})"));
        played.begin();
        played.run.takeCalls();
        played.tell(2, kQueued);
        QCOMPARE(played.calls(), std::string(""));
        played.tell(1, kQueued);
        QCOMPARE(played.calls(), std::string("cut 1, cut 2, end, remove 1 2 3"));
    }

    void anEventFulfilsOneStepOnly() {
        PlayedScenario played(
            playOf(R"({"when": {"event": "granted", "lock": "l"}, "do": "release", "who": "a"},
            {"when": {"event": "granted", "lock": "l"}, "do": "stop", "who": "a"})"));
        played.begin();
        played.run.takeCalls();
        played.tell(1, kGranted);
        QCOMPARE(played.calls(), std::string("release 1 2"));
        played.tell(2, kGranted);
        QCOMPARE(played.calls(), std::string("stop 1 2, end, remove 1 2 3"));
    }

    void aStepMayWaitForAllOfAGroup() {
        PlayedScenario played(
            playOf(R"({"when": {"event": "granted", "who": "b@1"}, "do": "stop", "who": "b"},
            {"when": {"event": "queued", "all": "a"}, "do": "release", "who": "b"})"));
        played.begin();
        played.run.takeCalls();
        played.tell(2, kQueued);  // before its step's turn
        played.tell(3, kGranted);
        QCOMPARE(played.calls(), std::string("stop 3"));
        played.tell(2, kQueued);
        QCOMPARE(played.calls(), std::string(""));
        played.tell(1, kQueued);
        QCOMPARE(played.calls(), std::string("release 3, end, remove 1 2 3"));
    }

    void aStepMayComeSomeTimeAfterItsEvent() {
        PlayedScenario played(playOf(
            R"({"when": {"event": "granted", "who": "a@1"}, "after": "3s", "do": "freeze", "who": "a@1"})"));
        played.begin();
        played.run.takeCalls();
        played.advance(5s);
        played.tell(1, kGranted);
        played.advance(2s);
        QCOMPARE(played.calls(), std::string(""));
        played.advance(1s);
        QCOMPARE(played.calls(), std::string("freeze 1, end, remove 1 2 3"));
    }

    void holderAndFirstWaiterAreThoseOfThatMoment() {
        PlayedScenario played(playOf(R"({"at": "5s", "do": "kill", "who": {"holder": "l"}},
            {"do": "cut", "who": {"first-waiter": "l"}}, {"after": "1s", "do": "freeze", "who": {"holder": "l"}})"));
        played.begin();
        played.run.takeCalls();
        played.tell(2, kQueued);
        played.tell(2, kGranted);
        played.advance(1s);
        played.tell(3, kQueued);
        played.advance(1s);
        played.tell(1, kQueued);
        QCOMPARE(played.calls(), std::string(""));
        played.advance(3s);
        QCOMPARE(played.calls(), std::string("kill 2, cut 3"));
        played.tell(2, ClientEvent::Ended{"killed"});
        played.tell(1, kGranted);
        played.advance(1s);
        QCOMPARE(played.calls(), std::string("freeze 1, end, remove 1 2 3"));
    }

    void nobodyThereIsAStepInVain() {
        PlayedScenario played(playOf(R"({"at": "1s", "do": "kill", "who": {"holder": "l"}})"));
        played.begin();
        played.advance(2s);
        QVERIFY(played.result && played.result->has_value());
        QCOMPARE(played.report().missed.size(), std::size_t{1});
    }

    /// Else a register would be read before the last write is in it.
    void answersThatAreDueAreWaitedFor() {
        PlayedScenario played(playOf(R"({"do": "write", "who": "a"})"));
        played.begin();
        QCOMPARE(played.calls(), std::string("begin only, add a 2, add b 1, start 1 2, write 1 2"));
        played.tell(1, ClientEvent::Written{1});
        QCOMPARE(played.calls(), std::string(""));
        played.tell(2, ClientEvent::WriteRefused{WriteRefusal::StaleToken, "stale"});
        QCOMPARE(played.calls(), std::string("end, remove 1 2 3"));
    }

    void cyclesEndAPhase() {
        PlayedScenario played(playOf("", R"("until": "cycles", "for": "60s")"));
        played.begin();
        played.run.takeCalls();
        for (int cycle = 0; cycle < 2; ++cycle) {
            played.tell(1, kGranted);
            played.tell(1, ClientEvent::Released{});
        }
        played.tell(2, ClientEvent::Failed{{ErrorCode::ConnectionLoss, "Queueing up"}});
        played.tell(2, ClientEvent::Released{});  // of a round without a grant
        played.tell(2, kGranted);
        played.tell(2, ClientEvent::Released{});
        QCOMPARE(played.calls(), std::string(""));
        played.tell(2, ClientEvent::Ended{"it was killed"});
        QCOMPARE(played.calls(), std::string("end, remove 1 2 3"));
        QVERIFY(played.report().phases.at(0).end == PhaseEnd::Done);
        QVERIFY(verdictOf(played.report()) == LabVerdict::Shown);
    }

    void timeEndsAPhase() {
        PlayedScenario inTime(playOf("", R"("for": "5s")"));
        inTime.begin();
        inTime.advance(4s);
        QVERIFY(!inTime.result);
        inTime.advance(1s);
        QVERIFY(inTime.result);
        QVERIFY(inTime.report().phases.at(0).end == PhaseEnd::Done);

        PlayedScenario tooLong(playOf("", R"("until": "cycles", "for": "5s")"));
        tooLong.begin();
        tooLong.advance(6s);
        QVERIFY(tooLong.report().phases.at(0).end == PhaseEnd::TimeUp);
        QVERIFY(verdictOf(tooLong.report()) == LabVerdict::NotChecked);
    }

    void tellsOnlyAnotherNumberOfContenders() {
        for (const std::size_t asked : {std::size_t{2}, std::size_t{7}}) {
            PlayedScenario played(playOf("", R"("for": "5s")"), asked);
            played.begin();
            played.advance(5s);
            QVERIFY(played.result);
            QCOMPARE(played.report().contenders,
                     asked == 2 ? std::optional<std::size_t>() : std::optional(asked));
        }
    }

    void groupsOfOneSizeShareAnotherNumber() {
        std::string json = playOf("", R"("for": "5s")");
        const std::string alone = R"("group": "b", "lock": "l")";
        json.replace(json.find(alone), alone.size(), alone + R"(, "count": 2)");
        PlayedScenario played(json, 7);
        played.begin();
        QCOMPARE(played.calls(), std::string("begin only, add a 4, add b 3, start 1 2 3 4"));
        PlayedScenario asItIs(json, 4);
        asItIs.begin();
        asItIs.advance(5s);
        QVERIFY(asItIs.result && !asItIs.report().contenders);
    }

    /// Nothing more can come.
    void withoutServersItEnds() {
        const auto inState = [](ServerState state) {
            ServerView server;
            server.state = state;
            return std::vector<ServerView>{server};
        };
        PlayedScenario played(playOf("", R"("for": "60s")"));
        played.run.setServers(inState(ServerState::Leader));
        played.begin();
        played.advance(3s);
        QVERIFY(!played.result);
        played.run.setServers(inState(ServerState::Stopped));
        played.advance(2s);
        QVERIFY(played.result && played.report().phases.at(0).end == PhaseEnd::TimeUp);
        PlayedScenario restarts(playOf(R"({"at": "50s", "do": "restart", "server": 1})", R"("for": "60s")"));
        restarts.run.setServers(inState(ServerState::Stopped));
        restarts.begin();
        restarts.advance(10s);
        QVERIFY(!restarts.result);
    }

    void cancelledEndsInOrderAndChecksNothing() {
        PlayedScenario played(playOf("", R"("for": "5s")"));
        played.begin();
        played.run.takeCalls();
        played.play->cancel();
        QCOMPARE(played.calls(), std::string("cut short, end, remove 1 2 3"));
        QVERIFY(played.report().wasCancelled);
        QVERIFY(played.report().checks.at(0).kind == CheckOutcome::Kind::NotChecked);
        QVERIFY(verdictOf(played.report()) == LabVerdict::NotChecked);
    }

    /// Whatever a phase still waits for, and however many are to come.
    void itsLimitOfTimeEndsARun() {
        PlayedScenario played(shippedScenario(QStringLiteral("gc-pause.json")), {}, 3s);
        played.begin();
        played.advance(2s);
        QVERIFY(!played.result);
        played.advance(2s);
        QVERIFY(played.result && played.result->has_value());
        QCOMPARE(played.report().phases.size(), std::size_t{1});
        QVERIFY(played.report().phases[0].end == PhaseEnd::TimeUp);
        QCOMPARE(played.report().notMeasured.size(), std::size_t{1});
        QVERIFY2(played.report().notMeasured[0].find("limit of time") != std::string::npos,
                 played.report().notMeasured[0].c_str());
        QVERIFY(!played.report().wasCancelled);
        QVERIFY(verdictOf(played.report()) == LabVerdict::NotChecked);
    }

    void nothingIsPlayedOnAClusterThatDoesNotAnswer() {
        PlayedScenario played(shippedScenario(QStringLiteral("gc-pause.json")));
        PhaseReport silent;
        silent.wasSilent = true;
        played.run.setReport(silent);
        played.begin();
        played.advance(10min);
        QVERIFY(played.result && played.result->has_value());
        QCOMPARE(played.report().phases.size(), std::size_t{1});
        QCOMPARE(played.report().notMeasured.size(), std::size_t{1});
        QVERIFY2(played.report().notMeasured[0].find("did not answer") != std::string::npos,
                 played.report().notMeasured[0].c_str());
    }

    void contendersThatCantBeThereAreNoPromiseBroken() {
        PlayedScenario played(playOf("", R"("for": "5s")"));
        played.run.setRefuses(true);
        played.begin();
        QVERIFY(played.result && played.result->has_value());
        QCOMPARE(played.report().notMeasured.size(), std::size_t{1});
        QVERIFY(played.report().missed.empty());
        QVERIFY(verdictOf(played.report()) == LabVerdict::NotChecked);
    }

    void serversAreWholeAgainAtTheEnd() {
        const auto server = [](std::size_t number, ServerState state) {
            ServerView view;
            view.number = number;
            view.state = state;
            return view;
        };
        PlayedScenario played(playOf(R"({"do": "kill", "server": "leader"},
            {"when": {"event": "elected", "within": "20s"}, "do": "freeze", "server": 1})"));
        played.run.setServers({server(0, ServerState::Follower), server(1, ServerState::Leader),
                               server(2, ServerState::Follower)});
        played.begin();
        QCOMPARE(played.calls(), std::string("begin only, add a 2, add b 1, start 1 2, server 1 kill"));
        played.advance(1s);
        QCOMPARE(played.calls(), std::string(""));  // still the old one, as it was seen last
        played.run.setServers({server(0, ServerState::Electing), server(1, ServerState::Stopped),
                               server(2, ServerState::Electing)});
        played.advance(1s);
        QCOMPARE(played.calls(), std::string(""));
        played.run.setServers({server(0, ServerState::Follower), server(1, ServerState::Stopped),
                               server(2, ServerState::Leader)});
        played.advance(1s);
        QCOMPARE(played.calls(),
                 std::string("server 0 freeze, server 0 thaw, server 1 restart, end, remove 1 2 3"));
    }

    void aRunThatFailsEndsThePlay() {
        PlayedScenario played(playOf("", R"("for": "5s")"));
        played.run.setProblem(Error{ErrorCode::ConnectionLoss, "Reading the counters"});
        played.begin();
        QVERIFY(played.result && !played.result->has_value());
        QVERIFY(played.result->error().code == ErrorCode::ConnectionLoss);
    }

    void theLargestGroupIsAsLargeAsIsWanted() {
        PlayedScenario played(playOf("", R"("for": "5s")"), 1500);
        played.begin();
        QCOMPARE(played.run.groups().at(0).count, std::size_t{1500});
        QCOMPARE(played.run.groups().at(0).sessions, std::size_t{1000});
        QCOMPARE(played.run.groups().at(1).count, std::size_t{1});
    }

    void whoIsGoneHearsNothing() {
        PlayedScenario played(
            playOf(R"({"when": {"event": "granted", "who": "a@1"}, "do": "kill", "who": "a@1"})"));
        played.begin();
        QCOMPARE(played.run.listenerCount(), std::size_t{1});
        played.run.takeCalls();
        played.play.reset();
        QCOMPARE(played.run.listenerCount(), std::size_t{0});
        played.tell(1, kGranted);
        played.advance(120s);
        QCOMPARE(played.calls(), std::string(""));
        QVERIFY(!played.result);
    }
};

LOCKSCOPE_TEST(TestScenarioPlay)
#include "tst_scenario_play.moc"
