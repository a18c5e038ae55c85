// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/file_descriptor.h>
#include <lockcore/session/loop.h>

#include <poll.h>

#include <cstdint>
#include <string>
#include <vector>

namespace lockcore {

/// One connection that is forwarded on loopback: from whoever called to a port. Lives on the thread of its
/// network, which polls for it.
class Forwarded {
public:
    /// In the first bytes of the caller `itsAddress` becomes `wayBack`, where it has one.
    Forwarded(FileDescriptor caller, std::uint16_t port, std::string itsAddress, std::string wayBack,
              TimePoint now);

    /// What it waits for, as two entries.
    void addTo(std::vector<pollfd>& wanted) const;
    /// When it wants to be stepped whatever happens; TimePoint::max(): never.
    TimePoint wakeAt() const;
    /// Does what can be done; `events` are those of its two entries.
    void step(short callerEvents, short calledEvents, TimePoint now);
    /// Either end has ended, and what it said has been passed on.
    bool isOver() const { return m_isOver; }

private:
    void connect(TimePoint now);
    void finishConnecting(TimePoint now);
    /// What `from` says goes to `to`; false: `from` has ended.
    bool take(const FileDescriptor& from, std::string& to);
    void give(std::string& what, const FileDescriptor& to);

    FileDescriptor m_caller;
    FileDescriptor m_called;
    std::uint16_t m_port;
    std::string m_itsAddress;
    std::string m_wayBack;
    std::string m_toCalled;
    std::string m_toCaller;
    bool m_isConnecting = false;
    bool m_isConnected = false;
    bool m_callerEnded = false;
    bool m_calledEnded = false;
    bool m_isOver = false;
    TimePoint m_retryAt = TimePoint::max();
    TimePoint m_giveUpAt;
};

/// @{ Sockets of this machine that never block, and are not inherited. Invalid where that fails.
FileDescriptor listenOnLoopback(const std::string& address, std::uint16_t port);
FileDescriptor acceptConnection(const FileDescriptor& listener);
/// @}

}  // namespace lockcore
