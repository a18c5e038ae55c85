// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/server_probe.h>

#include "dump.h"
#include "side_channel.h"

namespace lockcore {

namespace {

constexpr std::size_t kProbeBytes = 64 * 1024;

/// The rest of the line that begins with `key`.
std::string valueOf(std::string_view reply, std::string_view key) {
    std::size_t at = 0;
    while (at < reply.size()) {
        const std::size_t end = std::min(reply.find('\n', at), reply.size());
        const std::string_view line = reply.substr(at, end - at);
        if (line.starts_with(key)) return std::string(line.substr(key.size()));
        at = end + 1;
    }
    return {};
}

ServerAnswer answerOf(ErrorCode code) {
    switch (code) {
        case ErrorCode::NotServing: return ServerAnswer::NotServing;
        case ErrorCode::NotAllowed: return ServerAnswer::Refused;
        case ErrorCode::OperationTimeout: return ServerAnswer::Silent;
        case ErrorCode::NotZooKeeper:
        case ErrorCode::ConnectionLoss:
        case ErrorCode::TooLarge: return ServerAnswer::Other;
        case ErrorCode::HostNotFound: return ServerAnswer::HostNotFound;
        case ErrorCode::Cancelled: return ServerAnswer::Cancelled;
        default: return ServerAnswer::Unreachable;
    }
}

ServerProbe failedProbe(Error problem) {
    return {answerOf(problem.code), {}, {}, std::move(problem)};
}

}  // namespace

std::string_view serverAnswerName(ServerAnswer answer) {
    switch (answer) {
        case ServerAnswer::Serving: return "serving";
        case ServerAnswer::NotServing: return "not serving";
        case ServerAnswer::Refused: return "refused";
        case ServerAnswer::Silent: return "silent";
        case ServerAnswer::Other: return "other";
        case ServerAnswer::Unreachable: return "unreachable";
        case ServerAnswer::HostNotFound: return "host not found";
        case ServerAnswer::Cancelled: return "cancelled";
    }
    return "unreachable";
}

ServerProbe probeServer(const HostPort& server, std::chrono::milliseconds limit, std::stop_token stop) {
    const auto reply = askFourLetterWord(server, "srvr", {limit, kProbeBytes}, std::move(stop));
    if (!reply) return failedProbe(reply.error());
    if (auto refusal = fourLetterRefusal("srvr", *reply)) {
        refusal->server = toString(server);
        return failedProbe(std::move(*refusal));
    }
    ServerProbe probe{ServerAnswer::Serving, valueOf(*reply, "Zookeeper version: "),
                      valueOf(*reply, "Mode: ")};
    if (probe.version.empty() || probe.mode.empty())
        return failedProbe({ErrorCode::NotZooKeeper, "Ask for \"srvr\"", {}, toString(server)});
    return probe;
}

}  // namespace lockcore
