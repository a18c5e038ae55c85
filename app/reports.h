// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"
#include "report.h"

#include <lockcore/observe/assessment.h>
#include <lockcore/result.h>

#include <set>
#include <string>
#include <vector>

namespace lockscope {

/// What of a cluster is asked for.
struct ReportQuery {
    CommandLine::Verb verb = CommandLine::Verb::List;
    std::string lockPath = {};                 ///< of the verb Show
    std::set<lockcore::Aspect> accepted = {};  ///< of the verb Check: need not be checked
    std::string chroot = {};                   ///< below which all is read; empty: there is none
};

ReportQuery queryOf(const CommandLine& command);

/// That servers are of another cluster; empty where none is known to be.
QString otherClusterText(const lockcore::ClusterAssessment& assessment);

/// True where it is not known whether a path is a lock: it, or what is above it, could not be read. Pure.
bool isHidden(const lockcore::ClusterAssessment& assessment, const std::string& path);

/// The sentence where nothing has the path of the verb Show.
QString noLockText(const std::string& path);

/// What an assessment says on it, in the user's language and for programs. Fails where the lock is known not
/// to be there.
/// GUI thread, for the translations.
lockcore::Result<Report> makeReport(const ReportQuery& query, const lockcore::ClusterAssessment& assessment);

/// What of that which the verb tells was not looked at, and why.
std::vector<lockcore::Gap> missingIn(const ReportQuery& query, const lockcore::ClusterAssessment& assessment);
/// Of which aspects, without those that are accepted.
std::set<lockcore::Aspect> missingAspects(const ReportQuery& query,
                                          const lockcore::ClusterAssessment& assessment);

/// What is only information, or suspected, is no reason to wake anybody. Pure.
bool needsAttention(const lockcore::ClusterAssessment& assessment);

}  // namespace lockscope
