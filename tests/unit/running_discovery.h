// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fake_zookeeper.h"
#include "manual_loop.h"
#include "scripted_server.h"

#include <lockcore/observe/discovery.h>

#include <QString>
#include <QStringList>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockcore {

/// A discovery beside a ZooKeeper in memory, on a loop that the test turns, and the catalogs that it has
/// told.
class RunningDiscovery {
protected:
    using Op = FakeSession::Op;
    using Reply = ScriptedServer::Reply;

    static inline const std::string kName = "00000000000000000000000000000001__lock__0000000001";
    static inline const std::string kSingle = "/hadoop-ha/ns/ActiveStandbyElectorLock";
    static inline const Reply kNotAllowed{"mntr is not executed because it is not in the whitelist.\n"};

    static std::string adminDump(const std::string& path) {
        return ScriptedServer::http(
            200, R"({"session_id_to_ephemeral_paths": {"1": [")" + path + R"("]}, "error": null})");
    }
    static bool isFor(const std::string& request, const std::string& command) {
        return request.starts_with("GET /commands/" + command + " ");
    }
    static std::string wordDump(const std::string& path) {
        return "SessionTracker dump:\nephemeral nodes dump:\nSessions with Ephemerals (1):\n0x1:\n\t" + path +
               "\nConnections dump:\n";
    }
    /// "AdminServer: /a /b [Io]": what has told, the locks, and what was wrong.
    static QString shown(const LockCatalog& catalog) {
        QStringList locks;
        for (const DiscoveredLock& lock : catalog.locks)
            locks << QString::fromStdString(lock.path);
        QStringList problems;
        for (const Error& problem : catalog.problems)
            problems << QString::fromUtf8(errorName(problem.code).data());
        return QStringLiteral("%1: %2 [%3]")
            .arg(discoverySourceName(catalog.source).data(), locks.join(' '), problems.join(' '));
    }

    /// Nothing runs yet; options are the test's to set.
    void startAnew() {
        m_options = {};
        m_options.adminInterval = std::chrono::hours(1);
        m_options.interval = std::chrono::hours(1);
        m_loop = std::make_unique<ManualLoop>();
        m_server = std::make_unique<FakeZooKeeper>(*m_loop);
        m_session = m_server->open();
    }
    void end() {
        m_discovery.reset();
        m_loop->runReady();
        m_catalogs.clear();
    }
    void discover(std::uint16_t adminPort, const std::vector<std::uint16_t>& ports,
                  std::vector<std::string> roots = {}) {
        m_options.adminUrl = "http://127.0.0.1:" + std::to_string(adminPort) + "/commands";
        for (const std::uint16_t port : ports)
            m_options.connect.servers.push_back({"127.0.0.1", port});
        m_options.pinnedRoots = std::move(roots);
        m_discovery = std::make_unique<LockDiscovery>(
            m_session, m_options,
            [this](std::shared_ptr<const LockCatalog> catalog) { m_catalogs.push_back(std::move(catalog)); });
    }
    bool awaitCatalogs(std::size_t count) {
        return m_loop->runUntil([&] { return m_catalogs.size() >= count; }, std::chrono::seconds(30));
    }
    const LockCatalog& last() const { return *m_catalogs.back(); }

    DiscoveryOptions m_options;
    std::unique_ptr<ManualLoop> m_loop;
    std::unique_ptr<FakeZooKeeper> m_server;
    std::shared_ptr<FakeSession> m_session;
    std::vector<std::shared_ptr<const LockCatalog>> m_catalogs;
    std::unique_ptr<LockDiscovery> m_discovery;
    std::uint16_t m_nobody = ScriptedServer::unusedPort();
};

}  // namespace lockcore
