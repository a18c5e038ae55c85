// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/local_cluster.h>

#include <QProcess>
#include <QTemporaryDir>

#include <chrono>
#include <map>
#include <memory>
#include <string>

/// Variables of this process's environment, as they were before once this is gone.
class EnvironmentPart {
public:
    explicit EnvironmentPart(const std::map<QByteArray, QByteArray>& values);
    ~EnvironmentPart();
    EnvironmentPart(const EnvironmentPart&) = delete;
    EnvironmentPart& operator=(const EnvironmentPart&) = delete;

private:
    std::map<QByteArray, QByteArray> m_before;
};

/// A Kerberos realm of its own: a real KDC on loopback, with its configuration and keys in a temporary
/// directory. While it lives this process, and what it starts, is in that realm and has no ticket.
///
/// "alice" and "bob" are in it, and the service "zookeeper/localhost", each with a keytab. Hosts are called
/// as they are named: no name service is asked.
class KerberosRealm {
public:
    /// Ends the executable with a message if it can't be started.
    KerberosRealm();
    ~KerberosRealm();

    /// "alice@LOCKSCOPE.TEST".
    static std::string fullName(const QString& principal);
    QString file(const QString& name) const { return m_directory.filePath(name); }
    /// With the key of one principal.
    QString keytabOf(const QString& principal) const;
    /// A file with that principal's ticket, got now, but by clocks that are ahead by so much.
    std::string ticketOf(const QString& principal, std::chrono::seconds ahead = {},
                         std::chrono::minutes life = std::chrono::minutes(60));
    /// So that the key in its keytab is an old one.
    void giveNewKey(const QString& principal);
    void addPrincipal(const QString& principal);
    /// Its keytab stays.
    void removePrincipal(const QString& principal);

    /// krb5.conf where a KDC is at that port.
    static QByteArray configuration(quint16 port);
    /// Has this process read that krb5.conf, as long as the result lives.
    std::unique_ptr<EnvironmentPart> configuredBy(const QByteArray& text) const;

    void startKdc(std::chrono::seconds ahead = {});
    void stopKdc();

private:
    void write(const QString& name, const QByteArray& content) const;
    void administrate(const QString& command) const;

    QTemporaryDir m_directory;
    quint16 m_port = 0;
    std::unique_ptr<EnvironmentPart> m_environment;
    QProcess m_kdc;
    int m_tickets = 0;
};

/// A real server of that realm that takes nobody without SASL.
class KerberosServer {
public:
    /// Ends the executable with a message if it can't be started. The realm outlives it. Its clock is ahead.
    explicit KerberosServer(const KerberosRealm& realm, std::chrono::seconds ahead = {});

    /// By the name that its key is for.
    std::string connectString() const;
    lockcore::LocalCluster& cluster() { return *m_cluster; }
    /// As a crash, and its next start.
    lockcore::Result<void> killAndRestart();

private:
    QByteArray javaOptions() const;

    const KerberosRealm& m_realm;
    std::unique_ptr<lockcore::LocalCluster> m_cluster;
};
