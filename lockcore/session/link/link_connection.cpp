// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "link_connection.h"

#include "answer_bodies.h"
#include "tls_words.h"

#include <lockcore/log.h>

#include <algorithm>
#include <array>
#include <asio/post.hpp>
#include <asio/write.hpp>
#include <utility>

namespace lockcore {

namespace {

/// Before a server is known to be one: the answer to a connect request has 37 bytes, a token of SASL some
/// thousands. What is no ZooKeeper mostly claims more.
constexpr std::size_t kLargestGreeting = std::size_t{64} << 10U;

/// Frames up to this are collected; longer ones are sent from where they are.
constexpr std::size_t kCopied = std::size_t{16} << 10U;
constexpr std::size_t kCollected = std::size_t{64} << 10U;

constexpr auto kFarewell = std::chrono::seconds(2);

/// Of an answer to a connect request: whether there is a session. Else the server has expired it, and ends
/// the connection.
bool hasSession(std::string_view answer) {
    constexpr std::size_t kTimeoutAt = Frame::kLengthBytes + 4;
    return bigEndianInt32(answer.substr(kTimeoutAt)) > 0;
}

/// The xid of a request that ends the session.
std::optional<std::int32_t> xidOfEnd(std::string_view request) {
    constexpr std::size_t kTypeAt = 4;
    const bool isEnd =
        request.size() >= 2 * kTypeAt && bigEndianInt32(request.substr(kTypeAt)) == op_type::kCloseSession;
    return isEnd ? std::optional(bigEndianInt32(request)) : std::nullopt;
}

/// Of a server that waits for TLS: an alert, or a handshake.
bool isTls(std::string_view arrived) {
    constexpr std::string_view kAlert("\x15\x03", 2);
    constexpr std::string_view kHandshake("\x16\x03", 2);
    return arrived.starts_with(kAlert) || arrived.starts_with(kHandshake);
}

/// In the words that the C client's own connections have.
std::string reasonOf(const asio::error_code& error) {
    return error == asio::error::eof ? "the connection was closed by the server" : error.message();
}

std::string inSeconds(Duration limit) {
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(limit).count();
    return ms % 1000 == 0 ? std::to_string(ms / 1000) + " s" : std::to_string(ms) + " ms";
}

}  // namespace

LinkConnection::LinkConnection(asio::io_context& context, ByteStream client, HostPort server,
                               const LinkWiring& wiring, std::function<void()> ended)
    : m_server(std::move(server)),
      m_wiring(wiring),
      m_ended(std::move(ended)),
      m_limit(context),
      m_client(std::move(client)),
      m_answerFrames(kLargestGreeting) {
    asio::error_code ignored;
    m_client.non_blocking(true, ignored);
}

void LinkConnection::start() {
    endWithin(m_wiring.openWithin);
    readClient();
    m_opening = m_wiring.route->open(
        address(), m_lifetime.whileAlive([this](Result<ByteStream> stream) { opened(std::move(stream)); }));
}

void LinkConnection::opened(Result<ByteStream> stream) {
    if (m_phase == Phase::Ended) return;
    m_began = Clock::now();
    if (!stream) {
        fail(std::move(stream.error()));  // the route has told its step
    } else if (m_wiring.channelMaker == nullptr) {
        greet(std::make_unique<PlainChannel>(std::move(*stream)));
    } else {
        m_phase = Phase::Securing;
        m_securing = m_wiring.channelMaker->make(
            std::move(*stream), address(),
            m_lifetime.whileAlive([this](auto channel) { secured(std::move(channel)); }));
    }
}

void LinkConnection::secured(Result<std::unique_ptr<Channel>> channel) {
    if (m_phase == Phase::Ended) return;
    if (!channel) {
        failStep(std::move(channel.error()));
        return;
    }
    if (isByTls()) report(LinkStep::Tls, {}, (*channel)->tls());
    greet(std::move(*channel));
}

void LinkConnection::greet(std::unique_ptr<Channel> channel) {
    m_channel = std::move(channel);
    m_phase = Phase::Greeting;
    writeServer();
    readServer();
}

/// The server knows the session, but not yet whose it is.
void LinkConnection::authenticate(std::string answer) {
    m_heldBack = std::move(answer);
    m_greetingTook = Clock::now() - m_began;
    m_began = Clock::now();
    m_phase = Phase::Authenticating;
    // Posted: it may come from within a frame that is just being taken, or from the talk itself.
    const auto done = [this](Result<void> outcome) {
        asio::post(m_client.get_executor(),
                   m_lifetime.whileAlive([this, outcome] { authenticated(outcome); }));
    };
    const auto send = [this](std::string frame) {
        m_token = std::move(frame);
        m_unsentToken = m_token;
        writeServer();
    };
    m_sasl = std::make_unique<SaslTalk>(m_wiring.makeSasl(address()), toString(m_server),
                                        SaslTalk::Handlers{send, done});
    m_sasl->start();
}

void LinkConnection::authenticated(const Result<void>& outcome) {
    if (m_phase == Phase::Ended) return;
    if (!outcome) {
        failStep(outcome.error());
        return;
    }
    report(LinkStep::Sasl, {}, {}, m_sasl->facts());
    letThrough(m_heldBack);
    writeServer();
    passOn();
}

void LinkConnection::letThrough(std::string_view answer) {
    if (m_sasl) m_began = Clock::now() - m_greetingTook;
    report(LinkStep::Session);
    m_limit.cancel();
    m_opening.reset();
    m_securing.reset();
    m_phase = Phase::Passing;
    m_passed += answer;
    m_answerFrames = Framing(m_wiring.largestAnswer, ReplyCheck::kHeaderBytes);
}

void LinkConnection::readClient() {
    m_requests.rest();
    if (std::exchange(m_isAwaitingClient, true)) return;
    m_client.async_wait(asio::socket_base::wait_read, m_lifetime.whileAlive([this](Outcome) {
        m_isAwaitingClient = false;
        clientHasSent();
    }));
}

/// What was sent before is still on its way to the server: then this waits in the socket.
void LinkConnection::clientHasSent() {
    const bool hasEnded = m_phase == Phase::Farewell || m_phase == Phase::Ended;
    if (hasEnded || !m_unsent.empty()) return;
    asio::error_code error;
    const auto size = m_client.read_some(m_requests.space(), error);
    if (error == asio::error::would_block) {
        readClient();
    } else if (error) {
        clientEnded();
    } else {
        m_unsent = m_requests.filled(size);
        if (noteRequests(m_unsent)) writeServer();
    }
}

/// Each is known before the server gets the last byte of it, and so before it can be answered.
bool LinkConnection::noteRequests(std::string_view arrived) {
    while (true) {
        const auto frame = m_requestFrames.next(arrived);
        if (!frame) {
            fail({ErrorCode::Marshalling, attempt() + " (of a request " + frame.error().what + ')'});
            return false;
        }
        if (!*frame) return true;
        if (m_wiring.traffic) ++m_wiring.traffic->requests;
        m_check.asked((*frame)->body());
        m_endOfSession = xidOfEnd((*frame)->body());
    }
}

/// All that it has sent is at the server, or on its way: the client is read only when that is so.
void LinkConnection::clientEnded() {
    if (m_phase != Phase::Passing || !m_endOfSession || m_isEndAnswered) {
        end();
        return;
    }
    m_phase = Phase::Farewell;
    if (!m_isFinishing) endWithin(kFarewell);
}

/// What the client has sent. While the link itself speaks that waits.
void LinkConnection::writeServer() {
    if (m_isWritingServer || !m_channel) return;
    auto& unsent = m_phase == Phase::Authenticating ? m_unsentToken : m_unsent;
    if (unsent.empty()) return;
    m_isWritingServer = true;
    m_channel->writeSome(asio::buffer(unsent),
                         m_lifetime.whileAlive([this, &unsent](Outcome error, std::size_t size) {
                             m_isWritingServer = false;
                             if (m_phase == Phase::Ended) return;
                             if (error) {
                                 serverTakesNothing(error);
                                 return;
                             }
                             unsent.remove_prefix(size);
                             const bool isAllSent = &unsent == &m_unsent && unsent.empty();
                             if (isAllSent) readClient();
                             writeServer();
                         }));
}

void LinkConnection::readServer() {
    m_isReadingServer = true;
    m_answers.rest();
    m_channel->readSome(m_answers, m_lifetime.whileAlive([this](Outcome error, std::size_t size) {
        m_isReadingServer = false;
        if (m_phase == Phase::Ended) return;
        if (error) {
            serverEnded(error);
            return;
        }
        m_arrived = m_answers.filled(size);
        passOn();
    }));
}

/// Checks what has arrived until there is enough to write, and reads on when the client has taken all of it.
/// Last of all wherever it is called: what the client does then may destroy this.
void LinkConnection::passOn() {
    if (m_isWritingClient) return;
    bool hasPassed = false;
    while (collect()) {
        if (m_passed.empty() && m_large.empty()) {
            if (!m_isReadingServer) readServer();
            if (hasPassed && m_wiring.answered) m_wiring.answered();
            return;
        }
        hasPassed = true;
        if (!writeClient()) return;
    }
}

/// False where that was the end.
bool LinkConnection::collect() {
    while (!m_arrived.empty() && m_large.empty() && m_passed.size() < kCollected) {
        if (m_phase == Phase::Greeting && isTls(m_arrived) && !m_answerFrames.isWithinFrame()) {
            failStep(
                {ErrorCode::TlsFailed, attempt() + ": the server speaks TLS, and this connection does not"});
            return false;
        }
        const auto frame = m_answerFrames.next(m_arrived);
        if (!frame) {
            refuse(frame.error());
            return false;
        }
        if (!*frame) break;
        if (!take(**frame)) return false;
    }
    return true;
}

/// False where that was the end.
bool LinkConnection::take(const Frame& frame) {
    if (m_phase == Phase::Authenticating) {
        m_sasl->answered(frame.body());
        return true;
    }
    m_isEndAnswered = m_isEndAnswered || (m_endOfSession && frame.body().size() >= ReplyCheck::kHeaderBytes &&
                                          bigEndianInt32(frame.body()) == *m_endOfSession);
    if (m_phase == Phase::Farewell || m_isFinishing) {  // nobody is there to get it
        if (m_phase == Phase::Farewell && m_isEndAnswered) end();
        return m_phase != Phase::Ended;
    }
    const auto checked =
        frame.isCut ? m_check.answeredAtLength(frame.body()) : m_check.answered(frame.body());
    if (!checked) {
        refuse(checked.error());
        return false;
    }
    const std::string_view passed = *checked ? std::string_view(**checked) : frame.bytes;
    if (m_wiring.traffic && m_phase == Phase::Passing && ReplyCheck::isEvent(frame.body()))
        ++m_wiring.traffic->events;
    if (m_phase == Phase::Greeting) {
        if (m_wiring.makeSasl && hasSession(passed)) {
            authenticate(std::string(passed));
        } else {
            letThrough(passed);
        }
    } else if (*checked || passed.size() <= kCopied) {
        m_passed += passed;
    } else {
        m_large = passed;
    }
    return true;
}

/// What its socket has room for at once, which is mostly all. False while the rest is on its way.
bool LinkConnection::writeClient() {
    const std::array buffers{asio::buffer(std::string_view(m_passed)), asio::buffer(m_large)};
    asio::error_code error;
    const auto size = m_client.write_some(buffers, error);
    if (size == asio::buffer_size(buffers) || (error && error != asio::error::would_block)) {
        clientTook(error);
        return true;
    }
    m_isWritingClient = true;
    const auto rest = asio::buffer(std::string_view(m_passed)) + size;
    const auto restOfLarge = asio::buffer(m_large) + (size - std::min(size, m_passed.size()));
    asio::async_write(m_client, std::array{rest, restOfLarge},
                      m_lifetime.whileAlive([this](Outcome outcome, std::size_t) {
                          m_isWritingClient = false;
                          if (m_phase == Phase::Ended) return;
                          clientTook(outcome);
                          passOn();
                      }));
    return false;
}

void LinkConnection::clientTook(Outcome error) {
    m_large = {};
    m_passed.clear();
    if (m_passed.capacity() > kCollected) std::string().swap(m_passed);
    // It has closed its end. What it has said before is still to be read, if there is time.
    if (error) hangUp();
}

/// What it has said before, such as why, is still to be read.
void LinkConnection::serverTakesNothing(Outcome error) {
    if (m_writeError) return;
    m_writeError = error;
    if (m_phase == Phase::Passing && !m_isFinishing) endWithin(kFarewell);
}

void LinkConnection::serverEnded(Outcome error) {
    if (m_phase == Phase::Farewell || m_isFinishing) {
        end();
        return;
    }
    if (isTlsError(error)) {
        Error why = tlsEnd(error);
        why.what = attempt() + ": " + why.what;
        failStep(std::move(why));
        return;
    }
    failStep({ErrorCode::ConnectionLoss, attempt() + ": " + reasonOf(error) + whatThatMayMean(error)});
}

/// A server that has not said anything has its reasons: it has no quorum, or does not get what it wants.
std::string LinkConnection::whatThatMayMean(Outcome error) const {
    const bool isEnd = error == asio::error::eof;
    if (m_answerFrames.isWithinFrame()) return isEnd ? " in the middle of an answer" : "";
    if (m_phase != Phase::Greeting || !(isEnd || error == asio::error::connection_reset)) return "";
    return isByTls() ? " before it said anything: it serves nobody now, or does not take our "
                       "certificate, or that we have none"
                     : " before it said anything: it serves nobody now, or this is a port for TLS";
}

void LinkConnection::abandon() {
    if (m_phase != Phase::Farewell && !m_isFinishing) end();
}

void LinkConnection::hangUp() {
    if (m_phase != Phase::Passing || m_isFinishing) return;
    m_isFinishing = true;
    endWithin(kFarewell);
    asio::error_code ignored;
    m_client.shutdown(asio::socket_base::shutdown_send, ignored);
}

void LinkConnection::finish() {
    if (m_phase == Phase::Passing) {
        hangUp();
    } else if (m_phase != Phase::Farewell) {
        end();
    }
}

void LinkConnection::endWithin(Duration limit) {
    m_limit.expires_after(limit);
    m_limit.async_wait(m_lifetime.whileAlive([this](Outcome cancelled) {
        if (!cancelled) timedOut();
    }));
}

/// The timer may have been cancelled too late.
void LinkConnection::timedOut() {
    const bool isFarewell = m_phase == Phase::Farewell || m_isFinishing;
    if (isFarewell) {
        end();
    } else if (m_writeError) {
        serverEnded(*m_writeError);
    } else if (currentStep()) {
        const bool isOurs = m_phase == Phase::Authenticating && !m_sasl->isServersTurn();
        failStep({isOurs ? ErrorCode::SaslFailed : ErrorCode::OperationTimeout,
                  awaited() + " within " + inSeconds(m_wiring.openWithin)});
    }
}

std::string LinkConnection::awaited() const {
    const std::string isThere = attempt() + ": it takes connections, ";
    switch (m_phase) {
        case Phase::Securing:
            return isThere + "and hangs or is no port for TLS: no handshake came to its end";
        case Phase::Greeting: return isThere + "and hangs or is no ZooKeeper server: no answer came";
        case Phase::Authenticating: break;
        default: return attempt() + ": nothing came of it";
    }
    return "Authenticating at " + toString(m_server) +
           (m_sasl->isServersTurn()
                ? ": nothing came of it"
                : ": a KDC or name service, which is asked beside the server, has not answered");
}

void LinkConnection::refuse(const BadFrame& bad) {
    failStep({bad.code, attempt() + " (" + bad.what + ')'});
}

void LinkConnection::failStep(Error error) {
    if (error.server.empty()) error.server = toString(m_server);
    if (const auto failed = currentStep()) report(*failed, error);
    fail(std::move(error));
}

void LinkConnection::fail(Error error) {
    if (error.server.empty()) error.server = toString(m_server);
    log(LogLevel::Info, "link: " + describe(error));
    m_wiring.failed(error);
    end();
}

void LinkConnection::end() {
    if (std::exchange(m_phase, Phase::Ended) == Phase::Ended) return;
    asio::error_code ignored;
    m_client.close(ignored);
    m_ended();
}

/// What is under way, if it is a step of the link's own or has not been told by the route.
std::optional<LinkStep> LinkConnection::currentStep() const {
    switch (m_phase) {
        case Phase::Connecting: return LinkStep::Connect;
        case Phase::Securing: return isByTls() ? LinkStep::Tls : LinkStep::Session;
        case Phase::Greeting: return LinkStep::Session;
        case Phase::Authenticating: return LinkStep::Sasl;
        case Phase::Passing:
        case Phase::Farewell:
        case Phase::Ended: break;
    }
    return std::nullopt;
}

void LinkConnection::report(LinkStep step, std::optional<Error> problem, std::shared_ptr<const TlsFacts> tls,
                            std::optional<SaslFacts> sasl) {
    const auto now = Clock::now();
    if (m_wiring.observer)
        m_wiring.observer(
            {step, toString(m_server), now - m_began, std::move(problem), std::move(tls), std::move(sasl)});
    m_began = now;
}

}  // namespace lockcore
