// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/sign_in.h"

#include "connect/kept_secrets.h"
#include "connect/profile_store.h"
#include "operations/dialogs.h"
#include "words/display_text.h"

#include <QCoreApplication>

namespace lockscope {
namespace {

struct SignIn {
    Q_DECLARE_TR_FUNCTIONS(lockscope::SignIn)
};

QString whyAsked(const ConnectionOptions& options, const SecretFailure& failure) {
    return options.profile.id.isEmpty() ? SignIn::tr("Only profiles can keep a password.")
                                        : secretFailureText(failure);
}

QString whoIsTold(const ConnectionOptions& options) {
    return options.adminUrl.startsWith(QLatin1String("https:"), Qt::CaseInsensitive)
               ? SignIn::tr("User and password are sent only to hosts that you have named.")
               : SignIn::tr(
                     "User and password are sent only to hosts that you have named, and by http without "
                     "encryption.");
}

void askAdminLogin(QWidget* parent, Dialogs& dialogs, const ConnectionOptions& options, const QString& why,
                   const std::function<void(ConnectionOptions)>& then) {
    const QString what = SignIn::tr("Sign in to the AdminServers of %1")
                             .arg(displayText(connectionTitle(options).toStdString()));
    dialogs.askLogin(parent, what, why + QLatin1Char('\n') + whoIsTold(options),
                     [options, then](const Credentials& login) {
                         ConnectionOptions complete = options;
                         complete.adminCredentials = login;
                         then(complete);
                     });
}

void askPassword(QWidget* parent, Dialogs& dialogs, const ConnectionOptions& options, const QString& why,
                 const std::function<void(ConnectionOptions)>& then) {
    const QString what = SignIn::tr("Password of %1 on %2")
                             .arg(displayText(options.credentials.user.toStdString()),
                                  displayText(connectionTitle(options).toStdString()));
    dialogs.askPassword(parent, what, why, [options, then](const QString& password) {
        ConnectionOptions complete = options;
        complete.credentials.password = password;
        then(complete);
    });
}

}  // namespace

void withSecrets(QWidget* parent, Dialogs& dialogs, SecretStore& secrets, const ConnectionOptions& options,
                 const std::function<void(ConnectionOptions)>& then) {
    addKeptSecrets(secrets, options, parent,
                   [parent, &dialogs, then](const ConnectionOptions& kept, const MissingSecrets& missing) {
                       const auto complete = [parent, &dialogs, then,
                                              lacking = missing.adminLogin](const ConnectionOptions& some) {
                           if (lacking)
                               askAdminLogin(parent, dialogs, some, whyAsked(some, *lacking), then);
                           else
                               then(some);
                       };
                       if (missing.password)
                           askPassword(parent, dialogs, kept, whyAsked(kept, *missing.password), complete);
                       else
                           complete(kept);
                   });
}

}  // namespace lockscope
