// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"

#include <lockcore/feed/cluster_feed.h>
#include <lockcore/observe/cluster_survey.h>
#include <lockcore/session/session.h>

namespace lockscope {

/// How a cluster is reached by what the user said of it. Any thread, as all of these.

/// Without servers where it can't be read.
lockcore::ConnectString connectStringOf(const ConnectionOptions& options);

/// For a window: what ssh has to ask on the way to a bastion, this program asks the user in its place.
ConnectionOptions withSshQuestions(ConnectionOptions options);
/// For connections of which there are many: nobody would answer for each.
lockcore::RouteOptions withoutQuestions(lockcore::RouteOptions route);
/// By which way, as whom, and for how long.
lockcore::SessionOptions sessionOptions(const ConnectionOptions& options);

/// Who we are to AdminServers: told to the hosts that the user has named, and not to those that a cluster
/// names.
lockcore::AdminLogin adminLoginOf(const ConnectionOptions& options);

/// How servers are asked beside the session. By TLS those that the user has named, whose ports are meant so.
lockcore::SideWay sideWay(const ConnectionOptions& options);

/// Asks the servers that the user names, else those of the connect string, with their watch tables.
lockcore::SurveyOptions surveyOptions(const ConnectionOptions& options);

/// All that is read of the cluster; without marks, which are no part of a connection.
lockcore::FeedOptions feedOptions(const ConnectionOptions& options);

}  // namespace lockscope
