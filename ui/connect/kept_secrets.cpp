// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/kept_secrets.h"

#include <utility>
#include <variant>

namespace lockscope {
namespace {

template <class Options>
auto* proxyOf(Options& options) {
    return std::get_if<lockcore::SocksProxy>(&options.route);
}

template <class Options>
auto digestOf(Options& options) -> decltype(std::get_if<lockcore::SaslDigest>(&*options.sasl)) {
    return options.sasl ? std::get_if<lockcore::SaslDigest>(&*options.sasl) : nullptr;
}

/// Only profiles can keep one.
void readKept(SecretStore& secrets, const ConnectionOptions& options, SecretKind kind, QObject* context,
              SecretStore::Done done) {
    if (options.profile.id.isEmpty())
        done(tl::unexpected(SecretFailure{SecretProblem::NoProfile}));
    else
        secrets.read(secretKey(options.profile.id, kind), context, std::move(done));
}

/// "user:password"; no user has a colon.
Credentials loginOf(const QString& kept) {
    const qsizetype colon = kept.indexOf(QLatin1Char(':'));
    return {kept.left(colon), colon < 0 ? QString() : kept.mid(colon + 1)};
}

/// One after the other, from the kind with that index on: a keychain may ask the user for each.
void addFrom(std::size_t index, SecretStore& secrets, const ConnectionOptions& options,
             const MissingSecrets& missing, QObject* context, const SecretsDone& done) {
    const auto isSettled = [&](SecretKind kind) {
        return !needsSecret(options, kind) || !secretOf(options, kind).isEmpty() || missing.contains(kind);
    };
    while (index < kSecretKinds.size() && isSettled(kSecretKinds[index]))
        ++index;
    if (index == kSecretKinds.size()) {
        done(options, missing);
        return;
    }
    const SecretKind kind = kSecretKinds[index];
    readKept(secrets, options, kind, context, [=, &secrets](const SecretResult& secret) {
        ConnectionOptions more = options;
        MissingSecrets still = missing;
        if (secret)
            setSecret(more, kind, *secret);
        else
            still.emplace(kind, secret.error());
        addFrom(index + 1, secrets, more, still, context, done);
    });
}

/// Whose secret it is.
QString ownerOf(const ConnectionOptions& options, SecretKind kind) {
    switch (kind) {
        case SecretKind::Password: return options.credentials.user;
        case SecretKind::AdminLogin: break;  // names its user itself
        case SecretKind::KeyPassword:
            return options.tls
                       ? QString::fromStdString(options.tls->certificateFile + '\n' + options.tls->keyFile)
                       : QString();
        case SecretKind::ProxyPassword: {
            const auto* const proxy = proxyOf(options);
            return proxy ? QString::fromStdString(proxy->user + '@' + proxy->host) : QString();
        }
        case SecretKind::SaslPassword: return saslUser(options);
    }
    return {};
}

}  // namespace

bool needsSecret(const ConnectionOptions& options, SecretKind kind) {
    switch (kind) {
        case SecretKind::Password: return !options.credentials.user.isEmpty();
        case SecretKind::AdminLogin: return options.adminSignIn;
        case SecretKind::KeyPassword: return options.tls && options.tlsKeyHasPassword;
        case SecretKind::ProxyPassword: {
            const auto* const proxy = proxyOf(options);
            return proxy && !proxy->user.empty();
        }
        case SecretKind::SaslPassword: return digestOf(options) != nullptr;
    }
    return false;
}

bool isOthersSecret(const ConnectionOptions& before, const ConnectionOptions& now, SecretKind kind) {
    return needsSecret(before, kind) &&
           (!needsSecret(now, kind) || ownerOf(before, kind) != ownerOf(now, kind));
}

QString secretOf(const ConnectionOptions& options, SecretKind kind) {
    switch (kind) {
        case SecretKind::Password: return options.credentials.password;
        case SecretKind::AdminLogin: {
            const Credentials& login = options.adminCredentials;
            return login.user.isEmpty() ? QString() : login.user + QLatin1Char(':') + login.password;
        }
        case SecretKind::KeyPassword:
            return options.tls ? QString::fromStdString(options.tls->keyPassword) : QString();
        case SecretKind::ProxyPassword: {
            const auto* const proxy = proxyOf(options);
            return proxy ? QString::fromStdString(proxy->password) : QString();
        }
        case SecretKind::SaslPassword: {
            const auto* const digest = digestOf(options);
            return digest ? QString::fromStdString(digest->password) : QString();
        }
    }
    return {};
}

void setSecret(ConnectionOptions& options, SecretKind kind, const QString& secret) {
    switch (kind) {
        case SecretKind::Password: options.credentials.password = secret; break;
        case SecretKind::AdminLogin: options.adminCredentials = loginOf(secret); break;
        case SecretKind::KeyPassword:
            if (options.tls) options.tls->keyPassword = secret.toStdString();
            break;
        case SecretKind::ProxyPassword:
            if (auto* const proxy = proxyOf(options)) proxy->password = secret.toStdString();
            break;
        case SecretKind::SaslPassword:
            if (auto* const digest = digestOf(options)) digest->password = secret.toStdString();
            break;
    }
}

ConnectionOptions withoutSecrets(ConnectionOptions options) {
    for (const SecretKind kind : kSecretKinds)
        setSecret(options, kind, {});
    return options;
}

QString saslUser(const ConnectionOptions& options) {
    const auto* const digest = digestOf(options);
    return digest ? QString::fromStdString(digest->user) : QString();
}

QString secretKey(const QString& profile, SecretKind kind) {
    switch (kind) {
        case SecretKind::Password: break;
        case SecretKind::AdminLogin: return profile + QStringLiteral("/admin");
        case SecretKind::KeyPassword: return profile + QStringLiteral("/tls-key");
        case SecretKind::ProxyPassword: return profile + QStringLiteral("/socks");
        case SecretKind::SaslPassword: return profile + QStringLiteral("/sasl");
    }
    return profile;
}

void addKeptSecrets(SecretStore& secrets, const ConnectionOptions& options, QObject* context,
                    SecretsDone done, const MissingSecrets& missing) {
    addFrom(0, secrets, options, missing, context, done);
}

}  // namespace lockscope
