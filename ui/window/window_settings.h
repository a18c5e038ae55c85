// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"
#include "theme/theme.h"
#include "window/language.h"

#include <lockcore/observe/findings.h>
#include <lockcore/observe/lock_marks.h>

#include <QByteArray>
#include <QObject>
#include <QSettings>
#include <QString>
#include <map>
#include <string>

namespace lockscope {

/// What the program remembers between two runs. Keys carry a version: a newer program may use others and
/// leaves these alone. Lives on the GUI thread.
class WindowSettings : public QObject {
    Q_OBJECT

public:
    /// An empty `file` means the user's own settings of this program.
    explicit WindowSettings(const QString& file = {});

    QByteArray geometry() const;
    void setGeometry(const QByteArray& geometry);
    /// Of docks and tool bars.
    QByteArray layout() const;
    void setLayout(const QByteArray& layout);

    ThemeChoice theme() const;
    void setTheme(ThemeChoice theme);

    Language language() const;
    void setLanguage(Language language);

    /// To start from in the connect dialog. Holds no secret.
    ConnectionOptions lastConnection() const;
    void setLastConnection(const ConnectionOptions& options);

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

Q_SIGNALS:
    void suppressionsChanged(const QString& cluster);
    void marksChanged(const QString& cluster);
    void thresholdsChanged();
    void languageChanged();

private:
    void writeSuppressions(const QString& cluster, const lockcore::Suppressions& suppressions);
    void writeMarks(const QString& cluster, const lockcore::LockMarks& marks);
    QStringList clustersIn(const QString& group) const;

    QSettings m_settings;
};

/// "system", "light", "dark"; System for anything else.
QString themeName(ThemeChoice theme);
ThemeChoice themeFromName(const QString& name);

}  // namespace lockscope
