// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/timeline_panel.h"

#include "document/cluster_document.h"
#include "queue/listening.h"
#include "theme/icon.h"
#include "timeline/timeline_model.h"
#include "timeline/timeline_view.h"
#include "widgets/elided_label.h"
#include "widgets/empty_state.h"
#include "widgets/panel_header.h"
#include "widgets/stable_table_view.h"
#include "widgets/visible_clock.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <QAction>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <QStackedWidget>

#include <algorithm>
#include <utility>

namespace lockscope {
namespace {

constexpr int kLeastRefreshPauseMs = 100;
/// A refresh that took t is followed by the next one 10 t later at the earliest.
constexpr int kRefreshRest = 10;
/// Of a splitter's length: only the ratio counts.
constexpr int kTimelinePart = 100;

}  // namespace

TimelinePanel::TimelinePanel(const QList<QAction*>& tools, const QList<QAction*>& menu, QWidget* parent)
    : QWidget(parent),
      m_pauseMs(kLeastRefreshPauseMs),
      m_model(new TimelineModel(this)),
      m_stack(new QStackedWidget(this)),
      m_empty(new EmptyState(this)),
      m_view(new TimelineView(this)),
      m_table(new StableTableView(this)) {
    m_table->setAccessibleName(tr("The timeline in words"));
    m_table->setModel(m_model);
    // As much as fits beside the docks of a small window. When it was granted and left the picture above
    // shows, and a row's tip tells.
    m_table->setColumnCharacters({13, 8, 17, 24, 11, 11, 21, 24});
    m_table->setOptionalColumns({TimelineModel::Left, TimelineModel::Granted});
    m_table->setRoomyCharacters({{TimelineModel::End, 26},
                                 {TimelineModel::Held, 18},
                                 {TimelineModel::Waited, 18},
                                 {TimelineModel::Lane, 24}});
    m_table->setFollowsEnd(true);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    auto* content = new QSplitter(Qt::Vertical, this);
    content->addWidget(m_view);
    content->addWidget(m_table);
    content->setStretchFactor(0, 3);
    content->setStretchFactor(1, 1);
    content->setChildrenCollapsible(false);
    content->setSizes({2 * kTimelinePart, kTimelinePart});
    m_stack->addWidget(m_empty);
    m_stack->addWidget(content);
    buildHeader(tools)->placeAbove(m_stack);
    connectParts(menu);
    showEmpty();
}

TimelinePanel::~TimelinePanel() = default;

PanelHeader* TimelinePanel::buildHeader(const QList<QAction*>& tools) {
    auto* header = new PanelHeader(this);
    m_lanesBy = new QComboBox(header);
    m_lanesBy->setAccessibleName(tr("What a lane of the timeline is"));
    m_lanesBy->addItem(tr("Sessions of this lock"));
    m_lanesBy->addItem(tr("All locks"));
    m_lanesBy->setItemData(static_cast<int>(LaneBy::Session),
                           tr("One lane for each session that queued for the selected lock"),
                           Qt::ToolTipRole);
    m_lanesBy->setItemData(static_cast<int>(LaneBy::Lock), tr("One lane for each lock that was watched"),
                           Qt::ToolTipRole);
    m_summary = new ElidedLabel(header);
    m_summary->setAccessibleName(tr("How much is drawn"));
    auto* legend =
        new QLabel(tr("■ holds or leads   ▨ waits   □ waits or holds   ░ not seen   ▲ out of order"), header);
    legend->setTextFormat(Qt::PlainText);
    legend->setAccessibleName(tr("What the marks mean"));
    header->add(m_lanesBy);
    header->add(m_summary, 1);
    header->addButtons(tools);
    header->addBelow(legend);
    connect(m_lanesBy, &QComboBox::activated, this,
            [this](int index) { setLaneBy(static_cast<LaneBy>(index)); });
    return header;
}

void TimelinePanel::connectParts(const QList<QAction*>& menu) {
    m_refresh.setSingleShot(true);
    connect(&m_refresh, &QTimer::timeout, this, &TimelinePanel::refresh);
    connect(new VisibleClock(this), &VisibleClock::ticked, this, &TimelinePanel::tick);
    connect(m_view, &TimelineView::spanSelected, this, &TimelinePanel::timeSpanSelected);
    connect(m_view, &TimelineView::turnActivated, this, &TimelinePanel::contenderActivated);
    connect(m_view, &TimelineView::stateChanged, this, &TimelinePanel::stateChanged);
    connect(m_view, &TimelineView::currentTurnChanged, this, &TimelinePanel::stateChanged);
    connect(m_empty, &EmptyState::actionTriggered, this, &TimelinePanel::undoFilter);
    connect(m_table, &QTableView::activated, this,
            [this](const QModelIndex& index) { activateRow(index.row()); });
    connect(m_view, &TimelineView::contextMenuWanted, this,
            [this, menu](const QPoint& position, bool isOnTurn) { showTurnMenu(menu, position, isOnTurn); });
    connect(m_table, &QWidget::customContextMenuRequested, this, &TimelinePanel::showRowMenu);
}

void TimelinePanel::showTurnMenu(const QList<QAction*>& actions, const QPoint& globalPosition,
                                 bool isOnTurn) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    menu->addActions(actions);
    if (const TimelineTurn* const turn = m_view->currentTurn(); turn && isOnTurn)
        Q_EMIT menuWanted(menu, subjectOfTurn(*turn));
    menu->popup(globalPosition);
}

void TimelinePanel::showRowMenu(const QPoint& position) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(icon(IconName::Copy), tr("Copy rows"), m_table, &StableTableView::copyAsText);
    if (const QModelIndex index = m_table->indexAt(position); index.isValid())
        Q_EMIT menuWanted(menu, subjectOfTurn(m_model->at(index.row()).turn()));
    menu->popup(m_table->viewport()->mapToGlobal(position));
}

/// Where its client is, or was when it left.
RowSubject TimelinePanel::subjectOfTurn(const TimelineTurn& turn) const {
    const lockcore::Contender& contender = *turn.turn.contender;
    const auto* const client = m_document ? sessionOf(m_document->assessment().get(), contender) : nullptr;
    RowSubject row = subjectOf(m_lanes->locks[turn.lock].path, contender, client);
    if (row.address.empty() && turn.turn.end) row.address = turn.turn.end->address;
    return row;
}

void TimelinePanel::follow(ClusterDocument& document) {
    m_document = &document;
    connect(&document, &ClusterDocument::begun, this, [this, &document] {
        setClock(document.clock());
        setHistory(document.hasPast() ? &document.history() : nullptr);
    });
    connect(&document, &ClusterDocument::historyChanged, this, &TimelinePanel::pastChanged);
    connect(&document, &ClusterDocument::ownSessionsChanged, this,
            [this, &document] { setOwnSessions(document.ownSessions()); });
    connect(&document, &ClusterDocument::lockSelected, this, &TimelinePanel::setSelectedLock);
    connect(&document, &ClusterDocument::sessionSelected, this, &TimelinePanel::setSelectedSession);
    connect(&document, &ClusterDocument::spanSelected, m_view, &TimelineView::setSpan);
    connect(this, &TimelinePanel::timeSpanSelected, &document, &ClusterDocument::selectSpan);
}

void TimelinePanel::setHistory(const lockcore::LockHistory* history) {
    m_history = history;
    m_filter.steps.clear();
    m_view->clearSpan();
    m_view->resetZoom();
    refresh();
    Q_EMIT stateChanged();
}

void TimelinePanel::pastChanged() {
    m_stale = true;
    refreshSoon();
}

void TimelinePanel::refreshSoon() {
    if (isVisible() && !m_refresh.isActive()) m_refresh.start(m_pauseMs);
}

void TimelinePanel::setSelectedLock(const std::string& path) {
    if (path == m_lock) return;
    m_lock = path;
    refresh();
}

void TimelinePanel::setSelectedSession(lockcore::SessionId session) {
    m_view->setSelectedSession(session);
}

void TimelinePanel::setOwnSessions(const std::set<lockcore::SessionId>& sessions) {
    m_ownSessions = sessions;
    pastChanged();
}

void TimelinePanel::setLaneBy(LaneBy by) {
    m_by = by;
    m_lanesBy->setCurrentIndex(static_cast<int>(by));
    refresh();
}

void TimelinePanel::setClock(const WallClock& clock) {
    m_clock = clock;
    m_view->setClock(clock);
}

void TimelinePanel::refresh() {
    m_stale = !isVisible();
    if (m_stale) return;
    QElapsedTimer cost;
    cost.start();
    m_lanes.reset();
    if (m_history) {
        TimelineLanes lanes =
            timelineLanes(*m_history, m_lock, m_by, m_filter, m_document && m_document->isRecorded());
        lanes.own = m_ownSessions;
        m_lanes = std::make_shared<const TimelineLanes>(std::move(lanes));
    }
    m_view->setLanes(m_lanes);
    m_model->setLanes(m_lanes);
    tick();
    showSummary();
    if (m_lanes && !m_lanes->turns.empty())
        m_stack->setCurrentIndex(1);
    else
        showEmpty();
    m_pauseMs = std::max(kLeastRefreshPauseMs, static_cast<int>(cost.elapsed()) * kRefreshRest);
}

void TimelinePanel::tick() {
    m_model->setNow(m_clock());
    m_view->tick();
}

void TimelinePanel::showSummary() {
    if (!m_lanes) {
        m_summary->setText({});
        return;
    }
    QStringList parts{tr("%n turn(s)", nullptr, static_cast<int>(m_lanes->turns.size()))};
    std::size_t forgotten = 0;
    std::int64_t unseen = 0;
    bool mayBeMore = false;
    for (const TimelineLock& lock : m_lanes->locks) {
        forgotten += lock.forgotten;
        unseen += lock.unseenChanges;
        mayBeMore = mayBeMore || lock.mayBeMoreUnseen;
    }
    if (m_lanes->filteredOut > 0)
        parts << tr("%n left out by the filter", nullptr, static_cast<int>(m_lanes->filteredOut));
    const int changes = static_cast<int>(unseen);
    if (unseen > 0)
        parts << (mayBeMore ? tr("at least %n change(s) not seen", nullptr, changes)
                            : tr("%n change(s) not seen", nullptr, changes));
    else if (mayBeMore)
        parts << tr("there may be changes that were not seen");
    // In a replay it ends with the moment that is shown, and begins some time before.
    if (m_document && m_document->isRecorded() && m_lanes->earliestMs > 0)
        parts << tr("from %1 to %2", "moments")
                     .arg(momentText(static_cast<std::int64_t>(m_lanes->earliestMs)), momentText(m_clock()));
    if (forgotten > 0) parts << tr("%n older one(s) forgotten", nullptr, static_cast<int>(forgotten));
    m_summary->setText(parts.join(QStringLiteral(" · ")));
}

void TimelinePanel::showEmpty() {
    m_stack->setCurrentIndex(0);
    if (!m_history) {
        m_empty->setContent({IconName::Info, tr("Snapshots contain no history"),
                             tr("A snapshot holds one moment. Connect to a cluster, and what happens to the "
                                "locks on screen is recorded from then on.")});
    } else if (m_lanes && m_lanes->filteredOut > 0) {
        m_empty->setContent({IconName::Filter, tr("The filter leaves no turn"),
                             tr("All turns that were seen are left out by it."), tr("Undo filter")});
    } else if (m_by == LaneBy::Session && m_lock.empty()) {
        m_empty->setContent({IconName::LockExclusive, tr("No lock is selected"),
                             tr("Choose one in the list of locks, or show all locks.")});
    } else if (m_document && m_document->isRecorded()) {
        m_empty->setContent(
            {IconName::Info, tr("Nobody was recorded to queue by this moment"),
             tr("Who came, was granted and left before the moment that is shown is drawn here, "
                "as far as it was recorded.")});
    } else {
        m_empty->setContent(
            {IconName::Info, tr("Nobody has queued yet"),
             tr("Recording begins when a lock is shown. Who comes, is granted and leaves from "
                "now on shows up here.")});
    }
}

bool TimelinePanel::hasCurrentTurn() const {
    return m_view->currentTurn() != nullptr;
}

void TimelinePanel::filter(bool keeps, LaneBy by) {
    const TimelineTurn* const turn = m_view->currentTurn();
    if (!turn) return;
    FilterStep step{keeps, by, {}};
    if (by == LaneBy::Lock)
        step.key.name = m_lanes->locks[turn->lock].path;
    else
        step.key = sessionLane(turn->turn);
    m_filter.steps.push_back(std::move(step));
    refresh();
    Q_EMIT stateChanged();
}

void TimelinePanel::undoFilter() {
    if (m_filter.steps.empty()) return;
    m_filter.steps.pop_back();
    refresh();
    Q_EMIT stateChanged();
}

void TimelinePanel::reset() {
    m_filter.steps.clear();
    m_view->clearSpan();
    m_view->resetZoom();
    refresh();
    Q_EMIT stateChanged();
}

void TimelinePanel::activateRow(int row) {
    const TimelineTurn& turn = m_model->at(row).turn();
    // Copies: what is shown then may change the model.
    const std::string path = m_lanes->locks[turn.lock].path;
    const std::string name = turn.turn.contender->name;
    Q_EMIT contenderActivated(path, name);
}

PictureWriter TimelinePanel::pictureFor(const QString& file) const {
    return paintedFor(file, *m_view);
}

void TimelinePanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

}  // namespace lockscope
