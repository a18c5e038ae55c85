// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/session/route_options.h>

#include <QTcpServer>
#include <QTcpSocket>

/// A SOCKS5 proxy that leads to this machine's ports, whatever the host is called. Lives on the thread that
/// makes it.
class SocksRelay : public QTcpServer {
public:
    SocksRelay() {
        listen(QHostAddress::LocalHost);
        connect(this, &QTcpServer::newConnection, this, [this] {
            while (QTcpSocket* const client = nextPendingConnection())
                connect(client, &QTcpSocket::readyRead, this, [this, client] { serve(client); });
        });
    }
    lockcore::SocksProxy proxy() const { return {.host = "127.0.0.1", .port = serverPort()}; }
    /// That it has led somewhere so far.
    int connections() const { return m_connections; }

private:
    /// Each of what it says comes at once, and behind an answer.
    void serve(QTcpSocket* client) {
        const QByteArray said = client->readAll();
        if (!client->property("greeted").toBool()) {
            client->setProperty("greeted", true);
            client->write(QByteArray("\x05\x00", 2));
            return;
        }
        disconnect(client, &QTcpSocket::readyRead, this, nullptr);
        const auto port = static_cast<quint16>(static_cast<quint8>(said.at(said.size() - 2)) << 8U |
                                               static_cast<quint8>(said.back()));
        auto* const server = new QTcpSocket(this);
        relay(client, server);
        relay(server, client);
        connect(server, &QTcpSocket::connected, client,
                [client] { client->write(QByteArray("\x05\x00\x00\x01", 4) + QByteArray(6, '\0')); });
        server->connectToHost(QHostAddress::LocalHost, port);
        ++m_connections;
    }
    static void relay(QTcpSocket* from, QTcpSocket* to) {
        connect(from, &QTcpSocket::readyRead, to, [from, to] { to->write(from->readAll()); });
        connect(from, &QTcpSocket::disconnected, to, &QTcpSocket::disconnectFromHost);
    }

    int m_connections = 0;
};
