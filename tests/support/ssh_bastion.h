// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/route_options.h>

#include <QProcess>
#include <QTemporaryDir>

/// A real sshd on loopback, with its configuration and keys in a temporary directory. It lets in the user who
/// runs the test. Nothing of that user's own configuration of ssh is read.
class SshBastion {
public:
    struct Options {
        bool takesKeys = true;         ///< else passwords alone
        bool allowsForwarding = true;  ///< to any server
    };
    /// Ends the executable with a message if it can't be started.
    explicit SshBastion(const Options& options);
    ~SshBastion();

    /// As a user has it whose key it takes, and who has been there before.
    lockcore::Bastion route() const { return routeBy("client", "known"); }
    /// With a key that it does not take.
    lockcore::Bastion routeWithAnotherKey() const { return routeBy("stranger", "known"); }
    /// With a key that it takes, whose passphrase is "opener" and known to no agent.
    lockcore::Bastion routeWithLockedKey() const { return routeBy("locked", "known"); }
    /// A program for ssh that answers like this, and notes in a file that it was asked.
    std::string askpass(const QString& answer) const;
    /// How often it was.
    int questions() const;
    lockcore::Bastion routeOfNewcomer() const { return routeBy("client", "nowhere"); }
    /// As one for whom it has another host key than it had.
    lockcore::Bastion routeWithAnotherHostKey() const { return routeBy("client", "known-other"); }

    /// How often it has let somebody in so far.
    int logins();

private:
    lockcore::Bastion routeBy(const char* key, const char* knownHosts) const;
    QString file(const QString& name) const { return m_directory.filePath(name); }
    void makeKey(const QString& name, const QString& passphrase = {}) const;
    /// `key` is known as its host key, in a file.
    void makeKnown(const QString& name, const QString& key) const;
    void write(const QString& name, const QByteArray& content) const;
    QByteArray contentOf(const QString& name) const;
    bool start();

    QTemporaryDir m_directory;
    quint16 m_port = 0;
    QProcess m_sshd;
    QByteArray m_told;
};
