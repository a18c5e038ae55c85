// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "tls_server.h"

#include "java_options.h"
#include "scripted_server.h"

using namespace lockcore;

QString TlsServer::problem() {
    return nettyForTls().isEmpty() ? QStringLiteral("no Netty: install libnetty-java") : QString();
}

TlsServer::TlsServer(const TestCertificates& keys, Options options) {
    if (!keys.makeForServer()) qFatal("no certificate for a server: is openssl installed?");
    LocalClusterOptions& cluster = options.cluster;
    const auto add = [&cluster](const std::vector<std::string>& lines) {
        cluster.extraConfig.insert(cluster.extraConfig.end(), lines.begin(), lines.end());
    };
    add(tlsServerLines(keys));
    add({options.asksForCertificates ? "ssl.clientAuth=need" : "ssl.clientAuth=none"});
    if (options.sharesPort) {
        add({"client.portUnification=true"});
    } else {
        m_port = ScriptedServer::unusedPort();
        add({"secureClientPort=" + std::to_string(m_port), "secureClientPortAddress=127.0.0.1"});
    }
    const JavaOptions java(nettyForTls());
    auto started = LocalCluster::start(cluster);
    if (!started) qFatal("%s", describe(started.error()).c_str());
    m_cluster = std::move(*started);
    if (options.sharesPort) m_port = m_cluster->port();
}
