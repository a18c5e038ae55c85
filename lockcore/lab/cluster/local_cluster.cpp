// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/lab/local_cluster.h>

#include "local_server.h"
#include "loopback.h"

namespace lockcore {

class LocalCluster::Impl {
public:
    std::chrono::milliseconds startLimit;
    std::unique_ptr<LocalServer> server;

    Result<void> configure() const {
        const auto free = freePorts(2);
        if (!free) return tl::unexpected(free.error());
        return server->configure({.client = free->at(0), .admin = free->at(1)});
    }

    /// Starts the server and waits until it serves.
    Result<void> launch(const std::stop_token& stop) const {
        const TimePoint limit = std::chrono::steady_clock::now() + startLimit;
        if (auto started = server->launch(); !started) return started;
        auto serving = server->awaitServing(limit, stop);
        if (!serving) server->kill();
        return serving;
    }
};

Result<std::unique_ptr<LocalCluster>> LocalCluster::start(LocalClusterOptions options, std::stop_token stop) {
    auto server = LocalServer::create(options);
    if (!server) return tl::unexpected(server.error());
    auto impl = std::make_unique<Impl>(Impl{options.startLimit, std::move(*server)});
    for (int attempt = 1;; ++attempt) {
        if (const auto configured = impl->configure(); !configured) return tl::unexpected(configured.error());
        const auto launched = impl->launch(stop);
        if (launched) return std::unique_ptr<LocalCluster>(new LocalCluster(std::move(impl)));
        if (attempt == kPortAttempts || !impl->server->portWasTaken())
            return tl::unexpected(launched.error());
    }
}

LocalCluster::LocalCluster(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
LocalCluster::~LocalCluster() = default;

std::string LocalCluster::connectString() const {
    return "127.0.0.1:" + std::to_string(port());
}
std::uint16_t LocalCluster::port() const {
    return m_impl->server->ports().client;
}
std::string LocalCluster::adminUrl() const {
    if (m_impl->server->ports().admin == 0) return {};
    return "http://127.0.0.1:" + std::to_string(m_impl->server->ports().admin) + "/commands";
}
std::string LocalCluster::directory() const {
    return m_impl->server->directory();
}
std::string LocalCluster::logFile() const {
    return m_impl->server->logFile();
}
int LocalCluster::processId() const {
    return m_impl->server->pid();
}

void LocalCluster::kill() {
    m_impl->server->kill();
}
Result<void> LocalCluster::restart() {
    return m_impl->launch({});
}
void LocalCluster::pause() {
    m_impl->server->pause();
}
void LocalCluster::resume() {
    m_impl->server->resume();
}

}  // namespace lockcore
