// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "actions/shortcuts_model.h"
#include "bridge/cluster_status.h"
#include "connect/profile_store.h"
#include "settings/language.h"
#include "settings/settings_file.h"
#include "theme/theme.h"
#include "words/moment.h"

#include <lockcore/observe/findings.h>
#include <lockcore/observe/lock_marks.h>

#include <QByteArray>
#include <QObject>
#include <QString>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace lockscope {

/// What the program remembers between two runs. Keys carry a version: a newer program may use others and
/// leaves these alone. Lives on the GUI thread.
class WindowSettings : public QObject {
    Q_OBJECT

public:
    /// An empty `file` means the user's own settings of this program.
    explicit WindowSettings(const QString& file = {}, std::unique_ptr<SecretStore> secrets = makeKeychain());

    /// False where nothing of it can be remembered.
    bool isWritable() const { return m_settings.isWritable(); }
    /// What to say then.
    QString notWrittenText() const;
    /// Not all of the file could be read: as a sentence; empty where all could.
    QString damagedText() const;

    QByteArray geometry() const;
    void setGeometry(const QByteArray& geometry);
    /// Of docks and tool bars.
    QByteArray layout() const;
    void setLayout(const QByteArray& layout);

    ThemeChoice theme() const;
    void setTheme(ThemeChoice theme);
    /// Instead of the one that is kept, until another one is set or the program ends.
    void useTheme(ThemeChoice theme);

    Language language() const;
    void setLanguage(Language language);

    TimeZone timeZone() const;
    void setTimeZone(TimeZone zone);

    /// The folder with files of the site's own dialects, which are read at the start of the program; empty:
    /// none.
    QString dialectsFolder() const;
    void setDialectsFolder(const QString& folder);

    /// Where windows record clusters to, a file a day; that of the user's data where none was chosen.
    QString recordingsFolder() const;
    /// Empty: the usual one again.
    void setRecordingsFolder(const QString& folder);

    /// Whether this machine's resolver is asked for the names of clients' addresses.
    bool namesHosts() const;
    void setNamesHosts(bool names);

    /// Whether the list of locks has headings by directory.
    bool groupsLocks() const;
    void setGroupsLocks(bool groups);

    /// Columns of the list of locks that the user has shown or hidden, by name.
    std::map<QString, bool> lockColumns() const;
    void setLockColumns(const std::map<QString, bool>& chosen);

    /// What one can connect to, without the passwords.
    ProfileStore& profiles() { return m_profiles; }
    const ProfileStore& profiles() const { return m_profiles; }

    /// Findings that the user does not want to hear of again, on the cluster of that connect string.
    lockcore::Suppressions suppressions(const QString& cluster) const;
    void suppress(const QString& cluster, const std::string& lock, lockcore::FindingKind kind);
    void unsuppress(const QString& cluster, const std::string& lock, lockcore::FindingKind kind);
    /// Of all clusters, by connect string, as far as there are any.
    std::map<QString, lockcore::Suppressions> allSuppressions() const;

    /// What the user says about paths of the cluster of that connect string.
    lockcore::LockMarks marks(const QString& cluster) const;
    void setMark(const QString& cluster, const std::string& path, lockcore::LockMark mark);
    void clearMark(const QString& cluster, const std::string& path);
    std::map<QString, lockcore::LockMarks> allMarks() const;

    /// From when on findings are told, on all clusters.
    lockcore::Thresholds thresholds() const;
    void setThresholds(const lockcore::Thresholds& thresholds);

    /// Keys that the user has chosen, by names of actions: all others have their standard ones.
    ShortcutChoice shortcuts() const;
    void setShortcuts(const ShortcutChoice& shortcuts);

    /// Locks that are listed first, of the cluster of that connect string.
    std::set<std::string> favourites(const QString& cluster) const;
    void setFavourite(const QString& cluster, const std::string& path, bool favourite);

Q_SIGNALS:
    void shortcutsChanged();
    void favouritesChanged(const QString& cluster);
    void themeChanged();
    void timeZoneChanged();
    void namesHostsChanged();
    void groupsLocksChanged();
    void lockColumnsChanged();
    void suppressionsChanged(const QString& cluster);
    void marksChanged(const QString& cluster);
    void thresholdsChanged();
    void languageChanged();
    /// Once: what was set could not be written, as told by notWrittenText().
    void notWritten();

private:
    void writeSuppressions(const QString& cluster, const lockcore::Suppressions& suppressions);
    void writeMarks(const QString& cluster, const lockcore::LockMarks& marks);
    QStringList clustersIn(const QString& group) const;

    SettingsFile m_settings;
    ProfileStore m_profiles;
    std::optional<ThemeChoice> m_themeOfRun;
};

/// "system", "light", "dark"; System for anything else.
QString themeName(ThemeChoice theme);
ThemeChoice themeFromName(const QString& name);

}  // namespace lockscope
