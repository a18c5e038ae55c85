// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/contender_times.h>
#include <lockcore/observe/lock_history.h>

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

namespace lockscope {

/// When the contenders of one queue became holders or leaders: as far as it was seen while the lock is shown,
/// or as a recording tells. A plain value, for one thread.
class SeenTakeovers {
public:
    /// As TakeoverLog::update().
    void update(const std::shared_ptr<const lockcore::LockQueue>& queue,
                const std::shared_ptr<const lockcore::LockQueue>& before,
                const lockcore::QueueDifference& sinceBefore);
    /// From now on it is what was recorded up to a moment, and nothing else. Null: that is not known.
    void showPast(const lockcore::LockPast* past);

    std::optional<lockcore::Takeover> of(const lockcore::Contender& contender) const;

private:
    /// A contender that holds, and when it was granted.
    struct Recorded {
        std::shared_ptr<const lockcore::Contender> contender;
        lockcore::Takeover takeover;
    };

    lockcore::TakeoverLog m_seen;
    std::optional<std::unordered_map<std::string, Recorded>> m_recorded;  ///< by name; empty: it is live
};

}  // namespace lockscope
