// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "peer.h"

#include <QDeadlineTimer>
namespace {

constexpr int kPatienceMs = 30'000;
// Debian's own interpreter: another python3 that comes first in PATH does not see Debian's kazoo.
const QString kPython = QStringLiteral("/usr/bin/python3");

}  // namespace

QString Peer::curatorProblem() {
    if (*CURATOR_CLASS_PATH != '\0') return {};
    return QStringLiteral(
        "no JDK or no Curator when CMake ran: install default-jdk-headless and libcurator-recipes-java");
}

QString Peer::kazooProblem() {
    if (QProcess::execute(kPython, {QStringLiteral("-c"), QStringLiteral("import kazoo")}) == 0) return {};
    return QStringLiteral("kazoo is not there: install python3-kazoo");
}

std::unique_ptr<Peer> Peer::curator(const std::string& connectString) {
    return connected(std::unique_ptr<Peer>(new Peer(
        QStringLiteral(JAVA_PROGRAM),
        {QStringLiteral("-XX:-UsePerfData"), QStringLiteral("-cp"), QStringLiteral(CURATOR_CLASS_PATH),
         QStringLiteral("CuratorPeer"), QString::fromStdString(connectString)})));
}

std::unique_ptr<Peer> Peer::kazoo(const std::string& connectString) {
    return connected(
        std::unique_ptr<Peer>(new Peer(kPython, {QStringLiteral(PEERS_SOURCE_DIR "/kazoo_peer.py"),
                                                 QString::fromStdString(connectString)})));
}

std::unique_ptr<Peer> Peer::delayProxy(int serverPort, int oneWayMs) {
    return std::unique_ptr<Peer>(
        new Peer(kPython, {QStringLiteral(PEERS_SOURCE_DIR "/../../bench/delay_proxy.py"),
                           QString::number(serverPort), QString::number(oneWayMs)}));
}

std::unique_ptr<Peer> Peer::connected(std::unique_ptr<Peer> peer) {
    const QString heard = peer->hear();
    if (heard == QStringLiteral("READY")) return peer;
    qWarning("%s", qPrintable(heard));
    return nullptr;
}

Peer::Peer(const QString& program, const QStringList& arguments) {
    // With a modifier Qt forks. Otherwise it uses vfork, whose child shares TSan's state with this process,
    // and tells it that there is only one thread from now on.
    m_process.setChildProcessModifier([] {});
    m_process.start(program, arguments);
}

Peer::~Peer() {
    m_process.closeWriteChannel();
    if (!m_process.waitForFinished(kPatienceMs)) {
        m_process.kill();
        m_process.waitForFinished(kPatienceMs);
    }
}

void Peer::send(const QString& command) {
    m_process.write(command.toUtf8() + '\n');
    m_process.waitForBytesWritten(kPatienceMs);
}

QString Peer::hear() {
    const QDeadlineTimer deadline(kPatienceMs);
    while (!m_process.canReadLine()) {
        if (!m_process.waitForReadyRead(static_cast<int>(deadline.remainingTime())) &&
            !m_process.canReadLine())
            return QStringLiteral("no answer: %1; %2")
                .arg(m_process.errorString(), QString::fromUtf8(m_process.readAllStandardError()));
    }
    return QString::fromUtf8(m_process.readLine()).trimmed();
}

QString Peer::ask(const QString& command) {
    send(command);
    return hear();
}

bool Peer::isSilent() {
    m_process.waitForReadyRead(0);
    return !m_process.canReadLine();
}
