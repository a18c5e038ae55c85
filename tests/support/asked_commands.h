// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTcpServer>
#include <QTcpSocket>
#include <QUrl>

#include <string>

/// In front of an AdminServer: notes what that is asked for. Lives on the test's thread, and forwards in its
/// event loop.
class AskedCommands : public QTcpServer {
public:
    /// `adminUrl`: of the AdminServer, on this machine.
    explicit AskedCommands(const std::string& adminUrl)
        : m_port(static_cast<quint16>(QUrl(QString::fromStdString(adminUrl)).port())) {
        listen(QHostAddress::LocalHost);
        connect(this, &QTcpServer::newConnection, this, &AskedCommands::forward);
    }
    std::string url() const { return "http://127.0.0.1:" + std::to_string(serverPort()) + "/commands"; }
    /// How often since the last call.
    qsizetype takeCount(const QByteArray& command) {
        const QByteArray request = "GET /commands/" + command + ' ';
        const qsizetype count = m_asked.count(request);
        m_asked.replace(request, {});
        return count;
    }

private:
    void forward() {
        while (QTcpSocket* const client = nextPendingConnection()) {
            auto* const server = new QTcpSocket(this);
            server->connectToHost(QHostAddress::LocalHost, m_port);
            connect(client, &QTcpSocket::readyRead, server, [this, client, server] {
                const QByteArray bytes = client->readAll();
                m_asked += bytes;
                server->write(bytes);
            });
            connect(server, &QTcpSocket::readyRead, client,
                    [client, server] { client->write(server->readAll()); });
            connect(client, &QTcpSocket::disconnected, server, &QTcpSocket::disconnectFromHost);
        }
    }

    const quint16 m_port;
    QByteArray m_asked;
};
