// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>
#include <memory>
#include <tl/expected.hpp>

class QObject;

namespace lockscope {

/// Why there is no password.
enum class SecretProblem {
    NoProfile,  ///< there is no profile for which one could be kept
    Missing,    ///< none is kept
    NoService,  ///< no keychain runs on this desktop
    Denied,     ///< the user or the keychain refused
    Failed
};

struct SecretFailure {
    SecretProblem problem = SecretProblem::Failed;
    QString detail = {};  ///< in the words of the keychain
};

using SecretResult = tl::expected<QString, SecretFailure>;

/// Where the passwords of profiles are kept, by the profile's id. Lives on the GUI thread and never waits:
/// `done` is called later, with the password, unless `context` is gone by then.
class SecretStore {
public:
    using Done = std::function<void(const SecretResult&)>;

    virtual ~SecretStore() = default;

    virtual void read(const QString& profile, QObject* context, Done done) = 0;
    virtual void write(const QString& profile, const QString& secret, QObject* context, Done done) = 0;
    virtual void remove(const QString& profile) = 0;
};

/// The desktop's own keychain. Where none runs everything fails with NoService: nothing is written elsewhere.
std::unique_ptr<SecretStore> makeKeychain();

/// Why, as a sentence. GUI thread (translated).
QString secretFailureText(const SecretFailure& failure);

}  // namespace lockscope
