// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/profile_store.h"

#include "connect/kept_secrets.h"
#include "connect/profile_json.h"
#include "words/display_text.h"

#include <QJsonDocument>
#include <QSettings>
#include <QUuid>

#include <algorithm>
#include <utility>

namespace lockscope {
namespace {

const QString kProfilesGroup = QStringLiteral("v1/profiles");
const QString kRecentKey = QStringLiteral("v1/recent-connections");
/// In the list of the newest a profile is named by its id.
const QString kProfilePrefix = QStringLiteral("profile ");

QString profileKey(const QString& id) {
    return QStringLiteral("%1/%2").arg(kProfilesGroup, id);
}

QString jsonText(const ConnectionOptions& options) {
    return QString::fromUtf8(QJsonDocument(profileToJson(options)).toJson(QJsonDocument::Compact));
}

/// Empty where the file was damaged by hand.
std::optional<ConnectionOptions> fromJsonText(const QString& text) {
    auto options =
        profileFromJson(QJsonDocument::fromJson(text.toUtf8()).object(), {}, ProfileSource::Settings);
    if (!options) return {};
    return *std::move(options);
}

QString movedText(const QString& profile, const SecretResult& result) {
    const QString name = displayText(profile.toStdString());
    if (result)
        return ProfileStore::tr(
                   "The AdminServer's user name and password of the profile %1 were moved from the settings "
                   "file to "
                   "the keychain. Older copies of the file and exported profiles still have them.")
            .arg(name);
    return ProfileStore::tr(
               "The AdminServer's user name and password of the profile %1 were removed from the settings "
               "file: it is no place for them. Type them again when you are asked. %2")
        .arg(name, secretFailureText(result.error()));
}

QString removedText(const QString& connection) {
    return ProfileStore::tr(
               "The AdminServer's user name and password of the recent connection %1 were removed from "
               "the settings file: it is no place for them. Profiles can keep them in the keychain.")
        .arg(displayText(connection.toStdString()));
}

QString recentEntry(const ConnectionOptions& options) {
    return options.profile.id.isEmpty() ? jsonText(options) : kProfilePrefix + options.profile.id;
}

}  // namespace

ProfileStore::ProfileStore(QSettings& settings, std::unique_ptr<SecretStore> secrets, QObject* parent)
    : QObject(parent), m_settings(settings), m_secrets(std::move(secrets)) {}

std::vector<ConnectionOptions> ProfileStore::profiles() const {
    std::vector<ConnectionOptions> profiles;
    const QString prefix = kProfilesGroup + QLatin1Char('/');
    for (const QString& key : m_settings.allKeys())
        if (key.startsWith(prefix))
            if (auto profile = withId(key.mid(prefix.size()))) profiles.push_back(std::move(*profile));
    std::ranges::sort(profiles, [](const ConnectionOptions& one, const ConnectionOptions& other) {
        if (const int order = one.profile.folder.localeAwareCompare(other.profile.folder)) return order < 0;
        if (const int order = one.profile.name.localeAwareCompare(other.profile.name)) return order < 0;
        return one.profile.id < other.profile.id;
    });
    return profiles;
}

std::optional<ConnectionOptions> ProfileStore::withId(const QString& id) const {
    auto profile = fromJsonText(m_settings.value(profileKey(id)).toString());
    if (profile) profile->profile.id = id;
    return profile;
}

std::optional<ConnectionOptions> ProfileStore::named(const QString& name) const {
    for (auto& profile : profiles())
        if (profile.profile.name == name) return profile;
    return {};
}

void ProfileStore::put(const ConnectionOptions& profile) {
    m_settings.setValue(profileKey(profile.profile.id), jsonText(profile));
    Q_EMIT changed();
    Q_EMIT recentChanged();
}

void ProfileStore::remove(const QString& id) {
    const auto removed = withId(id);
    m_settings.remove(profileKey(id));
    for (const SecretKind kind : kSecretKinds)
        if (kind == SecretKind::Password || (removed && needsSecret(*removed, kind)))
            m_secrets->remove(secretKey(id, kind));
    Q_EMIT changed();
    Q_EMIT recentChanged();
}

std::vector<ConnectionOptions> ProfileStore::recent() const {
    std::vector<ConnectionOptions> recent;
    for (const QString& entry : m_settings.value(kRecentKey).toStringList()) {
        auto options =
            entry.startsWith(kProfilePrefix) ? withId(entry.mid(kProfilePrefix.size())) : fromJsonText(entry);
        if (options) recent.push_back(std::move(*options));
    }
    return recent;
}

void ProfileStore::noteConnected(const ConnectionOptions& options) {
    QStringList entries = m_settings.value(kRecentKey).toStringList();
    entries.removeAll(recentEntry(options));
    // The same cluster by hand, with other options, is the same to whoever looks for it.
    if (options.profile.id.isEmpty())
        entries.removeIf([&](const QString& entry) {
            const auto known = entry.startsWith(kProfilePrefix) ? std::nullopt : fromJsonText(entry);
            return known && known->connectString == options.connectString;
        });
    entries.prepend(recentEntry(options));
    m_settings.setValue(kRecentKey, entries.mid(0, static_cast<qsizetype>(kMostRecent)));
    Q_EMIT recentChanged();
}

void ProfileStore::keepSecret(const ProfileName& profile, SecretKind kind, const QString& secret) {
    m_secrets->write(secretKey(profile.id, kind), secret, this,
                     [this, name = profile.name](const SecretResult& result) {
                         if (!result) Q_EMIT secretNotKept(name, secretFailureText(result.error()));
                     });
}

bool ProfileStore::hasSecretsInSettings() const {
    const auto hasSecret = [](const ConnectionOptions& options) {
        return options.adminCredentials != Credentials{};
    };
    return std::ranges::any_of(profiles(), hasSecret) || std::ranges::any_of(recent(), hasSecret);
}

/// What the keychain does not take is out of the settings all the same; it is there until the keychain has
/// answered.
void ProfileStore::moveSecretsOut(std::function<void(QStringList)> done) {
    const auto sentences = std::make_shared<QStringList>();
    // Each write has a share of it: the last one that lets go is the end.
    const std::shared_ptr<void> end(nullptr, [this, sentences, done = std::move(done)](void*) {
        m_settings.sync();
        if (m_settings.status() != QSettings::NoError)
            *sentences
                << tr("The settings file %1 can't be written, so it still has them: remove them by hand.")
                       .arg(m_settings.fileName());
        QMetaObject::invokeMethod(
            this, [sentences, done] { done(*sentences); }, Qt::QueuedConnection);
    });
    for (const ConnectionOptions& options : recent())
        if (options.profile.id.isEmpty() && options.adminCredentials != Credentials{})
            *sentences << removedText(connectionTitle(options));
    rewriteRecent();
    for (const ConnectionOptions& profile : profiles()) {
        if (profile.adminCredentials == Credentials{}) continue;
        m_secrets->write(secretKey(profile.profile.id, SecretKind::AdminLogin),
                         secretOf(profile, SecretKind::AdminLogin), this,
                         [this, end, sentences, profile](const SecretResult& result) {
                             put(profile);
                             *sentences << movedText(profile.profile.name, result);
                         });
    }
}

/// As they would be written today.
void ProfileStore::rewriteRecent() {
    QStringList entries;
    for (const ConnectionOptions& options : recent())
        entries << recentEntry(options);
    m_settings.setValue(kRecentKey, entries);
    Q_EMIT recentChanged();
}

QString freshProfileId() {
    return QUuid::createUuid().toString(QUuid::WithoutBraces);
}

QString freeProfileName(const QString& name, const std::vector<ConnectionOptions>& profiles) {
    const auto isTaken = [&](const QString& candidate) {
        return std::ranges::any_of(
            profiles, [&](const ConnectionOptions& profile) { return profile.profile.name == candidate; });
    };
    QString candidate = name;
    for (int number = 2; isTaken(candidate); ++number)
        candidate = QStringLiteral("%1 (%2)").arg(name, QString::number(number));
    return candidate;
}

QString connectionTitle(const ConnectionOptions& options) {
    return options.profile.name.isEmpty() ? options.connectString : options.profile.name;
}

}  // namespace lockscope
