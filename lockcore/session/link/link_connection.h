// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lifetime.h"
#include "link_wiring.h"
#include "read_buffer.h"
#include "reply_check.h"
#include "sasl_talk.h"

#include <lockcore/session/connect_string.h>

#include <asio/steady_timer.hpp>
#include <optional>

namespace lockcore {

/// Lives on the loop thread. One connection of our client, and what it is connected with.
///
/// What the client says goes on as it comes; what the server says frame by frame, checked. Neither is read
/// while the other side takes nothing, so a slow side slows down the other one, and what is held meanwhile is
/// what was read at once, and one frame of the server's.
class LinkConnection {
public:
    /// `ended`: it may be destroyed now, though not inside the call.
    LinkConnection(asio::io_context& context, ByteStream client, HostPort server, const LinkWiring& wiring,
                   std::function<void()> ended);

    LinkConnection(const LinkConnection&) = delete;
    LinkConnection& operator=(const LinkConnection&) = delete;

    void start();
    bool isEnded() const { return m_phase == Phase::Ended; }
    /// The client may have sent something: that goes on at once, before the loop would tell of it.
    void clientHasSent();
    /// The client has closed its end, and is connected anew.
    void abandon();
    /// The client gets nothing any more, and is told so: it may be about to end its session. It would wait
    /// 1.5 s for the answer to that, on the loop that is to bring it.
    void hangUp();
    /// The client has closed its end, for good. If its last word was to end the session, the server still
    /// gets that, within 2 s.
    void finish();

private:
    enum class Phase {
        Connecting,      ///< the route
        Securing,        ///< TLS
        Greeting,        ///< the connect request
        Authenticating,  ///< SASL; its answer is held back
        Passing,
        Farewell,  ///< the client has ended its session and its connection; until the server says so
        Ended,
    };
    using Outcome = const asio::error_code&;

    void opened(Result<ByteStream> stream);
    void secured(Result<std::unique_ptr<Channel>> channel);
    void greet(std::unique_ptr<Channel> channel);
    void authenticate(std::string answer);
    void authenticated(const Result<void>& outcome);
    void letThrough(std::string_view answer);

    void readClient();
    bool noteRequests(std::string_view arrived);
    void clientEnded();
    void writeServer();

    void readServer();
    void passOn();
    bool collect();
    bool take(const Frame& frame);
    bool writeClient();
    void clientTook(Outcome error);
    void serverTakesNothing(Outcome error);
    void serverEnded(Outcome error);

    void endWithin(Duration limit);
    void timedOut();
    void refuse(const BadFrame& bad);
    void failStep(Error error);
    void fail(Error error);
    void end();
    void report(LinkStep step, std::optional<Error> problem = {}, std::shared_ptr<const TlsFacts> tls = {},
                std::optional<SaslFacts> sasl = {});
    std::optional<LinkStep> currentStep() const;
    std::string awaited() const;
    std::string whatThatMayMean(Outcome error) const;
    std::string attempt() const { return "Connecting to " + toString(m_server); }
    bool isByTls() const { return m_wiring.channelMaker && m_wiring.channelMaker->isTls(); }
    ServerAddress address() const { return {m_server.host, m_server.port}; }

    const HostPort m_server;
    const LinkWiring& m_wiring;
    const std::function<void()> m_ended;
    Phase m_phase = Phase::Connecting;
    TimePoint m_began = Clock::now();  ///< the step
    asio::steady_timer m_limit;
    bool m_isFinishing = false;
    std::unique_ptr<Attempt> m_opening;
    std::unique_ptr<Attempt> m_securing;

    ByteStream m_client;
    ReadBuffer m_requests;
    std::string_view m_unsent;  ///< of m_requests
    Framing m_requestFrames;
    std::optional<std::int32_t> m_endOfSession;  ///< the last request, if it is for that
    bool m_isEndAnswered = false;

    std::unique_ptr<Channel> m_channel;
    ReadBuffer m_answers;
    std::string_view m_arrived;  ///< of m_answers, and not passed on
    Framing m_answerFrames;
    ReplyCheck m_check;
    std::string m_passed;                          ///< to the client
    std::string_view m_large;                      ///< likewise, behind that: a frame that is not copied
    std::optional<asio::error_code> m_writeError;  ///< the server takes nothing any more
    bool m_isAwaitingClient = false;
    bool m_isReadingServer = false;
    bool m_isWritingClient = false;
    bool m_isWritingServer = false;

    std::unique_ptr<SaslTalk> m_sasl;
    std::string m_token;
    std::string_view m_unsentToken;
    std::string m_heldBack;
    Duration m_greetingTook{0};

    Lifetime m_lifetime;
};

}  // namespace lockcore
