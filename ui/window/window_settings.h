// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"
#include "theme/theme.h"

#include <QByteArray>
#include <QSettings>
#include <QString>

namespace lockscope {

/// What the program remembers between two runs. Keys carry a version: a newer program may use others and
/// leaves these alone. Lives on the GUI thread.
class WindowSettings {
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

    /// To start from in the connect dialog. Holds no secret.
    ConnectionOptions lastConnection() const;
    void setLastConnection(const ConnectionOptions& options);

    /// Findings that the user does not want to hear of again, on the cluster of that connect string.
    lockcore::Suppressions suppressions(const QString& cluster) const;
    void suppress(const QString& cluster, const std::string& lock, lockcore::FindingKind kind);

private:
    QSettings m_settings;
};

/// "system", "light", "dark"; System for anything else.
QString themeName(ThemeChoice theme);
ThemeChoice themeFromName(const QString& name);

}  // namespace lockscope
