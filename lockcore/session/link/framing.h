// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/result.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace lockcore {

/// What one side of a connection has sent that the other must not get.
struct BadFrame {
    ErrorCode code;    ///< NotZooKeeper; ReplyCheck::answered() says when another
    std::string what;  ///< in plain words: "a packet claims to have -5 bytes"
};

/// What a frame's body may have of bytes. ZooKeeper's own limit is 1 MiB for what is written; a list of
/// names is longer: 64 MiB are a million of the length of Curator's.
inline constexpr std::size_t kLargestFrame = std::size_t{64} << 20U;

/// A packet of ZooKeeper's protocol, as it was sent.
struct Frame {
    static constexpr std::size_t kLengthBytes = 4;

    std::string_view bytes;  ///< the body's length, big-endian, and the body
    bool isCut = false;      ///< the body is longer than the limit: only its head is here
    std::string_view body() const { return bytes.substr(kLengthBytes); }
};

/// Lives on whatever thread owns it; it has no socket. Cuts what one side sends into frames, wherever it was
/// cut on its way.
///
/// libzookeeper itself believes the length before a frame: it asks for that much memory at once, and where
/// the length is negative it never comes back from reading.
class Framing {
public:
    /// `headOfLonger`: so much of a body beyond the limit, which is no less than that, is returned, and the
    /// rest is thrown away as it arrives. 0: such a frame is refused.
    explicit Framing(std::size_t limit = kLargestFrame, std::size_t headOfLonger = 0)
        : m_limit(limit), m_headOfLonger(headOfLonger) {}

    /// The next whole frame of all that has arrived; cuts off from `arrived` what it has taken. Nothing once
    /// that is used up: then `arrived` is empty, and what it had of an unfinished frame is kept here.
    ///
    /// Only such an unfinished frame is copied. What is returned is valid until the next call, and no longer
    /// than the bytes behind `arrived`.
    ///
    /// Fails with a length below 0 or, where the head is not asked for, beyond the limit, before there is any
    /// memory for it, and then always: no frame begins anywhere behind it.
    tl::expected<std::optional<Frame>, BadFrame> next(std::string_view& arrived);

    /// The memory that is held for a frame which has not arrived whole: at most twice what has, and no more
    /// than a page where nothing has, whatever the frame says about itself.
    std::size_t held() const { return m_begun.capacity(); }

    /// A frame has begun and not ended: what one sees that the connection broke off in.
    bool isWithinFrame() const { return m_toSkip > 0 || (!m_begun.empty() && !m_isHandedOut); }

private:
    void forgetLast();
    bool fill(std::size_t size, std::string_view& arrived);

    std::size_t m_limit;
    std::size_t m_headOfLonger;
    std::size_t m_toSkip = 0;    ///< of a frame whose head was returned
    std::string m_begun;         ///< a frame's first bytes
    bool m_isHandedOut = false;  ///< m_begun is whole, and was returned
};

}  // namespace lockcore
