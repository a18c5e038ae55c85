// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "actions/shortcuts_model.h"

#include <lockcore/observe/findings.h>
#include <lockcore/observe/lock_marks.h>

#include <QDialog>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockscope {

class DialectsForm;
class EntryList;
class HostsForm;
class RecordingsForm;
class ShortcutsForm;
class ThresholdsForm;
class WindowSettings;

/// What the settings dialog starts from. A value; lists are by connect string.
struct SettingsView {
    lockcore::Thresholds thresholds = {};
    std::map<QString, lockcore::Suppressions> suppressions = {};
    std::map<QString, lockcore::LockMarks> marks = {};
    std::vector<ShortcutEntry> shortcuts = {};  ///< without any there is no page for them
    QString dialectsFolder = {};
    bool namesHosts = true;
    QString recordingsFolder = {};
};

SettingsView settingsView(const WindowSettings& settings);

struct SuppressedFinding {
    QString cluster;
    std::string lock;
    lockcore::FindingKind kind;
};

struct MarkedPath {
    QString cluster;
    std::string path;
};

/// What the user has changed: whatever else has come in meanwhile stays. A value.
struct SettingsChange {
    lockcore::Thresholds thresholds = {};
    std::vector<SuppressedFinding> unsuppressed = {};
    std::vector<MarkedPath> unmarked = {};
    std::optional<ShortcutChoice> shortcuts = {};  ///< empty where there was no page for them
    std::optional<QString> dialectsFolder = {};
    std::optional<bool> namesHosts = {};
    std::optional<QString> recordingsFolder = {};
};

void applyChange(WindowSettings& settings, const SettingsChange& change);

/// Thresholds, shortcuts, suppressed findings, marked paths, the folders of dialects and of recordings, and
/// names of hosts.
/// Nothing takes effect before it is accepted. Lives on the GUI thread.
class SettingsDialog : public QDialog {
    Q_OBJECT

public:
    SettingsDialog(QWidget* parent, const SettingsView& initial);

    SettingsChange change() const;

private:
    void fillSuppressions(const SettingsView& initial);
    void fillMarks(const SettingsView& initial);

    ThresholdsForm* m_thresholds;
    EntryList* m_suppressionList;
    EntryList* m_markList;
    DialectsForm* m_dialects;
    HostsForm* m_hosts;
    RecordingsForm* m_recordings;
    ShortcutsForm* m_shortcuts = nullptr;           ///< null where there is no page for them
    std::vector<SuppressedFinding> m_suppressions;  ///< in the order of the list
    std::vector<MarkedPath> m_marks;                ///< likewise
};

}  // namespace lockscope
