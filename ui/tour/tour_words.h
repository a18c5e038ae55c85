// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/state_palette.h"
#include "tour/tour.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace lockscope {

// What the tour says. GUI thread, since it is translated.

/// One line of what was seen. A value.
struct TourResult {
    Tone tone = Tone::Info;
    QString outcome;  ///< "held", "broken", "not checked"
    QString text;     ///< the promise, and what was measured

    bool operator==(const TourResult&) const = default;
};

/// Each promise of the scenario, what was measured, and whether it held: of one that was not checked nothing
/// is claimed. Empty for a run that was ended before.
std::vector<TourResult> tourResults(const TourStop& stop, const lockcore::LabReport& report);
/// What all of it comes to, in one sentence.
TourResult tourVerdict(const lockcore::LabReport& report);
/// Grants, waits and what they cost, phase by phase; what was not measured is said to be so.
QStringList tourNumbers(const lockcore::LabReport& report);
/// What goes on, in a few words; empty where nothing does.
QString tourActivity(const TourStop& stop, const TourVisit& visit);
/// Why it could not be played, and what to do.
QString tourFailure(const lockcore::Error& error);
/// What one sees where the window points, before a step says more.
QString pointingText(const lockcore::LookAt& look);

}  // namespace lockscope
