// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "report/measures.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <map>
#include <span>
#include <tuple>
#include <utility>

namespace lockcore {

namespace {

constexpr std::string_view kPhaseMeasures[] = {"grants", "grants-per-second", "requests-per-grant",
                                               "woken-per-grant", "watches-most"};
constexpr std::string_view kLockMeasures[] = {"grants",
                                              "inversions",
                                              "jain",
                                              "wait.p50",
                                              "wait.p95",
                                              "wait.p99",
                                              "wait.max",
                                              "hold.p50",
                                              "hold.p95",
                                              "hold.p99",
                                              "hold.max",
                                              "handoff.p50",
                                              "handoff.p95",
                                              "handoff.p99",
                                              "handoff.max",
                                              "longest-without-grant",
                                              "waiting-most",
                                              "waiting-at-end",
                                              "longest-waiting-at-end",
                                              "believers-most",
                                              "orphans",
                                              "waits-behind-own-session"};
constexpr std::string_view kGroupMeasures[] = {"grants",
                                               "jain",
                                               "wait.p50",
                                               "wait.p95",
                                               "wait.p99",
                                               "wait.max",
                                               "hold.p50",
                                               "hold.p95",
                                               "hold.p99",
                                               "hold.max",
                                               "longest-without-grant",
                                               "waiting-most",
                                               "waiting-at-end",
                                               "longest-waiting-at-end",
                                               "expired"};
/// Of those that work without a lock.
constexpr std::string_view kRoundMeasures[] = {"rounds",   "hold.p50", "hold.p95",
                                               "hold.p99", "hold.max", "expired"};
constexpr std::string_view kRegisterMeasures[] = {"register.writes",     "register.refused",
                                                  "register.stale",      "register.mingled",
                                                  "register.duplicates", "register.missing"};

void addRows(const PhaseReport& phase, const char* kind, const CheckSubject& of,
             std::span<const std::string_view> measures, std::vector<MeasureRow>& rows) {
    for (const std::string_view that : measures)
        rows.push_back({.phase = phase.name,
                        .of = of.lock + of.group + of.registerName,
                        .ofKind = kind,
                        .that = std::string(that),
                        .unit = checkUnit(that).value_or(MeasureUnit::Count),
                        .first = measureOf(phase, that, of).value});
}

/// What a row is of.
using RowKey = std::tuple<std::string, std::string, std::string, std::string>;

RowKey keyOf(const MeasureRow& row) {
    return {row.phase, row.ofKind, row.of, row.that};
}

/// In any language: no locale has a say.
std::string decimals(double value, int digits) {
    std::array<char, 64> text{};
    const auto [end, problem] =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, digits);
    return problem == std::errc{} ? std::string(text.data(), end) : std::string("∞");
}

/// Three digits that count.
std::string threeDigits(double value) {
    return decimals(value, value >= 100 ? 0 : value >= 10 ? 1 : 2);
}

std::string timeText(double nanoseconds) {
    constexpr std::pair<double, const char*> kUnits[] = {{1e9, " s"}, {1e6, " ms"}, {1e3, " µs"}};
    for (const auto& [unit, word] : kUnits)
        if (nanoseconds >= unit) return threeDigits(nanoseconds / unit) + word;
    return decimals(nanoseconds, 0) + " ns";
}

}  // namespace

std::string measureText(double value, MeasureUnit unit) {
    switch (unit) {
        case MeasureUnit::Count: break;
        case MeasureUnit::Ratio: return threeDigits(value);
        case MeasureUnit::Time: return timeText(value);
        case MeasureUnit::Truth: return value != 0 ? "yes" : "no";
    }
    return decimals(value, 0);
}

std::vector<MeasureRow> measuresOf(const LabReport& report) {
    std::vector<MeasureRow> rows;
    for (const PhaseReport& phase : report.phases) {
        addRows(phase, "phase", {}, kPhaseMeasures, rows);
        for (const LockReport& lock : phase.locks)
            addRows(phase, "lock", {.lock = lock.lock}, kLockMeasures, rows);
        for (const GroupReport& group : phase.groups)
            addRows(phase, "group", {.group = group.group},
                    group.rounds > 0 ? std::span<const std::string_view>(kRoundMeasures) : kGroupMeasures,
                    rows);
        for (const RegisterReading& each : phase.registers)
            addRows(phase, "register", {.registerName = each.name}, kRegisterMeasures, rows);
    }
    return rows;
}

std::vector<MeasureRow> sideBySide(const LabReport& first, const LabReport& second) {
    std::vector<MeasureRow> rows = measuresOf(first);
    // A file may have a million of them.
    std::map<RowKey, std::size_t> places;
    for (std::size_t i = 0; i < rows.size(); ++i)
        places.emplace(keyOf(rows[i]), i);
    for (MeasureRow& other : measuresOf(second)) {
        std::swap(other.first, other.second);
        const auto found = places.find(keyOf(other));
        if (found == places.end())
            rows.push_back(std::move(other));
        else
            rows[found->second].second = other.second;
    }
    return rows;
}

std::optional<double> ratioOf(const MeasureRow& row) {
    if (!row.first || !row.second || *row.first == 0 || row.unit == MeasureUnit::Truth) return std::nullopt;
    return *row.second / *row.first;
}

LabVerdict verdictOf(const LabReport& report) {
    const auto has = [&](CheckOutcome::Kind kind) {
        return std::ranges::find(report.checks, kind, &CheckOutcome::kind) != report.checks.end();
    };
    if (report.wasCancelled) return LabVerdict::NotChecked;
    const bool isMissed = std::ranges::any_of(report.missed, [&](const MissedStep& step) {
        const auto phase = std::ranges::find(report.phases, step.phase, &PhaseReport::name);
        return phase == report.phases.end() || !wasDisturbed(*phase);
    });
    // With another load than the scenario's a step may wait in vain for what that load does not do.
    if ((isMissed && !report.contenders) || has(CheckOutcome::Kind::Broken)) return LabVerdict::NotShown;
    return !report.missed.empty() || has(CheckOutcome::Kind::NotChecked) || report.checks.empty()
               ? LabVerdict::NotChecked
               : LabVerdict::Shown;
}

}  // namespace lockcore
