// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "ensemble_network.h"

#include <QFile>
#include <QRegularExpression>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>

#include <chrono>
#include <map>
#include <utility>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr auto kBetweenCalls = 20ms;

}  // namespace

/// Where a member listens for the others.
struct EnsembleNetwork::Member {
    quint16 forFollowers = 0;
    quint16 forElections = 0;
};

/// From one server to one port of another. Lives on the network's thread.
class EnsembleNetwork::Way : public QTcpServer {
public:
    Way(std::size_t from, std::size_t to, quint16 port) : m_from(from), m_to(to), m_port(port) {
        if (!listen(QHostAddress::LocalHost)) qFatal("%s", qPrintable(errorString()));
        connect(this, &QTcpServer::newConnection, this, &Way::forward);
    }

    bool isOf(std::size_t server) const { return server == m_from || server == m_to; }

    void cut() { m_isCut = true; }
    void mend() {
        if (!std::exchange(m_isCut, false)) return;
        for (QTcpSocket* socket : findChildren<QTcpSocket*>()) {
            socket->disconnect();
            socket->abort();
            socket->deleteLater();
        }
    }
    /// Who calls tells by which address it wants to be called back, and means the one where it listens. The
    /// other has to come by the network too.
    void setCaller(quint16 itsPort, quint16 wayBack) {
        m_itsAddress = addressOf(itsPort);
        m_wayBack = addressOf(wayBack);
        // The length stands before it.
        if (m_itsAddress.size() != m_wayBack.size()) qFatal("ports of different lengths");
    }

private:
    static QByteArray addressOf(quint16 port) { return "127.0.0.1:" + QByteArray::number(port); }

    void forward() {
        while (QTcpSocket* const caller = nextPendingConnection()) {
            if (m_isCut) continue;  // it is this object's child, and ends with the cut
            auto* const called = new QTcpSocket(this);
            relay(caller, called, true);
            relay(called, caller, false);
            connect(called, &QTcpSocket::connected, caller, &QTcpSocket::readyRead);
            call(called);
            connect(called, &QTcpSocket::errorOccurred, this,
                    [this, called](QAbstractSocket::SocketError why) {
                        if (why == QAbstractSocket::ConnectionRefusedError)
                            QTimer::singleShot(kBetweenCalls, called, [this, called] { call(called); });
                    });
        }
    }

    /// Again and again, as its port may not be open yet: a server that is refused tries again by itself, but
    /// one that has got through to this object, and no further, begins another election.
    void call(QTcpSocket* called) const { called->connectToHost(QHostAddress::LocalHost, m_port); }

    void relay(QTcpSocket* from, QTcpSocket* to, bool introducesItself) {
        connect(from, &QTcpSocket::readyRead, to, [this, from, to, introducesItself]() mutable {
            if (to->state() != QAbstractSocket::ConnectedState && !m_isCut) return;  // kept until it is
            QByteArray bytes = from->readAll();
            if (m_isCut || bytes.isEmpty()) return;
            if (std::exchange(introducesItself, false) && !m_itsAddress.isEmpty())
                bytes.replace(m_itsAddress, m_wayBack);
            to->write(bytes);
        });
        connect(from, &QTcpSocket::disconnected, to, [this, from, to] {
            if (m_isCut) return;
            to->disconnectFromHost();
            from->deleteLater();
            if (to->state() != QAbstractSocket::ConnectedState) to->deleteLater();
        });
    }

    std::size_t m_from;
    std::size_t m_to;
    quint16 m_port;
    bool m_isCut = false;
    QByteArray m_itsAddress;
    QByteArray m_wayBack;
};

namespace {

QString configFile(const LocalEnsemble& ensemble, std::size_t server) {
    return QString::fromStdString(ensemble.directory(server)) + QStringLiteral("/zoo.cfg");
}

/// Of two lines for one thing a server takes the last one.
void append(const QString& file, const QByteArray& lines) {
    QFile config(file);
    if (!config.open(QIODevice::Append) || config.write(lines) != lines.size() || !config.flush())
        qFatal("%s: %s", qPrintable(file), qPrintable(config.errorString()));
}

QByteArray readAll(const QString& file) {
    QFile config(file);
    if (!config.open(QIODevice::ReadOnly))
        qFatal("%s: %s", qPrintable(file), qPrintable(config.errorString()));
    return config.readAll();
}

}  // namespace

EnsembleNetwork::EnsembleNetwork(LocalEnsemble& ensemble, int syncLimitTicks)
    : m_onThread(std::make_unique<QObject>()) {
    std::vector<Member> members;
    static const QRegularExpression line(QStringLiteral(R"(^server\.\d+=127\.0\.0\.1:(\d+):(\d+)$)"),
                                         QRegularExpression::MultilineOption);
    const QString config = QString::fromUtf8(readAll(configFile(ensemble, 0)));
    for (auto found = line.globalMatch(config); found.hasNext();) {
        const QRegularExpressionMatch member = found.next();
        members.push_back({member.captured(1).toUShort(), member.captured(2).toUShort()});
    }
    if (members.size() != ensemble.size()) qFatal("no ports of the servers in their configuration");

    m_onThread->moveToThread(&m_thread);
    m_thread.start();
    std::vector<QByteArray> lines(members.size(), "syncLimit=" + QByteArray::number(syncLimitTicks) + '\n');
    inNetwork([&] { addWays(members, lines); });
    for (std::size_t server = 0; server < ensemble.size(); ++server) {
        ensemble.kill(server);
        append(configFile(ensemble, server), lines[server]);
    }
    if (const auto restarted = ensemble.restartAll(); !restarted)
        qFatal("%s", describe(restarted.error()).c_str());
}

EnsembleNetwork::~EnsembleNetwork() {
    inNetwork([this] { m_ways.clear(); });
    m_thread.quit();
    m_thread.wait();
}

/// With the lines by which each server knows the others.
void EnsembleNetwork::addWays(const std::vector<Member>& members, std::vector<QByteArray>& configs) {
    std::map<std::pair<std::size_t, std::size_t>, Way*> elections;
    for (std::size_t from = 0; from < members.size(); ++from)
        for (std::size_t to = 0; to < members.size(); ++to) {
            if (from == to) continue;
            const Way& following =
                *m_ways.emplace_back(std::make_unique<Way>(from, to, members[to].forFollowers));
            Way& election = *m_ways.emplace_back(std::make_unique<Way>(from, to, members[to].forElections));
            elections[{from, to}] = &election;
            configs[from] += "server." + QByteArray::number(to + 1) +
                             "=127.0.0.1:" + QByteArray::number(following.serverPort()) + ':' +
                             QByteArray::number(election.serverPort()) + '\n';
        }
    for (const auto& [ends, way] : elections)
        way->setCaller(members[ends.first].forElections,
                       elections.at({ends.second, ends.first})->serverPort());
}

void EnsembleNetwork::inNetwork(const std::function<void()>& task) {
    QMetaObject::invokeMethod(m_onThread.get(), task, Qt::BlockingQueuedConnection);
}

void EnsembleNetwork::cutOff(std::size_t server) {
    inNetwork([&] {
        for (const auto& way : m_ways)
            if (way->isOf(server)) way->cut();
    });
}

void EnsembleNetwork::mend() {
    inNetwork([&] {
        for (const auto& way : m_ways)
            way->mend();
    });
}
