// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/sessions_panel.h"

#include "document/cluster_document.h"
#include "findings/checked_scope.h"
#include "hosts/host_names.h"
#include "theme/icon.h"
#include "theme/theme.h"
#include "widgets/empty_state.h"
#include "widgets/stable_table_view.h"
#include "widgets/steady_label.h"
#include "widgets/steady_order.h"
#include "widgets/visible_clock.h"
#include "words/display_text.h"
#include "words/open_role.h"
#include "words/wording.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>

namespace lockscope {

namespace {

constexpr std::size_t kPlacesInMenu = 12;
constexpr qsizetype kMenuCharacters = 64;

/// As SessionsModel::setUnseen() wants them.
std::map<std::string, QString> unseenReasons(const lockcore::ClusterAssessment& assessment) {
    std::map<std::string, QString> reasons;
    for (const auto& lock : assessment.sample->locks)
        if (assessment.unseen.contains(lock->path))
            reasons.emplace(lock->path, unseenQueueText(*lock, &assessment));
    return reasons;
}

}  // namespace

SessionsPanel::SessionsPanel(QWidget* parent)
    : QWidget(parent),
      m_model(new SessionsModel(this)),
      m_order(new SessionOrder(this)),
      m_filter(new QLineEdit(this)),
      m_stack(new QStackedWidget(this)),
      m_table(new StableTableView(this)),
      m_empty(new EmptyState(this)),
      m_age(new SteadyLabel(this)),
      m_now(systemNowUnixMs) {
    m_filter->setPlaceholderText(tr("Filter sessions"));
    m_filter->setAccessibleName(tr("Filter sessions"));
    m_filter->setClearButtonEnabled(true);
    m_filter->addAction(icon(IconName::Filter), QLineEdit::LeadingPosition);
    buildTable();

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(gridStep(), gridStep(), gridStep(), 0);
    layout->setSpacing(gridStep());
    layout->addWidget(m_filter);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_age);
    m_age->label().setForegroundRole(QPalette::PlaceholderText);
    m_age->label().setAccessibleName(tr("Age of what is shown"));
    connect(new VisibleClock(this, kAgeInterval), &VisibleClock::ticked, this, &SessionsPanel::showAge);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_table);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_order->setFilterFixedString(text);
        choosePage();
    });
    connect(m_empty, &EmptyState::actionTriggered, m_filter, &QLineEdit::clear);
    if (const HostNames* const names = HostNames::shown())
        connect(names, &HostNames::changed, this, [this] {
            m_order->filterAgain();
            choosePage();
        });
    choosePage();
}

void SessionsPanel::buildTable() {
    m_order->setSourceModel(m_model);
    m_table->setAccessibleName(tr("Sessions"));
    m_table->setModel(m_order);
    m_table->setColumnCharacters({15, 14, 14, 18, 7, 16, 16, 14, 8});
    m_table->horizontalHeader()->setStretchLastSection(false);
    for (const int column : {SessionsModel::Holds, SessionsModel::Waits})
        m_table->horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
    m_table->setTextElideMode(Qt::ElideMiddle);  // paths of locks differ at their ends
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->horizontalHeader()->setSectionsClickable(true);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(SessionsModel::Findings, Qt::DescendingOrder);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    new SteadyOrder(m_table, m_order);
    connect(m_table, &QTableView::activated, this, &SessionsPanel::activate);
    connect(m_table, &QTableView::customContextMenuRequested, this, &SessionsPanel::showMenu);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &SessionsPanel::reportCurrent);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &SessionsPanel::reportCurrent);
}

void SessionsPanel::setSessions(std::vector<lockcore::SessionView> sessions, const FindingCounts& findings,
                                const SessionsModel::InDoubt& inDoubt) {
    m_checked = true;
    const lockcore::SessionId current = m_reported;
    m_model->setSessions(std::move(sessions), findings, inDoubt);
    // Where there are only locks, their paths get its room.
    m_table->setColumnHidden(SessionsModel::Others, !m_model->hasOthers());
    // Very many changes at once reset the model, and with it the selection.
    if (currentSession() != current) selectSession(current);
    reportCurrent();
    choosePage();
}

void SessionsPanel::follow(ClusterDocument& document) {
    m_document = &document;
    connect(&document, &ClusterDocument::begun, this, [this, &document] {
        clear();
        setClock(document.clock());
    });
    connect(&document, &ClusterDocument::findingsChanged, this, [this, &document] {
        const auto& [basis, findings] = document.findings();
        m_model->setUnseen(unseenReasons(*basis));
        setSessions(basis->sessions, countBySession(findings), openRolesOf(*basis));
        setCheckedAt(basis->sample->takenAtUnixMs);
        m_model->setOutdated(false);
    });
    connect(&document, &ClusterDocument::statusChanged, this, [this, &document] {
        const bool isConnected = lockcore::isConnected(document.status().connection.state);
        if (!document.standsStill() && !isConnected) m_model->setOutdated(true);
    });
    connect(&document, &ClusterDocument::ownSessionsChanged, m_model,
            [this, &document] { m_model->setOwnSessions(document.ownSessions()); });
    connect(this, &SessionsPanel::currentSessionChanged, &document, &ClusterDocument::selectSession);
}

void SessionsPanel::clear() {
    m_model->setOutdated(false);
    m_model->setSessions({}, {});
    m_checked = false;
    m_checkedAtUnixMs.reset();
    showAge();
    reportCurrent();
    choosePage();
}

void SessionsPanel::setCheckedAt(std::int64_t unixMs) {
    m_checkedAtUnixMs = unixMs;
    showAge();
}

void SessionsPanel::setClock(WallClock clock) {
    m_now = std::move(clock);
    showAge();
}

void SessionsPanel::showAge() {
    m_age->setVisible(m_checkedAtUnixMs.has_value());
    if (m_checkedAtUnixMs && m_document && m_document->standsStill())
        m_age->setText(tr("As of %1.", "moment").arg(momentText(*m_checkedAtUnixMs)));
    else if (m_checkedAtUnixMs)
        m_age->setText(tr("Checked %1 ago.", "age").arg(roughAgeText(*m_checkedAtUnixMs, m_now())));
}

lockcore::SessionId SessionsPanel::currentSession() const {
    const QModelIndex current = m_table->currentIndex();
    // When the current row is removed Qt makes a neighbour current, but does not select it.
    if (!current.isValid() || !m_table->selectionModel()->isRowSelected(current.row()))
        return lockcore::SessionId::None;
    return m_model->at(m_order->mapToSource(current).row()).session.session;
}

void SessionsPanel::selectSession(lockcore::SessionId session) {
    const int row = m_model->rowOf(session);
    if (row < 0) return;
    const QModelIndex index = m_order->mapFromSource(m_model->index(row, 0));
    if (!index.isValid()) return;
    m_table->selectionModel()->setCurrentIndex(
        index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_table->scrollTo(index);
}

void SessionsPanel::setFilter(const QString& words) {
    m_filter->setText(words);
}

void SessionsPanel::reportCurrent() {
    const lockcore::SessionId current = currentSession();
    if (current == m_reported) return;
    m_reported = current;
    Q_EMIT currentSessionChanged(current);
}

void SessionsPanel::choosePage() {
    if (m_order->rowCount() > 0) {
        m_stack->setCurrentWidget(m_table);
        return;
    }
    if (!m_checked) {
        m_empty->setContent({IconName::Session, tr("Not checked yet"),
                             tr("Whose the contenders are, and whether their clients are there, is shown "
                                "after the first check of the cluster.")});
    } else if (m_model->rowCount() > 0) {
        m_empty->setContent({IconName::Filter, tr("No session matches"),
                             tr("No session, host, server or lock has the text of the filter."),
                             tr("Clear the filter")});
    } else if (m_document && m_document->unrecorded()) {
        m_empty->setContent(unrecordedMomentContent(*m_document->unrecorded()));
    } else {
        m_empty->setContent(
            {IconName::Session, tr("No session has a contender"),
             tr("Sessions show up here as soon as they hold a lock or wait for one, take part in "
                "an election or are members of a group.")});
    }
    m_stack->setCurrentWidget(m_empty);
}

void SessionsPanel::activate(const QModelIndex& index) {
    const lockcore::SessionView& session = m_model->at(m_order->mapToSource(index).row()).session;
    using Places = const std::vector<lockcore::ContenderPlace>*;
    std::array<Places, 5> places{&session.holds, &session.waits, &session.leads, &session.standsBy,
                                 &session.memberOf};
    // The one that was meant, or else the first that there is: a session without any has no row.
    if (index.column() == SessionsModel::Waits) std::rotate(places.begin(), places.begin() + 1, places.end());
    if (index.column() == SessionsModel::Others)
        std::rotate(places.begin(), places.begin() + 2, places.end());
    const auto first = std::ranges::find_if(places, [](Places each) { return !each->empty(); });
    if (first != places.end()) activatePlace((*first)->front());
}

void SessionsPanel::activatePlace(const lockcore::ContenderPlace& place) {
    Q_EMIT contenderActivated(place.lock->path, place.lock->rows[place.row].contender->name);
}

void SessionsPanel::showMenu(const QPoint& position) {
    const QModelIndex index = m_table->indexAt(position);
    if (!index.isValid()) return;
    const lockcore::SessionView& session = m_model->at(m_order->mapToSource(index).row()).session;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const auto* places :
         {&session.holds, &session.waits, &session.leads, &session.standsBy, &session.memberOf})
        addPlaces(*menu, *places);
    if (!menu->isEmpty()) menu->addSeparator();
    menu->addAction(icon(IconName::Copy), tr("Copy rows"), m_table, &StableTableView::copyAsText);
    Q_EMIT menuWanted(menu, subjectOf(session));
    menu->popup(m_table->viewport()->mapToGlobal(position));
}

void SessionsPanel::addPlaces(QMenu& menu, const std::vector<lockcore::ContenderPlace>& places) {
    for (std::size_t i = 0; i < std::min(places.size(), kPlacesInMenu); ++i) {
        // Captured by value: rows may have moved when the choice is made.
        const lockcore::ContenderPlace& place = places[i];
        QString path = displayText(place.lock->path, kMenuCharacters);
        menu.addAction(tr("Show in %1", "lock").arg(path.replace(QLatin1Char('&'), QLatin1String("&&"))),
                       this, [this, place] { activatePlace(place); });
    }
}

}  // namespace lockscope
