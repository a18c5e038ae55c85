// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/ids.h>
#include <lockcore/result.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>

namespace lockcore {

/// Whose sessions were, by servers' audit logs, which name user and address with what a client asks for.
class AuditedSessions {
public:
    /// Of more sessions nothing is remembered.
    static constexpr std::size_t kMostSessions = 200'000;

    struct Client {
        std::string user;
        std::string address;
    };

    /// Reads one log: what had been read of it counts also where it fails. False where it was stopped.
    Result<bool> read(const std::string& file, const std::function<bool()>& isStopped);
    /// Null where no log has it.
    const Client* of(SessionId session) const;

    std::uint64_t entries() const { return m_entries; }
    /// Lines that are no entries.
    std::uint64_t otherLines() const { return m_otherLines; }

private:
    std::unordered_map<SessionId, Client> m_clients;
    std::uint64_t m_entries = 0;
    std::uint64_t m_otherLines = 0;
};

}  // namespace lockcore
