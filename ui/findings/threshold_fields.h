// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/findings.h>

#include <QString>
#include <span>

namespace lockscope {

/// One threshold as a user sets it. Its value is a number in the unit that the user reads.
struct ThresholdField {
    const char* key;  ///< stable, for the settings file
    const char* label;
    const char* meaning;
    bool inSeconds;  ///< else a count
    double minimum;
    double maximum;
    int decimals;
    double (*get)(const lockcore::Thresholds& thresholds);
    void (*set)(lockcore::Thresholds& thresholds, double value);

    QString labelText() const;    ///< GUI thread (translated), as the next two
    QString meaningText() const;  ///< from when on what is told
    QString unitText() const;     ///< to follow the number; empty for a count
};

/// All thresholds, in the order in which they are shown.
std::span<const ThresholdField> thresholdFields();

}  // namespace lockscope
