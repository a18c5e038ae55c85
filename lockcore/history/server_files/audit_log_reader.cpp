// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "audit_log_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <utility>

namespace lockcore {

namespace {

struct AuditField {
    std::string_view key;
    std::string_view ServerAuditEntry::*value;
};

constexpr std::array kAuditFields{
    AuditField{"user", &ServerAuditEntry::user},
    AuditField{"ip", &ServerAuditEntry::ip},
    AuditField{"operation", &ServerAuditEntry::operation},
    AuditField{"znode", &ServerAuditEntry::znode},
    AuditField{"znode_type", &ServerAuditEntry::znodeType},
    AuditField{"acl", &ServerAuditEntry::acl},
    AuditField{"result", &ServerAuditEntry::result},
};

/// Where the entry begins in what stands before the first tab.
std::size_t entryBegin(std::string_view first) {
    for (const std::string_view key : {"session=", "user=", "ip=", "operation="}) {
        for (std::size_t at = first.find(key); at != std::string_view::npos; at = first.find(key, at + 1))
            if (at == 0 || first[at - 1] == ' ') return at;
    }
    return std::string_view::npos;
}

/// "2026-11-24 10:02:17,123", with a T or a point as other layouts have it; the places of its digits.
std::optional<std::int64_t> timeOf(std::string_view text) {
    constexpr std::string_view kForm = "dddd-dd-dd dd:dd:dd,ddd";
    if (text.size() != kForm.size()) return std::nullopt;
    for (std::size_t i = 0; i < kForm.size(); ++i) {
        const bool isDigit = text[i] >= '0' && text[i] <= '9';
        if ((kForm[i] == 'd') != isDigit) return std::nullopt;
    }
    const auto number = [&](std::size_t at, std::size_t size) {
        int value = 0;
        std::from_chars(text.data() + at, text.data() + at + size, value);
        return value;
    };
    using namespace std::chrono;
    const year_month_day day{year(number(0, 4)), month(static_cast<unsigned>(number(5, 2))),
                             std::chrono::day(static_cast<unsigned>(number(8, 2)))};
    if (!day.ok()) return std::nullopt;
    const auto time = sys_days(day).time_since_epoch() + hours(number(11, 2)) + minutes(number(14, 2)) +
                      seconds(number(17, 2)) + milliseconds(number(20, 3));
    return duration_cast<milliseconds>(time).count();
}

void takeTime(std::string_view before, ServerAuditEntry& entry) {
    constexpr std::size_t kTimeSize = 23;
    entry.localUnixMs = timeOf(before.substr(0, kTimeSize));
    if (entry.localUnixMs) before = before.substr(0, kTimeSize);
    while (before.ends_with(' '))
        before.remove_suffix(1);
    entry.time = before;
}

/// False for a key that there is not, or is twice.
bool takeField(std::string_view text, ServerAuditEntry& entry) {
    const auto equals = text.find('=');
    if (equals == std::string_view::npos) return false;
    const std::string_view key = text.substr(0, equals);
    const std::string_view value = text.substr(equals + 1);
    if (key == "session") {
        if (entry.session) return false;
        entry.session = parseSessionId(value);
        return entry.session.has_value();
    }
    const auto* field = std::ranges::find(kAuditFields, key, &AuditField::key);
    if (field == kAuditFields.end() || (entry.*field->value).data() != nullptr) return false;
    entry.*field->value = value;
    return true;
}

}  // namespace

std::optional<ServerAuditEntry> parseServerAuditLine(std::string_view line) {
    const std::string_view first = line.substr(0, line.find('\t'));
    const std::size_t begin = entryBegin(first);
    if (begin == std::string_view::npos) return std::nullopt;
    ServerAuditEntry entry;
    takeTime(first.substr(0, begin), entry);
    std::string_view rest = line.substr(begin);
    for (;;) {
        const std::size_t tab = rest.find('\t');
        if (!takeField(rest.substr(0, tab), entry)) return std::nullopt;
        if (tab == std::string_view::npos) break;
        rest.remove_prefix(tab + 1);
    }
    if (entry.operation.empty() || entry.result.empty()) return std::nullopt;
    return entry;
}

Result<bool> AuditLogReader::next(ServerAuditEntry& entry) {
    for (;;) {
        const auto line = nextLine();
        if (!line) return tl::unexpected(line.error());
        if (!*line) return false;
        ++m_line;
        if ((*line)->empty()) continue;
        if (const auto parsed = parseServerAuditLine(**line)) {
            ++m_entries;
            entry = *parsed;
            return true;
        }
        if (m_otherLines++ == 0) m_firstOther = m_line;
    }
}

Result<std::optional<std::string_view>> AuditLogReader::nextLine() {
    m_bytes.skip(std::exchange(m_toSkip, 0));
    bool isTooLong = false;
    for (std::size_t size = 4096;; size = std::min(2 * size, kMostLineBytes)) {
        const auto bytes = m_bytes.peek(size);
        if (!bytes) return tl::unexpected(bytes.error());
        if (bytes->empty() && !isTooLong) return std::optional<std::string_view>();
        const std::size_t end = bytes->find('\n');
        const bool isLast = bytes->size() < size;
        if (end == std::string_view::npos && !isLast) {
            if (size < kMostLineBytes) continue;
            isTooLong = true;
            m_bytes.skip(bytes->size());
            continue;
        }
        std::string_view line = bytes->substr(0, end);
        m_toSkip = end == std::string_view::npos ? bytes->size() : end + 1;
        if (line.ends_with('\r')) line.remove_suffix(1);
        return std::optional<std::string_view>(isTooLong ? "?" : line);
    }
}

}  // namespace lockcore
