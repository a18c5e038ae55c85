// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/ids.h>
#include <lockcore/observe/server_report.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace lockcore {

/// By how much the clocks that gave znodes their times are ahead of this machine's, to about half a second.
/// It is the clock of the leader of that time, and each leader counts its transactions in an epoch of its own
/// (zxid >> 32). A small value.
class LeaderClocks {
public:
    /// Leaders that are remembered; the earliest ones are forgotten.
    static constexpr std::size_t kMostEpochs = 64;

    LeaderClocks() = default;
    /// As they were learnt at another time, by epoch; of more than kMostEpochs the newest.
    LeaderClocks(std::map<std::int64_t, std::chrono::milliseconds> byEpoch,
                 std::optional<std::chrono::milliseconds> current);

    /// Learns what the leader, or a standalone server, told in one pass.
    void take(const std::vector<ServerReport>& servers);

    /// Of the clock at that transaction; empty where nobody has compared it: before an election that was not
    /// seen, or where no AdminServer tells the time. A leader that does not tell its transactions counts for
    /// all, as long as no other does.
    std::optional<std::chrono::milliseconds> aheadAt(Zxid zxid) const;
    /// Of the leader that was heard of last.
    std::optional<std::chrono::milliseconds> current() const { return m_current; }

    /// Each leader that is remembered, by its epoch.
    const std::map<std::int64_t, std::chrono::milliseconds>& byEpoch() const { return m_byEpoch; }

    /// True where both know the same leaders, and no offset differs by as much.
    bool isWithin(std::chrono::milliseconds difference, const LeaderClocks& other) const;

private:
    std::map<std::int64_t, std::chrono::milliseconds> m_byEpoch;
    std::optional<std::chrono::milliseconds> m_current;
};

}  // namespace lockcore
