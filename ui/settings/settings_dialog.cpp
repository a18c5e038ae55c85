// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings/settings_dialog.h"

#include "actions/shortcuts_form.h"
#include "findings/finding_text.h"
#include "findings/thresholds_form.h"
#include "settings/dialects_form.h"
#include "settings/hosts_form.h"
#include "settings/recordings_form.h"
#include "settings/window_settings.h"
#include "theme/theme.h"
#include "widgets/dialog_parts.h"
#include "widgets/entry_list.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <QDialogButtonBox>
#include <QTabWidget>
#include <QVBoxLayout>

namespace lockscope {

SettingsView settingsView(const WindowSettings& settings) {
    return {settings.thresholds(),     settings.allSuppressions(), settings.allMarks(),        {},
            settings.dialectsFolder(), settings.namesHosts(),      settings.recordingsFolder()};
}

void applyChange(WindowSettings& settings, const SettingsChange& change) {
    settings.setThresholds(change.thresholds);
    if (change.shortcuts) settings.setShortcuts(*change.shortcuts);
    if (change.namesHosts) settings.setNamesHosts(*change.namesHosts);
    if (change.dialectsFolder) settings.setDialectsFolder(*change.dialectsFolder);
    if (change.recordingsFolder) settings.setRecordingsFolder(*change.recordingsFolder);
    for (const SuppressedFinding& entry : change.unsuppressed)
        settings.unsuppress(entry.cluster, entry.lock, entry.kind);
    for (const MarkedPath& entry : change.unmarked)
        settings.clearMark(entry.cluster, entry.path);
}

SettingsDialog::SettingsDialog(QWidget* parent, const SettingsView& initial)
    : QDialog(parent),
      m_thresholds(new ThresholdsForm(initial.thresholds)),
      m_suppressionList(new EntryList(
          tr("Suppressed findings"), {tr("Finding"), tr("Lock"), tr("Cluster")},
          tr("No finding is suppressed. A finding is suppressed by its context menu, or by the button beside "
             "it."))),
      m_markList(
          new EntryList(tr("Marked paths"), {tr("Path"), tr("Marked as"), tr("Cluster")},
                        tr("No path is marked. A lock is marked by its context menu, any other path by "
                           "the menu Lock."))),
      m_dialects(new DialectsForm(initial.dialectsFolder)),
      m_hosts(new HostsForm(initial.namesHosts)),
      m_recordings(new RecordingsForm(initial.recordingsFolder)) {
    setWindowTitle(tr("Settings"));
    fillSuppressions(initial);
    fillMarks(initial);
    auto* tabs = new QTabWidget;
    tabs->setUsesScrollButtons(false);  // all tabs are to be seen
    tabs->addTab(m_thresholds, tr("&Thresholds"));
    tabs->addTab(m_suppressionList, tr("&Suppressed findings"));
    tabs->addTab(m_markList, tr("&Marked paths"));
    tabs->addTab(m_dialects, tr("&Dialects"));
    tabs->addTab(m_hosts, tr("H&osts"));
    tabs->addTab(m_recordings, tr("Recordin&gs"));
    if (!initial.shortcuts.empty()) {
        m_shortcuts = new ShortcutsForm(initial.shortcuts);
        tabs->addTab(m_shortcuts, tr("S&hortcuts"));
    }
    auto* buttons = new QDialogButtonBox;
    addAcceptButton(*buttons, tr("Apply"));
    addCancelButton(*buttons);
    QVBoxLayout* const column = dialogColumn(*this);
    column->addWidget(tabs, 1);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

void SettingsDialog::fillSuppressions(const SettingsView& initial) {
    for (const auto& [cluster, suppressions] : initial.suppressions)
        for (const auto& [lock, kind] : suppressions.rules) {
            m_suppressions.push_back({cluster, lock, kind});
            m_suppressionList->addEntry({findingTitle(kind),
                                         lock == "*" ? tr("all locks") : displayText(lock),
                                         displayText(cluster.toStdString())});
        }
}

void SettingsDialog::fillMarks(const SettingsView& initial) {
    for (const auto& [cluster, marks] : initial.marks)
        for (const auto& [path, mark] : marks.all()) {
            m_marks.push_back({cluster, path});
            m_markList->addEntry({displayText(path), markWord(mark), displayText(cluster.toStdString())});
        }
}

SettingsChange SettingsDialog::change() const {
    SettingsChange change{m_thresholds->thresholds()};
    for (const std::size_t entry : m_suppressionList->removed())
        change.unsuppressed.push_back(m_suppressions[entry]);
    for (const std::size_t entry : m_markList->removed())
        change.unmarked.push_back(m_marks[entry]);
    if (m_shortcuts) change.shortcuts = m_shortcuts->choice();
    change.dialectsFolder = m_dialects->folder();
    change.namesHosts = m_hosts->namesHosts();
    change.recordingsFolder = m_recordings->folder();
    return change;
}

}  // namespace lockscope
