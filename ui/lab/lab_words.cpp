// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_words.h"

#include "lab/scenarios.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>

namespace lockscope {
namespace {

using lockcore::CheckOutcome;
using lockcore::Distribution;
using lockcore::MeasureUnit;
using lockcore::PlayStep;

struct LabText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::LabText)

public:
    struct Name {
        const char* that;
        const char* text;
    };
    static constexpr Name kMeasures[] = {
        {"grants", QT_TR_NOOP("grants")},
        {"inversions", QT_TR_NOOP("overtakings")},
        {"jain", QT_TR_NOOP("Jain's index")},
        {"wait.p50", QT_TR_NOOP("wait, median")},
        {"wait.p95", QT_TR_NOOP("wait, p95")},
        {"wait.p99", QT_TR_NOOP("wait, p99")},
        {"wait.max", QT_TR_NOOP("wait, longest")},
        {"hold.p50", QT_TR_NOOP("hold, median")},
        {"hold.p95", QT_TR_NOOP("hold, p95")},
        {"hold.p99", QT_TR_NOOP("hold, p99")},
        {"hold.max", QT_TR_NOOP("hold, longest")},
        {"handoff.p50", QT_TR_NOOP("handoff, median")},
        {"handoff.p95", QT_TR_NOOP("handoff, p95")},
        {"handoff.p99", QT_TR_NOOP("handoff, p99")},
        {"handoff.max", QT_TR_NOOP("handoff, longest")},
        {"grants-per-second", QT_TR_NOOP("grants a second")},
        {"requests-per-grant", QT_TR_NOOP("requests for each grant")},
        {"woken-per-grant", QT_TR_NOOP("watches fired for each grant")},
        {"watches-most", QT_TR_NOOP("watches at one time")},
        {"longest-without-grant", QT_TR_NOOP("longest time without a grant")},
        {"waiting-most", QT_TR_NOOP("waiting at one time")},
        {"waiting-at-end", QT_TR_NOOP("waited still at the end")},
        {"longest-waiting-at-end", QT_TR_NOOP("longest wait without an end")},
        {"rounds", QT_TR_NOOP("rounds without a lock")},
        {"believers-most", QT_TR_NOOP("most clients at one time that believed they held it")},
        {"register.writes", QT_TR_NOOP("writes")},
        {"register.refused", QT_TR_NOOP("writes refused")},
        {"register.stale", QT_TR_NOOP("stale writes")},
        {"register.mingled", QT_TR_NOOP("mingled writes")},
        {"register.duplicates", QT_TR_NOOP("numbers given twice")},
        {"register.missing", QT_TR_NOOP("answered writes that are missing")},
        {"granted-after-expiry", QT_TR_NOOP("granted after the timeout")},
        {"learned-before-write", QT_TR_NOOP("learned of the loss before it wrote")},
        {"frozen-shown-after", QT_TR_NOOP("shown as frozen after")},
        {"expired", QT_TR_NOOP("sessions that expired")},
        {"orphans", QT_TR_NOOP("orphans")},
        {"waits-behind-own-session", QT_TR_NOOP("waits behind itself")},
        {"left-behind", QT_TR_NOOP("znodes left behind")},
    };
};

/// Of "1.20 ms", in the language of the window.
QString timeWithUnit(const std::string& text) {
    const QStringList parts = displayText(text).split(QLatin1Char(' '));
    if (parts.size() != 2) return displayText(text);
    if (parts[1] == QStringLiteral("s")) return LabText::tr("%1 s", "a time").arg(parts[0]);
    if (parts[1] == QStringLiteral("ms")) return LabText::tr("%1 ms", "a time").arg(parts[0]);
    if (parts[1] == QStringLiteral("µs")) return LabText::tr("%1 µs", "a time").arg(parts[0]);
    return LabText::tr("%1 ns", "a time").arg(parts[0]);
}

QString oneDecimal(double value) {
    return QLocale().toString(value, 'f', value < 10 ? 1 : 0);
}

QString labCountText(std::uint64_t value) {
    return QLocale().toString(static_cast<qulonglong>(value));
}

QString grantsText(std::uint64_t grants) {
    return LabText::tr("%n grant(s)", nullptr, static_cast<int>(grants));
}

QString waitsText(const Distribution& waits) {
    if (waits.count() == 1) return LabText::tr("waited %1").arg(labTimeText(waits.most()));
    return LabText::tr("waited %1 (median), %2 (p95), %3 at most")
        .arg(labTimeText(waits.quantile(0.5)), labTimeText(waits.quantile(0.95)), labTimeText(waits.most()));
}

double seconds(lockcore::Duration time) {
    return std::chrono::duration<double>(time).count();
}

/// What the waits that have ended leave out; empty where nobody waits.
template <class Report>
QString waitingText(const Report& report) {
    if (report.waitingAtEnd == 0) return {};
    return LabText::tr("%n still waited at the end, %1 at most", nullptr,
                       static_cast<int>(report.waitingAtEnd))
        .arg(labTimeText(report.longestWaitingAtEnd));
}

template <class Report>
QString allWaitsText(const Report& report) {
    const QString waiting = waitingText(report);
    return waiting.isEmpty()
               ? waitsText(report.waits)
               : LabText::tr("%1; %2", "waits, who waited still").arg(waitsText(report.waits), waiting);
}

QString noGrantLine(const lockcore::LockReport& lock) {
    const QString name = displayText(lock.lock);
    const QString waiting = waitingText(lock);
    if (lock.isOneOfSeveral)
        return waiting.isEmpty()
                   ? LabText::tr("%1: no grant of all locks that were asked for with it.", "lock").arg(name)
                   : LabText::tr("%1: no grant of all locks that were asked for with it; %2.",
                                 "lock, who waited")
                         .arg(name, waiting);
    return waiting.isEmpty() ? LabText::tr("%1: no grant.", "lock").arg(name)
                             : LabText::tr("%1: no grant; %2.", "lock, who waited").arg(name, waiting);
}

QString lockLine(const lockcore::PhaseReport& phase, const lockcore::LockReport& lock) {
    const double perSecond =
        seconds(phase.took) > 0 ? static_cast<double>(lock.grants) / seconds(phase.took) : 0;
    const QString name = displayText(lock.lock);
    if (lock.grants == 0) return noGrantLine(lock);
    return LabText::tr("%1: %2, %3 a second; %4.", "lock, grants, rate, waits")
        .arg(name, grantsText(lock.grants), oneDecimal(perSecond), allWaitsText(lock));
}

QString groupLine(const lockcore::GroupReport& group) {
    if (group.rounds > 0)
        return LabText::tr("    %1: %n round(s) without a lock.", "contenders' group",
                           static_cast<int>(group.rounds))
            .arg(displayText(group.group));
    if (group.grants == 0)
        return LabText::tr("    %1: no grant; %2.", "contenders' group, who waited")
            .arg(displayText(group.group), waitingText(group));
    return LabText::tr("    %1: %2; %3.", "contenders' group, grants, waits")
        .arg(displayText(group.group), grantsText(group.grants), allWaitsText(group));
}

QString registerLine(const lockcore::RegisterReading& reading) {
    return LabText::tr(
               "Register %1, as read back: %2, stale of them: %3, numbers given twice: %4; refused: %5.",
               "register, writes, counts")
        .arg(displayText(reading.name),
             LabText::tr("%n write(s)", nullptr, static_cast<int>(reading.writes())),
             labCountText(reading.stale), labCountText(reading.duplicates), labCountText(reading.refused));
}

QString costLine(const lockcore::PhaseReport& phase) {
    std::uint64_t grants = 0;
    for (const auto& group : phase.groups)
        grants += group.grants;
    if (grants == 0) return {};
    if (!phase.servers.requests && !phase.servers.woken)
        return LabText::tr("What it cost the servers is not known: %1.")
            .arg(displayText(phase.servers.whyNot));
    if (grants < lockcore::kFewestGrantsForCost) return {};
    const auto each = [grants](const std::optional<std::uint64_t>& count) {
        return count ? oneDecimal(static_cast<double>(*count) / static_cast<double>(grants))
                     : LabText::tr("?", "a number that is not known");
    };
    return LabText::tr("For each of %1 grants the servers had %2 requests and woke %3 watches.")
        .arg(labCountText(grants), each(phase.servers.requests), each(phase.servers.woken));
}

QString subjectText(const lockcore::CheckSubject& of) {
    QStringList parts;
    for (const std::string& part : {of.who, of.group, of.lock, of.registerName, of.phase})
        if (!part.empty()) parts << displayText(part);
    return parts.join(QStringLiteral(", "));
}

QString truthText(bool isTrue) {
    return isTrue ? LabText::tr("yes") : LabText::tr("no");
}

/// "at least 40", as a scenario's file says.
QString boundText(const lockcore::LabCheck& check) {
    const MeasureUnit unit = lockcore::boundUnit(check);
    const auto text = [unit](double value) { return labMeasureText(value, unit); };
    if (check.least && check.most && *check.least == *check.most)
        return LabText::tr("promised: %1").arg(text(*check.least));
    if (check.least && check.most)
        return LabText::tr("promised: %1 to %2").arg(text(*check.least), text(*check.most));
    if (check.least) return LabText::tr("promised: at least %1").arg(text(*check.least));
    return check.most ? LabText::tr("promised: at most %1").arg(text(*check.most)) : QString();
}

QString measuredText(const lockcore::LabCheck& check, const CheckOutcome& outcome) {
    if (check.unit == MeasureUnit::Truth && !check.times)
        return truthText(outcome.measured == lockcore::measureText(1, MeasureUnit::Truth));
    const QString value =
        check.unit == MeasureUnit::Time ? timeWithUnit(outcome.measured) : displayText(outcome.measured);
    return check.times ? LabText::tr("%1 times as many", "a ratio").arg(value) : value;
}

QString nameOfCheck(const lockcore::LabCheck& check) {
    const QString subject = subjectText(check.of);
    const QString counted = labMeasureName(check.that);
    const QString measure =
        check.isPerContender ? LabText::tr("%1, for each contender", "a count").arg(counted) : counted;
    return subject.isEmpty() ? measure : LabText::tr("%1 (%2)", "measure, of what").arg(measure, subject);
}

QString serverSeenText(const std::string& what) {
    if (what == lockcore::kServerSilent) return LabText::tr("did not answer for some seconds", "a cluster");
    if (what == lockcore::serverStateName(lockcore::ServerState::Stopped))
        return LabText::tr("was ended, but not by the lab", "a server");
    return what == lockcore::serverStateName(lockcore::ServerState::Frozen)
               ? LabText::tr("was stopped, but not by the lab", "a server")
               : LabText::tr("was resumed, but not by the lab", "a server");
}

/// Empty of what nobody did to it.
QString disturbanceText(const lockcore::LabMoment& moment) {
    using Kind = lockcore::LabMoment::Kind;
    switch (moment.kind) {
        case Kind::Frozen:
            return moment.text.empty() ? LabText::tr("frozen", "a contender")
                                       : LabText::tr("its process was stopped, but not by the lab");
        case Kind::Thawed:
            return moment.text.empty() ? LabText::tr("thawed", "a contender")
                                       : LabText::tr("its process was resumed, but not by the lab");
        case Kind::Lost:
            return moment.text.empty() ? QString() : LabText::tr("its znode was deleted, but not by the lab");
        case Kind::Expired:
            return moment.text == lockcore::kNotByLab ? LabText::tr("its session ended, but not by the lab")
                                                      : QString();
        case Kind::StoodStill:
            return LabText::tr("stood still for %1", "the lab itself").arg(timeWithUnit(moment.text));
        case Kind::Died:
            return LabText::tr("its process ended, but not by the lab: %1", "how")
                .arg(displayText(moment.text));
        case Kind::ServerSeen: return serverSeenText(moment.text);
        case Kind::Cut: return LabText::tr("cut off", "a contender");
        case Kind::Mended: return LabText::tr("connected again", "a contender");
        case Kind::LosesAnswers: return LabText::tr("loses answers", "a contender");
        case Kind::Killed: return LabText::tr("killed", "a contender");
        case Kind::Removed: return LabText::tr("removed", "a contender");
        case Kind::ServerAct: return serverActDone(moment.text);
        default: return {};
    }
}

QString doingWord(const lockcore::ContenderView& contender) {
    using Activity = lockcore::ContenderActivity;
    if (contender.isDone && contender.activity == Activity::Stopped)
        return LabText::tr("done", "a contender");
    if (contender.lockPath.empty() && contender.activity == Activity::Holding)
        return LabText::tr("working", "a contender without a lock");
    return activityWord(contender.activity);
}

QString failureLine(const lockcore::GroupReport& group) {
    QStringList parts;
    for (const auto& [code, count] : group.failures)
        parts << LabText::tr("%1 × %2", "how often, error")
                     .arg(QLocale().toString(static_cast<qulonglong>(count)), displayText(code));
    return LabText::tr("    %1 failed: %2.", "contenders' group, errors")
        .arg(displayText(group.group), parts.join(QStringLiteral(", ")));
}

}  // namespace

QString labRefusalSentence(LabRefusal refusal) {
    switch (refusal) {
        case LabRefusal::ReadOnly: return LabText::tr("The profile is read-only, and the lab writes.");
        case LabRefusal::Production:
            return LabText::tr(
                "The profile is one of production, where the lab may run only if the profile says so.");
        case LabRefusal::NameNeeded:
            return LabText::tr(
                "This is production. If the lab is to run here nevertheless, type the name of its profile.");
        case LabRefusal::NotAllowed: break;
    }
    return LabText::tr("The profile does not say that the lab may run there.");
}

QStringList labLimitLines(const lockcore::LabLimits& limits, const QString& cluster, const QString& root) {
    const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(limits.most).count();
    return {
        LabText::tr("It runs on %1: all that it makes is below %2, and is removed at the end.")
            .arg(cluster, root),
        LabText::tr("At most %1 sessions, %2 processes, %3 acquires a second, %4 writes to registers in a "
                    "phase, %5 minutes.")
            .arg(limits.sessions)
            .arg(limits.processes)
            .arg(limits.acquiresPerSecond)
            .arg(limits.registerWrites)
            .arg(minutes)};
}

QString labMeasureName(const std::string& that) {
    for (const auto& [key, text] : LabText::kMeasures)
        if (that == key) return LabText::tr(text);
    constexpr std::string_view kFailed = "failed.";
    if (that.starts_with(kFailed))
        return LabText::tr("failed with %1").arg(displayText(that.substr(kFailed.size())));
    constexpr std::string_view kFinding = "finding.";
    if (that.starts_with(kFinding))
        return LabText::tr("findings “%1”").arg(displayText(that.substr(kFinding.size())));
    return displayText(that);
}

QString serverStateWord(lockcore::ServerState state) {
    using State = lockcore::ServerState;
    switch (state) {
        case State::Starting: return LabText::tr("starting", "a server");
        case State::Standalone: return LabText::tr("standalone", "a server");
        case State::Leader: return LabText::tr("leader", "a server");
        case State::Follower: return LabText::tr("follower", "a server");
        case State::Electing: return LabText::tr("electing", "a server");
        case State::Frozen: return LabText::tr("frozen", "a server");
        case State::CutOff: return LabText::tr("cut off", "a server");
        case State::Stopped: break;
    }
    return LabText::tr("stopped", "a server");
}

bool serverActApplies(lockcore::ServerAct act, lockcore::ServerState state) {
    using Act = lockcore::ServerAct;
    using State = lockcore::ServerState;
    switch (act) {
        case Act::Stop:
        case Act::Kill: return state != State::Stopped;
        case Act::Freeze: return state != State::Stopped && state != State::Frozen;
        case Act::Thaw: return state == State::Frozen;
        case Act::Restart: return state == State::Stopped;
        case Act::CutOff: return state != State::CutOff;
        case Act::Mend: break;
    }
    return state == State::CutOff;
}

QString serverActWord(lockcore::ServerAct act) {
    using Act = lockcore::ServerAct;
    switch (act) {
        case Act::Stop: return LabText::tr("Stop", "a server");
        case Act::Kill: return LabText::tr("Kill", "a server");
        case Act::Freeze: return LabText::tr("Freeze", "a server");
        case Act::Thaw: return LabText::tr("Thaw", "a server");
        case Act::Restart: return LabText::tr("Start again", "a server");
        case Act::CutOff: return LabText::tr("Cut off from the others", "a server");
        case Act::Mend: break;
    }
    return LabText::tr("Connect to the others again", "a server");
}

QString lockRecipeText(lockcore::LockRecipe recipe) {
    using Recipe = lockcore::LockRecipe;
    switch (recipe) {
        case Recipe::None: return LabText::tr("no lock", "recipe");
        case Recipe::Mutex: return LabText::tr("mutex", "recipe");
        case Recipe::Read: return LabText::tr("read lock", "recipe");
        case Recipe::Write: return LabText::tr("write lock", "recipe");
        case Recipe::SemaphoreMutex: return LabText::tr("semaphore mutex", "recipe");
        case Recipe::Semaphore: return LabText::tr("semaphore", "recipe");
        case Recipe::Nested: return LabText::tr("nested mutexes", "recipe");
        case Recipe::MultiLock: return LabText::tr("multi-lock", "recipe");
        case Recipe::AtomicMultiLock: return LabText::tr("atomic multi-lock", "recipe");
        case Recipe::SimpleLock: return LabText::tr("simple ephemeral lock", "recipe");
        case Recipe::LeaderLatch: return LabText::tr("leader latch", "recipe");
        case Recipe::Barrier: return LabText::tr("barrier", "recipe");
        case Recipe::DoubleBarrier: return LabText::tr("double barrier", "recipe");
        case Recipe::Naive: break;
    }
    return LabText::tr("mutex without recovery", "recipe");
}

QString clientLibraryText(lockcore::ClientLibrary library) {
    switch (library) {
        case lockcore::ClientLibrary::Lockcore: return QStringLiteral("lockcore");
        case lockcore::ClientLibrary::Curator: return QStringLiteral("Curator");
        case lockcore::ClientLibrary::Kazoo: break;
    }
    return QStringLiteral("kazoo");
}

QString contenderStateText(const lockcore::ContenderView& contender) {
    if (lockcore::isNoMore(contender.fault) && contender.sessionEndsByUnixMs)
        return (*contender.sessionEndsByUnixMs < QDateTime::currentMSecsSinceEpoch()
                    ? LabText::tr("%1 · its session should have ended at %2", "killed, when")
                    : LabText::tr("%1 · its session ends by %2", "killed, when"))
            .arg(contenderFaultText(contender.fault), timeOfDayText(*contender.sessionEndsByUnixMs));
    QStringList parts{doingWord(contender)};
    if (contender.fault != lockcore::ContenderFault::None) parts << contenderFaultText(contender.fault);
    if (contender.activity == lockcore::ContenderActivity::Holding) switch (contender.hold) {
            case lockcore::HoldState::Suspended: parts << LabText::tr("may have lost it"); break;
            case lockcore::HoldState::Doubtful:
                parts << LabText::tr("does not know whether it still holds");
                break;
            case lockcore::HoldState::Lost: parts << LabText::tr("has learned that it lost it"); break;
            case lockcore::HoldState::Held:
            case lockcore::HoldState::Released: break;
        }
    return parts.join(QStringLiteral(" · "));
}

QString contenderFaultText(lockcore::ContenderFault fault) {
    using Fault = lockcore::ContenderFault;
    switch (fault) {
        case Fault::Frozen: return LabText::tr("its process stands still");
        case Fault::Stalled: return LabText::tr("its link is stalled");
        case Fault::Cut: return LabText::tr("its link is cut");
        case Fault::LosesAnswers: return LabText::tr("its link loses answers");
        case Fault::Killed: return LabText::tr("it is killed");
        case Fault::Ended: return LabText::tr("its process has ended");
        case Fault::None: break;
    }
    return {};
}

QString labStepLine(const PlayStep& step) {
    const QString at = oneDecimal(seconds(step.at));
    const QString what = scenarioStepText(step.what);
    const QString say = scenarioText(step.say);
    if (step.kind == PlayStep::Kind::Missed) return LabText::tr("%1 s  in vain: %2").arg(at, what);
    if (step.kind != PlayStep::Kind::Done) return {};
    return say.isEmpty() ? LabText::tr("%1 s  %2", "when, what").arg(at, what)
                         : LabText::tr("%1 s  %2: %3", "when, what, sentence").arg(at, what, say);
}

QString labMomentText(const PlayStep& step) {
    if (step.kind == PlayStep::Kind::Waits || step.kind == PlayStep::Kind::PhaseBegins) return {};
    return LabText::tr("%1 s", "seconds").arg(oneDecimal(seconds(step.at)));
}

QString labStepText(const PlayStep& step) {
    const QString what = scenarioStepText(step.what);
    const QString say = scenarioText(step.say);
    switch (step.kind) {
        case PlayStep::Kind::PhaseBegins: return LabText::tr("Phase %1 begins").arg(displayText(step.phase));
        case PlayStep::Kind::PhaseEnds: return LabText::tr("Phase %1 has ended").arg(displayText(step.phase));
        case PlayStep::Kind::Waits: return LabText::tr("Not yet: %1", "step").arg(what);
        case PlayStep::Kind::Missed: return LabText::tr("In vain: %1", "step").arg(what);
        case PlayStep::Kind::Done: break;
    }
    return say.isEmpty() ? what : LabText::tr("%1: %2", "what, sentence").arg(what, say);
}

QString labStatusLine(const std::string& phase, const lockcore::LabView& view) {
    const auto waiting = std::ranges::count(view.contenders, lockcore::ContenderActivity::Waiting,
                                            &lockcore::ContenderView::activity);
    return LabText::tr("%1: %2, %3 a second, %4", "phase, grants, rate, who waits")
        .arg(displayText(phase), grantsText(view.grants), oneDecimal(view.grantsPerSecond),
             LabText::tr("%n wait(s)", "clients", static_cast<int>(waiting)));
}

QStringList labDisturbanceLines(const lockcore::PhaseReport& phase) {
    QStringList lines;
    for (const lockcore::LabMoment& moment : phase.moments) {
        const QString what = disturbanceText(moment);
        if (what.isEmpty()) continue;
        // What was so as the phase began has no moment in it.
        const QString when = moment.at == lockcore::Duration(0)
                                 ? LabText::tr("before", "a phase began")
                                 : LabText::tr("%1 s", "seconds").arg(oneDecimal(seconds(moment.at)));
        lines << (moment.isByHand ? LabText::tr("    %1  %2: %3, by hand", "when, who, what was done")
                                  : LabText::tr("    %1  %2: %3", "when, who, what was done"))
                     .arg(when, scenarioWho(moment.who), what);
    }
    return lines;
}

QStringList labUnwrittenLines(const lockcore::PhaseReport& phase) {
    QStringList lines;
    for (const auto& group : phase.groups) {
        if (group.holdsWithoutWrites == 0) continue;
        lines << LabText::tr("%1 wrote nothing in %n round(s): a phase may have only so many writes.",
                             "contenders' group", static_cast<int>(group.holdsWithoutWrites))
                     .arg(displayText(group.group));
    }
    return lines;
}

QStringList labReservationLines(const lockcore::PhaseReport& phase) {
    QStringList lines;
    const QString name = displayText(phase.name);
    if (phase.heldBack > 0)
        lines << LabText::tr(
                     "In phase %1 %n acquire(s) had to wait for the limit of %2 a second: the load was "
                     "less than the scenario's.",
                     "phase, limit", static_cast<int>(phase.heldBack))
                     .arg(name)
                     .arg(phase.acquiresPerSecond);
    if (phase.servers.othersRequests)
        lines << LabText::tr(
                     "In phase %1 clients that are not the lab's, such as a window that looks on, made %2 "
                     "requests: they "
                     "are in none of its numbers except watches at one time.")
                     .arg(name, labCountText(*phase.servers.othersRequests));
    if (phase.servers.hasOthers && (phase.servers.requests || phase.servers.woken))
        lines << LabText::tr("In phase %1 clients that are not the lab's may be counted with what it cost.")
                     .arg(name);
    return lines;
}

QStringList labUnreadLines(const lockcore::PhaseReport& phase) {
    if (phase.wasSilent)
        return {LabText::tr("The cluster did not answer at the end of phase %1: what its znodes show is not "
                            "known.")
                    .arg(displayText(phase.name))};
    QStringList lines;
    for (const auto& [name, why] : phase.unreadRegisters)
        lines << LabText::tr("Register %1 could not be read back: %2.", "register, why")
                     .arg(displayText(name), displayText(why));
    return lines;
}

QStringList labPhaseLines(const lockcore::PhaseReport& phase) {
    QStringList lines;
    for (const auto& lock : phase.locks)
        if (lock.grants > 0 || lock.longestWithoutGrant > lockcore::Duration(0))
            lines << lockLine(phase, lock);
    // Of who asks for several locks a lock's line does not tell who waited.
    const bool areGroupsTold =
        phase.groups.size() > 1 || std::ranges::any_of(phase.locks, &lockcore::LockReport::isOneOfSeveral);
    for (const auto& group : phase.groups) {
        const bool hasTurns = group.grants > 0 || group.waitingAtEnd > 0;
        if ((areGroupsTold && hasTurns) || group.rounds > 0) lines << groupLine(group);
        if (!group.failures.empty()) lines << failureLine(group);
    }
    for (const auto& reading : phase.registers)
        lines << registerLine(reading);
    lines << labUnwrittenLines(phase) << labUnreadLines(phase);
    if (const QString cost = costLine(phase); !cost.isEmpty()) lines << cost;
    lines << labReservationLines(phase);
    return lines;
}

QString labContenderName(const std::string& group, std::size_t number) {
    return QStringLiteral("%1#%2").arg(displayText(group)).arg(number);
}

ContenderNames labContenderNames(const lockcore::LabView& view,
                                 const std::function<std::string(const std::string& lock)>& pathOf,
                                 const ContenderNames& known) {
    std::map<lockcore::SessionId, int> sharing;
    for (const lockcore::ContenderView& each : view.contenders)
        ++sharing[each.session];
    ContenderNames names;
    for (const lockcore::ContenderView& each : view.contenders) {
        if (each.session == lockcore::SessionId::None || each.group >= view.groups.size()) continue;
        const QString name = labContenderName(view.groups[each.group], each.number);
        const bool isAlone = sharing.at(each.session) == 1 && !known.isShared(each.session);
        names.ofSessions.try_emplace(each.session, isAlone ? name : QString());
        if (!isAlone && !each.node.empty())
            names.ofNodes.try_emplace(pathOf(each.lockPath) + '/' + each.node, name);
    }
    return names;
}

QString labOutcomeWord(CheckOutcome::Kind kind) {
    switch (kind) {
        case CheckOutcome::Kind::Held: return LabText::tr("kept", "a promise");
        case CheckOutcome::Kind::Broken: return LabText::tr("broken", "a promise");
        case CheckOutcome::Kind::NotChecked: break;
    }
    return LabText::tr("not checked", "a promise");
}

QString labPromiseText(const lockcore::LabCheck& check, const QString& say) {
    const QString promise =
        LabText::tr("%1 (%2)", "measure, promised").arg(nameOfCheck(check), boundText(check));
    return say.isEmpty() ? promise : LabText::tr("%1 — %2", "sentence, measured").arg(say, promise);
}

QString labCheckText(const lockcore::LabCheck& check, const QString& say, const CheckOutcome& outcome) {
    const QString name = nameOfCheck(check);
    const bool isUnknown = outcome.kind == CheckOutcome::Kind::NotChecked;
    const QString result =
        isUnknown ? LabText::tr("%1: %2", "measure, why it is not known").arg(name, displayText(outcome.why))
                  : LabText::tr("%1: %2 (%3)", "measure, measured, promised")
                        .arg(name, measuredText(check, outcome), boundText(check));
    return say.isEmpty() ? result : LabText::tr("%1 — %2", "sentence, measured").arg(say, result);
}

QString labMeasureText(double value, MeasureUnit unit) {
    if (unit == MeasureUnit::Truth) return truthText(value != 0);
    const std::string text = lockcore::measureText(value, unit);
    return unit == MeasureUnit::Time ? timeWithUnit(text) : displayText(text);
}

QString waitMeaning() {
    return LabText::tr("From asked to granted");
}

QString labTimeText(lockcore::Duration time) {
    return labMeasureText(static_cast<double>(time.count()), MeasureUnit::Time);
}

QString labMeasureText(const std::optional<double>& value, MeasureUnit unit) {
    return value ? labMeasureText(*value, unit) : QStringLiteral("–");
}

QString labRatioText(const lockcore::MeasureRow& row) {
    const std::optional<double> ratio = lockcore::ratioOf(row);
    constexpr double kRounds = 0.1;  // below that two decimals say little
    if (ratio && *ratio > 0 && *ratio < kRounds) return QString::number(*ratio, 'g', 2);
    return labMeasureText(ratio, MeasureUnit::Ratio);
}

std::vector<JudgedCheck> judgedChecks(const lockcore::Scenario& scenario, lockcore::ScenarioSize size,
                                      const lockcore::LabReport& report) {
    const auto& checks = scenario.plan(size).checks;
    std::vector<JudgedCheck> judged;
    for (const CheckOutcome& outcome : report.checks) {
        if (outcome.check >= checks.size()) continue;
        const QString say =
            outcome.check < scenario.says.size() ? scenarioText(scenario.says[outcome.check]) : QString();
        judged.push_back({outcome.kind, labCheckText(checks[outcome.check], say, outcome)});
    }
    return judged;
}

QStringList labBrokenLines(const lockcore::LabReport& report, const lockcore::Scenario& scenario,
                           lockcore::ScenarioSize size) {
    QStringList lines;
    for (const JudgedCheck& check : judgedChecks(scenario, size, report))
        if (check.kind == CheckOutcome::Kind::Broken)
            lines << LabText::tr("Broken: %1", "a promise").arg(check.text);
    return lines;
}

QStringList labVerdictLines(const lockcore::LabReport& report) {
    QStringList lines;
    for (const std::string& what : report.notMeasured)
        lines << LabText::tr("Not measured: %1.").arg(displayText(what));
    if (report.leftBehind)
        for (const std::string& path : *report.leftBehind)
            lines << LabText::tr("%1 could not be removed, and is left.", "znode").arg(displayText(path));
    for (const std::string& path : report.rootKeptBy)
        lines << LabText::tr("The lab's root stays: %1 is there, which is not the lab's.", "znode")
                     .arg(displayText(path));
    if (report.wasCancelled)
        return lines << LabText::tr("It was interrupted: nothing is said of what it shows.");
    switch (lockcore::verdictOf(report)) {
        case lockcore::LabVerdict::Shown: return lines << LabText::tr("All that it promises was seen.");
        case lockcore::LabVerdict::NotShown:
            return lines << LabText::tr("Not all that it promises was seen.");
        case lockcore::LabVerdict::NotChecked: break;
    }
    if (report.checks.empty()) return lines << LabText::tr("It promises nothing.", "a scenario");
    const bool isAnyHeld = std::ranges::find(report.checks, CheckOutcome::Kind::Held, &CheckOutcome::kind) !=
                           report.checks.end();
    return lines << (isAnyHeld
                         ? LabText::tr("Nothing that it promises was broken, but not all of it could be "
                                       "checked.")
                         : LabText::tr("Nothing of what it promises could be checked."));
}

}  // namespace lockscope
