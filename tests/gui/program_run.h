// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "other_client.h"
#include "test_cluster.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>

#include <string>

/// How the program ended and what it said.
struct Outcome {
    int status = -1;
    QByteArray output;
    QByteArray errors;
};

/// Environment without any display, with settings and temporary files of its own.
inline QProcessEnvironment bareEnvironment(const QTemporaryDir& directory) {
    auto environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "NO_COLOR", "COLUMNS", "TERM",
                             "LOCKSCOPE_PASSWORD", "LOCKSCOPE_TLS_PASSWORD", "LOCKSCOPE_SOCKS_PASSWORD",
                             "LOCKSCOPE_SASL_PASSWORD", "LOCKSCOPE_ADMIN_USER", "LOCKSCOPE_ADMIN_PASSWORD"})
        environment.remove(QLatin1String(name));
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "TMPDIR"})
        environment.insert(QLatin1String(name), directory.path());
    return environment;
}

/// `input`: what it reads from its standard input, up to its end.
inline Outcome runProgram(const QString& name, const QStringList& arguments,
                          const QProcessEnvironment& environment, const QByteArray& input = {}) {
    QProcess program;
    program.setProcessEnvironment(environment);
    program.start(name, arguments);
    program.write(input);
    program.closeWriteChannel();
    if (!program.waitForFinished(120'000)) program.kill();
    return {program.exitStatus() == QProcess::NormalExit ? program.exitCode() : -1,
            program.readAllStandardOutput(), program.readAllStandardError()};
}

/// Lockscope itself.
inline Outcome runLockscope(const QStringList& arguments, const QProcessEnvironment& environment,
                            const QByteArray& input = {}) {
    return runProgram(QStringLiteral(LOCKSCOPE_PROGRAM), arguments, environment, input);
}

/// "/a/lock" on a cluster of its own, which one session holds and another one waits for.
struct OnBusyLock {
    QTemporaryDir directory;
    std::string cluster = TestCluster::instance().freshConnectString();
    OtherClient holder{cluster};
    OtherClient waiter{cluster};
    lockcore::Hold hold = holder.hold("/a/lock");
    lockcore::Acquisition waiting = waiter.queue("/a/lock");

    /// `arguments` and those that name the cluster.
    QStringList on(const QStringList& arguments) const {
        return arguments + QStringList{QStringLiteral("--connect"), QString::fromStdString(cluster),
                                       QStringLiteral("--admin"),
                                       QString::fromStdString(TestCluster::instance().server().adminUrl())};
    }
    Outcome run(const QStringList& arguments) const {
        return runLockscope(on(arguments), bareEnvironment(directory));
    }
    QJsonObject report(const QStringList& arguments) const {
        return QJsonDocument::fromJson(run(arguments + QStringList{QStringLiteral("--json")}).output)
            .object();
    }
};
