// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "channel.h"

#include <lockcore/session/link_fault.h>

#include <asio/any_io_executor.hpp>
#include <asio/steady_timer.hpp>

#include <deque>
#include <memory>
#include <optional>
#include <string>

namespace lockcore {

/// Lives on the loop thread. A channel with a LinkFault on it: what either side says is kept until it may
/// pass, up to a bound, behind which a side that goes on has to wait as at a socket that is full.
class FaultyChannel final : public Channel {
public:
    FaultyChannel(const asio::any_io_executor& executor, std::unique_ptr<Channel> within,
                  std::shared_ptr<LinkFault> fault);
    ~FaultyChannel() override;
    FaultyChannel(const FaultyChannel&) = delete;
    FaultyChannel& operator=(const FaultyChannel&) = delete;

    void readSome(ReadBuffer& into, Done done) override;
    void writeSome(asio::const_buffer from, Done done) override;
    std::shared_ptr<const TlsFacts> tls() const override { return m_tls; }

private:
    /// Something on its way: bytes, or that there come no more.
    struct Piece {
        TimePoint due;
        std::string bytes;
        asio::error_code end = {};
    };

    void change(LinkState state, Duration delay);
    void cut();

    void fetch();
    void fetched(const asio::error_code& error, std::size_t size);
    void tellReader();
    void tellReaderSoon();

    void accept();
    void send();
    void sent(const asio::error_code& error, std::size_t size);
    void tellWriterSoon(const asio::error_code& error, std::size_t size);

    TimePoint due() const { return Clock::now() + m_delay; }

    asio::any_io_executor m_executor;
    const std::shared_ptr<LinkFault> m_fault;
    std::unique_ptr<Channel> m_within;  ///< null: cut
    const std::shared_ptr<const TlsFacts> m_tls;
    std::uint64_t m_listener = 0;
    LinkState m_state = LinkState::Open;
    Duration m_delay{0};

    ReadBuffer* m_into = nullptr;
    Done m_read;  ///< empty: nobody reads
    ReadBuffer m_fetched;
    bool m_isFetching = false;
    bool m_hasServerEnded = false;
    bool m_hasLost = false;  ///< something that the server has said
    std::deque<Piece> m_arrived;
    std::size_t m_taken = 0;  ///< of the first of them
    std::size_t m_arrivedSize = 0;
    asio::steady_timer m_arrival;

    asio::const_buffer m_from;  ///< empty: taken over
    Done m_written;
    bool m_isSending = false;
    std::optional<asio::error_code> m_writeError;
    std::deque<Piece> m_unsent;
    std::size_t m_sent = 0;  ///< of the first of them
    std::size_t m_unsentSize = 0;
    asio::steady_timer m_departure;

    Lifetime m_lifetime;
};

/// Lives on the loop thread. Puts a LinkFault on what another one makes. A stalled link holds up a handshake
/// of TLS; without TLS its channels stall from their beginning.
class FaultyChannelMaker final : public ChannelMaker {
public:
    /// `within`: null for the bytes of the stream as they are.
    FaultyChannelMaker(std::shared_ptr<LinkFault> fault, std::unique_ptr<ChannelMaker> within)
        : m_fault(std::move(fault)), m_within(std::move(within)) {}

    std::unique_ptr<Attempt> make(ByteStream stream, const ServerAddress& server,
                                  std::function<void(Result<std::unique_ptr<Channel>>)> done) override;
    bool isTls() const override { return m_within && m_within->isTls(); }

private:
    const std::shared_ptr<LinkFault> m_fault;
    const std::unique_ptr<ChannelMaker> m_within;
};

}  // namespace lockcore
