// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/lock_queue.h>

#include <optional>

namespace lockcore {

/// When what successive readings of one path show was true: readings rest, so a change may be old when it is
/// read. Lives with what is read, on the session's loop. A plain value.
class ReadingTimes {
public:
    /// A reading that arms a watch begins.
    void asked(TimePoint now);
    /// The watch has told of a change.
    void changed(TimePoint now);
    /// No watch tells of changes from now on, until the next reading.
    void watchLost();
    /// The reading has come: notes in `queue` when it was asked for and came, and until when all was as in
    /// the one before. An event takes no longer to come than a reading takes there and back, as far as is
    /// known: a network that stalls just then makes it later.
    void answered(LockQueue& queue, TimePoint now);

private:
    TimePoint m_askedAt{};
    TimePoint m_lastAskedAt{};  ///< for the reading before
    Duration m_lastTrip{};      ///< likewise
    bool m_isWatched = false;
    std::optional<TimePoint> m_changedAt;  ///< the first event since the last reading
};

}  // namespace lockcore
