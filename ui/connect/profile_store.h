// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"
#include "connect/kept_secrets.h"
#include "connect/secret_store.h"

#include <QObject>
#include <QStringList>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QSettings;

namespace lockscope {

/// The user's profiles and newest connections, in the settings; secrets, such as who we are to AdminServers,
/// in the keychain alone. Lives on the GUI thread.
class ProfileStore : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t kMostRecent = 8;

    /// `settings` must outlive it.
    ProfileStore(QSettings& settings, std::unique_ptr<SecretStore> secrets, QObject* parent = nullptr);

    /// By folder and name, as they are shown. Those without a folder come first.
    std::vector<ConnectionOptions> profiles() const;
    std::optional<ConnectionOptions> named(const QString& name) const;

    /// Keeps `profile`, which has an id and a name, in place of the one with that id. Its secrets are
    /// not kept by this.
    void put(const ConnectionOptions& profile);
    /// Its secrets go too.
    void remove(const QString& id);

    /// What was connected to, newest first; of a profile what it is now.
    std::vector<ConnectionOptions> recent() const;
    void noteConnected(const ConnectionOptions& options);

    SecretStore& secrets() { return *m_secrets; }
    /// Keeps it for a profile; where that fails, secretNotKept() tells.
    void keepSecret(const ProfileName& profile, SecretKind kind, const QString& secret);

    /// True where the settings have users and passwords of AdminServers, as older programs wrote them into
    /// the address.
    bool hasSecretsInSettings() const;
    /// Moves them to the keychain, as far as there is one, and out of the settings whatever the keychain
    /// says. `done` is called later, with a sentence for each connection.
    void moveSecretsOut(std::function<void(QStringList)> done);

Q_SIGNALS:
    void changed();
    void recentChanged();
    void secretNotKept(const QString& profileName, const QString& why);

private:
    void rewriteRecent();
    std::optional<ConnectionOptions> withId(const QString& id) const;

    QSettings& m_settings;
    const std::unique_ptr<SecretStore> m_secrets;
};

/// An id that no profile has.
QString freshProfileId();

/// `name`, or "name (2)" and so on where one of `profiles` has it.
QString freeProfileName(const QString& name, const std::vector<ConnectionOptions>& profiles);

/// What a list calls it: the profile's name, else the connect string.
QString connectionTitle(const ConnectionOptions& options);

}  // namespace lockscope
