// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// A report of the lab, as somebody has sent it: it is refused with the place, or can be told in every
// form.
#include "fuzz_targets.h"

#include <lockcore/lab/report.h>

#include <string>

std::string checkLabReport(std::string_view input) {
    const auto report = lockcore::labReportFromJson(input, "fuzzed.json");
    if (!report) return report.error().what.empty() ? "refused without a word" : "";
    const std::string written = lockcore::labReportToJson(*report);
    const auto again = lockcore::labReportFromJson(written, "again.json");
    if (!again) return "what is written is not read: " + again.error().path + ": " + again.error().what;
    const auto rows = lockcore::measuresOf(*report);
    if (lockcore::sideBySide(*report, *again).size() != rows.size()) return "one side has other numbers";
    return lockcore::labReportToCsv(*report).empty() ? "a table without a heading" : "";
}
