// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/window_settings.h"

#include <QCoreApplication>

namespace lockscope {
namespace {

const QString kGeometry = QStringLiteral("v1/window/geometry");
const QString kLayout = QStringLiteral("v1/window/layout");
const QString kTheme = QStringLiteral("v1/theme");
const QString kConnectString = QStringLiteral("v1/connection/connect-string");
const QString kTimeoutMs = QStringLiteral("v1/connection/session-timeout-ms");
const QString kAdminUrl = QStringLiteral("v1/connection/admin-url");
const QString kPinnedRoots = QStringLiteral("v1/connection/pinned-roots");

/// One list for each cluster; a connect string may have slashes, which would be groups.
QString suppressionsKey(const QString& cluster) {
    return QStringLiteral("v1/suppressions/%1").arg(QString::fromLatin1(cluster.toUtf8().toHex()));
}

QString fileOrDefault(const QString& file) {
    if (!file.isEmpty()) return file;
    return QSettings(QSettings::IniFormat, QSettings::UserScope, QCoreApplication::organizationName(),
                     QCoreApplication::applicationName())
        .fileName();
}

}  // namespace

QString themeName(ThemeChoice theme) {
    switch (theme) {
        case ThemeChoice::Light: return QStringLiteral("light");
        case ThemeChoice::Dark: return QStringLiteral("dark");
        case ThemeChoice::System: break;
    }
    return QStringLiteral("system");
}

ThemeChoice themeFromName(const QString& name) {
    for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark})
        if (name == themeName(theme)) return theme;
    return ThemeChoice::System;
}

WindowSettings::WindowSettings(const QString& file) : m_settings(fileOrDefault(file), QSettings::IniFormat) {}

QByteArray WindowSettings::geometry() const {
    return m_settings.value(kGeometry).toByteArray();
}

void WindowSettings::setGeometry(const QByteArray& geometry) {
    m_settings.setValue(kGeometry, geometry);
}

QByteArray WindowSettings::layout() const {
    return m_settings.value(kLayout).toByteArray();
}

void WindowSettings::setLayout(const QByteArray& layout) {
    m_settings.setValue(kLayout, layout);
}

ThemeChoice WindowSettings::theme() const {
    return themeFromName(m_settings.value(kTheme).toString());
}

void WindowSettings::setTheme(ThemeChoice theme) {
    m_settings.setValue(kTheme, themeName(theme));
}

ConnectionOptions WindowSettings::lastConnection() const {
    ConnectionOptions options;
    options.connectString = m_settings.value(kConnectString).toString();
    const int timeoutMs = m_settings.value(kTimeoutMs).toInt();
    if (timeoutMs > 0) options.sessionTimeout = std::chrono::milliseconds{timeoutMs};
    options.adminUrl = m_settings.value(kAdminUrl).toString();
    options.pinnedRoots = m_settings.value(kPinnedRoots).toStringList();
    return options;
}

void WindowSettings::setLastConnection(const ConnectionOptions& options) {
    m_settings.setValue(kConnectString, options.connectString);
    m_settings.setValue(kTimeoutMs, static_cast<int>(options.sessionTimeout.count()));
    m_settings.setValue(kAdminUrl, options.adminUrl);
    m_settings.setValue(kPinnedRoots, options.pinnedRoots);
}

/// "kind path", as a kind has no spaces.
lockcore::Suppressions WindowSettings::suppressions(const QString& cluster) const {
    lockcore::Suppressions suppressions;
    for (const QString& entry : m_settings.value(suppressionsKey(cluster)).toStringList()) {
        const qsizetype space = entry.indexOf(QLatin1Char(' '));
        const auto kind = lockcore::findingKind(entry.left(space).toStdString());
        if (space > 0 && kind) suppressions.rules.insert({entry.mid(space + 1).toStdString(), *kind});
    }
    return suppressions;
}

void WindowSettings::suppress(const QString& cluster, const std::string& lock, lockcore::FindingKind kind) {
    QStringList entries = m_settings.value(suppressionsKey(cluster)).toStringList();
    const auto key = lockcore::findingKey(kind);
    const QString entry = QStringLiteral("%1 %2").arg(
        QString::fromUtf8(key.data(), static_cast<qsizetype>(key.size())), QString::fromStdString(lock));
    if (!entries.contains(entry)) entries << entry;
    m_settings.setValue(suppressionsKey(cluster), entries);
}

}  // namespace lockscope
