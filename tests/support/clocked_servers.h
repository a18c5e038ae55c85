// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scripted_server.h"
#include "tcp_proxy.h"

#include <lockcore/lab/local_ensemble.h>

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

/// Three servers, each with an AdminServer of its own, on one port and an address for each of them, as on
/// machines of their own; and with wall clocks that are not this machine's. Lives on the test's thread, in
/// whose event loop hosts' names for the servers are forwarded.
class ClockedServers {
public:
    static constexpr std::chrono::seconds kClockStep{1'000};

    enum class Clocks {
        Apart,  ///< each is behind by kClockStep more than the one before
        Ahead,  ///< all of them are ahead by kClockStep
    };

    /// Empty, or why there can be no such servers, for QSKIP.
    static QString problem() {
        return QFile::exists(QLatin1String(kServlets))
                   ? QString()
                   : QStringLiteral("no AdminServer: libservlet-api-java is not installed");
    }

    /// Ends the executable with a message if they can't be started.
    explicit ClockedServers(Clocks clocks = Clocks::Apart) : m_clocks(clocks) {
        const QString java = m_directory.filePath(QStringLiteral("java"));
        QFile script(java);
        if (!script.open(QIODevice::WriteOnly)) qFatal("no file for a script");
        script.write(launcher().toUtf8());
        script.setPermissions(script.permissions() | QFileDevice::ExeOwner);
        script.close();
        lockcore::LocalClusterOptions options;
        options.tickTime = std::chrono::milliseconds(200);
        options.extraConfig = {"admin.enableServer=true"};
        options.java = java.toStdString();
        auto started = lockcore::LocalEnsemble::start(3, options);
        if (!started) qFatal("%s", lockcore::describe(started.error()).c_str());
        m_ensemble = std::move(*started);
        for (std::size_t server = 0; server < m_ensemble->size(); ++server)
            m_fronts.push_back(std::make_unique<TcpProxy>(m_ensemble->port(server), hostOf(server),
                                                          m_ensemble->port(server)));
    }

    lockcore::LocalEnsemble& ensemble() const { return *m_ensemble; }
    /// As the one machine of its AdminServer.
    std::string address(std::size_t server) const { return m_fronts.at(server)->address(); }
    std::string addresses() const { return address(0) + ',' + address(1) + ',' + address(2); }
    std::string adminUrl() const { return "http://{host}:" + std::to_string(m_adminPort) + "/commands"; }
    /// Its clock, of this machine's, where they are apart.
    static std::chrono::seconds ahead(std::size_t server) {
        return -kClockStep * static_cast<int>(server + 1);
    }

private:
    static constexpr const char* kServlets = "/usr/share/java/servlet-api.jar";

    static QHostAddress hostOf(std::size_t server) {
        return QHostAddress(QStringLiteral("127.0.0.%1").arg(server + 2));
    }
    /// In place of Java. The last argument is a server's configuration, beside whose data its number is.
    QString launcher() const {
        return QStringLiteral(
                   "#!/bin/sh\n"
                   "for config; do :; done\n"
                   "number=$(cat \"${config%/*}/data/myid\")\n"
                   "export LD_PRELOAD=%1 SHIFTED_CLOCK_S=$((%2))\n"
                   "exec java -Xbootclasspath/a:%3 -Dzookeeper.admin.serverAddress=127.0.0.$((number + 1)) "
                   "-Dzookeeper.admin.serverPort=%4 \"$@\"\n")
            .arg(QStringLiteral(SHIFTED_CLOCK))
            .arg((m_clocks == Clocks::Apart ? QStringLiteral("-%1 * number") : QStringLiteral("%1"))
                     .arg(kClockStep.count()))
            .arg(QLatin1String(kServlets))
            .arg(m_adminPort);
    }

    const Clocks m_clocks;
    QTemporaryDir m_directory;
    const std::uint16_t m_adminPort = ScriptedServer::unusedPort();
    std::unique_ptr<lockcore::LocalEnsemble> m_ensemble;
    std::vector<std::unique_ptr<TcpProxy>> m_fronts;
};
