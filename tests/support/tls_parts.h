// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <cstdint>
#include <string>
#include <vector>

/// Throw-away keys in a directory of their own: an authority "ca", and certificates that it has signed, made
/// with the program openssl. Names of files: "ca.pem", "server.pem", "server.key".
class TestCertificates {
public:
    /// The authority. False where there is no openssl.
    bool make() const;
    /// The authority and by it "server", packed, for this machine's address and name.
    bool makeForServer() const;
    /// Another authority, "between", which the first one has signed.
    bool makeBetween() const;
    /// A certificate for these names, such as "IP:127.0.0.1,DNS:localhost", which expires after `days`; less
    /// than 0: it has. `authority`: who signs it.
    bool sign(const QString& name, const QString& names, int days = 2, const QString& authority = "ca") const;
    /// <name>.p12 of <name>.pem and its key, with the password "secret".
    bool pack(const QString& name) const;
    /// <name>-locked.key: the key with the password "secret".
    bool lock(const QString& name) const;
    /// A folder "trusted" with the authority, as OpenSSL looks one up: by its hash.
    bool makeFolder() const;
    /// "AB:CD:…", as openssl tells it; empty where it does not.
    std::string fingerprint(const QString& name) const;
    QString file(const char* name) const { return m_directory.filePath(QLatin1String(name)); }
    std::string path(const char* name) const { return file(name).toStdString(); }

private:
    bool signAs(const QString& name, const QString& subject, const QString& extension, int days,
                const QString& authority) const;
    bool run(const QStringList& arguments) const;

    QTemporaryDir m_directory;
};

/// The program openssl as a server on 127.0.0.1 with a certificate `name`, which takes handshakes and says
/// nothing. Gone with the object.
class OpenSslServer {
public:
    OpenSslServer(const TestCertificates& keys, std::uint16_t port, const QString& name,
                  const QStringList& more = {});
    ~OpenSslServer();
    /// False where it could not be started.
    bool isThere() const { return m_isThere; }

private:
    QProcess m_process;
    bool m_isThere = false;
};

/// The lines of zoo.cfg by which a server speaks TLS with the packed certificate "server", and trusts the
/// authority.
std::vector<std::string> tlsServerLines(const TestCertificates& keys);

/// The options of java by which a client of ZooKeeper's Java library, such as Curator, speaks TLS with the
/// packed certificate "client", and trusts the authority.
std::vector<std::string> tlsClientOptions(const TestCertificates& keys);

/// What JAVA_TOOL_OPTIONS has to be for a server with TLS; empty where Netty is not installed. The class path
/// that Debian's ZooKeeper comes with lacks what Netty needs for TLS, and a class loader sees its own and its
/// parents' classes only, so that all of Netty has to be in one place.
QByteArray nettyForTls();
