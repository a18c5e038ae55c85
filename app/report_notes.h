// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/assessment.h>

#include <QStringList>

#include <set>

namespace lockscope {

// What stands below the tables of reports. GUI thread, for the translations.

/// Of those whose state is not known, why it is not; one paragraph a reason.
QStringList doubtNotes(const std::set<const lockcore::SessionView*>& views);

/// A group looks whole while the sessions of dead members last.
QStringList absentMembersTexts(const lockcore::ClusterAssessment& assessment,
                               const lockcore::LockQueue& lock);

/// How long that one has been queued is told by a clock that nobody has compared, which otherClockText()
/// says.
bool isByOtherClock(const lockcore::ClusterSample& sample, const lockcore::QueueRow& row);
QString otherClockText();

QString inDoubtText();
/// That names of several libraries stand in a lock, and whether that leaves open who holds it; none where one
/// library has it.
QStringList librariesTexts(const lockcore::ClusterAssessment& assessment, const lockcore::LockQueue& lock);

}  // namespace lockscope
