// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/navigation.h"

#include "actions/actions.h"
#include "client/client_page.h"
#include "document/cluster_document.h"
#include "findings/findings_panel.h"
#include "hosts/host_text.h"
#include "locks/lock_list_model.h"
#include "locks/lock_list_view.h"
#include "operations/dialogs.h"
#include "queue/queue_panel.h"
#include "sessions/sessions_model.h"
#include "sessions/sessions_panel.h"
#include "widgets/stable_table_view.h"
#include "window/centre_tabs.h"
#include "words/display_text.h"
#include "words/session_id_text.h"
#include "words/wording.h"

#include <lockcore/session/connect_string.h>

#include <QDockWidget>
#include <QMenu>

#include <algorithm>
#include <map>

namespace lockscope {

QString paletteTextOf(const LockSummary& lock) {
    return lock.inDoubt ? openCountsText(lock.counts) : countsText(lock.kind, lock.counts);
}

QString paletteTextOf(const lockcore::SessionView& session,
                      const decltype(lockcore::ClusterAssessment::inDoubt)& inDoubt) {
    const auto isOpen = [&](const lockcore::ContenderPlace& place) {
        const auto found = inDoubt.find(place.lock->path);
        return found != inDoubt.end() && std::ranges::binary_search(found->second, place.row);
    };
    const auto openHolds = static_cast<std::size_t>(std::ranges::count_if(session.holds, isOpen));
    const auto openWaits = static_cast<std::size_t>(std::ranges::count_if(session.waits, isOpen));
    const std::size_t open = openHolds + openWaits;
    const QString text = open == 0
                             ? Navigation::tr("%1 · holds %2, waits %3", "address, numbers")
                             : Navigation::tr("%1 · holds %2, waits %3, not known: %4", "address, numbers");
    const QString place =
        session.address.empty() ? Navigation::tr("address unknown") : placeInFull(session.address);
    const QString holds = QString::number(session.holds.size() - openHolds);
    const QString waits = QString::number(session.waits.size() - openWaits);
    return open == 0 ? text.arg(place, holds, waits) : text.arg(place, holds, waits, QString::number(open));
}

Navigation::Navigation(const Parts& parts, QObject* parent) : QObject(parent), m_parts(parts) {
    connectActions();
}

void Navigation::connectActions() {
    const auto on = [this](ActionId id, auto slot) {
        connect(m_parts.actions.get(id), &QAction::triggered, this, slot);
    };
    on(ActionId::Palette, [this] { openPalette(); });
    on(ActionId::GoToLock, [this] { askWhere(); });
    on(ActionId::Back, [this] {
        if (m_history.canGoBack()) Q_EMIT lockChosen(m_history.back());
    });
    on(ActionId::Forward, [this] {
        if (m_history.canGoForward()) Q_EMIT lockChosen(m_history.forward());
    });
    on(ActionId::NextFinding, [this] { stepFinding(1); });
    on(ActionId::PreviousFinding, [this] { stepFinding(-1); });
    on(ActionId::FilterQueue, [this] {
        m_parts.panels.tabs->showQueue();
        m_parts.panels.queue->focusFilter();
    });
    connect(m_parts.panels.findings, &FindingsPanel::emptyDirectoryWanted, this,
            &Navigation::goToEmptyDirectory);
    // Their keys work where the findings have the focus, and nowhere else.
    for (const ActionId id : {ActionId::NextFinding, ActionId::PreviousFinding})
        m_parts.panels.findings->addAction(m_parts.actions.get(id));
}

bool Navigation::hasFindings() const {
    return m_parts.panels.findings->view()->model()->rowCount() > 0;
}

void Navigation::openPalette() {
    auto* const palette = new Palette(&m_parts.window, paletteItems());
    palette->setAttribute(Qt::WA_DeleteOnClose);
    palette->show();
}

void Navigation::askWhere() {
    m_parts.dialogs.askWhere(&m_parts.window, [this](const QString& where) { goTo(where); });
}

void Navigation::goTo(const QString& where) {
    if (const auto session = sessionFromText(where))
        goToSession(*session);
    else
        Q_EMIT lockChosen(where.trimmed().toStdString());
}

void Navigation::goToSession(lockcore::SessionId session) {
    SessionsPanel& sessions = *m_parts.panels.sessions;
    m_parts.panels.sessionsDock->show();
    m_parts.panels.sessionsDock->raise();
    sessions.selectSession(session);
    // It has no contender any more, or the filter hides it: then no other one is selected beside its page.
    if (sessions.currentSession() != session) sessions.view()->clearSelection();
    m_parts.panels.client->showSession(session);
    bringUpClient(m_parts.panels);
}

void Navigation::goToSessionsOf(const std::string& server) {
    SessionsPanel& sessions = *m_parts.panels.sessions;
    m_parts.panels.sessionsDock->show();
    m_parts.panels.sessionsDock->raise();
    sessions.setFilter(displayText(server));
    sessions.view()->setFocus(Qt::OtherFocusReason);
}

/// The first one, from where it can be deleted; the next time that is another one.
void Navigation::goToEmptyDirectory() {
    const auto& assessment = m_parts.document.assessment();
    if (!assessment) return;
    for (const auto& lock : assessment->sample->locks) {
        if (!lock->stat || lock->stat->numChildren > 0 || lock->freshness == lockcore::Freshness::Gone)
            continue;
        Q_EMIT lockChosen(lock->path);
        return;
    }
}

void Navigation::stepFinding(int rows) {
    StableTableView* const view = m_parts.panels.findings->view();
    const int count = view->model()->rowCount();
    if (count == 0) return;
    const QModelIndex current = view->currentIndex();
    const int row = current.isValid() ? std::clamp(current.row() + rows, 0, count - 1) : 0;
    view->setCurrentIndex(view->model()->index(row, 0));
    view->scrollTo(view->currentIndex());
}

std::vector<PaletteItem> Navigation::paletteItems() {
    std::vector<PaletteItem> items;
    addActions(items);
    addLocks(items);
    addSessions(items);
    addHosts(items);
    return items;
}

void Navigation::addActions(std::vector<PaletteItem>& items) {
    for (const ActionId id : m_parts.actions.ids()) {
        QAction* const action = m_parts.actions.get(id);
        if (id == ActionId::Palette || action->menu()) continue;
        const QString blocked = action->isEnabled() ? QString() : action->statusTip();
        items.push_back({{PaletteKind::Action, Actions::plainTextOf(*action),
                          action->shortcut().toString(QKeySequence::NativeText), blocked},
                         [action] { action->trigger(); }});
    }
}

void Navigation::addLocks(std::vector<PaletteItem>& items) {
    for (const LockSummary& lock : m_parts.locks.locks())
        items.push_back({{PaletteKind::Lock, displayText(lock.path), paletteTextOf(lock), QString()},
                         [this, path = lock.path] { Q_EMIT lockChosen(path); }});
}

void Navigation::addSessions(std::vector<PaletteItem>& items) {
    const auto& assessment = m_parts.document.assessment();
    if (!assessment) return;
    const SessionsModel::InDoubt open = openRolesOf(*assessment);
    for (const lockcore::SessionView& session : assessment->sessions)
        items.push_back({{PaletteKind::Session, displayText(lockcore::toHex(session.session)),
                          paletteTextOf(session, open), QString()},
                         [this, id = session.session] { goToSession(id); }});
}

void Navigation::addHosts(std::vector<PaletteItem>& items) {
    const auto& assessment = m_parts.document.assessment();
    if (!assessment) return;
    std::map<std::string_view, std::vector<lockcore::SessionId>> hosts;
    for (const lockcore::SessionView& session : assessment->sessions)
        if (const auto host = lockcore::hostOfAddress(session.address); !host.empty())
            hosts[host].push_back(session.session);
    for (const auto& [host, sessions] : hosts)
        items.push_back({{PaletteKind::Host, hostInFull(std::string(host)),
                          tr("%n session(s)", nullptr, static_cast<int>(sessions.size())), QString()},
                         [this, id = sessions.front()] { goToSession(id); }});
}

}  // namespace lockscope
