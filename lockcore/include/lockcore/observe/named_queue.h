// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/lock_queue.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

/// One contender at its place in a queue that only names tell.
struct NamedContender {
    std::string_view name;  ///< valid as long as the NamedQueue is
    Role role = Role::Foreign;
    /// As QueueRow::predecessor.
    std::optional<std::size_t> predecessor = {};
    /// The session that it ends with; None where the source does not tell.
    SessionId session = SessionId::None;
};

/// The queue of one lock by the names of its contenders, none of which was read. Immutable: any thread. Takes
/// 24 bytes and the name for each contender, so that a hundred thousand of them stay small.
class NamedQueue {
public:
    NamedQueue() = default;
    /// `rows` as arrangeQueue() gives them, and the session of each row's contender.
    NamedQueue(std::span<const QueueRow> rows, std::span<const SessionId> sessions);

    std::size_t size() const { return m_rows.size(); }
    /// The contender in row `index`, which is less than size().
    NamedContender at(std::size_t index) const;

private:
    struct Row {
        std::uint32_t nameEnd;  ///< in m_names; the name begins where that of the row before ends
        std::uint32_t predecessor;
        SessionId session;
        Role role;
    };

    std::string m_names;
    std::vector<Row> m_rows;
};

}  // namespace lockcore
