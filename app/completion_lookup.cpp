// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "completion.h"

#include "admin_login.h"

#include "connect/secret_variables.h"
#include "process.h"
#include "terminal.h"

#include "audit/audit_log.h"
#include "bridge/cluster_connection.h"
#include "connect/profile_store.h"
#include "settings/window_settings.h"
#include "threads/closing.h"
#include "words/display_text.h"

#include <QCoreApplication>
#include <QTimer>

#include <cstdlib>

namespace lockscope {
namespace {

/// Both together are what somebody who pressed Tab waits at most.
constexpr std::chrono::milliseconds kAnswerLimit{1500};
constexpr std::chrono::milliseconds kClosingLimit{400};

QStringList profileNames(const ProfileStore& profiles) {
    QStringList names;
    for (const ConnectionOptions& profile : profiles.profiles())
        names << profile.profile.name;
    return names;
}

/// The paths of the cluster's locks, as the first search finds them; none where there is a problem.
QStringList lockPaths(const ConnectionOptions& asked) {
    ConnectionOptions options = asked;
    options.credentials.password = secretVariable("LOCKSCOPE_PASSWORD");
    if (!options.credentials.user.isEmpty() && options.credentials.password.isEmpty()) return {};
    if (!takeAdminLogin(options).isEmpty()) return {};
    AuditLog audit(AuditLog::defaultFile());  // never written: nothing is done to the cluster
    ClusterConnection connection(audit);
    QStringList paths;
    QObject::connect(&connection, &ClusterConnection::catalogChanged, &connection,
                     [&](const std::shared_ptr<const lockcore::LockCatalog>& catalog) {
                         for (const auto& lock : catalog->locks)
                             paths << QString::fromStdString(lock.path);
                         QCoreApplication::exit();
                     });
    QObject::connect(&connection, &ClusterConnection::statusChanged, &connection,
                     [](const ClusterStatus& status) {
                         const bool isOver =
                             status.problem && status.problem->kind != lockcore::ProblemKind::RootNotReadable;
                         if (isOver) QCoreApplication::exit();
                     });
    QTimer::singleShot(kAnswerLimit, &connection, [] { QCoreApplication::exit(); });
    connection.open(options);
    QCoreApplication::exec();
    return paths;
}

/// A name that would be shown as another one can't be typed either.
bool isPlain(const QString& name) {
    return displayText(name.toStdString(), name.size() + 1) == name;
}

QStringList namesFor(const Completion& completion, const QStringList& words) {
    WindowSettings settings;
    if (completion.lookup == Completion::Lookup::Profiles) return profileNames(settings.profiles());
    if (completion.lookup != Completion::Lookup::Locks) return {};
    const auto command = clusterInWords(words, settings.profiles());
    return command ? lockPaths(*command->connection) : QStringList();
}

}  // namespace

int runCompletion(int& argc, char** argv, const CommandLine& command) {
    const QCoreApplication application(argc, argv);
    const TerminationSignals termination;
    surviveBrokenPipe();
    const Completion completion = completionOf(command.words);
    QStringList candidates = completion.candidates;
    for (const QString& name : namesFor(completion, command.words))
        if (name.startsWith(completion.begin) && isPlain(name)) candidates << completion.prefix + name;
    QByteArray lines;
    for (const QString& candidate : candidates)
        lines += candidate.toUtf8() + '\n';
    writeOutput(lines);
    waitForClosing(kClosingLimit);
    // A server that keeps its answer back would hold up the end of its thread.
    std::_Exit(kExitDone);
}

}  // namespace lockscope
