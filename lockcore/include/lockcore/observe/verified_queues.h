// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/cluster_sample.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

/// What the watches of its clients have shown of a directory whose children's names tell nothing, or not
/// enough.
struct VerifiedQueue {
    Zxid directory = Zxid::None;  ///< its czxid: another directory of the same name is another one
    SequentialQueues stands = SequentialQueues::One;
    /// Of a directory with several libraries' contenders: who was seen to wait for whom, sorted.
    std::vector<AwaitedQueue> awaited = {};
    /// Contenders that seemed not to wait so, by czxid, and when the watch table was read that said so.
    std::map<Zxid, std::int64_t> lacking = {};

    bool operator==(const VerifiedQueue&) const = default;
};

/// By path.
using VerifiedQueues = std::map<std::string, VerifiedQueue, std::less<>>;

/// How the sequential children of no library in `members` stand, by the watch tables of `servers`: in queues
/// where each of them but the first watches the one before it, and nothing else in the directory. None unless
/// at least one does so, and while one does not. Clients whose watches are not known count for neither side.
/// Pure. The caller takes care that directory and tables are of one moment, as for verifyChain().
SequentialQueues queuesByWatches(const LockQueue& members, const std::vector<ServerReport>& servers,
                                 std::string_view chroot);

/// Rows that stand first in their own queue of a mixed directory, but behind contenders of another one for
/// which they wait as well if their client was told of those names: their names, and `awaited`, do not tell
/// whether they hold. Pure.
std::vector<std::size_t> mayWaitForOthers(const LockQueue& lock);

/// Adds to `known` what a sample's watch tables show, and contenders' data, and forgets what was another
/// directory of that name. What was seen once holds as long as the directory exists: a chain that has been
/// there does not come about by chance, and a client between two steps watches nothing for a moment. But
/// where several libraries share a lock each client may have been told of others' names or not: who lacks its
/// watch in two tables takes that back. `chroot` is of the connection.
void learnQueues(const ClusterSample& sample, std::string_view chroot, VerifiedQueues& known);

/// The same directory as the queue that it is known to be; `members` itself where nothing is known. Pure.
std::shared_ptr<const LockQueue> asKnown(std::shared_ptr<const LockQueue> members,
                                         const VerifiedQueues& known);

/// The sample with asKnown() of each of its locks; the same object where that changes none. Pure.
std::shared_ptr<const ClusterSample> asKnown(std::shared_ptr<const ClusterSample> sample,
                                             const VerifiedQueues& known);

}  // namespace lockcore
