// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings/window_settings.h"

#include "findings/threshold_fields.h"
#include "words/display_text.h"

#include <QCoreApplication>
#include <QDir>
#include <QStandardPaths>

#include <optional>
#include <string_view>
#include <utility>
#include <variant>

namespace lockscope {
namespace {

const QString kGeometry = QStringLiteral("v1/window/geometry");
const QString kLayout = QStringLiteral("v1/window/layout");
const QString kTheme = QStringLiteral("v1/theme");
const QString kTimeZone = QStringLiteral("v1/time-zone");
const QString kUtc = QStringLiteral("utc");
const QString kNamesHosts = QStringLiteral("v1/name-hosts");
const QString kGroupsLocks = QStringLiteral("v1/group-locks");
const QString kLockColumns =
    QStringLiteral("v1/lock-columns");  ///< "+name" where it is shown, "-name" where not
const QString kLanguage = QStringLiteral("v1/language");

const QString kDialects = QStringLiteral("v1/dialects");
const QString kRecordings = QStringLiteral("v1/recordings");
const QString kSuppressions = QStringLiteral("v1/suppressions");
const QString kMarks = QStringLiteral("v1/marks");
const QString kThresholds = QStringLiteral("v1/thresholds");
const QString kShortcuts = QStringLiteral("v1/shortcuts");
const QString kFavourites = QStringLiteral("v1/favourites");

/// One list for each cluster; a connect string may have slashes, which would be groups.
QString listKey(const QString& group, const QString& cluster) {
    return QStringLiteral("%1/%2").arg(group, QString::fromLatin1(cluster.toUtf8().toHex()));
}

/// "key path", as a key has no spaces.
QString entryOf(std::string_view key, const std::string& path) {
    return QStringLiteral("%1 %2").arg(QString::fromUtf8(key.data(), static_cast<qsizetype>(key.size())),
                                       QString::fromStdString(path));
}

/// Key and path of an entry; both empty where it is none.
std::pair<std::string, std::string> partsOf(const QString& entry) {
    const qsizetype space = entry.indexOf(QLatin1Char(' '));
    if (space <= 0) return {};
    return {entry.left(space).toStdString(), entry.mid(space + 1).toStdString()};
}

QString usualRecordingsFolder() {
    return QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) +
           QStringLiteral("/recordings");
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

WindowSettings::WindowSettings(const QString& file, std::unique_ptr<SecretStore> secrets)
    : m_settings(fileOrDefault(file)), m_profiles(m_settings, std::move(secrets)) {
    m_settings.onNotWritten([this] { Q_EMIT notWritten(); });
}

QString WindowSettings::notWrittenText() const {
    return tr("The settings file %1 can't be written: what you change is forgotten when the program ends.")
        .arg(displayText(m_settings.fileName().toStdString()));
}

QString WindowSettings::damagedText() const {
    if (m_settings.damagedCopy().isEmpty()) return {};
    return tr("The settings file %1 is damaged: what could not be read of it is missing, such as profiles. A "
              "copy of it is kept as %2, with whatever secrets an older version has written: delete it when "
              "it is of no use.")
        .arg(displayText(m_settings.fileName().toStdString()),
             displayText(m_settings.damagedCopy().toStdString()));
}

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
    return m_themeOfRun.value_or(themeFromName(m_settings.value(kTheme).toString()));
}

void WindowSettings::setTheme(ThemeChoice theme) {
    m_themeOfRun.reset();
    m_settings.setValue(kTheme, themeName(theme));
    Q_EMIT themeChanged();
}

void WindowSettings::useTheme(ThemeChoice theme) {
    m_themeOfRun = theme;
    Q_EMIT themeChanged();
}

Language WindowSettings::language() const {
    return languageFromName(m_settings.value(kLanguage).toString()).value_or(Language::System);
}

void WindowSettings::setLanguage(Language language) {
    m_settings.setValue(kLanguage, languageName(language));
    Q_EMIT languageChanged();
}

TimeZone WindowSettings::timeZone() const {
    return m_settings.value(kTimeZone).toString() == kUtc ? TimeZone::Utc : TimeZone::Local;
}

void WindowSettings::setTimeZone(TimeZone zone) {
    m_settings.setValue(kTimeZone, zone == TimeZone::Utc ? kUtc : QString());
    Q_EMIT timeZoneChanged();
}

QString WindowSettings::dialectsFolder() const {
    return m_settings.value(kDialects).toString();
}

void WindowSettings::setDialectsFolder(const QString& folder) {
    if (folder.isEmpty())
        m_settings.remove(kDialects);
    else
        m_settings.setValue(kDialects, folder);
}

QString WindowSettings::recordingsFolder() const {
    const QString chosen = m_settings.value(kRecordings).toString();
    return QDir::isAbsolutePath(chosen) ? chosen : usualRecordingsFolder();
}

void WindowSettings::setRecordingsFolder(const QString& folder) {
    if (folder.isEmpty() || folder == usualRecordingsFolder())
        m_settings.remove(kRecordings);
    else
        m_settings.setValue(kRecordings, folder);
}

bool WindowSettings::namesHosts() const {
    return m_settings.value(kNamesHosts, true).toBool();
}

void WindowSettings::setNamesHosts(bool names) {
    if (names == namesHosts()) return;
    m_settings.setValue(kNamesHosts, names);
    Q_EMIT namesHostsChanged();
}

bool WindowSettings::groupsLocks() const {
    return m_settings.value(kGroupsLocks).toBool();
}

void WindowSettings::setGroupsLocks(bool groups) {
    m_settings.setValue(kGroupsLocks, groups);
    Q_EMIT groupsLocksChanged();
}

std::map<QString, bool> WindowSettings::lockColumns() const {
    std::map<QString, bool> chosen;
    for (const QString& entry : m_settings.value(kLockColumns).toStringList())
        if (entry.startsWith(QLatin1Char('+')) || entry.startsWith(QLatin1Char('-')))
            chosen[entry.mid(1)] = entry.startsWith(QLatin1Char('+'));
    return chosen;
}

void WindowSettings::setLockColumns(const std::map<QString, bool>& chosen) {
    QStringList entries;
    for (const auto& [name, isShown] : chosen)
        entries << QLatin1Char(isShown ? '+' : '-') + name;
    m_settings.setValue(kLockColumns, entries);
    Q_EMIT lockColumnsChanged();
}

lockcore::Suppressions WindowSettings::suppressions(const QString& cluster) const {
    lockcore::Suppressions suppressions;
    for (const QString& entry : m_settings.value(listKey(kSuppressions, cluster)).toStringList()) {
        const auto [key, lock] = partsOf(entry);
        if (const auto kind = lockcore::findingKind(key)) suppressions.rules.insert({lock, *kind});
    }
    return suppressions;
}

void WindowSettings::suppress(const QString& cluster, const std::string& lock, lockcore::FindingKind kind) {
    auto suppressions = this->suppressions(cluster);
    if (suppressions.rules.insert({lock, kind}).second) writeSuppressions(cluster, suppressions);
}

void WindowSettings::unsuppress(const QString& cluster, const std::string& lock, lockcore::FindingKind kind) {
    auto suppressions = this->suppressions(cluster);
    if (suppressions.rules.erase({lock, kind}) > 0) writeSuppressions(cluster, suppressions);
}

void WindowSettings::writeSuppressions(const QString& cluster, const lockcore::Suppressions& suppressions) {
    QStringList entries;
    for (const auto& [lock, kind] : suppressions.rules)
        entries << entryOf(lockcore::findingKey(kind), lock);
    if (entries.isEmpty())
        m_settings.remove(listKey(kSuppressions, cluster));
    else
        m_settings.setValue(listKey(kSuppressions, cluster), entries);
    Q_EMIT suppressionsChanged(cluster);
}

QStringList WindowSettings::clustersIn(const QString& group) const {
    QStringList clusters;
    const QString prefix = group + QLatin1Char('/');
    for (const QString& key : m_settings.allKeys())
        if (key.startsWith(prefix))
            clusters << QString::fromUtf8(QByteArray::fromHex(key.mid(prefix.size()).toLatin1()));
    return clusters;
}

std::map<QString, lockcore::Suppressions> WindowSettings::allSuppressions() const {
    std::map<QString, lockcore::Suppressions> all;
    for (const QString& cluster : clustersIn(kSuppressions))
        all.emplace(cluster, suppressions(cluster));
    return all;
}

lockcore::LockMarks WindowSettings::marks(const QString& cluster) const {
    lockcore::LockMarks marks;
    for (const QString& entry : m_settings.value(listKey(kMarks, cluster)).toStringList()) {
        auto [key, path] = partsOf(entry);
        if (const auto mark = lockcore::markFromKey(key)) marks.set(std::move(path), *mark);
    }
    return marks;
}

void WindowSettings::setMark(const QString& cluster, const std::string& path, lockcore::LockMark mark) {
    lockcore::LockMarks marks = this->marks(cluster);
    marks.set(path, mark);
    writeMarks(cluster, marks);
}

void WindowSettings::clearMark(const QString& cluster, const std::string& path) {
    lockcore::LockMarks marks = this->marks(cluster);
    marks.clear(path);
    writeMarks(cluster, marks);
}

void WindowSettings::writeMarks(const QString& cluster, const lockcore::LockMarks& marks) {
    if (marks == this->marks(cluster)) return;
    // A mark of a site's dialect outlives a start without the site's files.
    QStringList entries;
    for (const QString& entry : m_settings.value(listKey(kMarks, cluster)).toStringList()) {
        const auto [key, path] = partsOf(entry);
        if (!key.empty() && !lockcore::markFromKey(key) && !marks.all().contains(path)) entries << entry;
    }
    for (const auto& [path, mark] : marks.all())
        entries << entryOf(lockcore::markKey(mark), path);
    if (entries.isEmpty())
        m_settings.remove(listKey(kMarks, cluster));
    else
        m_settings.setValue(listKey(kMarks, cluster), entries);
    Q_EMIT marksChanged(cluster);
}

std::map<QString, lockcore::LockMarks> WindowSettings::allMarks() const {
    std::map<QString, lockcore::LockMarks> all;
    for (const QString& cluster : clustersIn(kMarks))
        all.emplace(cluster, marks(cluster));
    return all;
}

/// A value that is missing or that no field would take, as in a file edited by hand, is the default.
lockcore::Thresholds WindowSettings::thresholds() const {
    lockcore::Thresholds thresholds;
    for (const ThresholdField& field : thresholdFields()) {
        bool isNumber = false;
        const double value =
            m_settings.value(kThresholds + QLatin1Char('/') + QLatin1String(field.key)).toDouble(&isNumber);
        if (isNumber && value >= field.minimum && value <= field.maximum) field.set(thresholds, value);
    }
    return thresholds;
}

void WindowSettings::setThresholds(const lockcore::Thresholds& thresholds) {
    if (thresholds == this->thresholds()) return;
    const lockcore::Thresholds defaults;
    for (const ThresholdField& field : thresholdFields()) {
        const QString key = kThresholds + QLatin1Char('/') + QLatin1String(field.key);
        const double value = field.get(thresholds);
        // What is as by default is not written, so that a better default reaches who never chose another.
        if (value == field.get(defaults))
            m_settings.remove(key);
        else
            m_settings.setValue(key, value);
    }
    Q_EMIT thresholdsChanged();
}

ShortcutChoice WindowSettings::shortcuts() const {
    ShortcutChoice choice;
    const QString prefix = kShortcuts + QLatin1Char('/');
    for (const QString& key : m_settings.allKeys())
        if (key.startsWith(prefix))
            choice.emplace(key.mid(prefix.size()), QKeySequence::fromString(m_settings.value(key).toString(),
                                                                            QKeySequence::PortableText));
    return choice;
}

void WindowSettings::setShortcuts(const ShortcutChoice& shortcuts) {
    if (shortcuts == this->shortcuts()) return;
    m_settings.remove(kShortcuts);
    for (const auto& [name, key] : shortcuts)
        m_settings.setValue(kShortcuts + QLatin1Char('/') + name, key.toString(QKeySequence::PortableText));
    Q_EMIT shortcutsChanged();
}

std::set<std::string> WindowSettings::favourites(const QString& cluster) const {
    std::set<std::string> paths;
    for (const QString& path : m_settings.value(listKey(kFavourites, cluster)).toStringList())
        paths.insert(path.toStdString());
    return paths;
}

void WindowSettings::setFavourite(const QString& cluster, const std::string& path, bool favourite) {
    std::set<std::string> paths = favourites(cluster);
    if (paths.contains(path) == favourite) return;
    if (favourite)
        paths.insert(path);
    else
        paths.erase(path);
    QStringList entries;
    for (const std::string& each : paths)
        entries << QString::fromStdString(each);
    if (entries.isEmpty())
        m_settings.remove(listKey(kFavourites, cluster));
    else
        m_settings.setValue(listKey(kFavourites, cluster), entries);
    Q_EMIT favouritesChanged(cluster);
}

}  // namespace lockscope
