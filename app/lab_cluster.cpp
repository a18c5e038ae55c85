// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab_cluster.h"

#include "process.h"

#include "bridge/explanation.h"
#include "lab/lab_words.h"
#include "words/display_text.h"
#include "words/error_what.h"

#include <QCoreApplication>
#include <QStringList>

#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace lockscope {
namespace {

using lockcore::ServerAct;
using lockcore::ServerState;

std::optional<ServerAct> actNamed(const QString& word) {
    for (const ServerAct act : {ServerAct::Stop, ServerAct::Kill, ServerAct::Freeze, ServerAct::Thaw,
                                ServerAct::Restart, ServerAct::CutOff, ServerAct::Mend}) {
        const std::string_view name = lockcore::serverActName(act);
        if (word == QLatin1String(name.data(), static_cast<qsizetype>(name.size()))) return act;
    }
    return std::nullopt;
}

void tellAtOnce(const QString& line) {
    printLine(line);
    std::fflush(stdout);
}

}  // namespace

std::optional<ServerOrder> serverOrder(const QString& line,
                                       const std::vector<lockcore::ServerView>& servers) {
    const QStringList words = line.simplified().split(QLatin1Char(' '));
    const auto act = words.size() == 2 ? actNamed(words[0]) : std::nullopt;
    if (!act) return std::nullopt;
    ServerOrder order{*act, {}};
    bool isNumber = false;
    const int number = words[1].toInt(&isNumber);
    for (const auto& server : servers) {
        const bool isMeant =
            isNumber ? static_cast<int>(server.number) + 1 == number
                     : (words[1] == QStringLiteral("leader") &&
                        (server.state == ServerState::Leader || server.state == ServerState::Standalone)) ||
                           (words[1] == QStringLiteral("follower") && order.servers.empty() &&
                            server.state == ServerState::Follower) ||
                           (words[1] == QStringLiteral("all") && serverActApplies(*act, server.state));
        if (isMeant) order.servers.push_back(server.number);
    }
    if (order.servers.empty()) return std::nullopt;
    return order;
}

LabCluster::LabCluster(std::size_t servers)
    : m_count(servers), m_reader(STDIN_FILENO, QSocketNotifier::Read) {
    m_reader.setEnabled(false);
    connect(&m_reader, &QSocketNotifier::activated, this, &LabCluster::readLines);
}

LabCluster::~LabCluster() = default;

void LabCluster::begin() {
    lockcore::LabServersOptions options;
    options.count = m_count;
    m_servers = std::make_unique<lockcore::LabServers>(
        std::move(options), [this](const std::vector<lockcore::ServerView>& servers) {
            QMetaObject::invokeMethod(
                this, [this, servers] { saw(servers); }, Qt::QueuedConnection);
        });
    m_servers->start([this](const lockcore::Result<std::string>& connectString) {
        QMetaObject::invokeMethod(
            this, [this, connectString] { started(connectString); }, Qt::QueuedConnection);
    });
}

void LabCluster::started(const lockcore::Result<std::string>& connectString) {
    if (!connectString) {
        printProblem(explainError(tr("No local cluster was started."), connectString.error()).joined());
        return QCoreApplication::exit(kExitFailed);
    }
    tellAtOnce(tr("Connect string: %1").arg(displayText(*connectString)));
    tellAtOnce(
        tr("Lines such as “kill 2”, “restart 2”, “freeze leader”, “thaw all”, “cut-off follower”, “mend all” "
           "do that. Ctrl+C ends all servers."));
    m_reader.setEnabled(true);
}

void LabCluster::saw(const std::vector<lockcore::ServerView>& servers) {
    for (const auto& server : servers) {
        const auto before = std::ranges::find(m_seen, server.number, &lockcore::ServerView::number);
        if (before != m_seen.end() && before->state == server.state) continue;
        tellAtOnce(tr("Server %1 (port %2): %3", "number, port, state")
                       .arg(server.number + 1)
                       .arg(server.port)
                       .arg(serverStateWord(server.state)));
    }
    m_seen = servers;
}

void LabCluster::readLines() {
    char buffer[4096];
    const ssize_t got = ::read(STDIN_FILENO, buffer, sizeof buffer);
    if (got <= 0) {
        m_reader.setEnabled(false);  // the servers stay, until Ctrl+C
        return;
    }
    m_input.append(buffer, static_cast<qsizetype>(got));
    for (qsizetype end = m_input.indexOf('\n'); end >= 0; end = m_input.indexOf('\n')) {
        const QString line = QString::fromLocal8Bit(m_input.left(end));
        m_input.remove(0, end + 1);
        take(line);
    }
}

void LabCluster::take(const QString& line) {
    if (line.trimmed().isEmpty()) return;
    const auto order = serverOrder(line, m_seen);
    if (!order) {
        printProblem(tr("“%1” is not understood, or there is no such server now.").arg(line));
        return;
    }
    for (const std::size_t server : order->servers)
        m_servers->act(server, order->act, [this, server, line](const lockcore::Result<void>& result) {
            if (result) return;  // its state tells
            QMetaObject::invokeMethod(
                this,
                [server, line, error = result.error()] {
                    printProblem(tr("“%1” was not done to server %2: %3.", "line, number, why")
                                     .arg(line)
                                     .arg(server + 1)
                                     .arg(errorWhat(error.what)));
                },
                Qt::QueuedConnection);
        });
}

}  // namespace lockscope
