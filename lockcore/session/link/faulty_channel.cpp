// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "faulty_channel.h"

#include <lockcore/session/connect_string.h>

#include <asio/post.hpp>
#include <utility>

namespace lockcore {

namespace {

/// What is kept in one direction before whoever says more has to wait: about what two sockets hold.
constexpr std::size_t kMostKept = std::size_t{256} << 10U;

}  // namespace

FaultyChannel::FaultyChannel(const asio::any_io_executor& executor, std::unique_ptr<Channel> within,
                             std::shared_ptr<LinkFault> fault)
    : m_executor(executor),
      m_fault(std::move(fault)),
      m_within(std::move(within)),
      m_tls(m_within->tls()),
      m_arrival(executor),
      m_departure(executor) {
    // Listens first: what changes after that is heard, if not read as well.
    m_listener = m_fault->listen([this](LinkState state, Duration delay) {
        asio::post(m_executor, m_lifetime.whileAlive([this, state, delay] { change(state, delay); }));
    });
    change(m_fault->state(), m_fault->delay());
}

FaultyChannel::~FaultyChannel() {
    m_fault->ignore(m_listener);
}

void FaultyChannel::change(LinkState state, Duration delay) {
    m_state = state;
    m_delay = delay;
    if (m_state == LinkState::LosesAnswers && !m_arrived.empty()) {
        m_hasLost = true;
        m_arrived.clear();
        m_taken = m_arrivedSize = 0;
    }
    // What follows would be taken for the answers that are lost.
    const bool hasToEnd = m_state == LinkState::Open && m_hasLost;
    if (m_state == LinkState::Cut || hasToEnd) cut();
    fetch();
    send();
    tellReader();
}

void FaultyChannel::cut() {
    m_within.reset();  // first: it may be writing what is unsent
    m_arrived.clear();
    m_unsent.clear();
    m_arrival.cancel();
    m_departure.cancel();
    accept();
}

void FaultyChannel::readSome(ReadBuffer& into, Done done) {
    m_into = &into;
    m_read = std::move(done);
    fetch();
    if (!m_within || !m_arrived.empty()) tellReaderSoon();
}

void FaultyChannel::fetch() {
    const bool mayPass = m_within && m_state != LinkState::Stalled && !m_hasServerEnded;
    if (m_isFetching || !mayPass || m_arrivedSize >= kMostKept) return;
    m_isFetching = true;
    m_fetched.rest();
    m_within->readSome(m_fetched,
                       m_lifetime.whileAlive([this](const asio::error_code& error, std::size_t size) {
                           m_isFetching = false;
                           if (m_within) fetched(error, size);
                       }));
}

void FaultyChannel::fetched(const asio::error_code& error, std::size_t size) {
    m_hasServerEnded = static_cast<bool>(error);
    if (m_state == LinkState::LosesAnswers) {
        m_hasLost = true;
    } else {
        m_arrived.push_back({due(), error ? std::string() : std::string(m_fetched.filled(size)), error});
        m_arrivedSize += m_arrived.back().bytes.size();
    }
    fetch();
    tellReader();
}

/// Last of all wherever it is called: what is called back may destroy this.
void FaultyChannel::tellReader() {
    if (!m_read) return;
    if (!m_within) return std::exchange(m_read, nullptr)(asio::error::connection_reset, 0);
    if (m_arrived.empty() || m_state == LinkState::Stalled) return;
    auto& piece = m_arrived.front();
    if (piece.due > Clock::now()) {
        m_arrival.expires_at(piece.due);
        m_arrival.async_wait(m_lifetime.whileAlive([this](const asio::error_code& cancelled) {
            if (!cancelled) tellReader();
        }));
        return;
    }
    if (piece.end) return std::exchange(m_read, nullptr)(piece.end, 0);
    const auto size = asio::buffer_copy(m_into->space(), asio::buffer(piece.bytes) + m_taken);
    m_taken += size;
    m_arrivedSize -= size;
    if (m_taken == piece.bytes.size()) {
        m_arrived.pop_front();
        m_taken = 0;
    }
    fetch();
    std::exchange(m_read, nullptr)({}, size);
}

void FaultyChannel::tellReaderSoon() {
    asio::post(m_executor, m_lifetime.whileAlive([this] { tellReader(); }));
}

void FaultyChannel::writeSome(asio::const_buffer from, Done done) {
    m_from = from;
    m_written = std::move(done);
    accept();
    send();
}

/// Takes over what is to be written, if there is room.
void FaultyChannel::accept() {
    if (m_from.size() == 0) return;
    if (!m_within || m_writeError) {
        m_from = {};
        tellWriterSoon(m_writeError.value_or(asio::error::connection_reset), 0);
    } else if (m_unsentSize < kMostKept) {
        const auto size = m_from.size();
        m_unsent.push_back({due(), std::string(static_cast<const char*>(m_from.data()), size)});
        m_unsentSize += size;
        m_from = {};
        tellWriterSoon({}, size);
    }
}

void FaultyChannel::send() {
    const bool mayPass = m_within && m_state != LinkState::Stalled && !m_unsent.empty();
    if (m_isSending || !mayPass) return;
    const auto& piece = m_unsent.front();
    if (piece.due > Clock::now()) {
        m_departure.expires_at(piece.due);
        m_departure.async_wait(m_lifetime.whileAlive([this](const asio::error_code& cancelled) {
            if (!cancelled) send();
        }));
        return;
    }
    m_isSending = true;
    m_within->writeSome(asio::buffer(piece.bytes) + m_sent,
                        m_lifetime.whileAlive([this](const asio::error_code& error, std::size_t size) {
                            m_isSending = false;
                            if (m_within) sent(error, size);
                        }));
}

void FaultyChannel::sent(const asio::error_code& error, std::size_t size) {
    if (error) {
        m_writeError = error;
        m_unsent.clear();
    } else {
        m_sent += size;
        m_unsentSize -= size;
        if (m_sent == m_unsent.front().bytes.size()) {
            m_unsent.pop_front();
            m_sent = 0;
        }
    }
    accept();
    send();
}

void FaultyChannel::tellWriterSoon(const asio::error_code& error, std::size_t size) {
    asio::post(m_executor, m_lifetime.whileAlive([this, error, size] {
        if (m_written) std::exchange(m_written, nullptr)(error, size);
    }));
}

namespace {

/// Lives on the loop thread. A channel that is being made, or that waits until its link is open.
class FaultyAttempt final : public Attempt {
public:
    using Done = std::function<void(Result<std::unique_ptr<Channel>>)>;

    /// `within`: null for none; outlives it.
    FaultyAttempt(ByteStream stream, ServerAddress server, std::shared_ptr<LinkFault> fault,
                  ChannelMaker* within, Done done)
        : m_executor(stream.get_executor()),
          m_stream(std::move(stream)),
          m_server(std::move(server)),
          m_fault(std::move(fault)),
          m_within(within),
          m_done(std::move(done)) {
        m_listener = m_fault->listen([this](LinkState, Duration) { goOnSoon(); });
        goOnSoon();
    }
    ~FaultyAttempt() override { m_fault->ignore(m_listener); }
    FaultyAttempt(const FaultyAttempt&) = delete;
    FaultyAttempt& operator=(const FaultyAttempt&) = delete;

private:
    void goOnSoon() {
        asio::post(m_executor, m_lifetime.whileAlive([this] { goOn(); }));
    }
    void goOn() {
        if (m_hasBegun) return;
        const auto state = m_fault->state();
        if (state == LinkState::Stalled && m_within) return;
        m_hasBegun = true;
        if (state == LinkState::Cut) {
            const auto name = toString(HostPort{m_server.host, m_server.port});
            m_done(fail(ErrorCode::ConnectionLoss, "Connecting to " + name + ": the link is cut", {}, name));
        } else if (m_within) {
            m_making = m_within->make(std::move(m_stream), m_server,
                                      m_lifetime.whileAlive([this](Result<std::unique_ptr<Channel>> made) {
                                          finish(std::move(made));
                                      }));
        } else {
            finish(std::make_unique<PlainChannel>(std::move(m_stream)));
        }
    }
    /// Last of all: what is called may destroy this later on.
    void finish(Result<std::unique_ptr<Channel>> made) {
        if (made) *made = std::make_unique<FaultyChannel>(m_executor, std::move(*made), m_fault);
        m_done(std::move(made));
    }

    const asio::any_io_executor m_executor;
    ByteStream m_stream;
    const ServerAddress m_server;
    const std::shared_ptr<LinkFault> m_fault;
    ChannelMaker* const m_within;
    const Done m_done;
    std::uint64_t m_listener = 0;
    bool m_hasBegun = false;
    std::unique_ptr<Attempt> m_making;
    Lifetime m_lifetime;
};

}  // namespace

std::unique_ptr<Attempt> FaultyChannelMaker::make(
    ByteStream stream, const ServerAddress& server,
    std::function<void(Result<std::unique_ptr<Channel>>)> done) {
    return std::make_unique<FaultyAttempt>(std::move(stream), server, m_fault, m_within.get(),
                                           std::move(done));
}

}  // namespace lockcore
