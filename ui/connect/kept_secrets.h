// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"
#include "connect/secret_store.h"

#include <QString>

#include <functional>
#include <optional>

class QObject;

namespace lockscope {

/// What a connection needs of the keychain: the password of its user, and who it is to AdminServers.

/// By what the latter is kept.
QString adminLoginKey(const QString& profile);
/// As it is kept.
QString adminLoginText(const Credentials& login);

/// Why a secret is not there; empty where it is, or is not needed.
struct MissingSecrets {
    std::optional<SecretFailure> password = {};
    std::optional<SecretFailure> adminLogin = {};
};

using SecretsDone = std::function<void(const ConnectionOptions&, const MissingSecrets&)>;

/// Calls `done` with what is kept for the profile put into `options`, as far as they lack it. At once where
/// nothing is lacking; not at all if `context` is gone by then. GUI thread.
void addKeptSecrets(SecretStore& secrets, const ConnectionOptions& options, QObject* context,
                    SecretsDone done);

}  // namespace lockscope
