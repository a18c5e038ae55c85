// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <asio/buffer.hpp>
#include <string_view>
#include <vector>

namespace lockcore {

/// Lives on whatever thread owns it. What a socket is read into: a page while little arrives, since most
/// sessions wait most of the time, and more while much does.
class ReadBuffer {
public:
    /// What was read before is gone then.
    asio::mutable_buffer space() {
        if (m_arrived == m_bytes.size() && m_bytes.size() < kMuch) {
            m_bytes.resize(kMuch);
        } else if (m_arrived < kLittle && m_bytes.size() > kLittle) {
            std::vector<char>(kLittle).swap(m_bytes);
        }
        return asio::buffer(m_bytes);
    }
    std::string_view filled(std::size_t size) {
        m_arrived = size;
        return {m_bytes.data(), size};
    }

private:
    static constexpr std::size_t kLittle = 4096;
    static constexpr std::size_t kMuch = std::size_t{64} << 10U;

    std::vector<char> m_bytes = std::vector<char>(kLittle);
    std::size_t m_arrived = 0;
};

}  // namespace lockcore
