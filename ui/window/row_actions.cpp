// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/row_actions.h"

#include "actions/actions.h"
#include "audit/audit_reader.h"
#include "document/cluster_document.h"
#include "events/event_log_panel.h"
#include "queue/listening.h"
#include "sessions/sessions_panel.h"
#include "window/centre_tabs.h"
#include "window/menus.h"
#include "window/window_panels.h"
#include "words/display_text.h"
#include "words/session_id_text.h"

#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QMenu>

#include <limits>
#include <utility>

namespace lockscope {
namespace {

/// Whole, however long: but nothing that a terminal would obey.
void copyPlain(std::string_view text) {
    QApplication::clipboard()->setText(displayText(text, std::numeric_limits<qsizetype>::max()));
}

void bringUp(QDockWidget& dock) {
    dock.show();
    dock.raise();
}

}  // namespace

RowSubject subjectOf(const AuditRecord& record, const QString& cluster) {
    if (record.cluster != cluster) return {};
    RowSubject row = subjectOfLock(record.lock.toStdString());
    row.contender = record.contender.toStdString();
    if (!row.contender.empty()) row.node = row.lock + '/' + row.contender;
    row.session = sessionFromText(record.session).value_or(lockcore::SessionId::None);
    return row;
}

RowActions::RowActions(Parts parts, QObject* parent) : QObject(parent), m_parts(parts) {
    connectActions();
    connectCopying();
}

void RowActions::connectActions() {
    const auto on = [this](ActionId id, auto slot) {
        connect(m_parts.actions.get(id), &QAction::triggered, this, slot);
    };
    const WindowPanels& panels = m_parts.panels;
    on(ActionId::RowLock, [this, &panels] {
        goToRow();
        panels.tabs->showQueue();
    });
    on(ActionId::RowSession, [this] { Q_EMIT sessionChosen(row().session); });
    on(ActionId::RowGraph, [this, &panels] {
        goToRow();
        panels.tabs->showGraph();
    });
    on(ActionId::RowTimeline, [this, &panels] {
        goToRow();
        panels.tabs->showTimeline();
    });
    on(ActionId::FilterSessionsByHost, [this, &panels] {
        bringUp(*panels.sessionsDock);
        panels.sessions->setFilter(hostFilter(row()));
    });
    on(ActionId::FilterEventsByHost, [this, &panels] {
        bringUp(*panels.eventsDock);
        panels.events->setFilter(hostFilter(row()));
    });
}

void RowActions::connectCopying() {
    const auto on = [this](ActionId id, auto slot) {
        connect(m_parts.actions.get(id), &QAction::triggered, this, slot);
    };
    on(ActionId::CopyHost, [this] { copyPlain(hostOf(row())); });
    on(ActionId::CopySession, [this] { copyPlain(lockcore::toHex(row().session)); });
    on(ActionId::CopyPath, [this] { copyPlain(row().node); });
    on(ActionId::CopyCommand, [this] {
        if (const auto text = command()) QApplication::clipboard()->setText(*text);
    });
}

void RowActions::addTo(QMenu& menu, const RowSubject& row) {
    menu.setToolTipsVisible(true);
    fillRowMenu(menu, m_parts.actions);
    m_ofMenu = row;
    m_menu = &menu;
    Q_EMIT rowChanged();
    // A menu is hidden before its action is triggered, which is about the row still.
    const auto forget = [this, hidden = &menu] {
        if (m_menu != hidden) return;  // another menu is open by now, maybe of the same row
        m_menu = nullptr;
        m_ofMenu.reset();
        Q_EMIT rowChanged();
    };
    connect(&menu, &QMenu::aboutToHide, this, forget, Qt::QueuedConnection);
    connect(&menu, &QObject::destroyed, this, forget);  // with what it was shown in
}

RowSubject RowActions::selectedRow() const {
    const Selection& selection = m_parts.document.selection();
    if (selection.lockPath.empty()) return {};
    if (!selection.contender) return subjectOfLock(selection.lockPath);
    return subjectOf(selection.lockPath, *selection.contender,
                     sessionOf(m_parts.document.assessment().get(), *selection.contender));
}

std::optional<QString> RowActions::command() const {
    return zkCliCommand(row(), m_parts.document.connectString().toStdString());
}

RowFacts RowActions::facts() const {
    const RowSubject about = row();
    return {.lock = !about.lock.empty(),
            .node = !about.node.empty(),
            .session = about.session != lockcore::SessionId::None,
            .host = !hostOf(about).empty(),
            .server = !about.server.empty(),
            .command = command().has_value()};
}

void RowActions::goToRow() {
    const RowSubject about = row();
    if (about.contender.empty())
        Q_EMIT lockChosen(about.lock);
    else
        Q_EMIT contenderChosen(about.lock, about.contender);
}

}  // namespace lockscope
