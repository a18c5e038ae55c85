// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/lab/servers.h>

#include "ensemble_network.h"
#include "local_server.h"
#include "loopback.h"
#include "sequence_file.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <list>
#include <mutex>
#include <thread>
#include <utility>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

constexpr auto kLookInterval = 250ms;
/// Of one member: for clients, for followers of a leader, for elections.
constexpr std::size_t kPortsOfOne = 3;

ServerState stateNamed(const std::string& mode) {
    if (mode == "leader") return ServerState::Leader;
    return mode == "standalone" ? ServerState::Standalone : ServerState::Follower;
}

bool isSame(const ServerView& one, const ServerView& other) {
    return one.state == other.state && one.pid == other.pid && one.port == other.port;
}

}  // namespace

/// What is below the mutex is any thread's, the rest the thread's.
class LabServers::Impl {
public:
    using Seen = std::function<void(std::vector<ServerView>)>;
    Impl(LabServersOptions options, Seen seen) : m_options(std::move(options)), m_seen(std::move(seen)) {
        m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
    }

    void start(Completion<std::string> done);
    void act(std::size_t server, ServerAct act, Completion<void> done);
    std::uint64_t questions() const { return m_questions; }

private:
    struct Member {
        std::unique_ptr<LocalServer> server;
        bool isCutOff = false;
        bool isAwaited = false;  ///< it was started again, and does not serve yet
    };
    /// A restart that is not done yet.
    struct Awaited {
        std::size_t server;
        TimePoint limit;
        Completion<void> done;
    };
    using Task = std::function<void(const std::stop_token&)>;

    void post(Task task);
    void run(const std::stop_token& stop);
    void endAll();

    Result<std::string> startAll(const std::stop_token& stop);
    Result<void> create();
    Result<void> configure();
    Result<void> launch(const std::stop_token& stop);
    std::string connectString() const;

    Result<void> perform(std::size_t number, ServerAct act);
    Result<void> end(Member& member, bool inOrder);
    Result<void> freeze(Member& member);
    Result<void> cutOff(std::size_t number);
    Result<void> mend(std::size_t number);
    void restart(std::size_t number, const Completion<void>& done);

    void look();
    ServerView viewOf(std::size_t number);
    ServerState stateOf(Member& member);
    void settleAwaited();

    const LabServersOptions m_options;
    const Seen m_seen;
    std::unique_ptr<EnsembleNetwork> m_network;
    std::vector<Member> m_members;
    std::list<Awaited> m_awaited;
    std::vector<ServerView> m_told;
    std::atomic<std::uint64_t> m_questions = 0;

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::deque<Task> m_tasks;
    std::jthread m_thread;  ///< the first to go
};

void LabServers::Impl::post(Task task) {
    const std::scoped_lock lock(m_mutex);
    m_tasks.push_back(std::move(task));
    m_wake.notify_one();
}

void LabServers::Impl::run(const std::stop_token& stop) {
    for (;;) {
        Task task;
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait_for(lock, stop, kLookInterval, [this] { return !m_tasks.empty(); });
            if (!m_tasks.empty()) {
                task = std::move(m_tasks.front());
                m_tasks.pop_front();
            } else if (stop.stop_requested()) {
                break;
            }
        }
        // What was asked for is answered to the end: with the stop it fails.
        if (task) task(stop);
        look();
    }
    endAll();
}

void LabServers::Impl::endAll() {
    for (Awaited& each : m_awaited)
        each.done(fail(ErrorCode::Cancelled, "Restarting a server of the lab"));
    m_members.clear();
    m_network.reset();
}

void LabServers::Impl::start(Completion<std::string> done) {
    post([this, done = std::move(done)](const std::stop_token& stop) {
        auto connect = startAll(stop);
        look();
        done(std::move(connect));
    });
}

void LabServers::Impl::act(std::size_t server, ServerAct act, Completion<void> done) {
    post([this, server, act, done = std::move(done)](const std::stop_token& stop) {
        if (stop.stop_requested()) return done(fail(ErrorCode::Cancelled, "Acting on a server of the lab"));
        if (server >= m_members.size())
            return done(fail(ErrorCode::BadArguments, "The lab has no server of that number"));
        if (act == ServerAct::Restart) return restart(server, done);
        const Result<void> result = perform(server, act);
        look();
        done(result);
    });
}

Result<std::string> LabServers::Impl::startAll(const std::stop_token& stop) {
    if (m_options.count == 0 || m_options.count == 2)
        return fail(ErrorCode::BadArguments, "The lab starts one server, or three and more");
    if (m_options.count > 1 && !m_options.nextNumbers.empty())
        return fail(ErrorCode::BadArguments, "Sequence numbers can be set for one server only");
    if (const auto created = create(); !created) return tl::unexpected(created.error());
    for (int attempt = 1;; ++attempt) {
        if (const auto configured = configure(); !configured) return tl::unexpected(configured.error());
        const auto launched = launch(stop);
        if (launched) return connectString();
        const bool wasTaken = std::ranges::any_of(
            m_members, [](const Member& member) { return member.server->portWasTaken(); });
        for (Member& member : m_members)
            member.server->kill();
        if (attempt == kPortAttempts || !wasTaken) return tl::unexpected(launched.error());
    }
}

Result<void> LabServers::Impl::create() {
    LocalClusterOptions options = m_options.server;
    if (m_options.count > 1) options.adminServer = false;
    while (m_members.size() < m_options.count) {
        auto server = LocalServer::create(options, m_options.count > 1);
        if (!server) return tl::unexpected(server.error());
        m_members.push_back({std::move(*server)});
    }
    if (m_options.nextNumbers.empty()) return {};
    return writeSequenceFile(m_members[0].server->dataDirectory(), m_options.nextNumbers);
}

Result<void> LabServers::Impl::configure() {
    const auto ports = freePorts(kPortsOfOne * m_members.size());
    if (!ports) return tl::unexpected(ports.error());
    if (m_members.size() == 1)
        return m_members[0].server->configure({.client = (*ports)[0], .admin = (*ports)[1]});
    std::vector<MemberPorts> ways;
    for (std::size_t i = 0; i < m_members.size(); ++i)
        ways.push_back({(*ports)[kPortsOfOne * i + 1], (*ports)[kPortsOfOne * i + 2]});
    auto network = EnsembleNetwork::create(ways);
    if (!network) return tl::unexpected(network.error());
    m_network = std::move(*network);
    for (std::size_t i = 0; i < m_members.size(); ++i) {
        // The limits count ticks: a busy machine must not cause elections, but a member that hangs has to be
        // noticed while somebody looks on.
        std::vector<std::string> lines{"initLimit=60", "syncLimit=10"};
        const auto members = m_network->memberLines();
        lines.insert(lines.end(), members.begin(), members.end());
        auto configured = m_members[i].server->configure({.client = (*ports)[kPortsOfOne * i]}, lines,
                                                         static_cast<int>(i) + 1);
        if (configured) configured = m_members[i].server->nameHosts(m_network->hostsOf(i));
        if (!configured) return configured;
    }
    return {};
}

/// All at once, as one alone may have no majority.
Result<void> LabServers::Impl::launch(const std::stop_token& stop) {
    const TimePoint limit = Clock::now() + m_options.server.startLimit;
    Result<void> result;
    for (Member& member : m_members)
        if (result) result = member.server->launch();
    for (Member& member : m_members)
        if (result) result = member.server->awaitServing(limit, stop);
    return result;
}

std::string LabServers::Impl::connectString() const {
    std::string hosts;
    for (const Member& member : m_members)
        hosts +=
            (hosts.empty() ? "127.0.0.1:" : ",127.0.0.1:") + std::to_string(member.server->ports().client);
    return hosts;
}

Result<void> LabServers::Impl::perform(std::size_t number, ServerAct act) {
    Member& member = m_members[number];
    switch (act) {
        case ServerAct::Stop: return end(member, true);
        case ServerAct::Kill: return end(member, false);
        case ServerAct::Freeze: return freeze(member);
        case ServerAct::Thaw:
            if (!member.server->isPaused()) return fail(ErrorCode::BadArguments, "The server is not frozen");
            member.server->resume();
            return {};
        case ServerAct::CutOff: return cutOff(number);
        case ServerAct::Mend: return mend(number);
        case ServerAct::Restart: break;
    }
    return fail(ErrorCode::BadArguments, "That can't be done to a server");
}

Result<void> LabServers::Impl::end(Member& member, bool inOrder) {
    if (member.server->pid() == 0) return fail(ErrorCode::BadArguments, "The server does not run");
    if (inOrder)
        member.server->stop();
    else
        member.server->kill();
    return {};
}

Result<void> LabServers::Impl::freeze(Member& member) {
    if (member.server->pid() == 0 || member.server->isPaused())
        return fail(ErrorCode::BadArguments, "The server does not run, or is frozen already");
    member.server->pause();
    return {};
}

Result<void> LabServers::Impl::cutOff(std::size_t number) {
    if (!m_network) return fail(ErrorCode::BadArguments, "There are no others that it could be cut off from");
    if (std::exchange(m_members[number].isCutOff, true))
        return fail(ErrorCode::BadArguments, "The server is cut off already");
    m_network->cutOff(number);
    return {};
}

Result<void> LabServers::Impl::mend(std::size_t number) {
    if (!std::exchange(m_members[number].isCutOff, false))
        return fail(ErrorCode::BadArguments, "The server is not cut off");
    m_network->mend(number);
    return {};
}

/// One of several may have to wait for another one that is started after it.
void LabServers::Impl::restart(std::size_t number, const Completion<void>& done) {
    Member& member = m_members[number];
    if (member.server->hasEnded()) member.server->kill();
    if (member.server->pid() != 0) return done(fail(ErrorCode::BadArguments, "The server runs"));
    if (const auto launched = member.server->launch(); !launched) return done(launched);
    member.isAwaited = true;
    m_awaited.push_back({number, Clock::now() + m_options.server.startLimit, done});
}

void LabServers::Impl::look() {
    if (m_members.empty()) return;
    std::vector<ServerView> views;
    for (std::size_t number = 0; number < m_members.size(); ++number)
        views.push_back(viewOf(number));
    std::uint64_t questions = 0;
    for (const Member& member : m_members)
        questions += member.server->questions();
    m_questions = questions;
    const bool isNew = !std::ranges::equal(views, m_told, isSame);
    m_told = views;
    if (isNew && m_seen) m_seen(std::move(views));
    settleAwaited();
}

ServerView LabServers::Impl::viewOf(std::size_t number) {
    Member& member = m_members[number];
    const ServerState state = stateOf(member);
    return {.number = number,
            .state = state,
            .port = member.server->ports().client,
            .adminPort = member.server->ports().admin,
            .pid = state == ServerState::Stopped ? 0 : member.server->pid(),
            .logFile = member.server->logFile()};
}

ServerState LabServers::Impl::stateOf(Member& member) {
    if (member.server->pid() == 0 || member.server->hasEnded()) return ServerState::Stopped;
    if (member.server->isPaused()) return ServerState::Frozen;
    const auto status = member.server->status();
    if (status) member.isAwaited = false;
    if (member.isCutOff) return ServerState::CutOff;
    if (status) return stateNamed(status->mode);
    return member.isAwaited ? ServerState::Starting : ServerState::Electing;
}

void LabServers::Impl::settleAwaited() {
    const TimePoint now = Clock::now();
    m_awaited.remove_if([&](const Awaited& each) {
        const Member& member = m_members[each.server];
        const bool hasEnded = member.server->pid() == 0 || member.server->hasEnded();
        if (member.isAwaited && !hasEnded && now < each.limit) return false;
        if (hasEnded)
            each.done(fail(ErrorCode::Io, "A server of the lab ended while it started; its log ends:" +
                                              member.server->lastOfLog()));
        else if (member.isAwaited)
            each.done(fail(ErrorCode::DeadlineExceeded,
                           "A server of the lab does not serve: the others may be no majority"));
        else
            each.done({});
        return true;
    });
}

LabServers::LabServers(LabServersOptions options, std::function<void(std::vector<ServerView>)> seen)
    : m_impl(std::make_unique<Impl>(std::move(options), std::move(seen))) {}

LabServers::~LabServers() = default;

void LabServers::start(Completion<std::string> done) {
    m_impl->start(std::move(done));
}

void LabServers::act(std::size_t server, ServerAct act, Completion<void> done) {
    m_impl->act(server, act, std::move(done));
}

std::uint64_t LabServers::questions() const {
    return m_impl->questions();
}

}  // namespace lockcore
