// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "healthy_traffic.h"
#include "program_run.h"
#include "test_program.h"

#include <QJsonArray>

/// What the program says of clients with which nothing is wrong.
class HealthyClientsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Each of the sessions holds and waits all the time, in threads that know nothing of each other. So they
    /// seem to wait for each other in circles, and never do.
    void threadedClientsAreInNoDeadlock() {
        const lockcore::LocalCluster& server = TestCluster::instance().server();
        if (server.adminUrl().empty()) QSKIP("no AdminServer: libservlet-api-java is not installed");
        const std::string cluster = freshCluster();
        HealthyTraffic traffic({.connect = cluster,
                                .locks = 60,
                                .keepers = 0,
                                .wanderers = 0,
                                .threadedSessions = 4,
                                .threadsEach = 10});
        QTRY_VERIFY_WITH_TIMEOUT(traffic.grants() > 100, kServerPatienceMs);
        const QTemporaryDir directory;
        for (int i = 0; i < 4; ++i) {
            const auto before = traffic.grants();
            const Outcome check =
                runLockscope({QStringLiteral("check"), QStringLiteral("--json"), QStringLiteral("--connect"),
                              QString::fromStdString(cluster), QStringLiteral("--admin"),
                              QString::fromStdString(server.adminUrl())},
                             bareEnvironment(directory));
            // Not everything could be checked, perhaps: locks change all the time.
            QVERIFY2(check.status == 0 || check.status == 2, (check.output + check.errors).constData());
            const QJsonObject report = QJsonDocument::fromJson(check.output).object();
            const auto locks = report[QLatin1String("coverage")][QLatin1String("locks")];
            QVERIFY2(locks[QLatin1String("all")].toInt() > 5, check.output.constData());
            for (const auto& finding : report[QLatin1String("findings")].toArray())
                QVERIFY2(finding[QLatin1String("severity")] == QLatin1String("information"),
                         check.output.constData());
            QVERIFY(traffic.grants() > before);
        }
    }
};

LOCKSCOPE_TEST(HealthyClientsTest)
#include "tst_healthy_clients.moc"
