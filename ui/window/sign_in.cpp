// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/sign_in.h"

#include "models/display_text.h"
#include "profiles/profile_store.h"
#include "window/dialogs.h"

#include <QCoreApplication>

namespace lockscope {
namespace {

struct SignIn {
    Q_DECLARE_TR_FUNCTIONS(lockscope::SignIn)
};

}  // namespace

void withPassword(QWidget* parent, Dialogs& dialogs, SecretStore& secrets, const ConnectionOptions& options,
                  const std::function<void(ConnectionOptions)>& then) {
    if (options.credentials.user.isEmpty() || !options.credentials.password.isEmpty()) {
        then(options);
        return;
    }
    const auto ask = [parent, &dialogs, options, then](const QString& why) {
        const QString what = SignIn::tr("Password of %1 on %2:")
                                 .arg(displayText(options.credentials.user.toStdString()),
                                      displayText(connectionTitle(options).toStdString()));
        dialogs.askPassword(parent, what, why, [options, then](const QString& password) {
            ConnectionOptions complete = options;
            complete.credentials.password = password;
            then(complete);
        });
    };
    if (options.profile.id.isEmpty()) {
        ask(SignIn::tr("Only profiles can keep a password."));
        return;
    }
    secrets.read(options.profile.id, parent, [options, then, ask](const SecretResult& secret) {
        if (!secret) {
            ask(secretFailureText(secret.error()));
            return;
        }
        ConnectionOptions complete = options;
        complete.credentials.password = *secret;
        then(complete);
    });
}

}  // namespace lockscope
