// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "report/measures.h"

#include <lockcore/lab/servers.h>
#include <lockcore/observe/findings.h>

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

constexpr std::pair<std::string_view, MeasureUnit> kCheckUnits[] = {
    {"grants", MeasureUnit::Count},
    {"inversions", MeasureUnit::Count},
    {"jain", MeasureUnit::Ratio},
    {"wait.p50", MeasureUnit::Time},
    {"wait.p95", MeasureUnit::Time},
    {"wait.p99", MeasureUnit::Time},
    {"wait.max", MeasureUnit::Time},
    {"hold.p50", MeasureUnit::Time},
    {"hold.p95", MeasureUnit::Time},
    {"hold.p99", MeasureUnit::Time},
    {"hold.max", MeasureUnit::Time},
    {"handoff.p50", MeasureUnit::Time},
    {"handoff.p95", MeasureUnit::Time},
    {"handoff.p99", MeasureUnit::Time},
    {"handoff.max", MeasureUnit::Time},
    {"grants-per-second", MeasureUnit::Ratio},
    {"requests-per-grant", MeasureUnit::Ratio},
    {"woken-per-grant", MeasureUnit::Ratio},
    {"watches-most", MeasureUnit::Count},
    {"longest-without-grant", MeasureUnit::Time},
    {"waiting-most", MeasureUnit::Count},
    {"waiting-at-end", MeasureUnit::Count},
    {"longest-waiting-at-end", MeasureUnit::Time},
    {"rounds", MeasureUnit::Count},
    {"believers-most", MeasureUnit::Count},
    {"register.writes", MeasureUnit::Count},
    {"register.refused", MeasureUnit::Count},
    {"register.stale", MeasureUnit::Count},
    {"register.mingled", MeasureUnit::Count},
    {"register.duplicates", MeasureUnit::Count},
    {"register.missing", MeasureUnit::Count},
    {"granted-after-expiry", MeasureUnit::Time},
    {"learned-before-write", MeasureUnit::Truth},
    {"frozen-shown-after", MeasureUnit::Time},
    {"expired", MeasureUnit::Count},
    {"orphans", MeasureUnit::Count},
    {"waits-behind-own-session", MeasureUnit::Count},
    {"left-behind", MeasureUnit::Count}};
/// What follows is of the one who asks.
constexpr std::string_view kFailedWord = "failed.";
constexpr std::string_view kFindingWord = "finding.";

constexpr const char* kOthersCounted = "clients that are not the lab's may be counted, too";

bool isErrorName(std::string_view name) {
    for (int code = 0; code <= static_cast<int>(ErrorCode::Io); ++code)
        if (errorName(static_cast<ErrorCode>(code)) == name) return true;
    return false;
}

CheckOutcome notChecked(std::string why) {
    return {.kind = CheckOutcome::Kind::NotChecked, .why = std::move(why)};
}

/// In the words of a sentence: "was frozen".
std::string_view actDone(std::string_view act) {
    constexpr std::pair<ServerAct, std::string_view> kDone[] = {
        {ServerAct::Stop, "was stopped"},         {ServerAct::Kill, "was killed"},
        {ServerAct::Freeze, "was frozen"},        {ServerAct::Thaw, "was thawed"},
        {ServerAct::CutOff, "was cut off"},       {ServerAct::Mend, "was connected again"},
        {ServerAct::Restart, "was started again"}};
    for (const auto& [each, done] : kDone)
        if (serverActName(each) == act) return done;
    return "was disturbed";
}

std::string_view deedDone(const LabMoment& moment) {
    using Kind = LabMoment::Kind;
    switch (moment.kind) {
        case Kind::Frozen: return "was frozen";
        case Kind::Thawed: return "was thawed";
        case Kind::Cut: return "was cut off";
        case Kind::Mended: return "was connected again";
        case Kind::LosesAnswers: return "was made to lose answers";
        case Kind::Killed: return "was killed";
        case Kind::Removed: return "was removed";
        default: return actDone(moment.text);
    }
}

/// What somebody else has done to servers, sessions and processes of the lab's; empty: nothing.
std::string doneByOthers(const LabMoment& moment) {
    using Kind = LabMoment::Kind;
    switch (moment.kind) {
        case Kind::ServerSeen: break;
        case Kind::Died: return "the process of " + moment.who + " ended, but not by the lab,";
        case Kind::StoodStill: return moment.who + " itself stood still for " + moment.text;
        case Kind::Expired:
            return moment.text == kNotByLab ? "the session of " + moment.who + " ended, but not by the lab,"
                                            : std::string();
        case Kind::Lost:
            return moment.text.empty() ? std::string()
                                       : "the znode of " + moment.who + " was deleted, but not by the lab,";
        case Kind::Frozen:
            return moment.text.empty() ? std::string()
                                       : "the process of " + moment.who + " was stopped, but not by the lab,";
        case Kind::Thawed:
            return moment.text.empty() ? std::string()
                                       : "the process of " + moment.who + " was resumed, but not by the lab,";
        default: return {};
    }
    if (moment.text == kServerSilent) return "the cluster did not answer for some seconds";
    if (moment.text == serverStateName(ServerState::Stopped))
        return moment.who + " was ended, but not by the lab,";
    return moment.who +
           (moment.text == serverStateName(ServerState::Frozen) ? " was stopped" : " was resumed") +
           ", but not by the lab,";
}

/// For what others have done no client is to blame.
std::string whyDisturbed(const PhaseReport& phase) {
    if (phase.wasSilent) return "the cluster did not answer at the end of phase " + phase.name;
    for (const LabMoment& moment : phase.moments) {
        const std::string what = moment.isByHand
                                     ? moment.who + ' ' + std::string(deedDone(moment)) + " by hand"
                                     : doneByOthers(moment);
        if (what.empty()) continue;
        return what + (moment.at == Duration{} ? " before phase " : " in phase ") + phase.name;
    }
    return {};
}

/// Why nothing that was measured of the phase shows anything; empty where it does.
std::string whyInconclusive(const PhaseReport& phase) {
    if (std::string why = whyDisturbed(phase); !why.empty()) return why;
    switch (phase.end) {
        case PhaseEnd::Done: break;
        case PhaseEnd::TimeUp: return "phase " + phase.name + " was not done in its time";
        case PhaseEnd::Missed: return "a step of phase " + phase.name + " waited in vain";
        case PhaseEnd::Cancelled: return "phase " + phase.name + " was interrupted";
    }
    return {};
}

const PhaseReport* phaseIn(const LabReport& report, const std::string& name) {
    const auto found = std::ranges::find(report.phases, name, &PhaseReport::name);
    return found == report.phases.end() ? nullptr : &*found;
}

Measured perContender(const PhaseReport& phase, const std::string& group, Measured measured) {
    const auto found = std::ranges::find(phase.groups, group, &GroupReport::group);
    if (found == phase.groups.end() || found->contenders == 0)
        return {.why = "nobody of that group took part"};
    measured.value = *measured.value / static_cast<double>(found->contenders);
    return measured;
}

/// In one phase; what the check divides by may be of another one.
Measured measuredIn(const PhaseReport& phase, const LabCheck& check, const LabReport& report) {
    if (std::string why = whyInconclusive(phase); !why.empty()) return {.why = std::move(why)};
    Measured measured = measureOf(phase, check.that, check.of);
    if (measured.value && check.isPerContender) return perContender(phase, check.of.group, measured);
    if (!measured.value || !check.times) return measured;
    const PhaseReport* const other =
        check.times->phase.empty() ? &phase : phaseIn(report, check.times->phase);
    if (!other) return {.why = "phase " + check.times->phase + " did not take place"};
    if (std::string why = whyInconclusive(*other); !why.empty()) return {.why = std::move(why)};
    const Measured divisor = measureOf(*other, check.that, *check.times);
    if (!divisor.value) return divisor;
    if (measured.isAtMost || divisor.isAtMost) return {.why = kOthersCounted};
    if (*divisor.value <= 0) return {.why = "what it is compared with is 0"};
    measured.value = *measured.value / *divisor.value;
    return measured;
}

bool isTooLittle(const Measured& measured, const LabCheck& check) {
    return check.least && *measured.value < *check.least;
}

bool isTooMuch(const Measured& measured, const LabCheck& check) {
    return check.most && *measured.value > *check.most;
}

CheckOutcome judged(const Measured& measured, const LabCheck& check) {
    if (!measured.value) return notChecked(measured.why);
    const bool isLess = isTooLittle(measured, check);
    const bool isMore = isTooMuch(measured, check);
    if (measured.isAtMost && !isLess && (isMore || check.least)) return notChecked(kOthersCounted);
    return {.kind = isLess || isMore ? CheckOutcome::Kind::Broken : CheckOutcome::Kind::Held,
            .measured = measureText(*measured.value, boundUnit(check))};
}

CheckOutcome leftBehindOutcome(const LabCheck& check, const LabReport& report) {
    if (!report.leftBehind) return notChecked("the run has not ended");
    if (report.removalFailed) return notChecked("the servers did not answer when it was to be removed");
    return judged({.value = static_cast<double>(report.leftBehind->size())}, check);
}

/// What grows with the load. Of all others more than was promised is a fault of whoever promised it, however
/// many contenders there were.
bool growsWithLoad(std::string_view that) {
    constexpr std::string_view kWords[] = {
        "grants",          "grants-per-second",      "requests-per-grant",
        "woken-per-grant", "watches-most",           "longest-without-grant",
        "rounds",          "longest-waiting-at-end", "waiting-most",
        "waiting-at-end",  "register.writes",        "register.refused"};
    const bool isTime =
        that.starts_with("wait.") || that.starts_with("hold.") || that.starts_with("handoff.");
    return isTime || std::ranges::find(kWords, that) != std::end(kWords);
}

/// Nobody was there whom it could have waited for, or shared with.
bool isOfOneAlone(const PhaseReport& phase) {
    std::size_t contenders = 0;
    for (const GroupReport& group : phase.groups)
        contenders += group.contenders;
    return contenders < 2;
}

/// With what the number is of, in words of the file.
std::string whatItWas(const LabCheck& check, const std::string& measured) {
    if (check.isPerContender) return check.that + " for each contender was " + measured;
    return check.that + " was " + measured + (check.times ? " times what it is compared with" : "");
}

/// Of what was promised of another load than there was.
CheckOutcome judgedOfLoad(const Measured& measured, const LabCheck& check, const PhaseReport& phase,
                          const LabReport& report) {
    CheckOutcome outcome = judged(measured, check);
    if (outcome.kind == CheckOutcome::Kind::Held && report.contenders && isOfOneAlone(phase))
        return notChecked("one contender alone shows nothing of what several do");
    const PhaseReport* const other =
        check.times && !check.times->phase.empty() ? phaseIn(report, check.times->phase) : nullptr;
    const bool isHeldBack = phase.heldBack > 0 || (other && other->heldBack > 0);
    const bool isOfAnotherLoad = isHeldBack || report.contenders;
    if (outcome.kind != CheckOutcome::Kind::Broken || !isOfAnotherLoad || check.unit == MeasureUnit::Truth)
        return outcome;
    if (!isTooLittle(measured, check) && !growsWithLoad(check.that)) return outcome;
    const char* const why = isHeldBack ? "a limit of the run held the load back"
                                       : "it is promised of another number of contenders";
    return notChecked(why + (": " + whatItWas(check, outcome.measured)));
}

bool isWorse(CheckOutcome::Kind one, CheckOutcome::Kind other) {
    const auto rank = [](CheckOutcome::Kind kind) {
        return kind == CheckOutcome::Kind::Held ? 0 : kind == CheckOutcome::Kind::NotChecked ? 1 : 2;
    };
    return rank(one) > rank(other);
}

}  // namespace

MeasureUnit boundUnit(const LabCheck& check) {
    return check.times || check.isPerContender ? MeasureUnit::Ratio : check.unit;
}

std::optional<MeasureUnit> checkUnit(std::string_view that) {
    for (const auto& [word, unit] : kCheckUnits)
        if (word == that) return unit;
    const bool isFailure = that.starts_with(kFailedWord) && isErrorName(that.substr(kFailedWord.size()));
    const bool isFinding =
        that.starts_with(kFindingWord) && findingKind(that.substr(kFindingWord.size())).has_value();
    if (isFailure || isFinding) return MeasureUnit::Count;
    return std::nullopt;
}

const std::vector<std::string_view>& checkWords() {
    static const std::vector<std::string_view> words = [] {
        std::vector<std::string_view> made;
        for (const auto& [word, unit] : kCheckUnits)
            made.push_back(word);
        made.push_back(kFailedWord);
        made.push_back(kFindingWord);
        return made;
    }();
    return words;
}

CheckOutcome outcomeOf(const LabCheck& check, const LabReport& report) {
    if (check.that == "left-behind") return leftBehindOutcome(check, report);
    if (report.wasCancelled) return notChecked("the run was interrupted");
    std::optional<CheckOutcome> worst;
    for (const PhaseReport& phase : report.phases) {
        const bool isMeant =
            check.of.phase.empty() ? hasSubject(phase, check.of) : phase.name == check.of.phase;
        if (!isMeant) continue;
        CheckOutcome outcome = judgedOfLoad(measuredIn(phase, check, report), check, phase, report);
        if (!worst || isWorse(outcome.kind, worst->kind)) worst = std::move(outcome);
    }
    return worst ? *worst : notChecked("no phase that it is about took place");
}

bool wasDisturbed(const PhaseReport& phase) {
    return !whyDisturbed(phase).empty();
}

std::vector<CheckOutcome> outcomesOf(const std::vector<LabCheck>& checks, const LabReport& report) {
    std::vector<CheckOutcome> outcomes;
    for (const LabCheck& check : checks) {
        outcomes.push_back(outcomeOf(check, report));
        outcomes.back().check = outcomes.size() - 1;
    }
    return outcomes;
}

}  // namespace lockcore
