// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/report.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What a scenario promises, and whether a run showed it. All of it is pure.
namespace lockcore {

/// Of what a measure is. Empty texts: of all there is.
struct CheckSubject {
    std::string phase = {};  ///< empty: each phase
    std::string lock = {};
    std::string group = {};
    std::string registerName = {};
    std::string who = {};  ///< one contender: "first#1"

    bool operator==(const CheckSubject&) const = default;
};

/// One promise: a measure, and what it has to be.
struct LabCheck {
    std::string that;  ///< "wait.p95"; see checkWords()
    CheckSubject of = {};
    MeasureUnit unit = MeasureUnit::Count;
    std::optional<double> least = {};  ///< a time in nanoseconds; of a truth 0 and 1
    std::optional<double> most = {};
    /// The measure is divided by that of this subject before it is compared.
    std::optional<CheckSubject> times = {};
    /// It is divided by the number of the group's contenders, so that it promises the same of any number.
    bool isPerContender = false;

    bool operator==(const LabCheck&) const = default;
};

/// What is compared with the bounds of a check.
MeasureUnit boundUnit(const LabCheck& check);
/// What a word of a check measures; empty for any other word.
std::optional<MeasureUnit> checkUnit(std::string_view that);
/// All words, those with a part of their own ("failed.", "finding.") by that part.
const std::vector<std::string_view>& checkWords();

/// Judges one; `check` of the outcome is 0. NotChecked, and never Held, is a measure that could not be made,
/// or that other clients' doings may have made larger. Never Broken is what was promised of a load that was
/// another one here: as many contenders as somebody wanted, or held back by a limit. Nor is anything Held of
/// one contender alone, where somebody wanted one.
CheckOutcome outcomeOf(const LabCheck& check, const LabReport& report);
/// Whether others have done something to servers or processes of the lab's in it, or somebody by hand what
/// its scenario does not, or the cluster did not answer: then nothing in it shows anything.
bool wasDisturbed(const PhaseReport& phase);
/// Judges all. Of a run that was cancelled only what it has left behind.
std::vector<CheckOutcome> outcomesOf(const std::vector<LabCheck>& checks, const LabReport& report);

}  // namespace lockcore
