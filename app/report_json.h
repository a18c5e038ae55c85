// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reports.h"

#include "bridge/no_answer.h"

#include <optional>
#include <string>

namespace lockscope {

// What the reports print with --format json. Stable: keys are added, never renamed. Times in milliseconds,
// since 1970 where they are moments; ids as "0x…". Bytes that are no UTF-8 become U+FFFD,
// characters that can't be seen "\uXXXX". Pure.

enum class JsonLayout {
    Pretty,
    Line,  ///< without line breaks but for the one at the end
};

/// Of List: {"takenAtMs", "source", "problems", "locks": [{"path", "dialect", "holders", "waiters", …}]}.
/// Of Show: one lock with its contenders in queue order, or "lock": null where it is not there.
/// Of Sessions: {"takenAtMs", "servers": […], "sessions": […]}; of Check: "findings" instead of these.
std::string reportJson(const ReportQuery& query, const lockcore::ClusterAssessment& assessment,
                       JsonLayout layout);

/// Where there is nothing to report on: {"failure": {"code", "what", "server"}}, and how many servers gave
/// which answer where they were asked: "servers": {"serveNobody", "asked", "serving", "readOnly",
/// "notServing", "silent"}.
std::string failureJson(const lockcore::Error& reason, const std::optional<ServerAnswers>& answers);

}  // namespace lockscope
