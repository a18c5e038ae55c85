// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "standstill.h"

#include <lockcore/history/report.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace lockcore {

/// True of all paths where no pattern was given. Pure, as all of these.
bool isReportedOn(const std::string& path, const std::vector<PathPattern>& patterns);
bool isReportedOn(const Finding& finding, const std::vector<PathPattern>& patterns);
/// It says why that lock may stand still: for certain, or that a client in it is not heard of, which few
/// clients are long enough for servers to tell it twice.
bool accuses(const Finding& finding, const std::string& lock);
/// Worst first, then in the order in which they began.
void sortFindings(std::vector<RecordedFinding>& findings);

/// Locks in which semaphores' clients wait for a permit, by their paths.
std::set<std::string> partsOfSemaphores(const std::vector<RecordedTurn>& turns);
/// Of the lock whose turns these are: before its first contender was read it was of no kind.
DirectoryKind kindOf(const std::vector<RecordedTurn>& turns);

/// Of one lock's turns; without what was shown of it and its findings.
StuckLock stuckLockOf(const std::vector<RecordedTurn>& turns, const Standstill& standstill,
                      std::int64_t knownUntilUnixMs);
/// Puts the longest ones first, and leaves out the rest, which are counted.
void keepLongest(IncidentReport& report, std::size_t most);
/// Which findings are about each, what servers told of its clients; names no more of them than that.
void completeStuck(StuckLock& stuck, const std::vector<RecordedFinding>& findings, std::size_t mostNamed);
/// Of those of whom nothing is told yet.
void tellClients(const ClusterAssessment& checked, std::vector<ReportedContender>& contenders);
/// What a timeline shows of those that are stuck.
LockHistory pastOfStuck(const IncidentReport& report, const std::vector<RecordedTurn>& turns);

}  // namespace lockcore
