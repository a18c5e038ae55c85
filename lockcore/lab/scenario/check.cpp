// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "report/measures.h"

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

bool isErrorName(std::string_view name) {
    for (int code = 0; code <= static_cast<int>(ErrorCode::Io); ++code)
        if (errorName(static_cast<ErrorCode>(code)) == name) return true;
    return false;
}

CheckOutcome notChecked(std::string why) {
    return {.kind = CheckOutcome::Kind::NotChecked, .why = std::move(why)};
}

/// Why nothing that was measured of the phase shows anything; empty where it does.
std::string whyInconclusive(const PhaseReport& phase) {
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

/// In one phase; what the check divides by may be of another one.
Measured measuredIn(const PhaseReport& phase, const LabCheck& check, const LabReport& report) {
    if (std::string why = whyInconclusive(phase); !why.empty()) return {std::nullopt, std::move(why)};
    Measured measured = measureOf(phase, check.that, check.of);
    if (!measured.value || !check.times) return measured;
    const PhaseReport* const other =
        check.times->phase.empty() ? &phase : phaseIn(report, check.times->phase);
    if (!other) return {std::nullopt, "phase " + check.times->phase + " did not take place"};
    if (std::string why = whyInconclusive(*other); !why.empty()) return {std::nullopt, std::move(why)};
    const Measured divisor = measureOf(*other, check.that, *check.times);
    if (!divisor.value) return divisor;
    if (*divisor.value <= 0) return {std::nullopt, "what it is compared with is 0"};
    measured.value = *measured.value / *divisor.value;
    return measured;
}

CheckOutcome judged(const Measured& measured, const LabCheck& check) {
    if (!measured.value) return notChecked(measured.why);
    const bool isHeld =
        (!check.least || *measured.value >= *check.least) && (!check.most || *measured.value <= *check.most);
    return {.kind = isHeld ? CheckOutcome::Kind::Held : CheckOutcome::Kind::Broken,
            .measured = measureText(*measured.value, check.times ? MeasureUnit::Ratio : check.unit)};
}

CheckOutcome leftBehindOutcome(const LabCheck& check, const LabReport& report) {
    if (!report.leftBehind) return notChecked("the run has not ended");
    return judged({static_cast<double>(report.leftBehind->size()), {}}, check);
}

bool isWorse(CheckOutcome::Kind one, CheckOutcome::Kind other) {
    const auto rank = [](CheckOutcome::Kind kind) {
        return kind == CheckOutcome::Kind::Held ? 0 : kind == CheckOutcome::Kind::NotChecked ? 1 : 2;
    };
    return rank(one) > rank(other);
}

}  // namespace

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
    if (report.wasCancelled) return notChecked("the run was interrupted");
    if (check.that == "left-behind") return leftBehindOutcome(check, report);
    std::optional<CheckOutcome> worst;
    for (const PhaseReport& phase : report.phases) {
        const bool isMeant =
            check.of.phase.empty() ? hasSubject(phase, check.of) : phase.name == check.of.phase;
        if (!isMeant) continue;
        CheckOutcome outcome = judged(measuredIn(phase, check, report), check);
        if (!worst || isWorse(outcome.kind, worst->kind)) worst = std::move(outcome);
    }
    return worst ? *worst : notChecked("no phase that it is about took place");
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
