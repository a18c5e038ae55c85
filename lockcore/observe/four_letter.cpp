// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/side_channel.h>

#include <lockcore/session/way_talk.h>

#include <netdb.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <optional>
#include <system_error>
#include <variant>

namespace lockcore {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr std::array<std::string_view, 7> kAllowedWords{"conf", "cons", "dump", "isro",
                                                        "mntr", "srvr", "wchs"};

std::string systemMessage(int code) {
    return std::system_category().message(code);
}

/// Owns a socket. Closes with a reset unless the exchange came to its end, so that the server need not keep
/// what nobody will read.
class Socket {
public:
    explicit Socket(int fd) : m_fd(fd) {}
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;
    ~Socket() {
        if (m_fd < 0) return;
        const linger reset{1, 0};
        if (!m_complete) setsockopt(m_fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
        ::close(m_fd);
    }
    int fd() const { return m_fd; }
    void complete() { m_complete = true; }

private:
    int m_fd;
    bool m_complete = false;
};

/// Becomes readable when a stop is asked for.
class StopSignal {
public:
    explicit StopSignal(std::stop_token stop) : m_onStop(std::move(stop), Raise{m_event.fd}) {}
    int fd() const { return m_event.fd; }

private:
    struct Event {
        const int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
        ~Event() { ::close(fd); }
    };
    struct Raise {
        int fd;
        void operator()() const { eventfd_write(fd, 1); }
    };
    Event m_event;
    std::stop_callback<Raise>
        m_onStop;  // made after the event and ended before it, because it may run at any moment
};

/// One exchange with one server, under one deadline.
class Exchange {
public:
    Exchange(const HostPort& server, std::string_view word, const SideChannelLimits& limits,
             std::stop_token stop)
        : m_server(server),
          m_word(word),
          m_maxBytes(limits.maxBytes),
          m_tellsRefusal(limits.tellsRefusal),
          m_deadline(SteadyClock::now() + limits.timeout),
          m_stop(std::move(stop)) {}

    Result<std::string> run() {
        const auto addresses = resolve();
        if (!addresses) return tl::unexpected(addresses.error());
        Result<std::string> result = error(ErrorCode::HostNotFound);
        for (const addrinfo* address = addresses->get(); address; address = address->ai_next) {
            result = talk(*address);
            // Another address may help only where this one could not be connected to.
            if (result || !isUnreached(result.error().code)) break;
        }
        return result;
    }

private:
    using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

    tl::unexpected<Error> error(ErrorCode code, const std::string& detail = {}) const {
        return fail(code, "Ask for \"" + std::string(m_word) + "\"" + (detail.empty() ? "" : ", " + detail),
                    {}, toString(m_server));
    }

    Result<Addresses> resolve() const {
        addrinfo hints{};
        hints.ai_socktype = SOCK_STREAM;
        hints.ai_flags = AI_NUMERICSERV;
        addrinfo* list = nullptr;
        const int rc =
            getaddrinfo(m_server.host.c_str(), std::to_string(m_server.port).c_str(), &hints, &list);
        if (rc != 0) return error(ErrorCode::HostNotFound, gai_strerror(rc));
        return Addresses(list, &freeaddrinfo);
    }

    Result<std::string> talk(const addrinfo& address) {
        Socket socket(
            ::socket(address.ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, address.ai_protocol));
        if (socket.fd() < 0) return error(ErrorCode::Io, systemMessage(errno));
        if (const auto connected = connect(socket, address); !connected)
            return tl::unexpected(connected.error());
        if (::send(socket.fd(), m_word.data(), m_word.size(), MSG_NOSIGNAL) !=
            static_cast<ssize_t>(m_word.size()))
            return error(ErrorCode::ConnectionLoss, systemMessage(errno));
        // Tells a server of another protocol, which may wait for more, that nothing comes.
        ::shutdown(socket.fd(), SHUT_WR);
        return drain(socket);
    }

    Result<void> connect(const Socket& socket, const addrinfo& address) {
        if (::connect(socket.fd(), address.ai_addr, address.ai_addrlen) == 0) return {};
        if (errno != EINPROGRESS) return unreached(errno);
        auto ready = waitFor(socket, POLLOUT, "connecting");
        if (!ready && ready.error().code == ErrorCode::OperationTimeout)
            return error(ErrorCode::Io, systemMessage(ETIMEDOUT));
        if (!ready) return ready;
        int code = 0;
        socklen_t size = sizeof code;
        getsockopt(socket.fd(), SOL_SOCKET, SO_ERROR, &code, &size);
        if (code != 0) return unreached(code);
        return {};
    }

    tl::unexpected<Error> unreached(int code) const {
        const bool isRefusal = code == ECONNREFUSED && m_tellsRefusal;
        return error(isRefusal ? ErrorCode::ConnectionRefused : ErrorCode::Io, systemMessage(code));
    }
    static bool isUnreached(ErrorCode code) {
        return code == ErrorCode::Io || code == ErrorCode::ConnectionRefused;
    }

    Result<std::string> drain(Socket& socket) {
        std::string reply;
        std::array<char, 64 * 1024> buffer;
        for (;;) {
            if (const auto ready = waitFor(socket, POLLIN, "reading"); !ready)
                return tl::unexpected(ready.error());
            const ssize_t count = ::recv(socket.fd(), buffer.data(), buffer.size(), 0);
            if (count < 0 && (errno == EAGAIN || errno == EINTR)) continue;
            if (count < 0) return error(ErrorCode::ConnectionLoss, systemMessage(errno));
            if (count == 0) break;
            if (reply.size() + static_cast<std::size_t>(count) > m_maxBytes)
                return error(ErrorCode::TooLarge, "more than " + std::to_string(m_maxBytes) + " bytes");
            reply.append(buffer.data(), static_cast<std::size_t>(count));
        }
        socket.complete();
        return reply;
    }

    Result<void> waitFor(const Socket& socket, short events, const std::string& doing) {
        for (;;) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(m_deadline - SteadyClock::now());
            if (left.count() <= 0) return error(ErrorCode::OperationTimeout, doing);
            std::array<pollfd, 2> fds{pollfd{socket.fd(), events, 0}, pollfd{m_stop.fd(), POLLIN, 0}};
            const int ready = ::poll(fds.data(), fds.size(), static_cast<int>(left.count()));
            if (ready < 0 && errno != EINTR) return error(ErrorCode::Io, systemMessage(errno));
            if (fds[1].revents != 0) return error(ErrorCode::Cancelled);
            if (ready > 0) return {};
        }
    }

    const HostPort& m_server;
    std::string_view m_word;
    std::size_t m_maxBytes;
    const bool m_tellsRefusal;
    SteadyClock::time_point m_deadline;
    StopSignal m_stop;
};

/// Empty: the server is asked directly.
std::optional<WayTalk> talkOf(const HostPort& server, std::string_view word, const SideChannelLimits& limits,
                              const SideWay& way) {
    const bool isByTls =
        way.tls && std::find(way.tlsServers.begin(), way.tlsServers.end(), server) != way.tlsServers.end();
    const bool isDirect = std::holds_alternative<DirectWay>(way.route);
    if (!isByTls && isDirect) return std::nullopt;
    return WayTalk{.server = server,
                   .route = way.route,
                   .tls = isByTls ? way.tls : std::nullopt,
                   .words = word,
                   .within = limits.timeout,
                   .maxBytes = limits.maxBytes};
}

}  // namespace

Result<std::string> askFourLetterWord(const HostPort& server, std::string_view word,
                                      const SideChannelLimits& limits, std::stop_token stop,
                                      const SideWay& way) {
    if (std::find(kAllowedWords.begin(), kAllowedWords.end(), word) == kAllowedWords.end())
        return fail(ErrorCode::BadArguments,
                    "\"" + std::string(word) + "\" is not a four-letter word that is sent", {},
                    toString(server));
    const auto talk = talkOf(server, word, limits, way);
    if (!talk) return Exchange(server, word, limits, std::move(stop)).run();
    return talkByWay(*talk, std::move(stop)).map_error([&](Error error) {
        error.what = "Ask for \"" + std::string(word) + "\"" + (error.what.empty() ? "" : ", " + error.what);
        error.server = toString(server);
        return error;
    });
}

}  // namespace lockcore
