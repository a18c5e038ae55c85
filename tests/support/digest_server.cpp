// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "digest_server.h"

#include "java_options.h"

#include <QFile>

using namespace lockcore;

namespace {

QString jaasFile(const QTemporaryDir& directory) {
    return directory.filePath(QStringLiteral("jaas.conf"));
}

/// A server's login configuration comes by its command line alone.
QByteArray loginConfiguration(const QTemporaryDir& directory) {
    return "-Djava.security.auth.login.config=" + jaasFile(directory).toUtf8();
}

}  // namespace

DigestServer::DigestServer() {
    QFile jaas(jaasFile(m_directory));
    if (!jaas.open(QIODevice::WriteOnly)) qFatal("no file for the server's users");
    jaas.write(
        "Server {\n"
        "    org.apache.zookeeper.server.auth.DigestLoginModule required\n"
        "    user_alice=\"secret\" user_bob=\"other\"\n"
        "    user_dora=\"Pw4dora\";\n"
        "};\n");
    jaas.close();
    LocalClusterOptions options;
    options.tickTime = std::chrono::milliseconds(200);
    options.extraConfig = {"authProvider.sasl=org.apache.zookeeper.server.auth.SASLAuthenticationProvider",
                           "enforce.auth.enabled=true", "enforce.auth.schemes=sasl"};
    const JavaOptions java(loginConfiguration(m_directory));
    auto started = LocalCluster::start(options);
    if (!started) qFatal("%s", describe(started.error()).c_str());
    m_cluster = std::move(*started);
}

SessionOptions DigestServer::options(const std::string& user, const std::string& password) const {
    SessionOptions options{connectString()};
    options.sasl = SaslDigest{user, password};
    return options;
}

Result<void> DigestServer::killAndRestart() {
    const JavaOptions java(loginConfiguration(m_directory));
    m_cluster->kill();
    return m_cluster->restart();
}
