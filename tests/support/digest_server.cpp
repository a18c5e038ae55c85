// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "digest_server.h"

#include <QFile>

using namespace lockcore;

namespace {

/// A server's login configuration comes by its command line alone.
class LoginConfiguration {
public:
    explicit LoginConfiguration(const QString& file) {
        qputenv("JAVA_TOOL_OPTIONS", "-Djava.security.auth.login.config=" + file.toUtf8());
    }
    ~LoginConfiguration() { qunsetenv("JAVA_TOOL_OPTIONS"); }
    LoginConfiguration(const LoginConfiguration&) = delete;
    LoginConfiguration& operator=(const LoginConfiguration&) = delete;
};

QString jaasFile(const QTemporaryDir& directory) {
    return directory.filePath(QStringLiteral("jaas.conf"));
}

}  // namespace

DigestServer::DigestServer() {
    QFile jaas(jaasFile(m_directory));
    if (!jaas.open(QIODevice::WriteOnly)) qFatal("no file for the server's users");
    jaas.write(
        "Server {\n"
        "    org.apache.zookeeper.server.auth.DigestLoginModule required\n"
        "    user_alice=\"secret\" user_bob=\"other\";\n"
        "};\n");
    jaas.close();
    LocalClusterOptions options;
    options.tickTime = std::chrono::milliseconds(200);
    options.extraConfig = {"authProvider.sasl=org.apache.zookeeper.server.auth.SASLAuthenticationProvider",
                           "enforce.auth.enabled=true", "enforce.auth.schemes=sasl"};
    const LoginConfiguration configuration(jaasFile(m_directory));
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
    const LoginConfiguration configuration(jaasFile(m_directory));
    m_cluster->kill();
    return m_cluster->restart();
}
