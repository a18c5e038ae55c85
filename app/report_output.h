// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

#include <lockcore/observe/assessment.h>
#include <lockcore/result.h>

#include <QByteArray>

namespace lockscope {

/// Of check: something is wrong; the cluster, or a part of it, could not be checked.
inline constexpr int kExitFound = 1;
inline constexpr int kExitNotChecked = 2;

/// What a verb that reports once prints, in the format that was asked for. GUI thread.
lockcore::Result<QByteArray> reportOutput(const CommandLine& command,
                                          const lockcore::ClusterAssessment& assessment);

/// Old: what there is by now could not be read.
enum class ReportAge { New, Old };

/// The exit status after that, or where the lock that it is about is not there.
int reportStatus(const CommandLine& command, const lockcore::ClusterAssessment& assessment,
                 ReportAge age = ReportAge::New);

/// The cluster by which a report is known: a profile's name and the connect string, escaped.
QString clusterName(const CommandLine& command);

}  // namespace lockscope
