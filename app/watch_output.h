// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/explanation.h"
#include "command_line.h"
#include "terminal.h"

#include <lockcore/observe/assessment.h>

#include <cstdint>
#include <memory>
#include <optional>

namespace lockscope {

/// Why there is nothing new.
struct WatchTrouble {
    Explanation explanation;
    std::int64_t sinceUnixMs = 0;
    bool servesNobody = false;  ///< the servers that answer have no quorum
    /// Of what does not pass by waiting; other reasons change from one server that is tried to the next.
    std::optional<lockcore::ErrorCode> lasting = {};
};

/// What is to be shown. A value.
struct WatchView {
    std::shared_ptr<const lockcore::ClusterAssessment> assessment =
        {};                                    ///< the newest; null before the first
    std::optional<WatchTrouble> trouble = {};  ///< while it lasts the assessment is old
};

/// Shows one view after the other on standard output. Main thread.
class WatchOutput {
public:
    virtual ~WatchOutput() = default;
    virtual Written show(const WatchView& view) = 0;
};

/// In place on a screen, else one after the other. `command` must outlive it.
std::unique_ptr<WatchOutput> makeWatchOutput(const CommandLine& command);

}  // namespace lockscope
