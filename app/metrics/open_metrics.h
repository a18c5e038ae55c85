// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <prometheus/serializer.h>

#include <iosfwd>
#include <string>
#include <vector>

namespace lockscope {

/// Writes metrics as OpenMetrics 1.0, which prometheus-cpp does not: its own serializer knows the text format
/// that came before. Any thread.
class OpenMetricsSerializer : public prometheus::Serializer {
public:
    static constexpr const char* kContentType = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    using Serializer::Serialize;
    /// Families of one name become one, as several clusters have them: with the type and help of the first.
    void Serialize(std::ostream& out, const std::vector<prometheus::MetricFamily>& families) const override;
};

}  // namespace lockscope
