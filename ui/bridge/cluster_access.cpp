// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/cluster_access.h"

#include <utility>
#include <vector>

namespace lockscope {
namespace {

ProblemKind kindOf(const lockcore::ConnectionStatus& status) {
    using lockcore::ConnectionState;
    using lockcore::ErrorCode;
    switch (status.state) {
        case ConnectionState::Expired: return ProblemKind::SessionExpired;
        case ConnectionState::AuthFailed: return ProblemKind::AuthFailed;
        case ConnectionState::Suspended: return ProblemKind::ServerLost;
        default: break;
    }
    switch (status.problem->code) {
        case ErrorCode::BadArguments: return ProblemKind::BadConnectString;
        case ErrorCode::HostNotFound: return ProblemKind::HostNotFound;
        case ErrorCode::NotZooKeeper: return ProblemKind::NotZooKeeper;
        default: return ProblemKind::Unreachable;
    }
}

}  // namespace

lockcore::ConnectString connectStringOf(const ConnectionOptions& options) {
    return lockcore::parseConnectString(options.connectString.toStdString())
        .value_or(lockcore::ConnectString{});
}

std::shared_ptr<lockcore::Session> openSession(
    lockcore::EventLoop& loop, const ConnectionOptions& options,
    std::function<void(const lockcore::ConnectionStatus&)> listener) {
    auto session = lockcore::Session::open(
        loop, {options.connectString.toStdString(), options.sessionTimeout}, std::move(listener));
    if (options.credentials.user.isEmpty()) return session;
    const QString secret = options.credentials.user + QLatin1Char(':') + options.credentials.password;
    // Posted behind the session's own start: the client keeps credentials that come before the connection,
    // and presents them first, at each reconnect too.
    loop.post([session, secret = secret.toStdString()] {
        // A refusal ends the session with AuthFailed, which the listener hears.
        session->addAuth("digest", secret, [](const lockcore::Result<void>&) {});
    });
    return session;
}

namespace {

/// Those that the user wants to be asked; empty: none in particular.
std::vector<lockcore::HostPort> serversToAsk(const ConnectionOptions& options) {
    if (options.servers.isEmpty()) return {};
    return lockcore::parseConnectString(options.servers.join(QLatin1Char(',')).toStdString())
        .value_or(lockcore::ConnectString())
        .servers;
}

}  // namespace

lockcore::AdminLogin adminLoginOf(const ConnectionOptions& options) {
    if (options.adminCredentials.user.isEmpty()) return {};
    std::vector<lockcore::HostPort> named = connectStringOf(options).servers;
    const auto toAsk = serversToAsk(options);
    named.insert(named.end(), toAsk.begin(), toAsk.end());
    return {options.adminCredentials.user.toStdString(), options.adminCredentials.password.toStdString(),
            lockcore::adminHosts(named, options.adminUrl.toStdString())};
}

lockcore::SurveyOptions surveyOptions(const ConnectionOptions& options) {
    const lockcore::ConnectString connect = connectStringOf(options);
    lockcore::SurveyOptions survey;
    survey.servers = serversToAsk(options);
    if (survey.servers.empty()) survey.servers = connect.servers;
    survey.chroot = connect.chroot;
    survey.adminUrl = options.adminUrl.toStdString();
    survey.adminTls = options.adminTls;
    survey.adminLogin = adminLoginOf(options);
    survey.watches = options.watches;
    return survey;
}

std::optional<ConnectionProblem> problemOf(const lockcore::ConnectionStatus& status) {
    using lockcore::ConnectionState;
    if (lockcore::isConnected(status.state)) return {};
    lockcore::ConnectionStatus explained = status;
    if (!explained.problem) {
        if (status.state == ConnectionState::Suspended)
            explained.problem = {
                lockcore::ErrorCode::ConnectionLoss, "keep the connection", {}, status.server};
        else if (status.state == ConnectionState::Expired)
            explained.problem = {lockcore::ErrorCode::SessionExpired, "keep the session", {}, status.server};
        else
            return {};
    }
    return ConnectionProblem{kindOf(explained), *explained.problem};
}

std::optional<ConnectionProblem> problemOfRoot(const lockcore::Result<lockcore::NodeData>& root) {
    if (root) return {};
    switch (root.error().code) {
        case lockcore::ErrorCode::NoNode: return ConnectionProblem{ProblemKind::ChrootMissing, root.error()};
        case lockcore::ErrorCode::NoAuth:
            return ConnectionProblem{ProblemKind::RootNotReadable, root.error()};
        default: return {};
    }
}

}  // namespace lockscope
