// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "wire.h"

#include <lockcore/session/zookeeper.h>

#include <optional>
#include <string>
#include <vector>

// What ZooKeeper's protocol has for the requests and answers of a session.
namespace lockcore::message {

enum Type : std::int32_t {
    kCreate = 1,
    kDelete = 2,
    kExists = 3,
    kGetData = 4,
    kSetData = 5,
    kGetAcl = 6,
    kSync = 9,
    kPing = 11,
    kGetChildren2 = 12,
    kCheck = 13,
    kMulti = 14,
    kCreate2 = 15,
    kCheckWatches = 17,
    kRemoveWatches = 18,
    kCreateContainer = 19,
    kAuth = 100,
    kSetWatches = 101,
    kCloseSession = -11,
};

std::int32_t codeOf(ErrorCode code);

/// The write that a request is; nothing of another request.
std::optional<WriteOp> readWrite(std::int32_t type, wire::Reader& reader);
/// The parts of a transaction, and what kind of request each would be.
struct Part {
    std::int32_t type;
    WriteOp op;
};
std::vector<Part> readMulti(wire::Reader& reader);
std::vector<std::string> readPaths(wire::Reader& reader);

std::string write(const Stat& stat);
std::string write(const CreatedNode& created);
std::string write(const NodeData& node);
std::string write(const ChildList& list);
std::string write(const Acl& acl);
std::string write(const WatchEvent& event);
/// The results of a transaction that succeeded, and of one of which a part failed.
std::string writeMulti(const std::vector<Part>& parts, const std::vector<std::string>& paths);
std::string writeMulti(const std::vector<Part>& parts, const Error& error);

/// What an answer tells, in words that are equal where it is.
/// @{
std::string words(const Stat& stat);
std::string words(const CreatedNode& created);
std::string words(const NodeData& node);
std::string words(const ChildList& list);
std::string words(const std::vector<std::string>& paths);
std::string words(const Acl& acl);
template <class T>
std::string words(const Result<T>& result) {
    if (!result) return std::string(errorName(result.error().code));
    if constexpr (std::is_void_v<T>) {
        return "done";
    } else {
        return words(*result);
    }
}
/// @}

}  // namespace lockcore::message
