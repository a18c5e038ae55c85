// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/history/snapshot.h>
#include <lockcore/observe/findings.h>

#include <memory>

namespace lockcore {

/// What a snapshot tells of its cluster, as who asks a cluster gets it. Where nothing had been checked, its
/// findings are by one look at the locks alone. Pure.
std::shared_ptr<const ClusterAssessment> assessmentOf(const Snapshot& snapshot,
                                                      const Thresholds& thresholds = {});

}  // namespace lockcore
