// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"

#include <lockcore/observe/cluster_survey.h>
#include <lockcore/session/session.h>

#include <functional>
#include <memory>
#include <optional>

namespace lockscope {

/// How a cluster is reached by what the user said of it, and what is in the way. Any thread, as all of these.

/// Without servers where it can't be read.
lockcore::ConnectString connectStringOf(const ConnectionOptions& options);

/// Opens a session that presents the credentials before anything is asked of it. `listener` as in
/// Session::open().
std::shared_ptr<lockcore::Session> openSession(
    lockcore::EventLoop& loop, const ConnectionOptions& options,
    std::function<void(const lockcore::ConnectionStatus&)> listener);

/// Who we are to AdminServers: told to the hosts that the user has named, and not to those that a cluster
/// names.
lockcore::AdminLogin adminLoginOf(const ConnectionOptions& options);

/// Asks the servers that the user names, else those of the connect string, with their watch tables.
lockcore::SurveyOptions surveyOptions(const ConnectionOptions& options);

/// What keeps the session from the servers; Suspended and Expired are problems also where the session gives
/// no reason.
std::optional<ConnectionProblem> problemOf(const lockcore::ConnectionStatus& status);

/// What reading the root tells: connecting shows neither that the chroot exists nor that it may be read.
std::optional<ConnectionProblem> problemOfRoot(const lockcore::Result<lockcore::NodeData>& root);

}  // namespace lockscope
