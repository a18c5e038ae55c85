// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/cluster_sample.h>
#include <lockcore/observe/contender_end.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

/// A holder, or a leader, whose znode somebody else has removed while its session lived. A value.
struct RemovedHolder {
    std::string lockPath;
    std::shared_ptr<const Contender> contender;
    bool isLeader = false;
    Zxid after = Zxid::None;         ///< it went by a later transaction
    ContenderEnd end = {};           ///< certain or not
    std::int64_t removedUnixMs = 0;  ///< when it was first seen missing
    std::int64_t hasSentUnixMs = 0;  ///< when its client was seen to have sent requests since; 0: none
    ClientConnection client = {};    ///< of its session, as last told
    std::int64_t heardOfUnixMs = 0;  ///< when it was
};

/// Remembers, from sample to sample, whose holds were taken away by somebody else: no library of the field
/// watches for that, so that such a client goes on as if it held. What this program removed is not among
/// them. A value; lives where its owner lives.
///
/// No server tells what a client believes. One stays here until its session has ended, or has queued up anew
/// in that lock; and where its client has sent any requests since, by which it may have noticed, for ten
/// minutes more. What happened between two samples and is over is not seen, nor what servers do not tell.
class RemovalWatch {
public:
    /// Takes note of a sample, which is not older than the one before; the same one again changes nothing.
    void note(const std::shared_ptr<const ClusterSample>& sample);
    /// This program removed a contender, which may have been seen to go already or not yet.
    void removedHere(std::string_view lockPath, std::string_view contender);

    /// In the order in which they became known.
    const std::vector<RemovedHolder>& removed() const { return m_removed; }

private:
    void noteDepartures(const ClusterSample& sample);
    void compare(const LockQueue& before, const LockQueue& after);
    void settle(const ClusterSample& sample);
    void look(RemovedHolder& holder, const ClusterSample& sample) const;
    static bool isOver(const RemovedHolder& holder, const ClusterSample& sample);

    std::vector<std::shared_ptr<const LockQueue>> m_queues;  ///< as last read, by path
    std::int64_t m_notedUnixMs = 0;  ///< when the locks of the last sample were listed
    ContenderEndLog m_ends;
    std::uint64_t m_turn = 0;
    std::map<std::uint64_t, RemovedHolder> m_departed;  ///< whose end is not known yet, by turn
    std::vector<RemovedHolder> m_removed;
};

}  // namespace lockcore
