// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/lock_marking.h"

#include "actions/actions.h"
#include "events/window_messages.h"
#include "operations/mark_dialog.h"
#include "settings/window_settings.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <QMenu>
#include <utility>

namespace lockscope {

LockMarking::LockMarking(QWidget& window, ClusterConnection& connection, Dialogs& dialogs,
                         WindowSettings& settings, WindowMessages& messages, const Actions& actions)
    : QObject(&window),
      m_window(window),
      m_connection(connection),
      m_dialogs(dialogs),
      m_settings(settings),
      m_messages(messages) {
    const auto on = [&](ActionId id, auto slot) {
        connect(actions.get(id), &QAction::triggered, this, slot);
    };
    on(ActionId::MarkNotALock, [this] { mark(m_path, lockcore::NotALock()); });
    on(ActionId::RemoveMark, [this] { removeMark(); });
    on(ActionId::MarkPath, [this] { askAndMark(); });
    auto* dialects = new QMenu(&window);
    actions.get(ActionId::MarkAs)->setMenu(dialects);
    fillDialects(*dialects);
    connect(dialects, &QMenu::aboutToShow, this, [this, dialects] { fillDialects(*dialects); });
    connect(&connection, &ClusterConnection::opened, this, &LockMarking::apply);
    connect(&connection, &ClusterConnection::closed, this, &LockMarking::apply);
    connect(&settings, &WindowSettings::marksChanged, this, &LockMarking::apply);
}

void LockMarking::apply() {
    const bool isOpen = m_connection.isOpen();
    const lockcore::LockMarks marks = isOpen ? m_settings.marks(cluster()) : lockcore::LockMarks();
    lockcore::LockMarks all = isOpen ? m_presumed : lockcore::LockMarks();
    for (const auto& [path, mark] : marks.all())
        all.set(path, mark);
    m_connection.setMarks(all);
    if (std::exchange(m_marks, marks) != marks) Q_EMIT marksChanged();
}

void LockMarking::presume(const std::string& path, lockcore::LockMark mark) {
    m_presumed.set(path, mark);
    apply();
}

void LockMarking::forgetPresumed() {
    m_presumed = {};
    apply();
}

void LockMarking::mark(const std::string& path, lockcore::LockMark mark) {
    m_settings.setMark(cluster(), path, mark);
    const QString text =
        mark == lockcore::LockMark(lockcore::NotALock())
            ? tr("%1 is marked as not a lock and left out of the list.").arg(displayText(path))
            : tr("%1 is marked as %2.", "path, dialect").arg(displayText(path), markWord(mark));
    m_messages.tell(Severity::Information, text, ActionId::Settings);
}

void LockMarking::removeMark() {
    m_settings.clearMark(cluster(), m_path);
    m_messages.tell(Severity::Information, tr("%1 is what its names tell.").arg(displayText(m_path)));
}

void LockMarking::askAndMark() {
    m_dialogs.askMark(&m_window, m_path, [this](const std::string& path, lockcore::LockMark chosen) {
        if (m_connection.isOpen()) mark(path, chosen);
    });
}

/// Anew each time that it is shown: which one is checked depends on the path.
void LockMarking::fillDialects(QMenu& menu) {
    menu.clear();
    const auto current = m_marks.dialectOf(m_path);
    for (const auto& library : dialectsByLibrary()) {
        if (!menu.isEmpty()) menu.addSeparator();
        for (const lockcore::Dialect dialect : library) {
            QAction* const action =
                menu.addAction(dialectWord(dialect).replace(QLatin1Char('&'), QStringLiteral("&&")), this,
                               [this, path = m_path, dialect] { mark(path, dialect); });
            action->setCheckable(true);
            action->setChecked(current == dialect);
        }
    }
}

}  // namespace lockscope
