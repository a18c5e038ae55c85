// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/assessment.h>

#include <string>

namespace lockscope {

/// Whether a holder would learn of a request to release, which is written into its znode.
enum class Listening {
    Unknown,  ///< its server's watches were not told
    /// Its client watches its own znode: to listen, or only to learn that its hold is lost, as lockcore's
    /// clients do. No server tells which.
    Maybe,
    No,  ///< its server told all watches, and that one is not among them
};

/// By the watch tables of the last sample; null where the cluster was not asked. Any thread.
Listening listeningOf(const lockcore::ClusterAssessment* assessment, const std::string& lockPath,
                      const lockcore::Contender& holder);

/// The session of `contender` as the last sample has it; null where it has not. Any thread.
const lockcore::SessionView* sessionOf(const lockcore::ClusterAssessment* assessment,
                                       const lockcore::Contender& contender);

}  // namespace lockscope
