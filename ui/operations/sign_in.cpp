// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/sign_in.h"

#include "connect/kept_secrets.h"
#include "connect/profile_store.h"
#include "operations/dialogs.h"
#include "words/display_text.h"

#include <QCoreApplication>

#include <utility>
#include <variant>

namespace lockscope {
namespace {

struct SignIn {
    Q_DECLARE_TR_FUNCTIONS(lockscope::SignIn)
};

QString titleOf(const ConnectionOptions& options) {
    return displayText(connectionTitle(options).toStdString());
}

QString proxyUser(const ConnectionOptions& options) {
    const auto* const proxy = std::get_if<lockcore::SocksProxy>(&options.route);
    return proxy ? displayText(proxy->user) : QString();
}

QString whoIsTold(const ConnectionOptions& options) {
    return options.adminUrl.startsWith(QLatin1String("https:"), Qt::CaseInsensitive)
               ? SignIn::tr("User and password are sent only to hosts that you have named.")
               : SignIn::tr(
                     "User and password are sent only to hosts that you have named, and by http without "
                     "encryption.");
}

using Then = std::function<void(ConnectionOptions)>;

void askAdminLogin(QWidget* parent, Dialogs& dialogs, const ConnectionOptions& options, const QString& why,
                   const Then& then) {
    const QString what = SignIn::tr("Sign in to the AdminServers of %1").arg(titleOf(options));
    dialogs.askLogin(parent, what, why + QLatin1Char('\n') + whoIsTold(options),
                     [options, then](const Credentials& login) {
                         ConnectionOptions complete = options;
                         complete.adminCredentials = login;
                         then(complete);
                     });
}

/// Whose password it is.
QString passwordTitle(const ConnectionOptions& options, SecretKind kind) {
    if (kind == SecretKind::KeyPassword)
        return SignIn::tr("Password of the key of our certificate for %1").arg(titleOf(options));
    if (kind == SecretKind::ProxyPassword)
        return SignIn::tr("Password of %1 on the SOCKS5 proxy of %2")
            .arg(proxyUser(options), titleOf(options));
    const bool isSasl = kind == SecretKind::SaslPassword;
    const QString user = isSasl ? saslUser(options) : options.credentials.user;
    const QString title =
        isSasl ? SignIn::tr("Password of %1 by SASL on %2") : SignIn::tr("Password of %1 on %2");
    return title.arg(displayText(user.toStdString()), titleOf(options));
}

/// Asks for one after the other.
void askMissing(QWidget* parent, Dialogs& dialogs, const ConnectionOptions& options, MissingSecrets missing,
                const Then& then) {
    if (missing.empty()) {
        then(options);
        return;
    }
    const auto [kind, failure] = *missing.begin();
    missing.erase(missing.begin());
    const QString why = secretFailureText(failure);
    const Then next = [parent, &dialogs, missing, then](const ConnectionOptions& more) {
        askMissing(parent, dialogs, more, missing, then);
    };
    if (kind == SecretKind::AdminLogin)
        askAdminLogin(parent, dialogs, options, why, next);
    else
        dialogs.askPassword(parent, passwordTitle(options, kind), why,
                            [options, next, asked = kind](const QString& password) {
                                ConnectionOptions more = options;
                                setSecret(more, asked, password);
                                next(more);
                            });
}

}  // namespace

void withSecrets(QWidget* parent, Dialogs& dialogs, SecretStore& secrets, const ConnectionOptions& options,
                 const std::function<void(ConnectionOptions)>& then) {
    addKeptSecrets(secrets, options, parent,
                   [parent, &dialogs, then](const ConnectionOptions& kept, const MissingSecrets& missing) {
                       askMissing(parent, dialogs, kept, missing, then);
                   });
}

}  // namespace lockscope
