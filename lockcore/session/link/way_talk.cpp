// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/session/way_talk.h>

#include "channel.h"
#include "route_maker.h"
#include "tls_channel.h"
#include "tls_context.h"

#include <asio/io_context.hpp>
#include <asio/post.hpp>
#include <asio/steady_timer.hpp>

#include <exception>
#include <memory>
#include <utility>
#include <variant>

namespace lockcore {
namespace {

/// Lives on the calling thread, on a loop of its own.
class Talker {
public:
    explicit Talker(const WayTalk& talk, std::string_view words)
        : m_talk(talk),
          m_words(words),
          m_server{talk.server.host, talk.server.port},
          m_limit(m_context),
          m_route(makeRoute(m_context, talk.route, talk.within)) {}

    /// The handshake's, after run().
    std::shared_ptr<const TlsFacts> tls() const { return m_channel ? m_channel->tls() : nullptr; }

    Result<std::string> run(std::stop_token stop) {
        if (const auto ready = prepareTls(); !ready) return tl::unexpected(ready.error());
        m_limit.expires_after(m_talk.within);
        m_limit.async_wait([this](const asio::error_code& cancelled) {
            if (!cancelled) timedOut();
        });
        m_attempt = m_route->open(m_server, [this](Result<ByteStream> stream) { opened(std::move(stream)); });
        const std::stop_callback whenStopped(
            std::move(stop), [this] { asio::post(m_context, [this] { end(ErrorCode::Cancelled, {}); }); });
        m_context.run();
        return std::move(m_result);
    }

private:
    Result<void> prepareTls() {
        if (!m_talk.tls) return {};
        auto context = makeTlsContext(*m_talk.tls);
        if (!context) return tl::unexpected(context.error());
        m_secure = std::make_unique<TlsChannelMaker>(std::move(*context), m_talk.tls->checksName);
        return {};
    }

    void opened(Result<ByteStream> stream) {
        m_isOpen = stream.has_value();
        if (!stream) {
            // Directly, where it is the server that can't be connected to.
            ErrorCode& code = stream.error().code;
            if (code == ErrorCode::ConnectionLoss || code == ErrorCode::ConnectionRefused)
                code = ErrorCode::Io;
            return end(tl::unexpected(stream.error()));
        }
        if (!m_secure) return say(std::make_unique<PlainChannel>(std::move(*stream)));
        m_handshake = m_secure->make(std::move(*stream), m_server, [this](auto channel) {
            if (channel)
                say(std::move(*channel));
            else
                end(tl::unexpected(channel.error()));
        });
    }

    void say(std::unique_ptr<Channel> channel) {
        m_channel = std::move(channel);
        if (m_words.empty()) return end(std::string());
        sayRest(m_words);
    }

    void sayRest(std::string_view rest) {
        if (rest.empty()) return hear();
        m_channel->writeSome(asio::buffer(rest),
                             [this, rest](const asio::error_code& error, std::size_t count) {
                                 if (error) return end(ErrorCode::ConnectionLoss, error.message());
                                 sayRest(rest.substr(count));
                             });
    }

    void hear() {
        m_channel->readSome(m_read, [this](const asio::error_code& error, std::size_t count) {
            if (count > m_talk.maxBytes - m_heard.size())
                return end(ErrorCode::TooLarge, "more than " + std::to_string(m_talk.maxBytes) + " bytes");
            m_heard.append(m_read.filled(count));
            if (!error) return hear();
            if (error == asio::error::eof) return end(std::move(m_heard));
            end(ErrorCode::ConnectionLoss, error.message());
        });
    }

    void timedOut() {
        if (m_isOpen) return end(ErrorCode::OperationTimeout, "no whole answer in time");
        const bool isDirect = std::holds_alternative<DirectWay>(m_talk.route);
        end(isDirect ? ErrorCode::Io : ErrorCode::RouteFailed, "no connection in time");
    }

    void end(ErrorCode code, const std::string& what) {
        end(tl::unexpected(Error{code, what, {}, toString(m_talk.server)}));
    }

    /// Only the first one counts: what is left on the loop is not called any more.
    void end(Result<std::string> result) {
        m_result = std::move(result);
        m_context.stop();
    }

    asio::io_context m_context;  // first, so that it outlives what is on it
    const WayTalk& m_talk;
    const std::string_view m_words;
    const ServerAddress m_server;
    asio::steady_timer m_limit;
    std::unique_ptr<Route> m_route;
    std::unique_ptr<Attempt> m_attempt;
    std::unique_ptr<TlsChannelMaker> m_secure;
    std::unique_ptr<Attempt> m_handshake;
    std::unique_ptr<Channel> m_channel;
    ReadBuffer m_read;
    std::string m_heard;
    bool m_isOpen = false;
    Result<std::string> m_result = fail(ErrorCode::ConnectionLoss, {});
};

/// A loop of its own takes descriptors: where none is left asio throws.
template <class Task>
auto contained(const WayTalk& talk, const Task& task) -> decltype(task()) {
    try {
        return task();
    } catch (const std::exception& error) {
        return fail(ErrorCode::Io, error.what(), {}, toString(talk.server));
    }
}

}  // namespace

Result<std::string> talkByWay(const WayTalk& talk, std::stop_token stop) {
    return contained(talk, [&] { return Talker(talk, talk.words).run(std::move(stop)); });
}

Result<TlsFacts> lookAtTls(const WayTalk& talk, std::stop_token stop) {
    if (!talk.tls) return fail(ErrorCode::BadArguments, "no TLS", {}, toString(talk.server));
    return contained(talk, [&]() -> Result<TlsFacts> {
        Talker talker(talk, std::string_view());
        if (const auto done = talker.run(std::move(stop)); !done) return tl::unexpected(done.error());
        return *talker.tls();
    });
}

}  // namespace lockcore
