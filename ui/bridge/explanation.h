// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "audit/action.h"
#include "bridge/cluster_status.h"

#include <lockcore/observe/discovery.h>
#include <lockcore/result.h>

#include <QCoreApplication>
#include <QString>

namespace lockscope {

/// A failure in the user's language: the thing, the reason and what to do. Plain text, to be shown as such.
struct Explanation {
    QString title;
    QString reason;
    QString advice = {};

    /// The parts as one paragraph.
    QString joined() const;

    Q_DECLARE_TR_FUNCTIONS(lockscope::Explanation)
};

/// What the user can do about it; empty where there is nothing to say. GUI thread, as all of these.
QString adviceText(lockcore::ErrorCode code);

/// Who reads it: somebody who sees that the window goes on, or the output of a program that has ended.
enum class Audience { Window, CommandLine };

Explanation explainProblem(const lockcore::ConnectionProblem& problem, const ConnectionOptions& options,
                           Audience audience = Audience::Window);

/// For an action that was refused or failed, or of which nobody knows what came of it.
Explanation explainAction(const ActionReport& report);

/// Something was done or tried, and is not in the audit file.
Explanation explainNotRecorded(const ActionReport& report, const lockcore::Error& why);

/// For an action that is done: "Asked … to release /a/b."
QString doneText(const ActionReport& report);

/// For a snapshot file or a program that has to be installed: `title` says what was attempted.
Explanation explainError(const QString& title, const lockcore::Error& error);

/// Why files of a site's own dialects are not used: one sentence with file and place.
QString dialectFileProblem(const lockcore::Error& error);

/// Why no lock is listed: what was searched, and why more could not be.
Explanation explainNoLocks(const lockcore::LockCatalog& catalog, const ConnectionOptions& options,
                           Audience audience = Audience::Window);

/// That there may be more locks than are listed; empty where the search came to its end.
Explanation explainPartialSearch(const lockcore::LockCatalog& catalog);

}  // namespace lockscope
