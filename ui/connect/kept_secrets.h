// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"
#include "connect/secret_store.h"

#include <QString>

#include <array>
#include <functional>
#include <map>

class QObject;

namespace lockscope {

/// What a connection may need of the keychain.
enum class SecretKind {
    Password,       ///< of the user of the session
    AdminLogin,     ///< who it is to AdminServers: user and password
    KeyPassword,    ///< of the key of our certificate
    ProxyPassword,  ///< of the user of the SOCKS5 proxy
    SaslPassword,   ///< of the user by SASL
};

inline constexpr std::array kSecretKinds = {SecretKind::Password, SecretKind::AdminLogin,
                                            SecretKind::KeyPassword, SecretKind::ProxyPassword,
                                            SecretKind::SaslPassword};

/// Whether such options can't do without it. Pure, as are the next four.
bool needsSecret(const ConnectionOptions& options, SecretKind kind);
/// Whether what is kept for a profile as it was is of no use as it is now: another user, key or proxy must
/// not be offered it.
bool isOthersSecret(const ConnectionOptions& before, const ConnectionOptions& now, SecretKind kind);
/// As it is kept; empty where the options lack it.
QString secretOf(const ConnectionOptions& options, SecretKind kind);
/// Takes it as it is kept; empty: forgets it.
void setSecret(ConnectionOptions& options, SecretKind kind, const QString& secret);
ConnectionOptions withoutSecrets(ConnectionOptions options);

/// Whose password SaslPassword is; empty: it needs none.
QString saslUser(const ConnectionOptions& options);

/// By what it is kept for the profile with that id.
QString secretKey(const QString& profile, SecretKind kind);

/// What is not there, and why.
using MissingSecrets = std::map<SecretKind, SecretFailure>;
using SecretsDone = std::function<void(const ConnectionOptions&, const MissingSecrets&)>;

/// Calls `done` with what is kept for the profile put into `options`, as far as they lack it, but for what is
/// `missing` already. At once where nothing is lacking; not at all if `context` is gone by then. GUI thread.
void addKeptSecrets(SecretStore& secrets, const ConnectionOptions& options, QObject* context,
                    SecretsDone done, const MissingSecrets& missing = {});

}  // namespace lockscope
