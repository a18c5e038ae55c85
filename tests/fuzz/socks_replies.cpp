// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// What a SOCKS5 proxy says to a client that has a user's name, and to one that has not.
#include "fuzz_targets.h"
#include "socks_protocol.h"

using lockcore::SocksTalk;

namespace {

std::string checkTalk(const std::string& user, std::string_view said) {
    auto talk = SocksTalk::begin({"proxy", 1080, user, "secret"}, {"zk1", 2181});
    if (!talk) return "does not begin";
    std::string told = talk->takeUnsent();
    while (!talk->isOpen()) {
        const auto wanted = talk->wanted();
        if (wanted == 0 || wanted > 257) return "wants " + std::to_string(wanted) + " bytes";
        if (said.size() < wanted) return "";
        const std::string piece(said.substr(0, wanted));  // apart: nothing behind it may be read
        said.remove_prefix(wanted);
        if (const auto taken = talk->take(piece); !taken) {
            if (taken.error().code != lockcore::ErrorCode::RouteFailed) return "not the route's error";
            return taken.error().what.find("secret") == std::string::npos ? "" : "tells the password";
        }
        told += talk->takeUnsent();
    }
    if (user.empty() && told.find("secret") != std::string::npos) return "sends what it was not asked for";
    return told.ends_with("\x03zk1\x08\x85") ? "" : "open without having asked for the server";
}

}  // namespace

std::string checkSocksReplies(std::string_view input) {
    const auto problem = checkTalk("", input);
    return problem.empty() ? checkTalk("ann", input) : problem;
}
