// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/lab/local_ensemble.h>

#include "local_server.h"
#include "loopback.h"
#include "stop_descriptor.h"

#include <algorithm>

namespace lockcore {

namespace {

// Ports of one member: for clients, for followers of a leader, for elections.
constexpr std::size_t kPortsOfMember = 3;
constexpr std::size_t kFewestServers = 3;

std::string memberLine(std::size_t index, const std::vector<std::uint16_t>& ports) {
    const auto port = [&](std::size_t which) {
        return std::to_string(ports[kPortsOfMember * index + which]);
    };
    return "server." + std::to_string(index + 1) + "=127.0.0.1:" + port(1) + ":" + port(2);
}

/// zoo.cfg of the members. The limits count ticks: a busy machine must not cause elections, but a member that
/// hangs has to be noticed while a test waits.
std::vector<std::string> ensembleConfig(std::size_t servers, const std::vector<std::uint16_t>& ports) {
    std::vector<std::string> lines{"initLimit=60", "syncLimit=10"};
    for (std::size_t index = 0; index < servers; ++index)
        lines.push_back(memberLine(index, ports));
    return lines;
}

}  // namespace

class LocalEnsemble::Impl {
public:
    std::chrono::milliseconds startLimit;
    std::vector<std::unique_ptr<LocalServer>> servers = {};

    Result<void> create(std::size_t count, const LocalClusterOptions& options) {
        while (servers.size() < count) {
            auto server = LocalServer::create(options);
            if (!server) return tl::unexpected(server.error());
            servers.push_back(std::move(*server));
        }
        return {};
    }

    Result<void> configure() const {
        const auto ports = freePorts(kPortsOfMember * servers.size());
        if (!ports) return tl::unexpected(ports.error());
        const auto config = ensembleConfig(servers.size(), *ports);
        for (std::size_t index = 0; index < servers.size(); ++index) {
            const auto configured = servers[index]->configure({.client = (*ports)[kPortsOfMember * index]},
                                                              config, static_cast<int>(index) + 1);
            if (!configured) return configured;
        }
        return {};
    }

    /// Starts these servers at once, as one alone may have no majority, and waits until each serves. If one
    /// does not, all of them are killed.
    Result<void> launch(const std::vector<LocalServer*>& chosen, const std::stop_token& stop) const {
        const TimePoint limit = std::chrono::steady_clock::now() + startLimit;
        Result<void> result;
        for (LocalServer* server : chosen)
            if (result) result = server->launch();
        for (LocalServer* server : chosen)
            if (result) result = server->awaitServing(limit, stop);
        if (!result)
            for (LocalServer* server : chosen)
                server->kill();
        return result;
    }

    std::vector<LocalServer*> ended() const {
        std::vector<LocalServer*> result;
        for (const auto& server : servers)
            if (server->pid() == 0) result.push_back(server.get());
        return result;
    }

    bool portWasTaken() const {
        return std::ranges::any_of(servers, [](const auto& server) { return server->portWasTaken(); });
    }
};

Result<std::unique_ptr<LocalEnsemble>> LocalEnsemble::start(std::size_t servers, LocalClusterOptions options,
                                                            std::stop_token stop) {
    if (servers < kFewestServers)
        return fail(ErrorCode::BadArguments, "a local ensemble has three servers or more");
    options.adminServer = false;
    auto impl = std::make_unique<Impl>(Impl{options.startLimit});
    if (const auto created = impl->create(servers, options); !created) return tl::unexpected(created.error());
    for (int attempt = 1;; ++attempt) {
        if (const auto configured = impl->configure(); !configured) return tl::unexpected(configured.error());
        const auto launched = impl->launch(impl->ended(), stop);
        if (launched) return std::unique_ptr<LocalEnsemble>(new LocalEnsemble(std::move(impl)));
        if (attempt == kPortAttempts || !impl->portWasTaken()) return tl::unexpected(launched.error());
    }
}

LocalEnsemble::LocalEnsemble(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
LocalEnsemble::~LocalEnsemble() = default;

std::size_t LocalEnsemble::size() const {
    return m_impl->servers.size();
}
std::string LocalEnsemble::connectString() const {
    std::string hosts;
    for (std::size_t server = 0; server < size(); ++server)
        hosts += (hosts.empty() ? "" : ",") + connectString(server);
    return hosts;
}
std::string LocalEnsemble::connectString(std::size_t server) const {
    return "127.0.0.1:" + std::to_string(port(server));
}
std::uint16_t LocalEnsemble::port(std::size_t server) const {
    return m_impl->servers.at(server)->ports().client;
}
std::string LocalEnsemble::directory(std::size_t server) const {
    return m_impl->servers.at(server)->directory();
}
std::string LocalEnsemble::logFile(std::size_t server) const {
    return m_impl->servers.at(server)->logFile();
}
int LocalEnsemble::processId(std::size_t server) const {
    return m_impl->servers.at(server)->pid();
}

std::optional<std::size_t> LocalEnsemble::leader() const {
    std::optional<std::size_t> leader;
    std::uint64_t newest = 0;
    for (std::size_t server = 0; server < size(); ++server) {
        const auto status = m_impl->servers[server]->status();
        if (!status || status->mode != "leader" || (leader && status->epoch < newest)) continue;
        leader = server;
        newest = status->epoch;
    }
    return leader;
}

Result<std::size_t> LocalEnsemble::awaitLeader(std::stop_token stop) const {
    const TimePoint limit = std::chrono::steady_clock::now() + m_impl->startLimit;
    const StopDescriptor stopped(stop);
    while (std::chrono::steady_clock::now() < limit) {
        if (const auto found = leader()) return *found;
        if (waitReadable(stopped.get(), kProbeInterval))
            return fail(ErrorCode::Cancelled, "waiting for the leader of a local ensemble");
    }
    return fail(ErrorCode::DeadlineExceeded, "the local ensemble elects no leader");
}

void LocalEnsemble::kill(std::size_t server) {
    m_impl->servers.at(server)->kill();
}
Result<void> LocalEnsemble::restart(std::size_t server) {
    return m_impl->launch({m_impl->servers.at(server).get()}, {});
}
Result<void> LocalEnsemble::restartAll() {
    return m_impl->launch(m_impl->ended(), {});
}
void LocalEnsemble::pause(std::size_t server) {
    m_impl->servers.at(server)->pause();
}
void LocalEnsemble::resume(std::size_t server) {
    m_impl->servers.at(server)->resume();
}

}  // namespace lockcore
