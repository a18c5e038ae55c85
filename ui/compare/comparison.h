// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "compare/difference_text.h"

#include <lockcore/history/compare.h>
#include <lockcore/observe/request_log.h>

#include <QString>
#include <QStringList>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace lockscope {

/// A moment that is compared, and where it is from.
struct ComparedSide {
    QString file = {};
    QString cluster = {};  ///< its connect string; empty: not told
    std::int64_t atUnixMs = 0;
    std::shared_ptr<const lockcore::ClusterAssessment> checked = {};  ///< never null
    /// Nothing was recorded from then to then, and it lies between: there is nothing to compare.
    std::optional<lockcore::TimeSpan> unrecorded = {};
};

/// What differs between two moments, in words. A value.
struct Comparison {
    QStringList heading = {};
    std::vector<DifferenceRow> groups = {};
    QString summary = {};  ///< in a sentence, also where nothing differs

    /// For other programs.
    QString asText() const;
};

/// The earlier one is compared with the later one, whichever is which. For another thread than the window's:
/// with many locks it takes its time (translated).
Comparison compared(const ComparedSide& one, const ComparedSide& other, lockcore::MomentSources sources);

}  // namespace lockscope
