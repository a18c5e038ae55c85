// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "peer.h"

#include <QDeadlineTimer>

#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

namespace {

constexpr int kPatienceMs = 30'000;
// Debian's own interpreter: another python3 that comes first in PATH does not see Debian's kazoo.
constexpr const char* kPython = "/usr/bin/python3";

/// Starts `command` with `socket` as its standard input and output.
pid_t spawn(std::vector<std::string>& command, int socket) {
    std::vector<char*> arguments;
    for (std::string& argument : command)
        arguments.push_back(argument.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, socket, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, socket, STDOUT_FILENO);
    pid_t process = 0;
    const int problem = posix_spawnp(&process, arguments[0], &files, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    if (problem != 0) qFatal("%s can't be started: %s", arguments[0], strerror(problem));
    return process;
}

}  // namespace

QString Peer::curatorProblem() {
    if (*CURATOR_CLASS_PATH != '\0') return {};
    return QStringLiteral(
        "no JDK or no Curator when CMake ran: install default-jdk-headless and libcurator-recipes-java");
}

QString Peer::kazooProblem() {
    if (std::system((std::string(kPython) + " -c 'import kazoo'").c_str()) == 0) return {};
    return QStringLiteral("kazoo is not there: install python3-kazoo");
}

std::unique_ptr<Peer> Peer::curator(const std::string& connectString,
                                    std::chrono::milliseconds sessionTimeout) {
    return connected(std::unique_ptr<Peer>(
        new Peer({JAVA_PROGRAM, "-XX:-UsePerfData", "-cp", CURATOR_CLASS_PATH, "CuratorPeer", connectString,
                  std::to_string(sessionTimeout.count())})));
}

std::unique_ptr<Peer> Peer::kazoo(const std::string& connectString) {
    return connected(
        std::unique_ptr<Peer>(new Peer({kPython, PEERS_SOURCE_DIR "/kazoo_peer.py", connectString})));
}

std::unique_ptr<Peer> Peer::curatorOverTls(const std::string& connectString,
                                           const std::vector<std::string>& javaOptions) {
    std::vector<std::string> command{JAVA_PROGRAM, "-XX:-UsePerfData"};
    command.insert(command.end(), javaOptions.begin(), javaOptions.end());
    command.insert(command.end(), {"-cp", CURATOR_CLASS_PATH, "CuratorPeer", connectString});
    return connected(std::unique_ptr<Peer>(new Peer(std::move(command))));
}

std::unique_ptr<Peer> Peer::kazooOverTls(const std::string& connectString,
                                         const std::vector<std::string>& files) {
    std::vector<std::string> command{kPython, PEERS_SOURCE_DIR "/kazoo_peer.py", connectString, "tls"};
    command.insert(command.end(), files.begin(), files.end());
    return connected(std::unique_ptr<Peer>(new Peer(std::move(command))));
}

std::unique_ptr<Peer> Peer::lockcore(const std::string& connectString,
                                     std::chrono::milliseconds sessionTimeout,
                                     std::chrono::milliseconds tick) {
    return connected(std::unique_ptr<Peer>(new Peer(
        {LOCK_CLIENT, connectString, std::to_string(sessionTimeout.count()), std::to_string(tick.count())})));
}

std::unique_ptr<Peer> Peer::delayProxy(int serverPort, int oneWayMs) {
    return std::unique_ptr<Peer>(new Peer({kPython, PEERS_SOURCE_DIR "/../../bench/delay_proxy.py",
                                           std::to_string(serverPort), std::to_string(oneWayMs)}));
}

std::unique_ptr<Peer> Peer::delayProxyAt(const std::string& host, int serverPort, int oneWayMs) {
    return std::unique_ptr<Peer>(
        new Peer({kPython, PEERS_SOURCE_DIR "/../../bench/delay_proxy.py", std::to_string(serverPort),
                  std::to_string(oneWayMs), host, std::to_string(serverPort)}));
}

std::unique_ptr<Peer> Peer::connected(std::unique_ptr<Peer> peer) {
    const QString heard = peer->hear();
    if (heard == QStringLiteral("READY")) return peer;
    qWarning("%s", qPrintable(heard));
    return nullptr;
}

Peer::Peer(std::vector<std::string> command) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) qFatal("no socket pair");
    m_process = spawn(command, ends[1]);
    ::close(ends[1]);
    m_socket = ends[0];
}

Peer::~Peer() {
    ::shutdown(m_socket, SHUT_WR);
    const QDeadlineTimer deadline(kPatienceMs);
    while (awaitInput(static_cast<int>(deadline.remainingTime()))) {
    }
    if (deadline.hasExpired()) ::kill(m_process, SIGKILL);
    ::waitpid(m_process, nullptr, 0);
    ::close(m_socket);
}

void Peer::kill() {
    ::kill(m_process, SIGKILL);
}

void Peer::freeze() {
    ::kill(m_process, SIGSTOP);
}

void Peer::thaw() {
    ::kill(m_process, SIGCONT);
}

QVersionNumber Peer::version() {
    const QString said = ask(QStringLiteral("version"));
    const QString answer = QStringLiteral("VERSION ");
    return said.startsWith(answer) ? QVersionNumber::fromString(said.mid(answer.size())) : QVersionNumber();
}

void Peer::send(const QString& command) {
    const QByteArray line = command.toUtf8() + '\n';
    const ssize_t sent = ::send(m_socket, line.data(), static_cast<std::size_t>(line.size()), MSG_NOSIGNAL);
    if (sent != line.size()) qWarning("the peer does not take \"%s\"", qPrintable(command));
}

QString Peer::hear() {
    const QDeadlineTimer deadline(kPatienceMs);
    while (!m_heard.contains('\n'))
        if (!awaitInput(static_cast<int>(deadline.remainingTime())))
            return deadline.hasExpired() ? QStringLiteral("no answer") : QStringLiteral("ended");
    const auto end = m_heard.indexOf('\n');
    const QString line = QString::fromUtf8(m_heard.left(end));
    m_heard.remove(0, end + 1);
    return line;
}

QString Peer::ask(const QString& command) {
    send(command);
    return hear();
}

lockcore::SessionId Peer::session() {
    return lockcore::SessionId{
        ask(QStringLiteral("session")).section(QLatin1Char(' '), 1).toLongLong(nullptr, 16)};
}

bool Peer::isSilent() {
    awaitInput(0);
    return !m_heard.contains('\n');
}

/// False at the end of the peer's output, or where nothing comes in time.
bool Peer::awaitInput(int limitMs) {
    pollfd waiting{m_socket, POLLIN, 0};
    if (::poll(&waiting, 1, limitMs) != 1) return false;
    char buffer[4096];
    const ssize_t got = ::recv(m_socket, buffer, sizeof buffer, 0);
    if (got > 0) m_heard.append(buffer, static_cast<qsizetype>(got));
    return got > 0;
}
