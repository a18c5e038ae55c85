// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>

#include <atomic>
#include <functional>
#include <string>

/// A network in front of a server on this machine that can be cut. Lives on the thread that makes it, and
/// forwards in its event loop.
///
/// Qt's sockets know no half-closed connection: who ends its own side, as is done for a four-letter word, is
/// disconnected, and gets no answer to it. Give such a cluster an AdminServer, or a proxy that is a program
/// of its own (Peer::delayProxyAt() of the integration tests).
class TcpProxy : public QTcpServer {
public:
    /// At 127.0.0.1, on any port; or at another address of this machine.
    explicit TcpProxy(quint16 serverPort) : TcpProxy(serverPort, QHostAddress::LocalHost, 0) {}
    TcpProxy(quint16 serverPort, const QHostAddress& host, quint16 port) : m_serverPort(serverPort) {
        listen(host, port);
        connect(this, &QTcpServer::newConnection, this, &TcpProxy::forward);
    }

    std::string address() const {
        return serverAddress().toString().toStdString() + ':' + std::to_string(serverPort());
    }

    /// Drops all connections, and each new one at once, until it is mended.
    void cut() {
        m_isCut = true;
        for (QTcpSocket* socket : findChildren<QTcpSocket*>())
            socket->abort();
    }
    void mend() {
        m_isCut = false;
        m_losesAnswers = false;
    }
    /// Bytes arrive that much later from here on, on each way.
    void setDelay(int ms) { m_delayMs = ms; }
    /// What the server says gets lost from here on, until it is mended; what it is told still arrives.
    /// Any thread.
    void loseAnswers() { m_losesAnswers = true; }
    /// From here on; what is said is forgotten else.
    void keepWhatIsSaid() { m_isKept = true; }
    /// On all connections, and each way.
    const QByteArray& said() const { return m_said; }

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
            relay(client, server, [] { return true; });
            relay(server, client, [this] { return !m_losesAnswers; });
        }
    }

    void relay(QTcpSocket* from, QTcpSocket* to, const std::function<bool()>& arrives) {
        connect(from, &QTcpSocket::readyRead, to, [this, from, to, arrives] {
            const auto bytes = from->readAll();
            if (m_isKept) m_said += bytes;
            if (!arrives()) return;
            if (m_delayMs == 0)
                to->write(bytes);
            else
                QTimer::singleShot(m_delayMs, Qt::PreciseTimer, to, [to, bytes] { to->write(bytes); });
        });
        connect(from, &QTcpSocket::disconnected, to, [from, to] {
            from->deleteLater();
            to->disconnectFromHost();
        });
    }

    quint16 m_serverPort;
    bool m_isCut = false;
    bool m_isKept = false;
    QByteArray m_said;
    int m_delayMs = 0;
    std::atomic<bool> m_losesAnswers = false;
};
