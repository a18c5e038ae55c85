// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/zookeeper.h>

#include <atomic>

namespace lockcore {

/// Written on the loop, read on any thread: Contact as independent atomics. The times only grow, and how late
/// the loop was is told before what it makes doubtful, so a reader may get an older mixture, never one that
/// promises too much.
class ContactTimes {
public:
    void answered(std::chrono::nanoseconds now, std::chrono::nanoseconds sentAt, bool isWrite);
    /// The loop has come to look after the session: before it takes anything from the socket.
    void visited(std::chrono::nanoseconds now);
    /// It has done so, and must come again at `due`; 0 where nothing can arrive that it could be late for.
    void served(std::chrono::nanoseconds now, std::chrono::nanoseconds due);
    void negotiated(std::chrono::milliseconds timeout) { m_timeout.store(timeout); }

    Contact read() const;

private:
    void noteLate(std::chrono::nanoseconds late);

    std::chrono::nanoseconds m_due{0};          ///< 0: there is nothing to be late for
    std::chrono::nanoseconds m_windowBegan{0};  ///< the most of this one and of the one before is told
    std::chrono::nanoseconds m_mostNow{0};
    std::chrono::nanoseconds m_mostBefore{0};
    std::atomic<std::chrono::nanoseconds> m_late{std::chrono::nanoseconds(0)};
    std::atomic<std::chrono::nanoseconds> m_resumed{std::chrono::nanoseconds(0)};
    std::atomic<std::chrono::nanoseconds> m_written{std::chrono::nanoseconds(0)};
    std::atomic<std::chrono::nanoseconds> m_heard{std::chrono::nanoseconds(0)};
    std::atomic<std::chrono::nanoseconds> m_served{std::chrono::nanoseconds(0)};
    std::atomic<std::chrono::milliseconds> m_timeout{std::chrono::milliseconds(0)};
};

}  // namespace lockcore
