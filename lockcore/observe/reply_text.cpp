// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "reply_text.h"

#include <string>

namespace lockcore {

namespace {

constexpr std::string_view kAskFor = "Ask for \"";

}  // namespace

std::optional<Error> fourLetterRefusal(std::string_view word, std::string_view reply) {
    const std::string asked = std::string(kAskFor) + std::string(word) + "\"";
    if (reply.empty()) return Error{ErrorCode::NotZooKeeper, asked + ", closed without an answer"};
    if (reply.starts_with(std::string(word) + " is not executed because it is not in the whitelist"))
        return Error{ErrorCode::NotAllowed, asked};
    if (reply.starts_with("This ZooKeeper instance is not currently serving requests"))
        return Error{ErrorCode::NotServing, asked};
    if (reply.starts_with("HTTP/") || reply.starts_with('<'))
        return Error{ErrorCode::NotZooKeeper, asked + ", answered by a web server"};
    return std::nullopt;
}

std::string_view notAllowedWord(const Error& error) {
    std::string_view word = error.what;
    if (error.code != ErrorCode::NotAllowed || !word.starts_with(kAskFor) || !word.ends_with('"')) return {};
    word.remove_prefix(kAskFor.size());
    word.remove_suffix(1);
    return word;
}

}  // namespace lockcore
