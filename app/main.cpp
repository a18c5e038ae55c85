// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "application.h"
#include "cluster_report.h"
#include "command_line.h"
#include "headless_snapshot.h"
#include "process.h"

#include <QCoreApplication>

#include <cstdio>

namespace {

int runWindow(int& argc, char** argv, const lockscope::CommandLine& command) {
    if (!command.pictures.isEmpty()) return lockscope::runDemoPictures(argc, argv, command, command.pictures);
    if (lockscope::hasDisplay()) return lockscope::runApplication(argc, argv, command);
    if (command.demo) return lockscope::runDemoWithoutDisplay(argc, argv, command);
    lockscope::printProblem(QStringLiteral(
        "there is no display for the window. “lockscope snapshot” and “lockscope --demo” need none."));
    return lockscope::kExitFailed;
}

}  // namespace

int main(int argc, char** argv) {
    lockscope::setApplicationNames();
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    const auto command = lockscope::parseCommandLine(arguments);
    if (!command) {
        lockscope::printProblem(command.error());
        return lockscope::kExitUsage;
    }
    switch (command->verb) {
        case lockscope::CommandLine::Verb::Help:
            std::fputs(lockscope::helpText().toLocal8Bit().constData(), stdout);
            return lockscope::kExitDone;
        case lockscope::CommandLine::Verb::Version:
            lockscope::printLine(QStringLiteral("Lockscope %1").arg(QCoreApplication::applicationVersion()));
            return lockscope::kExitDone;
        case lockscope::CommandLine::Verb::Snapshot:
            return lockscope::runHeadlessSnapshot(argc, argv, *command);
        case lockscope::CommandLine::Verb::List:
        case lockscope::CommandLine::Verb::Show:
        case lockscope::CommandLine::Verb::Sessions:
        case lockscope::CommandLine::Verb::Check: return lockscope::runReport(argc, argv, *command);
        case lockscope::CommandLine::Verb::Window: break;
    }
    return runWindow(argc, argv, *command);
}
