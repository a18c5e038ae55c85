// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/feed/connection_problem.h>

namespace lockcore {
namespace {

ProblemKind kindOf(ConnectionState state, ErrorCode code) {
    switch (state) {
        case ConnectionState::Expired: return ProblemKind::SessionExpired;
        case ConnectionState::AuthFailed: return ProblemKind::AuthFailed;
        case ConnectionState::Suspended: return ProblemKind::ServerLost;
        default: break;
    }
    switch (code) {
        case ErrorCode::BadArguments: return ProblemKind::BadConnectString;
        case ErrorCode::HostNotFound: return ProblemKind::HostNotFound;
        case ErrorCode::RouteFailed:
        case ErrorCode::MissingProgram: return ProblemKind::NoRoute;  // ssh
        case ErrorCode::TlsFailed: return ProblemKind::NoTls;
        case ErrorCode::SaslFailed: return ProblemKind::NoSasl;
        case ErrorCode::NotZooKeeper: return ProblemKind::NotZooKeeper;
        default: return ProblemKind::Unreachable;
    }
}

/// Of a state that is a problem by itself.
std::optional<Error> reasonOf(const ConnectionStatus& status) {
    if (status.problem) return status.problem;
    if (status.state == ConnectionState::Suspended)
        return Error{ErrorCode::ConnectionLoss, "keep the connection", {}, status.server};
    if (status.state == ConnectionState::Expired)
        return Error{ErrorCode::SessionExpired, "keep the session", {}, status.server};
    return std::nullopt;
}

}  // namespace

std::optional<ConnectionProblem> problemOf(const ConnectionStatus& status) {
    if (isConnected(status.state)) return std::nullopt;
    const std::optional<Error> reason = reasonOf(status);
    if (!reason) return std::nullopt;
    return ConnectionProblem{kindOf(status.state, reason->code), *reason};
}

std::optional<ConnectionProblem> problemOfRoot(const Result<NodeData>& root) {
    if (root) return std::nullopt;
    switch (root.error().code) {
        case ErrorCode::NoNode: return ConnectionProblem{ProblemKind::ChrootMissing, root.error()};
        case ErrorCode::NoAuth: return ConnectionProblem{ProblemKind::RootNotReadable, root.error()};
        case ErrorCode::SignInRequired: return ConnectionProblem{ProblemKind::AuthFailed, root.error()};
        default: return std::nullopt;
    }
}

}  // namespace lockcore
