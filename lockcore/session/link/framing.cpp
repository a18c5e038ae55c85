// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "framing.h"

#include <lockcore/session/record_reader.h>

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

/// Most frames are smaller. What a larger one took is given back when it has been used.
constexpr std::size_t kKeptBytes = 4096;

bool isTaken(std::int32_t length, std::size_t limit) {
    return length >= 0 && static_cast<std::size_t>(length) <= limit;
}

BadFrame refusedLength(std::int32_t length, std::size_t limit) {
    const auto claim = "a packet claims to have " + std::to_string(length) + " bytes";
    return {ErrorCode::NotZooKeeper, length < 0 ? claim : claim + "; it may have " + std::to_string(limit)};
}

}  // namespace

void Framing::forgetLast() {
    if (!std::exchange(m_isHandedOut, false)) return;
    m_begun.clear();
    if (m_begun.capacity() > kKeptBytes) std::string().swap(m_begun);  // what is assigned keeps its memory
}

/// True when m_begun has `size` bytes.
bool Framing::fill(std::size_t size, std::string_view& arrived) {
    const auto missing = size - std::min(size, m_begun.size());
    const auto taken = arrived.substr(0, missing);
    m_begun.append(taken);
    arrived.remove_prefix(taken.size());
    return taken.size() == missing;
}

tl::expected<std::optional<Frame>, BadFrame> Framing::next(std::string_view& arrived) {
    forgetLast();
    const auto skipped = std::min(m_toSkip, arrived.size());
    arrived.remove_prefix(skipped);
    m_toSkip -= skipped;
    if (m_begun.empty() && arrived.size() >= Frame::kLengthBytes) {
        const auto length = bigEndianInt32(arrived);
        if (isTaken(length, m_limit)) {
            const auto size = Frame::kLengthBytes + static_cast<std::size_t>(length);
            if (arrived.size() >= size) {
                const Frame whole{arrived.substr(0, size)};
                arrived.remove_prefix(size);
                return whole;
            }
        }
    }
    if (!fill(Frame::kLengthBytes, arrived)) return std::nullopt;
    const auto length = bigEndianInt32(m_begun);
    const bool isCut = m_headOfLonger > 0 && length >= 0 && !isTaken(length, m_limit);
    if (!isCut && !isTaken(length, m_limit)) return tl::unexpected(refusedLength(length, m_limit));
    const auto size = isCut ? m_headOfLonger : static_cast<std::size_t>(length);
    if (!fill(Frame::kLengthBytes + size, arrived)) return std::nullopt;
    if (isCut) m_toSkip = static_cast<std::size_t>(length) - size;
    m_isHandedOut = true;
    return Frame{m_begun, isCut};
}

}  // namespace lockcore
