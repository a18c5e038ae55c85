// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "open_metrics.h"

#include <lockcore/foreign_text.h>

#include <prometheus/metric_family.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <ostream>
#include <string_view>

namespace lockscope {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;

constexpr std::string_view kTotal = "_total";
constexpr std::string_view kSeconds = "_seconds";
constexpr std::string_view kBytes = "_bytes";

/// As it may stand between quotes. What is no UTF-8 is written out: nobody would read the rest.
std::string inQuotes(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const std::string_view before = text;
        if (!lockcore::takeCodePoint(text)) {
            std::array<char, 16> written{};
            std::snprintf(written.data(), written.size(), "\\\\x%02x",
                          static_cast<unsigned>(static_cast<unsigned char>(text.front())));
            result += written.data();
            text.remove_prefix(1);
            continue;
        }
        const std::string_view character = before.substr(0, before.size() - text.size());
        if (character == "\n")
            result += "\\n";
        else if (character == "\"" || character == "\\")
            (result += '\\') += character;
        else
            result += character;
    }
    return result;
}

std::string numberText(double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    return {digits.data(), end};
}

/// As all that compare them write them: "1.0".
std::string boundText(double bound) {
    const std::string text = numberText(bound);
    return text.find_first_not_of("0123456789") == std::string::npos ? text + ".0" : text;
}

std::string_view typeName(MetricType type) {
    switch (type) {
        case MetricType::Counter: return "counter";
        case MetricType::Gauge: return "gauge";
        case MetricType::Summary: return "summary";
        case MetricType::Histogram: return "histogram";
        default: return "unknown";
    }
}

/// Of a counter "_total" belongs to its samples alone.
std::string_view familyName(const MetricFamily& family) {
    const std::string_view name = family.name;
    return family.type == MetricType::Counter && name.ends_with(kTotal)
               ? name.substr(0, name.size() - kTotal.size())
               : name;
}

std::string_view unitOf(std::string_view name) {
    for (const std::string_view unit : {kSeconds, kBytes})
        if (name.ends_with(unit)) return unit.substr(1);
    return {};
}

void writeHead(std::ostream& out, const MetricFamily& family) {
    const std::string_view name = familyName(family);
    out << "# TYPE " << name << ' ' << typeName(family.type) << '\n';
    if (const std::string_view unit = unitOf(name); !unit.empty())
        out << "# UNIT " << name << ' ' << unit << '\n';
    if (!family.help.empty()) out << "# HELP " << name << ' ' << inQuotes(family.help) << '\n';
}

/// `bound`: of a bucket.
void writeSample(std::ostream& out, std::string_view name, std::string_view suffix,
                 const ClientMetric& metric, const std::string& value, const std::string& bound = {}) {
    out << name << suffix;
    const char* separator = "{";
    for (const ClientMetric::Label& label : metric.label) {
        out << separator << label.name << "=\"" << inQuotes(label.value) << '"';
        separator = ",";
    }
    if (!bound.empty()) {
        out << separator << "le=\"" << bound << '"';
        separator = ",";
    }
    if (*separator == ',') out << '}';
    out << ' ' << value << '\n';
}

void writeHistogram(std::ostream& out, std::string_view name, const ClientMetric& metric) {
    const ClientMetric::Histogram& histogram = metric.histogram;
    for (const ClientMetric::Bucket& bucket : histogram.bucket)
        writeSample(out, name, "_bucket", metric, std::to_string(bucket.cumulative_count),
                    boundText(bucket.upper_bound));
    if (histogram.bucket.empty() || !std::isinf(histogram.bucket.back().upper_bound))
        writeSample(out, name, "_bucket", metric, std::to_string(histogram.sample_count), "+Inf");
    writeSample(out, name, "_sum", metric, numberText(histogram.sample_sum));
    writeSample(out, name, "_count", metric, std::to_string(histogram.sample_count));
}

void writeMetric(std::ostream& out, const MetricFamily& family, const ClientMetric& metric) {
    const std::string_view name = familyName(family);
    switch (family.type) {
        case MetricType::Counter:
            return writeSample(out, name, kTotal, metric, numberText(metric.counter.value));
        case MetricType::Gauge: return writeSample(out, name, "", metric, numberText(metric.gauge.value));
        case MetricType::Histogram: return writeHistogram(out, name, metric);
        default: return writeSample(out, name, "", metric, numberText(metric.untyped.value));
    }
}

}  // namespace

void OpenMetricsSerializer::Serialize(std::ostream& out, const std::vector<MetricFamily>& families) const {
    for (auto family = families.begin(); family != families.end(); ++family) {
        const auto isOfThis = [&](const MetricFamily& other) { return other.name == family->name; };
        if (std::any_of(families.begin(), family, isOfThis)) continue;
        writeHead(out, *family);
        for (auto same = family; same != families.end(); ++same)
            if (isOfThis(*same))
                for (const ClientMetric& metric : same->metric)
                    writeMetric(out, *family, metric);
    }
    out << "# EOF\n";
}

}  // namespace lockscope
