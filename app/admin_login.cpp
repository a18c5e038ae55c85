// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "admin_login.h"

#include "connect/secret_variables.h"

#include "connect/profile_store.h"

#include <QCoreApplication>

namespace lockscope {
namespace {

struct AdminLoginText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::AdminLogin)
};

}  // namespace

QString takeAdminLogin(ConnectionOptions& options) {
    const Credentials told{qEnvironmentVariable("LOCKSCOPE_ADMIN_USER"),
                           secretVariable("LOCKSCOPE_ADMIN_PASSWORD")};
    if (told.user.isEmpty() && told.password.isEmpty()) return {};
    if (told.user.isEmpty() || told.password.isEmpty())
        return AdminLoginText::tr(
            "LOCKSCOPE_ADMIN_USER and LOCKSCOPE_ADMIN_PASSWORD go together: one of them is not set.");
    if (told.user.contains(QLatin1Char(':')))
        return AdminLoginText::tr("LOCKSCOPE_ADMIN_USER: a user name can't have a colon.");
    options.adminCredentials = told;
    return {};
}

QStringList moveSecretsOut(ProfileStore& profiles) {
    if (!profiles.hasSecretsInSettings()) return {};
    QStringList sentences;
    profiles.moveSecretsOut([&](const QStringList& told) {
        sentences = told;
        QCoreApplication::exit();
    });
    QCoreApplication::exec();
    return sentences;
}

}  // namespace lockscope
