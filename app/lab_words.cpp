// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab_words.h"

#include "lab_scenarios.h"
#include "text_table.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <QCoreApplication>
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
        {"believers-most", QT_TR_NOOP("believed at one time that they held it")},
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

QString oneDecimal(double value) {
    return QLocale().toString(value, 'f', value < 10 ? 1 : 0);
}

QString waitsText(const Distribution& waits) {
    if (waits.count() == 1) return LabText::tr("waited %1").arg(durationText(waits.most()));
    return LabText::tr("waited %1 (median), %2 (p95), %3 at most")
        .arg(durationText(waits.quantile(0.5)), durationText(waits.quantile(0.95)),
             durationText(waits.most()));
}

double seconds(lockcore::Duration time) {
    return std::chrono::duration<double>(time).count();
}

QString lockLine(const lockcore::PhaseReport& phase, const lockcore::LockReport& lock) {
    const double perSecond =
        seconds(phase.took) > 0 ? static_cast<double>(lock.grants) / seconds(phase.took) : 0;
    const QString name = displayText(lock.lock);
    if (lock.grants == 0) return LabText::tr("%1: no grant.", "lock").arg(name);
    return LabText::tr("%1: %2, %3 a second; %4.", "lock, grants, rate, waits")
        .arg(name, LabText::tr("%n grant(s)", nullptr, static_cast<int>(lock.grants)), oneDecimal(perSecond),
             waitsText(lock.waits));
}

QString groupLine(const lockcore::GroupReport& group) {
    return LabText::tr("    %1: %2; %3.", "contenders' group, grants, waits")
        .arg(displayText(group.group), LabText::tr("%n grant(s)", nullptr, static_cast<int>(group.grants)),
             waitsText(group.waits));
}

QString registerLine(const lockcore::RegisterReading& reading) {
    const auto count = [](std::uint64_t value) { return QLocale().toString(static_cast<qulonglong>(value)); };
    return LabText::tr(
               "Register %1, as read back: %2 writes, %3 of them stale, %4 numbers given twice; "
               "%5 refused.")
        .arg(displayText(reading.name), count(reading.writes()), count(reading.stale),
             count(reading.duplicates), count(reading.refused));
}

QString costLine(const lockcore::PhaseReport& phase) {
    std::uint64_t grants = 0;
    for (const auto& lock : phase.locks)
        grants += lock.grants;
    if (grants == 0) return {};
    const auto each = [grants](const std::optional<std::uint64_t>& count) {
        return count ? oneDecimal(static_cast<double>(*count) / static_cast<double>(grants))
                     : LabText::tr("?", "a number that is not known");
    };
    if (!phase.servers.requests && !phase.servers.woken)
        return LabText::tr("What it cost the servers is not known: %1.")
            .arg(displayText(phase.servers.whyNot));
    return LabText::tr("For each grant the servers had %1 requests and woke %2 watches.")
        .arg(each(phase.servers.requests), each(phase.servers.woken));
}

QString outcomeWord(CheckOutcome::Kind kind) {
    switch (kind) {
        case CheckOutcome::Kind::Held: return LabText::tr("held", "a promise");
        case CheckOutcome::Kind::Broken: return LabText::tr("broken", "a promise");
        case CheckOutcome::Kind::NotChecked: break;
    }
    return LabText::tr("not checked", "a promise");
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
    const MeasureUnit unit = check.times ? MeasureUnit::Ratio : check.unit;
    const auto text = [unit](double value) {
        return unit == MeasureUnit::Truth ? truthText(value != 0)
                                          : displayText(lockcore::measureText(value, unit));
    };
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
    const QString value = displayText(outcome.measured);
    return check.times ? LabText::tr("%1 times as many", "a ratio").arg(value) : value;
}

/// "Nobody was overtaken — overtakings (orders, queue): 0 (promised: 0)".
QString checkLine(const lockcore::LabCheck& check, const QString& say, const CheckOutcome& outcome) {
    const QString subject = subjectText(check.of);
    const QString measure = labMeasureName(check.that);
    const QString name =
        subject.isEmpty() ? measure : LabText::tr("%1 (%2)", "measure, of what").arg(measure, subject);
    const bool isUnknown = outcome.kind == CheckOutcome::Kind::NotChecked;
    const QString result =
        isUnknown ? LabText::tr("%1: %2", "measure, why it is not known").arg(name, displayText(outcome.why))
                  : LabText::tr("%1: %2 (%3)", "measure, measured, promised")
                        .arg(name, measuredText(check, outcome), boundText(check));
    return say.isEmpty() ? result : LabText::tr("%1 — %2", "sentence, measured").arg(say, result);
}

/// Words of one column, so that what is broken is seen at once.
qsizetype outcomeWidth() {
    qsizetype widest = 0;
    for (const auto kind :
         {CheckOutcome::Kind::Held, CheckOutcome::Kind::Broken, CheckOutcome::Kind::NotChecked})
        widest = std::max(widest, cellsOf(outcomeWord(kind)));
    return widest + 2;
}

QString outcomeCell(CheckOutcome::Kind kind) {
    const QString word = outcomeWord(kind);
    return word + QString(outcomeWidth() - cellsOf(word), QLatin1Char(' '));
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

QString labRefusalText(LabRefusal refusal, const ConnectionOptions& options) {
    switch (refusal) {
        case LabRefusal::ReadOnly:
            return LabText::tr("Nothing was done: the profile is read-only, and the lab writes.");
        case LabRefusal::Production:
            return LabText::tr(
                "Nothing was done: the profile is one of production, where the lab may run only if the "
                "profile says so.");
        case LabRefusal::NameNeeded:
            return LabText::
                tr("Nothing was done: this is production. If the lab is to run there nevertheless, say so "
                   "by --lab-here=%1.")
                    .arg(displayText(options.profile.name.toStdString()));
        case LabRefusal::NotAllowed: break;
    }
    return options.profile.id.isEmpty()
               ? LabText::tr(
                     "Nothing was done: on a cluster that is not on this machine the lab makes locks and "
                     "load only if you say so by --lab-here.")
               : LabText::tr(
                     "Nothing was done: the profile does not say that the lab may run there (\"lab\": "
                     "true).");
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

QString labStepLine(const PlayStep& step) {
    const QString at = oneDecimal(seconds(step.at));
    const QString what = displayText(step.what);
    const QString say = scenarioText(step.say);
    if (step.kind == PlayStep::Kind::Missed) return LabText::tr("%1 s  in vain: %2").arg(at, what);
    if (step.kind != PlayStep::Kind::Done) return {};
    return say.isEmpty() ? LabText::tr("%1 s  %2", "when, what").arg(at, what)
                         : LabText::tr("%1 s  %2: %3", "when, what, sentence").arg(at, what, say);
}

QString labStatusLine(const std::string& phase, const lockcore::LabView& view) {
    const auto waiting = std::ranges::count(view.contenders, lockcore::ContenderActivity::Waiting,
                                            &lockcore::ContenderView::activity);
    return LabText::tr("%1: %2 grants, %3 a second, %4 wait", "phase")
        .arg(displayText(phase), QLocale().toString(static_cast<qulonglong>(view.grants)),
             oneDecimal(view.grantsPerSecond))
        .arg(waiting);
}

QStringList labPhaseLines(const lockcore::PhaseReport& phase) {
    QStringList lines;
    for (const auto& lock : phase.locks)
        if (lock.grants > 0 || lock.longestWithoutGrant > lockcore::Duration(0))
            lines << lockLine(phase, lock);
    const bool areSeveral = phase.groups.size() > 1;
    for (const auto& group : phase.groups) {
        if (areSeveral && group.grants > 0) lines << groupLine(group);
        if (!group.failures.empty()) lines << failureLine(group);
    }
    for (const auto& reading : phase.registers)
        lines << registerLine(reading);
    if (const QString cost = costLine(phase); !cost.isEmpty()) lines << cost;
    return lines;
}

QStringList labCheckLines(const lockcore::Scenario& scenario, lockcore::ScenarioSize size,
                          const lockcore::LabReport& report) {
    const auto& checks = scenario.plan(size).checks;
    QStringList lines;
    for (const CheckOutcome& outcome : report.checks) {
        if (outcome.check >= checks.size()) continue;
        const QString say =
            outcome.check < scenario.says.size() ? scenarioText(scenario.says[outcome.check]) : QString();
        lines << outcomeCell(outcome.kind) + checkLine(checks[outcome.check], say, outcome);
    }
    return lines;
}

QStringList labVerdictLines(const lockcore::LabReport& report) {
    QStringList lines;
    for (const std::string& what : report.notMeasured)
        lines << LabText::tr("Not measured: %1.").arg(displayText(what));
    if (report.leftBehind)
        for (const std::string& path : *report.leftBehind)
            lines << LabText::tr("%1 could not be removed, and is left.", "znode").arg(displayText(path));
    if (report.wasCancelled)
        return lines << LabText::tr("It was interrupted: nothing is said of what it shows.");
    switch (lockcore::verdictOf(report)) {
        case lockcore::LabVerdict::Shown: return lines << LabText::tr("All that it promises was seen.");
        case lockcore::LabVerdict::NotShown:
            return lines << LabText::tr("Not all that it promises was seen.");
        case lockcore::LabVerdict::NotChecked: break;
    }
    return lines << LabText::tr("Nothing that it promises was broken, but not all of it could be checked.");
}

QStringList labCompareLines(const std::vector<lockcore::MeasureRow>& rows,
                            const std::optional<qsizetype>& width) {
    using Align = TextTable::Align;
    TextTable table;
    table.column({LabText::tr("Phase")});
    table.column({LabText::tr("Of")});
    table.column({LabText::tr("Measure")});
    table.column({LabText::tr("First"), Align::Right});
    table.column({LabText::tr("Second"), Align::Right});
    const auto text = [](const std::optional<double>& value, MeasureUnit unit) {
        return value ? displayText(lockcore::measureText(*value, unit)) : QStringLiteral("–");
    };
    for (const auto& row : rows)
        if (row.first || row.second)
            table.row({{displayText(row.phase)},
                       {displayText(row.of)},
                       {labMeasureName(row.that)},
                       {text(row.first, row.unit)},
                       {text(row.second, row.unit)}});
    return table.lines({.width = width});
}

}  // namespace lockscope
