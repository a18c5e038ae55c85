// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTcpServer>
#include <QTcpSocket>

#include <vector>

/// A network in front of a server on this machine that can be cut. Lives on the GUI thread, and forwards in
/// its event loop.
class TcpProxy : public QTcpServer {
public:
    explicit TcpProxy(quint16 serverPort) : m_serverPort(serverPort) {
        listen(QHostAddress::LocalHost);
        connect(this, &QTcpServer::newConnection, this, &TcpProxy::forward);
    }

    std::string address() const { return "127.0.0.1:" + std::to_string(serverPort()); }

    /// Drops all connections, and each new one at once, until it is mended.
    void cut() {
        m_isCut = true;
        for (QTcpSocket* socket : findChildren<QTcpSocket*>())
            socket->abort();
    }
    void mend() { m_isCut = false; }

private:
    void forward() {
        while (QTcpSocket* const client = nextPendingConnection()) {
            if (m_isCut) {
                client->abort();
                client->deleteLater();
                continue;
            }
            auto* const server = new QTcpSocket(this);
            server->connectToHost(QHostAddress::LocalHost, m_serverPort);
            relay(client, server);
            relay(server, client);
        }
    }

    static void relay(QTcpSocket* from, QTcpSocket* to) {
        connect(from, &QTcpSocket::readyRead, to, [from, to] { to->write(from->readAll()); });
        connect(from, &QTcpSocket::disconnected, to, [from, to] {
            from->deleteLater();
            to->disconnectFromHost();
        });
    }

    quint16 m_serverPort;
    bool m_isCut = false;
};
