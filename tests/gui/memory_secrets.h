// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connect/secret_store.h"

#include <QMetaObject>
#include <QObject>

#include <map>
#include <optional>

/// Passwords in memory, or a desktop without a keychain. Answers later, as the real one. Lives on the GUI
/// thread.
class MemorySecrets final : public lockscope::SecretStore {
public:
    void read(const QString& profile, QObject* context, Done done) override {
        ++reads;
        const auto found = kept.find(profile);
        if (failure)
            answer(context, std::move(done), tl::unexpected(lockscope::SecretFailure{*failure}));
        else if (found == kept.end())
            answer(context, std::move(done),
                   tl::unexpected(lockscope::SecretFailure{lockscope::SecretProblem::Missing}));
        else
            answer(context, std::move(done), found->second);
    }
    void write(const QString& profile, const QString& secret, QObject* context, Done done) override {
        if (failure) {
            answer(context, std::move(done), tl::unexpected(lockscope::SecretFailure{*failure}));
            return;
        }
        kept[profile] = secret;
        answer(context, std::move(done), secret);
    }
    void remove(const QString& profile) override { kept.erase(profile); }

    std::map<QString, QString> kept;
    std::optional<lockscope::SecretProblem> failure;
    int reads = 0;

private:
    static void answer(QObject* context, Done done, lockscope::SecretResult result) {
        QMetaObject::invokeMethod(
            context, [done = std::move(done), result = std::move(result)] { done(result); },
            Qt::QueuedConnection);
    }
};
