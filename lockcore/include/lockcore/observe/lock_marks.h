// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/dialect.h>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace lockcore {

/// The path is no lock, whatever its children are called.
struct NotALock {
    bool operator==(const NotALock&) const = default;
};

/// What a user says about a path: no lock, or a lock of this dialect.
using LockMark = std::variant<NotALock, Dialect>;

/// Stable, for files and arguments: the dialect's key, or "not-a-lock". Pure.
std::string_view markKey(const LockMark& mark);
/// Nothing for a key that no dialect has, as of a site's own dialects before their files are read.
std::optional<LockMark> markFromKey(std::string_view key);

/// What a user has said about paths, which counts for more than what names tell. A plain value. Paths are
/// relative to the chroot; a mark is about one path, not about those below it.
class LockMarks {
public:
    /// Replaces an earlier mark of the path.
    void set(std::string path, LockMark mark) { m_marks.insert_or_assign(std::move(path), mark); }
    /// Forgets the mark of the path, if there is one.
    void clear(std::string_view path) {
        if (const auto found = m_marks.find(path); found != m_marks.end()) m_marks.erase(found);
    }

    /// True where the path was marked as no lock.
    bool isNotALock(std::string_view path) const {
        const auto mark = find(path);
        return mark && std::holds_alternative<NotALock>(*mark);
    }
    /// The dialect that was given for the path, if so.
    std::optional<Dialect> dialectOf(std::string_view path) const {
        const auto mark = find(path);
        if (!mark || !std::holds_alternative<Dialect>(*mark)) return std::nullopt;
        return std::get<Dialect>(*mark);
    }

    /// All of them, by path.
    const std::map<std::string, LockMark, std::less<>>& all() const { return m_marks; }

    bool operator==(const LockMarks&) const = default;

private:
    std::optional<LockMark> find(std::string_view path) const {
        const auto found = m_marks.find(path);
        return found == m_marks.end() ? std::nullopt : std::optional(found->second);
    }

    std::map<std::string, LockMark, std::less<>> m_marks;
};

}  // namespace lockcore
