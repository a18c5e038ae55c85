// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "reply_text.h"

#include <string>

namespace lockcore {

std::optional<Error> fourLetterRefusal(std::string_view word, std::string_view reply) {
    const std::string asked = "Ask for \"" + std::string(word) + "\"";
    if (reply.empty()) return Error{ErrorCode::NotZooKeeper, asked + ", closed without an answer"};
    if (reply.starts_with(std::string(word) + " is not executed because it is not in the whitelist"))
        return Error{ErrorCode::NotAllowed, asked};
    if (reply.starts_with("This ZooKeeper instance is not currently serving requests"))
        return Error{ErrorCode::NotServing, asked};
    if (reply.starts_with("HTTP/") || reply.starts_with('<'))
        return Error{ErrorCode::NotZooKeeper, asked + ", answered by a web server"};
    return std::nullopt;
}

}  // namespace lockcore
