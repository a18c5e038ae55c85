// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "application.h"

#include "audit/audit_log.h"
#include "bridge/explanation.h"
#include "demo_recording.h"
#include "hosts/host_names.h"
#include "process.h"
#include "window/main_window.h"

#include <QApplication>
#include <QDir>
#include <QTemporaryDir>

namespace lockscope {

int runApplication(int& argc, char** argv, const CommandLine& command, const QStringList& notices) {
    QApplication application(argc, argv);
    loadTranslations(command.language);
    const TerminationSignals termination;
    int status = kExitDone;
    {
        AuditLog audit(AuditLog::defaultFile());
        WindowSettings settings;
        if (command.theme) settings.useTheme(*command.theme);
        applyTheme(application, settings.theme());
        HostNames hostNames;
        HostNames::setShown(&hostNames);
        hostNames.setEnabled(settings.namesHosts());
        QObject::connect(&settings, &WindowSettings::namesHostsChanged, &hostNames,
                         [&] { hostNames.setEnabled(settings.namesHosts()); });
        const auto dialogs = makeDialogs();
        QStringList told = notices;
        if (!settings.isWritable()) told << settings.notWrittenText();
        MainWindow tabs({*dialogs, audit, settings, {}, told, {}, command.dialects});
        ClusterTab& window = *tabs.currentPage();
        if (command.size)
            tabs.resize(*command.size);
        else
            tabs.fitScreen();
        tabs.show();
        if (command.demo)
            window.startDemo(command.demoContenders);
        else if (command.connection)
            window.openConnection(*command.connection);
        else if (!command.file.isEmpty())
            window.openSnapshot(command.file);
        // A demo that was asked for by name and can't start is the end of it; one started by a button is not.
        if (command.demo)
            QObject::connect(
                &window, &ClusterTab::demoFailed, &application, [](const lockcore::Error& error) {
                    printProblem(explainError(ClusterTab::tr("The demo could not start."), error).joined());
                    QCoreApplication::exit(kExitFailed);
                });
        status = QApplication::exec();
    }
    finishClosing();
    return status;
}

int runDemoPictures(int& argc, char** argv, const CommandLine& command, const QString& directory) {
    // Offscreen, so that no window manager has a say in the size; with settings of its own, so that a picture
    // does not depend on what the user has moved.
    goOffscreen();
    QApplication application(argc, argv);
    loadTranslations(command.language);
    const TerminationSignals termination;
    if (!QDir().mkpath(directory)) {
        printProblem(ClusterTab::tr("The directory %1 can't be created.").arg(directory));
        return kExitFailed;
    }
    int status = kExitDone;
    {
        QTemporaryDir scratch;
        AuditLog audit(scratch.filePath(QStringLiteral("audit.jsonl")));
        WindowSettings settings(scratch.filePath(QStringLiteral("settings.ini")));
        const auto dialogs = makeDialogs();
        applyTheme(application, command.theme.value_or(ThemeChoice::Light));
        MainWindow tabs({*dialogs, audit, settings, {}});
        tabs.resize(command.size.value_or(kPictureSize));
        tabs.show();
        DemoRecording recording(application, *tabs.currentPage(), QDir(directory));
        recording.start(command.demoContenders);
        status = QApplication::exec();
    }
    finishClosing();
    return status;
}

int runDemoWithoutDisplay(int& argc, char** argv, const CommandLine& command) {
    QTemporaryDir directory(QDir::temp().filePath(QStringLiteral("lockscope-demo-XXXXXX")));
    {
        // For the texts' translations; the demo makes an application of its own.
        const QCoreApplication application(argc, argv);
        loadTranslations(command.language);
        printLine(ClusterTab::tr(
            "There is no display: the demo runs offscreen for a few seconds and writes what it shows."));
        if (!directory.isValid()) {
            printProblem(ClusterTab::tr("No directory could be created in %1.").arg(QDir::tempPath()));
            return kExitFailed;
        }
    }
    const int status = runDemoPictures(argc, argv, command, directory.path());
    directory.setAutoRemove(status != kExitDone);
    return status;
}

}  // namespace lockscope
