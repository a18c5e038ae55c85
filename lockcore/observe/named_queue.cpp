// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/named_queue.h>

#include <limits>

namespace lockcore {

namespace {

constexpr std::uint32_t kNoPredecessor = std::numeric_limits<std::uint32_t>::max();

}  // namespace

NamedQueue::NamedQueue(std::span<const QueueRow> rows, std::span<const SessionId> sessions) {
    std::size_t length = 0;
    for (const QueueRow& row : rows)
        length += row.contender->name.size();
    m_names.reserve(length);
    m_rows.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        m_names += rows[i].contender->name;
        const auto predecessor =
            rows[i].predecessor ? static_cast<std::uint32_t>(*rows[i].predecessor) : kNoPredecessor;
        m_rows.push_back(
            {static_cast<std::uint32_t>(m_names.size()), predecessor, sessions[i], rows[i].role});
    }
}

NamedContender NamedQueue::at(std::size_t index) const {
    const Row& row = m_rows[index];
    const std::uint32_t begin = index == 0 ? 0 : m_rows[index - 1].nameEnd;
    NamedContender contender{std::string_view(m_names).substr(begin, row.nameEnd - begin), row.role};
    if (row.predecessor != kNoPredecessor) contender.predecessor = row.predecessor;
    contender.session = row.session;
    return contender;
}

}  // namespace lockcore
