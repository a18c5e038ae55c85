// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/checks.h>

#include <optional>
#include <string>
#include <string_view>

namespace lockcore {

/// One number of a report, or why there is none.
struct Measured {
    std::optional<double> value = {};  ///< a time in nanoseconds
    std::string why = {};              ///< in English
    bool isAtMost = false;             ///< it is no more than that, and may be less
};

/// A measure of one phase, whatever its end was. Pure, as all of these.
Measured measureOf(const PhaseReport& phase, std::string_view that, const CheckSubject& of);

/// @{ What is told of one contender by what happened to it. See scenario files for their meaning.
Measured grantedAfterExpiry(const PhaseReport& phase, const std::string& who);
Measured learnedBeforeWrite(const PhaseReport& phase, const std::string& who);
Measured shownAfter(const PhaseReport& phase, const std::string& who);
/// @}

/// Whether it has what the subject names.
bool hasSubject(const PhaseReport& phase, const CheckSubject& of);

}  // namespace lockcore
