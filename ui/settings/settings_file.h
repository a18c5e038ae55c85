// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSettings>
#include <QString>

#include <functional>

namespace lockscope {

/// Settings in a file that nobody but its user may read, and that tells when it can't be written: QSettings
/// does neither. Lives on the GUI thread.
class SettingsFile final : public QSettings {
public:
    explicit SettingsFile(const QString& file);
    ~SettingsFile() override;

    /// Where the file as it was is kept, because not all of it could be read; empty where all could.
    const QString& damagedCopy() const { return m_damagedCopy; }

    /// Called once, when what was set could not be written.
    void onNotWritten(std::function<void()> notWritten) { m_notWritten = std::move(notWritten); }

protected:
    bool event(QEvent* event) override;

private:
    void createPrivately();
    void keepDamaged();

    QString m_damagedCopy;
    std::function<void()> m_notWritten;
};

}  // namespace lockscope
