// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <prometheus/collectable.h>
#include <prometheus/metric_family.h>

#include <vector>

namespace lockscope {

/// What this program itself costs, under the names that programs commonly use. Any thread.
class ProcessMetrics : public prometheus::Collectable {
public:
    std::vector<prometheus::MetricFamily> Collect() const override;
};

}  // namespace lockscope
