// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/ids.h>

#include <QString>
#include <QVersionNumber>

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

// What such a client answers.
inline const QString kAcquired = QStringLiteral("ACQUIRED");
inline const QString kReleased = QStringLiteral("RELEASED");
inline const QString kTimeout = QStringLiteral("TIMEOUT");

/// Another lock library's client in a process of its own, driven by lines of text: the heads of
/// CuratorPeer.java and kazoo_peer.py say what they understand. Lives on the test's thread. Its destructor
/// ends the process.
///
/// Not a QProcess: that starts a process by a vfork which leaves ThreadSanitizer blind on the calling thread.
class Peer {
public:
    /// Empty, or why no such peer can run here, for QSKIP.
    static QString curatorProblem();
    static QString kazooProblem();

    /// Both return a peer that is connected; null, and a warning, where that does not come about.
    static std::unique_ptr<Peer> curator(const std::string& connectString,
                                         std::chrono::milliseconds sessionTimeout = std::chrono::seconds(20));
    static std::unique_ptr<Peer> kazoo(const std::string& connectString);
    /// Both at a server's TLS port. `javaOptions`: how, for example tlsClientOptions().
    static std::unique_ptr<Peer> curatorOverTls(const std::string& connectString,
                                                const std::vector<std::string>& javaOptions);
    /// `files`: of the authorities, our certificate, and its key; without them the server's certificate is
    /// not looked at.
    static std::unique_ptr<Peer> kazooOverTls(const std::string& connectString,
                                              const std::vector<std::string>& files = {});

    /// lock_client.cpp: our own library in another process. `tick`: of the servers. Null as above.
    static std::unique_ptr<Peer> lockcore(const std::string& connectString,
                                          std::chrono::milliseconds sessionTimeout,
                                          std::chrono::milliseconds tick = std::chrono::seconds(2));

    /// bench/delay_proxy.py in front of a server on this machine; says the port that it listens on: any one,
    /// or the server's own at another address of this machine.
    static std::unique_ptr<Peer> delayProxy(int serverPort, int oneWayMs);
    static std::unique_ptr<Peer> delayProxyAt(const std::string& host, int serverPort, int oneWayMs);

    ~Peer();

    /// Of the library that it uses: null where it does not say.
    QVersionNumber version();

    void send(const QString& command);
    /// The next line that the peer says; what it did instead where none comes for half a minute.
    QString hear();
    /// send() and hear().
    QString ask(const QString& command);
    lockcore::SessionId session();
    /// Ends the process by SIGKILL: its session lives on until its timeout.
    void kill();
    /// SIGSTOP, and SIGCONT: a client that hangs, with its connection open. To be thawed before the end.
    void freeze();
    void thaw();
    /// True if the peer has nothing to say now. It may have the next moment.
    bool isSilent();

private:
    explicit Peer(std::vector<std::string> command);
    static std::unique_ptr<Peer> connected(std::unique_ptr<Peer> peer);
    bool awaitInput(int limitMs);

    int m_socket = -1;  ///< the peer's standard input and output
    pid_t m_process = 0;
    QByteArray m_heard;
};
