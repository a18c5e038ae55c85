// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "program_run.h"
#include "window_fixture.h"

#include <lockcore/lab/local_cluster.h>

#include <QJsonArray>
#include <QTest>

#include <memory>
#include <vector>

inline const QString kJson = QStringLiteral("--json");
inline const QString kAllIsRead = QStringLiteral("list 0, show 0, sessions 0, check 0, snapshot 0");
/// Nobody listens there, so that four-letter words are all that there is.
inline const QStringList kNoAdmin{QStringLiteral("--admin"), QStringLiteral("http://127.0.0.1:1/{host}")};

inline std::unique_ptr<lockcore::LocalCluster> serverWith(lockcore::LocalClusterOptions options) {
    options.tickTime = std::chrono::milliseconds(200);
    auto result = lockcore::LocalCluster::start(options);
    if (!result) qFatal("%s", lockcore::describe(result.error()).c_str());
    return std::move(*result);
}

inline Outcome run(const std::string& connect, const QStringList& arguments) {
    const QTemporaryDir directory;
    return runLockscope(arguments + QStringList{QStringLiteral("--connect"), QString::fromStdString(connect)},
                        bareEnvironment(directory));
}

/// Programs that run at the same time, each with its output. The event loop runs meanwhile, and proxies with
/// it.
class Programs {
public:
    /// `arguments` without those that name the cluster, which are `cluster`.
    Programs(const QList<QStringList>& arguments, const QStringList& cluster) {
        for (const QStringList& each : arguments) {
            m_programs.push_back(std::make_unique<QProcess>());
            m_programs.back()->setProcessEnvironment(bareEnvironment(m_directory));
            m_programs.back()->start(QStringLiteral(LOCKSCOPE_PROGRAM), each + cluster);
        }
    }
    /// What became of the one with that number; status −1 if it does not end.
    Outcome outcome(std::size_t number) {
        QProcess& program = *m_programs.at(number);
        const bool hasEnded =
            QTest::qWaitFor([&] { return program.state() == QProcess::NotRunning; }, 2 * kServerPatienceMs);
        return {hasEnded ? program.exitCode() : -1, program.readAllStandardOutput(),
                program.readAllStandardError()};
    }

private:
    QTemporaryDir m_directory;
    std::vector<std::unique_ptr<QProcess>> m_programs;  // ended before their directory goes
};

/// Exit statuses of all verbs, "list 0, show 0, sessions 0, check 0, snapshot 0"; `lock` is what is shown.
inline QString statusesOf(const QString& lock, const QStringList& cluster) {
    const QList<QStringList> verbs{{QStringLiteral("list")},
                                   {QStringLiteral("show"), lock},
                                   {QStringLiteral("sessions")},
                                   {QStringLiteral("check")},
                                   {QStringLiteral("snapshot"), QStringLiteral("-o"), QStringLiteral("-")}};
    Programs programs(verbs, cluster);
    QStringList statuses;
    for (std::size_t i = 0; i < static_cast<std::size_t>(verbs.size()); ++i)
        statuses << verbs[static_cast<qsizetype>(i)][0] +
                        QStringLiteral(" %1").arg(programs.outcome(i).status);
    return statuses.join(QStringLiteral(", "));
}

inline QString statusesOf(const QString& lock, const std::string& connect,
                          const QStringList& options = kNoAdmin) {
    return statusesOf(lock,
                      options + QStringList{QStringLiteral("--connect"), QString::fromStdString(connect)});
}

inline QJsonObject jsonOf(const Outcome& outcome) {
    return QJsonDocument::fromJson(outcome.output).object();
}

inline QStringList kindsOfGaps(const QJsonObject& report) {
    QStringList kinds;
    for (const auto& gap : report[QLatin1String("notRead")].toArray())
        kinds << gap.toObject()[QLatin1String("kind")].toString();
    return kinds;
}
