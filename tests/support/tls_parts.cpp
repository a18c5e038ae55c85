// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "tls_parts.h"

#include <QDir>
#include <QFile>

bool TestCertificates::make() const {
    return run({"req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem",
                "-days", "2", "-subj", "/CN=Test authority"});
}

bool TestCertificates::makeForServer() const {
    return make() && sign("server", "IP:127.0.0.1,DNS:localhost") && pack("server");
}

bool TestCertificates::makeBetween() const {
    return signAs("between", "Authority between", "basicConstraints=critical,CA:TRUE", 2, "ca");
}

bool TestCertificates::sign(const QString& name, const QString& names, int days,
                            const QString& authority) const {
    return signAs(name, name, "subjectAltName=" + names, days, authority);
}

bool TestCertificates::signAs(const QString& name, const QString& subject, const QString& extension, int days,
                              const QString& authority) const {
    QFile extensions(m_directory.filePath(name + QStringLiteral(".ext")));
    if (!extensions.open(QIODevice::WriteOnly)) return false;
    extensions.write(extension.toUtf8());
    extensions.close();
    return run({"req", "-newkey", "rsa:2048", "-nodes", "-keyout", name + ".key", "-out", name + ".csr",
                "-subj", "/CN=" + subject}) &&
           run({"x509", "-req", "-in", name + ".csr", "-CA", authority + ".pem", "-CAkey", authority + ".key",
                "-CAcreateserial", "-days", QString::number(days), "-extfile", name + ".ext", "-out",
                name + ".pem"});
}

bool TestCertificates::pack(const QString& name) const {
    return run({"pkcs12", "-export", "-in", name + ".pem", "-inkey", name + ".key", "-out", name + ".p12",
                "-passout", "pass:secret", "-name", name});
}

bool TestCertificates::lock(const QString& name) const {
    return run(
        {"pkcs8", "-topk8", "-in", name + ".key", "-out", name + "-locked.key", "-passout", "pass:secret"});
}

bool TestCertificates::makeFolder() const {
    return QDir(m_directory.path()).mkdir(QStringLiteral("trusted")) &&
           QFile::copy(file("ca.pem"), file("trusted/ca.pem")) && run({"rehash", "trusted"});
}

std::string TestCertificates::fingerprint(const QString& name) const {
    QProcess openssl;
    openssl.setWorkingDirectory(m_directory.path());
    openssl.start(QStringLiteral("openssl"),
                  {"x509", "-noout", "-fingerprint", "-sha256", "-in", name + ".pem"});
    if (!openssl.waitForFinished(60'000) || openssl.exitCode() != 0) return {};
    const QByteArray told = openssl.readAllStandardOutput().trimmed();
    return told.mid(told.indexOf('=') + 1).toStdString();
}

bool TestCertificates::run(const QStringList& arguments) const {
    QProcess openssl;
    openssl.setWorkingDirectory(m_directory.path());
    openssl.start(QStringLiteral("openssl"), arguments);
    return openssl.waitForFinished(60'000) && openssl.exitCode() == 0;
}

OpenSslServer::OpenSslServer(const TestCertificates& keys, std::uint16_t port, const QString& name,
                             const QStringList& more) {
    m_process.start(QStringLiteral("openssl"),
                    QStringList{"s_server", "-accept", "127.0.0.1:" + QString::number(port), "-cert",
                                keys.file((name + ".pem").toLatin1().constData()), "-key",
                                keys.file((name + ".key").toLatin1().constData())} +
                        more);
    QByteArray output;
    while (!output.contains("ACCEPT") && m_process.waitForReadyRead(60'000))
        output += m_process.readAllStandardOutput();
    m_isThere = output.contains("ACCEPT");
}

OpenSslServer::~OpenSslServer() {
    m_process.kill();
    m_process.waitForFinished(-1);
}

std::vector<std::string> tlsServerLines(const TestCertificates& keys) {
    return {"serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory",
            "ssl.keyStore.location=" + keys.path("server.p12"),
            "ssl.keyStore.password=secret",
            "ssl.keyStore.type=PKCS12",
            "ssl.trustStore.location=" + keys.path("ca.pem"),
            "ssl.trustStore.type=PEM"};
}

std::vector<std::string> tlsClientOptions(const TestCertificates& keys) {
    return {nettyForTls().toStdString(),
            "-Dzookeeper.client.secure=true",
            "-Dzookeeper.clientCnxnSocket=org.apache.zookeeper.ClientCnxnSocketNetty",
            "-Dzookeeper.ssl.keyStore.location=" + keys.path("client.p12"),
            "-Dzookeeper.ssl.keyStore.password=secret",
            "-Dzookeeper.ssl.keyStore.type=PKCS12",
            "-Dzookeeper.ssl.trustStore.location=" + keys.path("ca.pem"),
            "-Dzookeeper.ssl.trustStore.type=PEM"};
}

QByteArray nettyForTls() {
    QStringList jars;
    for (const char* const part : {"buffer", "codec", "common", "handler", "resolver", "transport"})
        jars << QStringLiteral("/usr/share/java/netty-%1.jar").arg(QLatin1String(part));
    for (const QString& jar : jars)
        if (!QFile::exists(jar)) return {};
    return "-Xbootclasspath/a:" + jars.join(':').toUtf8();
}
