// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/zookeeper.h>

#include <zookeeper/zookeeper.h>

#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

/// Reads what the C client hands over of a reply, and trusts none of its counts and pointers.
///
/// The client loses the error where a reply ends within a list, and calls back with a count that may be
/// anything, over entries of which those that it has not read are null. What it could not read of a Stat is
/// whatever was on its stack: only a link, which sees the frame, can tell that (see README.md).
struct BadReply {
    ErrorCode code;   ///< NotZooKeeper: no ZooKeeper server sends it; TooLarge
    std::string why;  ///< in plain words: "the answer counts -1 names"
};
template <class T>
using Reply = tl::expected<T, BadReply>;

/// What a list of names or a znode's data may have of bytes. ZooKeeper's own limit, for what is written, is
/// 1 MiB; 64 MiB of names are a million of the length of Curator's.
inline constexpr std::size_t kLargestReply = std::size_t{64} << 20U;

Reply<Stat> readStat(const ::Stat* stat);
/// Cuts `names` where what is missing begins: the client would write to all that it counts to free them.
Reply<std::vector<std::string>> readNames(String_vector* names);
/// Likewise.
Reply<Acl> readAcl(ACL_vector* acl);
Reply<std::string> readData(const char* data, int length);
/// The path of a created znode: `asked`, with the number that the server may have appended.
Reply<std::string> readCreatedPath(const char* path, std::string_view asked);

}  // namespace lockcore
