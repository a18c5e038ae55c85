// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../event_loop_impl.h"
#include "../link/client_links.h"
#include "c_client.h"
#include "contact_times.h"
#include "reconnect_pause.h"

#include <lockcore/session/session.h>

#include <asio/posix/stream_descriptor.hpp>
#include <map>
#include <optional>
#include <vector>

namespace lockcore {

/// Lives on the loop thread; shared by the Session that the user has and by the loop, until it is closed.
class Session::Impl : public std::enable_shared_from_this<Impl> {
public:
    Impl(EventLoop& loop, SessionOptions options, std::function<void(const ConnectionStatus&)> listener);

    void start();
    void close(std::function<void()> done);
    /// In a forked child: is never destroyed. Letting go of the socket would take it from the parent's loop,
    /// and closing the client would end the parent's session.
    void leaveToParent() noexcept { m_leftToParent = shared_from_this(); }

    /// The client while operations are accepted, otherwise null after having posted the failure to `done`.
    template <class T>
    CClient* clientFor(const std::string& path, Completion<T>& done);
    /// Never from inside the call that it completes.
    template <class T>
    void failLater(Completion<T> done, Error error);

    EventLoop& loop() { return m_loop; }
    CClient* client() { return m_client.get(); }
    std::uint64_t requestCount() const { return m_client ? m_client->requestCount() - m_ownRequests : 0; }
    Contact contact() const;
    const std::string& cluster() const { return m_cluster; }
    const ConnectionStatus& status() const { return m_status; }
    ListenerToken addListener(std::function<void(const ConnectionStatus&)> listener);
    void removeListener(ListenerToken token) { m_listeners.erase(token); }

private:
    using Descriptor = asio::posix::stream_descriptor;

    /// What it takes until there is a client, which then connects by itself. A thousand may wait for that:
    /// what is not asked for takes no memory.
    struct Opening {
        explicit Opening(SessionOptions options);

        std::string digest;
        bool isByLink;
        std::size_t largestAnswer;
        std::unique_ptr<const TlsOptions> tls;
        std::unique_ptr<const SaslOptions> sasl;
        std::shared_ptr<LinkFault> fault;
        std::shared_ptr<LinkTraffic> traffic;
        std::unique_ptr<const RouteOptions> route;  ///< null: the direct one
        TimePoint began = Clock::now();
        Result<std::unique_ptr<ChannelMaker>> secure = nullptr;  ///< for the links, until they have it
    };

    void enterGate();
    void readTlsFiles();
    void connect();
    void couldNotBegin(Error problem, Duration took);
    CClient::Events events();

    Result<std::string> openLinks(const ConnectString& cluster);
    bool isOwn(std::uint16_t clientPort, std::uint16_t linkPort);
    Result<ByteStream> shorten(const HostPort& server);
    void readAnswers();
    void letGoUnread();
    void linkFailed(const Error& error);
    void stepTaken(const LinkStepReport& step);
    void leaveLoop();

    void serve(int events);
    bool hasArrived();
    void visit();
    void askAfterPause();
    void scheduleVisit();
    void follow(int socket);
    void followClosing();
    void dropSocket();
    void await(int events);
    void wakeAt(TimePoint when);
    void rest(Duration atLeast);
    Duration timeout() const;

    void updateState();
    void becomeConnected(int state);
    void setState(ConnectionState state, std::optional<Error> problem = {});
    void noteProblem(int rc);
    std::optional<Error> failure(int rc);
    void leaveGate();
    void breakOff(Error problem);
    void endRefused(Error problem);
    void threw(const std::string& what);
    void endSoon(ConnectionState state, ErrorCode pending);
    void end(ConnectionState state, ErrorCode pending);
    void announceEnd(ConnectionState state);
    void dropClient(ErrorCode pending);
    void finishClosing();

    EventLoop& m_loop;
    const std::string m_connectString;
    const std::string m_cluster;
    const std::chrono::milliseconds m_askedTimeout;
    const std::chrono::milliseconds m_serverTick;
    const int m_serverSyncLimit;
    const LinkObserver m_linkObserver;
    std::unique_ptr<Opening> m_opening;
    ContactTimes m_contact;
    ConnectionStatus m_status;
    std::map<ListenerToken, std::function<void(const ConnectionStatus&)>> m_listeners;
    std::uint64_t m_lastListener = 0;

    /// What the client is connected to in place of the servers, if anything is; a little longer than it.
    std::unique_ptr<ClientLinks> m_links;
    std::map<std::string, std::shared_ptr<const TlsFacts>> m_tlsOf;  ///< by server, of its last handshake
    std::unique_ptr<Error> m_linkFailure;  ///< the last one, which the client does not know the reason of
    std::unique_ptr<CClient> m_client;
    std::optional<Descriptor> m_socket;
    std::uint64_t m_socketGeneration = 0;  ///< a wait on an earlier socket must not act on this one
    bool m_isServed = false;               ///< by a link: it may send
    std::string m_linkedTo;                ///< that server's
    bool m_awaitingRead = false;
    bool m_awaitingWrite = false;
    bool m_visitScheduled = false;
    std::chrono::nanoseconds m_askedAt{0};  ///< after a pause
    std::uint64_t m_ownRequests = 0;        ///< that nobody has made of this session
    bool m_serving = false;                 ///< a visit follows anyway
    Loop::Timer m_timer = Loop::Timer::None;
    TimePoint m_timerAt{};
    ReconnectPause m_pause;
    TimePoint m_notBefore{};  ///< no server is tried

    bool m_inGate = false;
    bool m_hadConnection = false;
    bool m_closing = false;
    std::shared_ptr<Impl> m_leftToParent;  ///< itself
    Loop::Timer m_drainLimit = Loop::Timer::None;
    std::vector<std::function<void()>> m_onClosed;
};

}  // namespace lockcore
