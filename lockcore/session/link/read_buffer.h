// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <asio/buffer.hpp>
#include <memory>
#include <string_view>

namespace lockcore {

/// Lives on whatever thread owns it. What a socket is read into: nothing while nothing is there to be read,
/// since most sessions wait most of the time; a page where little is, and more where much is.
class ReadBuffer {
public:
    /// What was read before is gone then.
    asio::mutable_buffer space() {
        const std::size_t size = m_arrived < kLittle ? kLittle : kMuch;
        if (m_size != size) {
            m_bytes = std::make_unique_for_overwrite<char[]>(size);
            m_size = size;
        }
        return asio::buffer(m_bytes.get(), m_size);
    }
    std::string_view filled(std::size_t size) {
        m_arrived = size;
        return {m_bytes.get(), size};
    }
    /// Until there is something to be read; likewise.
    void rest() {
        m_bytes.reset();
        m_size = 0;
    }

private:
    static constexpr std::size_t kLittle = 4096;
    static constexpr std::size_t kMuch = std::size_t{64} << 10U;

    std::unique_ptr<char[]> m_bytes;
    std::size_t m_size = 0;
    std::size_t m_arrived = 0;  ///< the last time
};

}  // namespace lockcore
