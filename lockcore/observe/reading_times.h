// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/lock_queue.h>

#include <chrono>
#include <cstdint>
#include <optional>

namespace lockcore {

/// When what successive readings of one path show was true: readings rest, so a change may be old when it is
/// read. Lives with what is read, on the session's loop, and no longer than the session.
///
/// An event may be late by any time: the server, the network or this process was busy. But no answer
/// overtakes it (ZooKeeper, "Ordering guarantees of watches"). So the server to which the session is
/// connected had not made the change yet when the newest request was sent that had been answered before the
/// event came. Others may have made it sooner, by as much as that server lags behind.
class ReadingTimes {
public:
    explicit ReadingTimes(ZooKeeper& session) : m_session(session) {}

    /// A reading that arms a watch begins.
    void asked();
    /// The watch has told of a change.
    void changed();
    /// No watch tells of changes from now on, until the next reading: notes in `queue` until when all was as
    /// it shows.
    void watchLost(LockQueue& queue);
    /// The reading has come: notes in `queue` when it was asked for and came, and until when all was as in
    /// the one before.
    void answered(LockQueue& queue);
    /// The same, and there was nothing to be watched.
    void gone(LockQueue& queue);

private:
    using BootTime = std::chrono::nanoseconds;

    void forgetWatch();
    std::int64_t toUnixMs(BootTime then) const;
    BootTime unchangedUntil(BootTime heard) const;

    // By Loop::bootTime(), which goes on while the machine is suspended.
    ZooKeeper& m_session;
    BootTime m_askedAt{};
    BootTime m_heardAsked{};   ///< Contact::heard then
    BootTime m_lastAskedAt{};  ///< for the reading before
    bool m_isAsking = false;
    bool m_isWatched = false;
    /// Contact::heard at the first event since the last reading; and since the one under way was asked for,
    /// whose watch may have told of it already.
    std::optional<BootTime> m_heardChanged;
    std::optional<BootTime> m_heardChangedSince;
};

}  // namespace lockcore
