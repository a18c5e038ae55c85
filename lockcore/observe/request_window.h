// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/loop.h>

#include <cstddef>

namespace lockcore {

/// How many requests may be under way at a time, so that a long way to the server slows a reading as little
/// as it can without loading the server any more: what is on the wire is no load. Lives on the session's
/// loop.
///
/// As many as the server would get within the shortest round trip at a fixed rate. While answers take much
/// longer than that one it is the server that is slow, and it gets fewer: half as many, once for all that
/// were under way then.
class RequestWindow {
public:
    static constexpr std::size_t kLeast = 64;

    /// A server that has more than 1000 requests of all its clients in work (globalOutstandingLimit) lets
    /// them wait. Those on the wire are none of these; after a pause of the server they come all at once, and
    /// others wait for as long as what is beyond the limit takes: milliseconds, for a few hundred.
    ///
    /// `shortWay` of them also where the way is so short that the rate gives less: as long as the server
    /// keeps up with them.
    explicit RequestWindow(std::size_t most, std::size_t shortWay = kLeast)
        : m_most(most), m_shortWay(shortWay), m_size(shortWay) {}

    bool isOpen() const { return m_underWay < m_size; }
    std::size_t underWay() const { return m_underWay; }
    void sent() { ++m_underWay; }
    void answered(Duration roundTrip);
    /// The connection broke: its answer says nothing about the way.
    void lost() { --m_underWay; }

private:
    const std::size_t m_most;
    const std::size_t m_shortWay;
    std::size_t m_underWay = 0;
    std::size_t m_size;
    std::size_t m_sentBefore = 0;  ///< of those under way: sent before it was narrowed
    Duration m_shortest = Duration::max();
};

}  // namespace lockcore
