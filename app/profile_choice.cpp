// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profile_choice.h"

#include "connect/connection_check.h"
#include "connect/profile_store.h"
#include "words/display_text.h"

#include <QCoreApplication>

namespace lockscope {
namespace {

struct Choice {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ProfileChoice)
};

QString unknownProfile(const QString& name, const ProfileStore& profiles) {
    QStringList names;
    for (const ConnectionOptions& profile : profiles.profiles())
        names << displayText(profile.profile.name.toStdString());
    if (names.isEmpty())
        return Choice::tr("There is no profile “%1”, nor any other: profiles are made in the window.")
            .arg(name);
    return Choice::tr("There is no profile “%1”. Known: %2.").arg(name, names.join(QStringLiteral(", ")));
}

}  // namespace

tl::expected<CommandLine, QString> withProfile(CommandLine command, const ProfileStore& profiles) {
    if (command.profile.isEmpty()) return command;
    auto profile = profiles.named(command.profile);
    if (!profile) return tl::unexpected(unknownProfile(command.profile, profiles));
    if (const QString problem = connectionProblem(*profile); !problem.isEmpty())
        return tl::unexpected(Choice::tr("--profile %1: %2").arg(command.profile, problem));
    if (command.maxWait) profile->thresholds.longWait = *command.maxWait;
    if (command.maxQueue) profile->thresholds.longQueue = *command.maxQueue;
    profile->askAnyway = command.askAnyway;
    command.connection = std::move(*profile);
    return command;
}

}  // namespace lockscope
