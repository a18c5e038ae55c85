// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_cluster.h"

#include <lockcore/observe/server_probe.h>
#include <lockcore/session/session.h>

#include <QVersionNumber>
#include <QtTest>

#include <future>

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

constexpr auto kLimit = 60s;

Result<CreatedNode> createNode(const std::string& connectString, const std::string& path) {
    EventLoop loop;
    std::promise<ConnectionStatus> settled;
    bool known = false;
    const auto session = Session::open(loop, {connectString, 10s}, [&](const ConnectionStatus& status) {
        if (known || (!isConnected(status.state) && !isOver(status.state))) return;
        known = true;
        settled.set_value(status);
    });
    auto connection = settled.get_future();
    if (connection.wait_for(kLimit) != std::future_status::ready)
        return fail(ErrorCode::DeadlineExceeded, "connecting to the test server", {}, connectString);

    std::promise<Result<CreatedNode>> answered;
    loop.post([&] {
        session->create(path, {}, NodeKind::Persistent,
                        [&](Result<CreatedNode> created) { answered.set_value(std::move(created)); });
    });
    auto created = answered.get_future().get();
    session->closeAndWait();
    return created;
}

}  // namespace

TestCluster& TestCluster::instance() {
    static TestCluster cluster([] {
        LocalClusterOptions options;
        options.tickTime = 200ms;
        auto server = LocalCluster::start(options);
        if (!server) qFatal("%s", describe(server.error()).c_str());
        return std::move(*server);
    }());
    return cluster;
}

std::string TestCluster::freshConnectString() {
    const char* const function = QTest::currentTestFunction();
    const std::string chroot =
        "/" + std::string(function ? function : "test") + "-" + std::to_string(++m_chroots);
    const auto created = createNode(m_server->connectString(), chroot);
    if (!created) qFatal("%s", describe(created.error()).c_str());
    return m_server->connectString() + chroot;
}

bool TestCluster::statNeedsRead() const {
    const ServerProbe probe = probeServer({"127.0.0.1", m_server->port()});
    const auto version = QVersionNumber::fromString(QString::fromStdString(probe.version));
    if (version.isNull()) qFatal("the test server does not tell its version");
    const QVersionNumber since(3, version.minorVersion() < 9 ? 8 : 9, version.minorVersion() < 9 ? 4 : 2);
    return version >= since;
}
