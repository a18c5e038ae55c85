// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/server_probe.h>

#include <lockcore/observe/side_channel.h>
#include "srvr_reply.h"

namespace lockcore {

namespace {

constexpr std::size_t kProbeBytes = 64 * 1024;

ServerAnswer answerOf(ErrorCode code) {
    switch (code) {
        case ErrorCode::NotServing: return ServerAnswer::NotServing;
        case ErrorCode::NotAllowed: return ServerAnswer::Refused;
        case ErrorCode::OperationTimeout: return ServerAnswer::Silent;
        case ErrorCode::NotZooKeeper:
        case ErrorCode::ConnectionLoss:
        case ErrorCode::TooLarge: return ServerAnswer::Other;
        case ErrorCode::HostNotFound: return ServerAnswer::HostNotFound;
        case ErrorCode::TlsFailed:
        case ErrorCode::RouteFailed: return ServerAnswer::NoWay;
        case ErrorCode::Cancelled: return ServerAnswer::Cancelled;
        default: return ServerAnswer::Unreachable;
    }
}

ServerProbe failedProbe(Error problem) {
    return {answerOf(problem.code), {}, {}, std::move(problem)};
}

}  // namespace

ServerProbe probeServer(const HostPort& server, std::chrono::milliseconds limit, std::stop_token stop,
                        const SideWay& way) {
    const auto reply = askFourLetterWord(server, "srvr", {limit, kProbeBytes}, std::move(stop), way);
    if (!reply) return failedProbe(reply.error());
    auto facts = parseFourLetterServer(*reply);
    if (!facts) {
        facts.error().server = toString(server);
        return failedProbe(std::move(facts.error()));
    }
    return {ServerAnswer::Serving, std::move(facts->version), std::move(facts->mode)};
}

}  // namespace lockcore
