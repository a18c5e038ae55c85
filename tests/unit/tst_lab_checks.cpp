// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_program.h"

#include <lockcore/lab/checks.h>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using Outcome = CheckOutcome::Kind;

Distribution countedTimes(std::initializer_list<Duration> times) {
    Distribution made;
    for (const Duration time : times)
        made.add(time);
    return made;
}

LockReport someLock() {
    LockReport lock;
    lock.lock = "orders";
    lock.grants = 40;
    lock.inversions = 2;
    lock.jain = 0.9;
    lock.waits = countedTimes({10ms, 20ms, 30ms});
    lock.longestWithoutGrant = 2s;
    lock.mostBelievers = 2;
    lock.mostWaiting = 12;
    return lock;
}

GroupReport someGroup(const std::string& name, std::uint64_t grants) {
    GroupReport group;
    group.group = name;
    group.grants = grants;
    group.contenders = 10;
    group.mostWaiting = 9;
    group.expired = 1;
    group.failures["SequenceExhausted"] = 3;
    return group;
}

RegisterReading someRegister() {
    RegisterReading reading;
    reading.name = "plain";
    reading.entries.resize(7);
    reading.stale = 1;
    reading.refused = 2;
    return reading;
}

PhaseReport somePhase() {
    PhaseReport phase;
    phase.name = "queue";
    phase.took = 10s;
    phase.locks = {someLock()};
    phase.groups = {someGroup("clients", 30), someGroup("others", 10)};
    phase.registers = {someRegister()};
    phase.mostBelievers = 2;
    phase.servers.requests = 120;
    phase.servers.whyNot = "the servers are older than 3.6";
    phase.findings.emplace()["ghost-holder"] = 1;
    return phase;
}

LabReport someReport() {
    LabReport report;
    report.phases = {somePhase()};
    report.phases.push_back(somePhase());
    report.phases.back().name = "simple";
    report.phases.back().servers.requests = 480;
    report.leftBehind.emplace();
    return report;
}

LabCheck checkOf(const char* that, const CheckSubject& of, std::optional<double> least,
                 std::optional<double> most = {}) {
    LabCheck check;
    check.that = that;
    check.of = of;
    check.unit = checkUnit(that).value_or(MeasureUnit::Truth);
    check.least = least;
    check.most = most;
    return check;
}

const CheckSubject kQueue{.phase = "queue"};
const CheckSubject kOrders{.phase = "queue", .lock = "orders"};
const CheckSubject kClients{.phase = "queue", .group = "clients"};
const CheckSubject kPlain{.phase = "queue", .registerName = "plain"};

LabMoment moment(LabMoment::Kind kind, Duration at, const char* who) {
    LabMoment made;
    made.kind = kind;
    made.at = at;
    made.who = who;
    if (kind == LabMoment::Kind::Frozen) made.timeout = 3s;
    return made;
}

LabReport reportWith(std::vector<LabMoment> moments) {
    LabReport report;
    report.phases.emplace_back();
    report.phases[0].name = "queue";
    report.phases[0].moments = std::move(moments);
    return report;
}

}  // namespace

/// Promises against what was measured: held, broken, or not checked; never held by default.
class TestLabChecks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void measures_data() {
        QTest::addColumn<QByteArray>("that");
        QTest::addColumn<QByteArray>("of");
        QTest::addColumn<double>("value");
        const auto row = [](const char* that, const char* of, double value) {
            QTest::addRow("%s of %s", that, of) << QByteArray(that) << QByteArray(of) << value;
        };
        row("grants", "phase", 40);
        row("grants", "lock", 40);
        row("grants", "group", 30);
        row("inversions", "lock", 2);
        row("jain", "lock", 0.9);
        row("wait.max", "lock", 30e6);
        row("grants-per-second", "group", 3);
        row("requests-per-grant", "phase", 3);
        row("longest-without-grant", "lock", 2e9);
        row("waiting-most", "lock", 12);
        row("waiting-most", "group", 9);
        row("believers-most", "lock", 2);
        row("register.writes", "register", 7);
        row("register.stale", "register", 1);
        row("register.refused", "register", 2);
        row("register.missing", "register", 0);
        row("expired", "phase", 2);
        row("failed.SequenceExhausted", "group", 3);
        row("failed.NoAuth", "group", 0);
        row("finding.ghost-holder", "phase", 1);
        row("finding.long-wait", "phase", 0);
    }

    void measures() {
        QFETCH(QByteArray, that);
        QFETCH(QByteArray, of);
        QFETCH(double, value);
        const CheckSubject subject = of == "lock"       ? kOrders
                                     : of == "group"    ? kClients
                                     : of == "register" ? kPlain
                                                        : kQueue;
        const LabReport report = someReport();
        const auto kindOf = [&](double least, double most) {
            return outcomeOf(checkOf(that.constData(), subject, least, most), report).kind;
        };
        QVERIFY(kindOf(value, value) == Outcome::Held);
        QVERIFY(kindOf(value + 0.001, 1e15) == Outcome::Broken);
        QVERIFY(kindOf(-1e15, value - 0.001) == Outcome::Broken);
    }

    void whatWasNotMeasuredIsNeverHeld_data() {
        QTest::addColumn<QByteArray>("that");
        QTest::addColumn<QByteArray>("why");
        QTest::newRow("servers") << QByteArray("woken-per-grant") << QByteArray("older than 3.6");
        QTest::newRow("orphans") << QByteArray("orphans") << QByteArray("nobody looked");
        QTest::newRow("no time") << QByteArray("handoff.p50") << QByteArray("none");
    }

    void whatWasNotMeasuredIsNeverHeld() {
        QFETCH(QByteArray, that);
        QFETCH(QByteArray, why);
        const CheckOutcome outcome = outcomeOf(checkOf(that.constData(), kQueue, 0), someReport());
        QVERIFY(outcome.kind == Outcome::NotChecked);
        QVERIFY2(outcome.why.find(why.toStdString()) != std::string::npos, outcome.why.c_str());
    }

    void aPhaseThatDidNotEndShowsNothing() {
        for (const PhaseEnd end : {PhaseEnd::TimeUp, PhaseEnd::Missed, PhaseEnd::Cancelled}) {
            LabReport report = someReport();
            report.phases[0].end = end;
            QVERIFY(outcomeOf(checkOf("register.missing", kPlain, 0, 0), report).kind == Outcome::NotChecked);
        }
        LabReport cancelled = someReport();
        cancelled.wasCancelled = true;
        QVERIFY(outcomeOf(checkOf("grants", kQueue, 0), cancelled).kind == Outcome::NotChecked);
        // What it has left is known nevertheless.
        QVERIFY(outcomeOf(checkOf("left-behind", {}, 0, 0), cancelled).kind == Outcome::Held);
        QVERIFY(outcomeOf(checkOf("grants", {.phase = "gone"}, 0), someReport()).kind == Outcome::NotChecked);
    }

    void aRegisterThatOthersWroteToProvesNothing() {
        LabReport report = someReport();
        report.phases[0].registers[0].changedByOthers = true;
        QVERIFY(outcomeOf(checkOf("register.missing", kPlain, 0, 0), report).kind == Outcome::NotChecked);
    }

    /// What could not be read is told with its reason, and never 0.
    void whatWasNotReadIsNotChecked() {
        LabReport report = someReport();
        PhaseReport& phase = report.phases[0];
        phase.registers.clear();
        phase.unreadRegisters[kPlain.registerName] = "somebody else has removed the register";
        for (LockReport& lock : phase.locks)
            lock.orphans.reset();
        const CheckOutcome removed = outcomeOf(checkOf("register.missing", kPlain, 0, 0), report);
        QVERIFY(removed.kind == Outcome::NotChecked);
        QCOMPARE(removed.why, std::string("somebody else has removed the register"));
        phase.wasSilent = true;
        const CheckOutcome orphans = outcomeOf(checkOf("orphans", {.phase = phase.name}, 0, 0), report);
        QVERIFY(orphans.kind == Outcome::NotChecked);
        QVERIFY2(orphans.why.find("did not answer") != std::string::npos, orphans.why.c_str());
    }

    /// No client is to blame for that.
    void whatOthersDidToItsServersShowsNothing() {
        LabReport report = someReport();
        const auto whyWith = [&](LabMoment::Kind kind, const char* who, const char* text) {
            LabMoment seen = moment(kind, 1s, who);
            seen.text = text;
            report.phases[0].moments = {seen};
            const CheckOutcome outcome = outcomeOf(checkOf("grants", kQueue, 99), report);
            return outcome.kind == Outcome::NotChecked ? outcome.why : std::string();
        };
        using Kind = LabMoment::Kind;
        QCOMPARE(whyWith(Kind::ServerSeen, "server 1", "frozen"),
                 std::string("server 1 was stopped, but not by the lab, in phase queue"));
        QCOMPARE(whyWith(Kind::ServerSeen, "server 1", "thawed"),
                 std::string("server 1 was resumed, but not by the lab, in phase queue"));
        QCOMPARE(whyWith(Kind::ServerSeen, "the cluster", "silent"),
                 std::string("the cluster did not answer for some seconds in phase queue"));
        QCOMPARE(whyWith(Kind::Died, "clients#1", "signal 9"),
                 std::string("the process of clients#1 ended, but not by the lab, in phase queue"));
        QCOMPARE(whyWith(Kind::Frozen, "clients#1", "not by the lab"),
                 std::string("the process of clients#1 was stopped, but not by the lab, in phase queue"));
        QCOMPARE(whyWith(Kind::Frozen, "clients#1", ""), std::string());
        QCOMPARE(whyWith(Kind::Lost, "clients#1", "not by the lab"),
                 std::string("the znode of clients#1 was deleted, but not by the lab, in phase queue"));
        QCOMPARE(whyWith(Kind::Lost, "clients#1", ""), std::string());
        QCOMPARE(whyWith(Kind::Expired, "clients#1", "not by the lab"),
                 std::string("the session of clients#1 ended, but not by the lab, in phase queue"));
        QCOMPARE(whyWith(Kind::Expired, "clients#1", "SessionExpired"), std::string());
        QCOMPARE(whyWith(Kind::StoodStill, "the lab", "3.2 s"),
                 std::string("the lab itself stood still for 3.2 s in phase queue"));
        QCOMPARE(whyWith(Kind::ServerAct, "server 1", "freeze"), std::string());
        QCOMPARE(whyWith(Kind::ServerSeen, "server 1", "stopped"),
                 std::string("server 1 was ended, but not by the lab, in phase queue"));
        // Nor is a step that waited in vain then.
        report.missed = {{.phase = "queue", .step = 1, .what = "x"}};
        report.checks = {outcomeOf(checkOf("grants", kQueue, 99), report)};
        QVERIFY(verdictOf(report) == LabVerdict::NotChecked);
        report.missed[0].phase = "simple";
        QVERIFY(verdictOf(report) == LabVerdict::NotShown);
        report.missed.clear();
        QVERIFY(outcomeOf(checkOf("grants", {.phase = "simple"}, 99), report).kind == Outcome::Broken);
        QVERIFY(outcomeOf(checkOf("left-behind", {}, 0, 0), report).kind == Outcome::Held);
        report.removalFailed = true;
        QVERIFY(outcomeOf(checkOf("left-behind", {}, 0, 0), report).kind == Outcome::NotChecked);
    }

    void whatIsDoneByHandShowsNothing() {
        LabReport report = someReport();
        const auto why = [&](LabMoment::Kind kind, const char* who, const char* text, Duration at = 1s) {
            LabMoment done = moment(kind, at, who);
            done.text = text;
            done.isByHand = true;
            report.phases[0].moments = {done};
            return outcomeOf(checkOf("grants", kQueue, 99), report).why;
        };
        using Kind = LabMoment::Kind;
        QCOMPARE(why(Kind::ServerAct, "server 1", "freeze"),
                 std::string("server 1 was frozen by hand in phase queue"));
        QCOMPARE(why(Kind::ServerAct, "server 1", "cut-off"),
                 std::string("server 1 was cut off by hand in phase queue"));
        QCOMPARE(why(Kind::ServerAct, "server 2", "stop", 0s),
                 std::string("server 2 was stopped by hand before phase queue"));
        QCOMPARE(why(Kind::Killed, "clients#1", ""),
                 std::string("clients#1 was killed by hand in phase queue"));
        QVERIFY(wasDisturbed(report.phases[0]));
    }

    void ratiosAreOfAnotherPhase() {
        LabCheck check = checkOf("requests-per-grant", {.phase = "simple"}, 4, 4);
        check.times = kQueue;
        const CheckOutcome outcome = outcomeOf(check, someReport());
        QVERIFY(outcome.kind == Outcome::Held);
        QCOMPARE(outcome.measured, std::string("4.00"));
        LabReport report = someReport();
        report.phases[0].servers.requests = 0;
        QVERIFY(outcomeOf(check, report).kind == Outcome::NotChecked);
    }

    /// So that as many as somebody wants are promised the same.
    void aCountIsSharedByItsContenders() {
        LabCheck check = checkOf("grants", kClients, 3, 3);
        check.isPerContender = true;
        const CheckOutcome outcome = outcomeOf(check, someReport());
        QVERIFY(outcome.kind == Outcome::Held);
        QCOMPARE(outcome.measured, std::string("3.00"));
        LabReport report = someReport();
        report.phases[0].groups[0].contenders = 0;
        QVERIFY(outcomeOf(check, report).kind == Outcome::NotChecked);
    }

    void oneAloneIsNeitherFairNorUnfair() {
        LabReport report = someReport();
        report.phases[0].groups[0].jain = 1;
        QVERIFY(outcomeOf(checkOf("jain", kClients, 0.8), report).kind == Outcome::Held);
        report.phases[0].groups[0].contenders = 1;
        QVERIFY(outcomeOf(checkOf("jain", kClients, 0.8), report).kind == Outcome::NotChecked);
    }

    void oneAloneKeepsNoPromiseOfSeveral() {
        LabReport report = someReport();
        report.phases[0].groups.resize(1);
        report.phases[0].groups[0].contenders = 1;
        const LabCheck check = checkOf("believers-most", kOrders, {}, 2);
        QVERIFY(outcomeOf(check, report).kind == Outcome::Held);  // as its scenario has it
        report.contenders = 1;
        QVERIFY(outcomeOf(check, report).kind == Outcome::NotChecked);
        report.phases[0].groups[0].contenders = 2;
        QVERIFY(outcomeOf(check, report).kind == Outcome::Held);
    }

    /// What was promised of many clients one of them can't break, but for what no load allows.
    void ofAnotherLoadNothingIsBroken() {
        const auto kindsOf = [](const LabReport& report) {
            std::vector<Outcome> kinds;
            for (const LabCheck& check :
                 {checkOf("grants", kQueue, 41), checkOf("grants", kQueue, {}, 39),
                  checkOf("jain", kOrders, 0.95), checkOf("register.stale", kPlain, 2),
                  checkOf("grants", kQueue, 40), checkOf("register.stale", kPlain, 0, 0),
                  checkOf("believers-most", kOrders, 1, 1)})
                kinds.push_back(outcomeOf(check, report).kind);
            return kinds;
        };
        const std::vector<Outcome> asPromised{Outcome::Broken, Outcome::Broken, Outcome::Broken,
                                              Outcome::Broken, Outcome::Held,   Outcome::Broken,
                                              Outcome::Broken};
        const std::vector<Outcome> ofAnother{Outcome::NotChecked, Outcome::NotChecked, Outcome::NotChecked,
                                             Outcome::NotChecked, Outcome::Held,       Outcome::Broken,
                                             Outcome::Broken};
        QVERIFY(kindsOf(someReport()) == asPromised);
        LabReport wanted = someReport();
        wanted.contenders = 2;
        QVERIFY(kindsOf(wanted) == ofAnother);
        LabReport limited = someReport();
        limited.phases[0].heldBack = 1;
        QVERIFY(kindsOf(limited) == ofAnother);
        LabCheck ratio = checkOf("requests-per-grant", {.phase = "simple"}, 5);
        ratio.times = kQueue;  // which was held back
        QVERIFY(outcomeOf(ratio, limited).kind == Outcome::NotChecked);
        QCOMPARE(outcomeOf(ratio, limited).why,
                 std::string("a limit of the run held the load back: requests-per-grant was 4.00 times what "
                             "it is compared with"));
        QVERIFY(outcomeOf(ratio, someReport()).kind == Outcome::Broken);
    }

    /// They can only have added to it.
    void whatOthersMayHaveDoneIsAnUpperBound() {
        LabReport report = someReport();
        report.phases[0].servers.hasOthers = true;
        const auto kindOf = [&](std::optional<double> least, std::optional<double> most) {
            return outcomeOf(checkOf("requests-per-grant", kQueue, least, most), report).kind;
        };
        QVERIFY(kindOf({}, 3) == Outcome::Held);
        QVERIFY(kindOf({}, 2.9) == Outcome::NotChecked);
        QVERIFY(kindOf(3, {}) == Outcome::NotChecked);
        QVERIFY(kindOf(3.1, {}) == Outcome::Broken);
        LabCheck check = checkOf("requests-per-grant", {.phase = "simple"}, 2);
        check.times = kQueue;
        QVERIFY(outcomeOf(check, report).kind == Outcome::NotChecked);
    }

    /// One grant costs what connecting does.
    void fewGrantsTellNoCost() {
        LabReport report = someReport();
        report.phases[0].groups.resize(1);
        report.phases[0].groups[0].grants = kFewestGrantsForCost;
        const LabCheck check = checkOf("requests-per-grant", kQueue, 0);
        QVERIFY(outcomeOf(check, report).kind == Outcome::Held);
        --report.phases[0].groups[0].grants;
        const CheckOutcome outcome = outcomeOf(check, report);
        QVERIFY(outcome.kind == Outcome::NotChecked);
        QVERIFY2(outcome.why.find("too few grants") != std::string::npos, outcome.why.c_str());
    }

    void withoutAPhaseEachHasToHold() {
        LabReport report = someReport();
        const LabCheck check = checkOf("inversions", {.lock = "orders"}, 2, 2);
        QVERIFY(outcomeOf(check, report).kind == Outcome::Held);
        report.phases[1].locks[0].inversions = 5;
        const CheckOutcome outcome = outcomeOf(check, report);
        QVERIFY(outcome.kind == Outcome::Broken);
        QCOMPARE(outcome.measured, std::string("5"));
    }

    void whatIsLeftBehindIsKnownAtTheEnd() {
        LabReport report = someReport();
        const LabCheck check = checkOf("left-behind", {}, 0, 0);
        QVERIFY(outcomeOf(check, report).kind == Outcome::Held);
        report.leftBehind->push_back("/lockscope-lab/x");
        QVERIFY(outcomeOf(check, report).kind == Outcome::Broken);
        report.leftBehind.reset();
        QVERIFY(outcomeOf(check, report).kind == Outcome::NotChecked);
    }

    void theNextIsGrantedAfterTheExpiry() {
        using Kind = LabMoment::Kind;
        const LabCheck check = checkOf("granted-after-expiry", {.who = "b#1"}, {}, 1.5e9);
        const auto kindOf = [&](Duration granted) {
            return outcomeOf(check,
                             reportWith({moment(Kind::Granted, 0s, "b#1"), moment(Kind::Frozen, 1s, "a#1"),
                                         moment(Kind::Granted, granted, "b#1")}));
        };
        QCOMPARE(kindOf(5s).measured, std::string("1.00 s"));
        QVERIFY(kindOf(5s).kind == Outcome::Held);
        QVERIFY(kindOf(6s).kind == Outcome::Broken);
        QCOMPARE(kindOf(3s).measured, std::string("0 ns"));
        QVERIFY(outcomeOf(check, reportWith({moment(Kind::Granted, 1s, "b#1")})).kind == Outcome::NotChecked);
        QVERIFY(outcomeOf(check, reportWith({moment(Kind::Frozen, 1s, "a#1")})).kind == Outcome::NotChecked);
    }

    void learningIsBeforeTheWriteOrNot() {
        using Kind = LabMoment::Kind;
        const LabCheck check = checkOf("learned-before-write", {.who = "a#1"}, 1, 1);
        const auto kindOf = [&](std::vector<LabMoment> moments) {
            moments.push_back(moment(Kind::Frozen, 1s, "a#1"));
            moments.push_back(moment(Kind::Written, 500ms, "a#1"));  // before it was frozen
            return outcomeOf(check, reportWith(std::move(moments))).kind;
        };
        QVERIFY(kindOf({moment(Kind::Lost, 4s, "a#1"), moment(Kind::Refused, 5s, "a#1")}) == Outcome::Held);
        QVERIFY(kindOf({moment(Kind::Lost, 6s, "a#1"), moment(Kind::Refused, 5s, "a#1")}) == Outcome::Broken);
        QVERIFY(kindOf({moment(Kind::Written, 5s, "a#1")}) == Outcome::Broken);
        QVERIFY(kindOf({moment(Kind::Lost, 4s, "a#1")}) == Outcome::NotChecked);
    }

    void aWindowThatWasNotThereIsNotChecked() {
        using Kind = LabMoment::Kind;
        const LabCheck check = checkOf("frozen-shown-after", {.who = "a#1"}, {}, 1.5e9);
        const LabMoment frozen = moment(Kind::Frozen, 1s, "a#1");
        QVERIFY(outcomeOf(check, reportWith({frozen})).kind == Outcome::NotChecked);
        const auto shown = reportWith({frozen, moment(Kind::FaultShown, 1100ms, "a#1")});
        QCOMPARE(outcomeOf(check, shown).measured, std::string("100 ms"));
        LabReport tooMany = shown;
        tooMany.phases[0].momentsLeftOut = 1;
        QVERIFY(outcomeOf(check, tooMany).kind == Outcome::NotChecked);
    }

    void wordsAreThoseThatCanBeMeasured() {
        for (const std::string_view word : checkWords())
            QVERIFY2(word.ends_with('.') || checkUnit(word), std::string(word).c_str());
        QVERIFY(checkUnit("wait.p95") == MeasureUnit::Time);
        QVERIFY(checkUnit("learned-before-write") == MeasureUnit::Truth);
        QVERIFY(!checkUnit("wait.p50.x"));
        QVERIFY(!checkUnit("failed.NoSuchCode"));
        QVERIFY(!checkUnit("finding.no-such-kind"));
        QVERIFY(!checkUnit(""));
    }

    void outcomesAreNumbered() {
        const auto outcomes =
            outcomesOf({checkOf("grants", kQueue, 1), checkOf("grants", kQueue, 99)}, someReport());
        QCOMPARE(outcomes.size(), std::size_t{2});
        QCOMPARE(outcomes[1].check, std::size_t{1});
        QVERIFY(outcomes[1].kind == Outcome::Broken);
    }
};

LOCKSCOPE_TEST(TestLabChecks)
#include "tst_lab_checks.moc"
