// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/kept_secrets.h"

#include <utility>

namespace lockscope {
namespace {

/// Only profiles can keep one.
void readKept(SecretStore& secrets, const ConnectionOptions& options, const QString& key, QObject* context,
              SecretStore::Done done) {
    if (options.profile.id.isEmpty())
        done(tl::unexpected(SecretFailure{SecretProblem::Missing}));
    else
        secrets.read(key, context, std::move(done));
}

/// As adminLoginText() wrote it.
void takeAdminLogin(const QString& text, ConnectionOptions& options) {
    const qsizetype colon = text.indexOf(QLatin1Char(':'));
    options.adminCredentials = {text.left(colon), colon < 0 ? QString() : text.mid(colon + 1)};
}

void addAdminLogin(SecretStore& secrets, const ConnectionOptions& options, const MissingSecrets& missing,
                   QObject* context, const SecretsDone& done) {
    if (!options.adminSignIn || !options.adminCredentials.user.isEmpty()) {
        done(options, missing);
        return;
    }
    readKept(secrets, options, adminLoginKey(options.profile.id), context,
             [options, missing, done](const SecretResult& secret) {
                 ConnectionOptions complete = options;
                 MissingSecrets still = missing;
                 if (secret)
                     takeAdminLogin(*secret, complete);
                 else
                     still.adminLogin = secret.error();
                 done(complete, still);
             });
}

}  // namespace

QString adminLoginKey(const QString& profile) {
    return profile + QStringLiteral("/admin");
}

QString adminLoginText(const Credentials& login) {
    return login.user + QLatin1Char(':') + login.password;
}

void addKeptSecrets(SecretStore& secrets, const ConnectionOptions& options, QObject* context,
                    SecretsDone done) {
    if (options.credentials.user.isEmpty() || !options.credentials.password.isEmpty()) {
        addAdminLogin(secrets, options, {}, context, done);
        return;
    }
    readKept(secrets, options, options.profile.id, context,
             [&secrets, options, context, done = std::move(done)](const SecretResult& secret) {
                 ConnectionOptions complete = options;
                 MissingSecrets missing;
                 if (secret)
                     complete.credentials.password = *secret;
                 else
                     missing.password = secret.error();
                 addAdminLogin(secrets, complete, missing, context, done);
             });
}

}  // namespace lockscope
