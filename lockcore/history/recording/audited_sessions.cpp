// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "audited_sessions.h"

#include "server_files/audit_log_reader.h"

#include <string_view>

namespace lockcore {
namespace {

/// Users and addresses are shorter; a file may claim anything.
constexpr std::size_t kLongest = 256;

}  // namespace

Result<bool> AuditedSessions::read(const std::string& file, const std::function<bool()>& isStopped) {
    auto bytes = FileBytes::open(file);
    if (!bytes) return tl::unexpected(std::move(bytes.error()));
    AuditLogReader reader(std::move(*bytes));
    ServerAuditEntry entry;
    auto read = reader.next(entry);
    for (; read && *read && !isStopped(); read = reader.next(entry)) {
        if (!entry.session || (entry.user.empty() && entry.ip.empty())) continue;
        if (m_clients.size() < kMostSessions)
            m_clients.try_emplace(*entry.session, Client{std::string(entry.user.substr(0, kLongest)),
                                                         std::string(entry.ip.substr(0, kLongest))});
    }
    m_entries += reader.entries();
    m_otherLines += reader.otherLines();
    if (!read) return tl::unexpected(std::move(read.error()));
    return !*read;
}

const AuditedSessions::Client* AuditedSessions::of(SessionId session) const {
    const auto found = m_clients.find(session);
    return found == m_clients.end() ? nullptr : &found->second;
}

}  // namespace lockcore
