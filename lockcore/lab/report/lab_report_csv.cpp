// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/lab/report.h>

#include <array>
#include <charconv>
#include <cmath>

namespace lockcore {

namespace {

constexpr std::string_view kReportLineEnd = "\r\n";

/// A name may be anything in a report that was read from a file: one field stays one, and no formula.
std::string csvField(std::string_view text) {
    std::string field(text);
    if (!field.empty() && std::string_view("=+-@\t\r").find(field.front()) != std::string_view::npos)
        field.insert(field.begin(), '\'');
    if (field.find_first_of("\",\r\n") == std::string::npos) return field;
    std::string quoted = "\"";
    for (const char each : field)
        quoted += each == '"' ? std::string("\"\"") : std::string(1, each);
    return quoted + '"';
}

/// With a point in any language, and without a fraction where there is none.
std::string csvNumber(const std::optional<double>& value) {
    if (!value) return {};
    std::array<char, 64> text{};
    constexpr double kWholeUpTo = 1e15;
    const bool isWhole = std::abs(*value) < kWholeUpTo && std::trunc(*value) == *value;
    const auto [end, problem] =
        isWhole ? std::to_chars(text.data(), text.data() + text.size(), static_cast<std::int64_t>(*value))
                : std::to_chars(text.data(), text.data() + text.size(), *value);
    return problem == std::errc{} ? std::string(text.data(), end) : std::string();
}

std::string_view unitWord(MeasureUnit unit) {
    switch (unit) {
        case MeasureUnit::Count: break;
        case MeasureUnit::Ratio: return "ratio";
        case MeasureUnit::Time: return "ns";
        case MeasureUnit::Truth: return "truth";
    }
    return "count";
}

}  // namespace

std::string labReportToCsv(const LabReport& report) {
    std::string text = "scenario,seed,phase,kind,name,measure,unit,value";
    text += kReportLineEnd;
    for (const MeasureRow& row : measuresOf(report)) {
        text +=
            csvField(report.scenario) + ',' + std::to_string(report.seed) + ',' + csvField(row.phase) + ',';
        text += row.ofKind + ',' + csvField(row.of) + ',' + row.that + ',';
        text += std::string(unitWord(row.unit)) + ',' + csvNumber(row.first);
        text += kReportLineEnd;
    }
    return text;
}

std::string sideBySideToCsv(const std::vector<MeasureRow>& rows) {
    std::string text = "phase,kind,name,measure,unit,first,second,ratio";
    text += kReportLineEnd;
    for (const MeasureRow& row : rows) {
        text += csvField(row.phase) + ',' + row.ofKind + ',' + csvField(row.of) + ',' + row.that + ',';
        text += std::string(unitWord(row.unit)) + ',' + csvNumber(row.first) + ',' + csvNumber(row.second) +
                ',' + csvNumber(ratioOf(row));
        text += kReportLineEnd;
    }
    return text;
}

}  // namespace lockcore
