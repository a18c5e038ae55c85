// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/client_page.h"

#include "client/client_contenders_model.h"
#include "client/client_details.h"
#include "client/client_events.h"
#include "details/detail_groups.h"
#include "events/event_log_model.h"
#include "theme/theme.h"
#include "widgets/empty_state.h"
#include "widgets/path_delegates.h"
#include "widgets/selectable_label.h"
#include "widgets/stable_table_view.h"
#include "widgets/state_mark.h"
#include "widgets/steady_label.h"
#include "widgets/visible_clock.h"
#include "words/wording.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockscope {

namespace {

QString countOf(const QAbstractItemModel& rows) {
    return QLocale().toString(rows.rowCount());
}

}  // namespace

ClientPage::ClientPage(QWidget* parent)
    : QWidget(parent),
      m_now(systemNowUnixMs),
      m_contendersModel(new ClientContendersModel(this)),
      m_eventsModel(new ClientEvents(this)),
      m_stack(new QStackedWidget(this)),
      m_groups(new DetailGroups(this)),
      m_contendersTitle(new SteadyLabel(this)),
      m_contenders(new StableTableView(this)),
      m_eventsTitle(new SteadyLabel(this)),
      m_events(new StableTableView(this)) {
    auto* nothing = new EmptyState(this);
    nothing->setContent({IconName::Session, tr("No session selected"),
                         tr("Select one among the sessions, or choose “Show session” in the menu of any row, "
                            "to see where its client is, all it holds and waits for, and what it did.")});
    m_stack->addWidget(nothing);
    m_stack->addWidget(buildPage());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    connect(new VisibleClock(this), &VisibleClock::ticked, this, &ClientPage::showTimes);
    m_logReading.setSingleShot(true);
    m_logReading.setInterval(0);
    connect(&m_logReading, &QTimer::timeout, this, &ClientPage::readLog);
    const auto whenLogChanges = [this] { m_logReading.start(); };
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(m_eventsModel, signal, this, whenLogChanges);
    connect(m_eventsModel, &QAbstractItemModel::dataChanged, this, whenLogChanges);
    connect(m_eventsModel, &QAbstractItemModel::modelReset, this, whenLogChanges);
}

QWidget* ClientPage::buildPage() {
    auto* scroll = new QScrollArea(this);
    scroll->setAccessibleName(tr("Session"));
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(m_groups);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(scroll);
    splitter->addWidget(buildContenders());
    splitter->addWidget(buildEvents());
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 1);
    splitter->setStretchFactor(2, 1);
    splitter->setSizes({10 * rowHeight(font()), 6 * rowHeight(font()), 6 * rowHeight(font())});
    splitter->setChildrenCollapsible(false);
    auto* page = new QWidget(this);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(gridStep());
    layout->addWidget(buildHeader());
    layout->addWidget(splitter, 1);
    return page;
}

QWidget* ClientPage::buildHeader() {
    auto* header = new QWidget(this);
    m_title = selectableLabel(header);
    m_title->setFont(titleFont(font()));
    m_subtitle = selectableLabel(header);
    m_subtitle->setForegroundRole(QPalette::PlaceholderText);
    takeTheRoomThereIs(*m_title);
    takeTheRoomThereIs(*m_subtitle);
    m_problemLine = new QWidget(header);
    m_problemMark = new StateMark(m_problemLine);
    m_problem = new SteadyLabel(m_problemLine);
    m_problem->label().setWordWrap(true);
    m_problem->setSelectable();
    auto* line = new QHBoxLayout(m_problemLine);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(gridStep());
    line->addWidget(m_problemMark, 0, Qt::AlignTop);
    line->addWidget(m_problem, 1);
    auto* layout = new QVBoxLayout(header);
    layout->setContentsMargins(contentMargin(), contentMargin(), contentMargin(), 0);
    layout->setSpacing(gridStep());
    layout->addWidget(m_title);
    layout->addWidget(m_subtitle);
    layout->addWidget(m_problemLine);
    return header;
}

QWidget* ClientPage::buildContenders() {
    m_contenders->setAccessibleName(tr("Contenders of the session"));
    m_contenders->setModel(m_contendersModel);
    m_contenders->setColumnCharacters({20, 10, 9, 9, 22, 26});
    m_contenders->setItemDelegateForColumn(ClientContendersModel::Lock, new PathDelegate(m_contenders));
    m_contenders->setFrameShape(QFrame::NoFrame);
    m_contenders->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_contenders, &QTableView::activated, this, &ClientPage::activateContender);
    connect(m_contenders, &QWidget::customContextMenuRequested, this, &ClientPage::showContenderMenu);
    return section(*m_contendersTitle, *m_contenders);
}

QWidget* ClientPage::buildEvents() {
    m_events->setAccessibleName(tr("Events of the session"));
    m_events->setFrameShape(QFrame::NoFrame);
    m_events->setItemDelegateForColumn(EventLogModel::Lock, new PathDelegate(m_events));
    m_events->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_events, &QTableView::activated, this, &ClientPage::activateEvent);
    connect(m_events, &QWidget::customContextMenuRequested, this, &ClientPage::showEventMenu);
    return section(*m_eventsTitle, *m_events);
}

QWidget* ClientPage::section(SteadyLabel& title, StableTableView& table) {
    auto* whole = new QWidget(this);
    title.label().setWordWrap(true);
    title.setContentsMargins(contentMargin(), 0, contentMargin(), 0);
    auto* layout = new QVBoxLayout(whole);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(gridStep());
    layout->addWidget(&title);
    layout->addWidget(&table, 1);
    return whole;
}

void ClientPage::setLogModel(EventLogModel* model) {
    m_eventsModel->setLogModel(model);
    m_events->setModel(m_eventsModel);
    m_events->setColumnCharacters({14, 12, 14, 18, 20, 40});
    // What all of them have in common is above them.
    m_events->setColumnHidden(EventLogModel::Host, true);
    m_events->setColumnHidden(EventLogModel::SeverityName, true);
}

void ClientPage::follow(ClusterDocument& document) {
    m_document = &document;
    connect(&document, &ClusterDocument::begun, this, &ClientPage::begin);
    connect(&document, &ClusterDocument::assessmentChanged, this, &ClientPage::takeCheck);
    connect(&document, &ClusterDocument::findingsChanged, this, &ClientPage::takeFindings);
    connect(&document, &ClusterDocument::ownSessionsChanged, this, &ClientPage::takeFindings);
    connect(&document, &ClusterDocument::blockedChanged, this, &ClientPage::refresh);
    // Queues change between two checks, some of them many times a second.
    for (const auto signal : {&ClusterDocument::historyChanged, &ClusterDocument::observedChanged})
        connect(&document, signal, this, [this] { m_hasOldQueues = true; });
    // One that is deselected because it has gone is what a person still looks at.
    connect(&document, &ClusterDocument::sessionSelected, this, [this](lockcore::SessionId session) {
        if (session != lockcore::SessionId::None) showSession(session);
    });
}

void ClientPage::begin() {
    m_memory.take(nullptr);
    setClock(m_document->clock());
    showSession(lockcore::SessionId::None);
}

void ClientPage::setClock(WallClock clock) {
    m_now = std::move(clock);
    refresh();
}

void ClientPage::takeCheck() {
    m_memory.take(m_document->assessment());
    refresh();
}

void ClientPage::showSession(lockcore::SessionId session) {
    if (session != m_session) {
        m_session = session;
        m_contendersModel->setContenders({});
        m_contendersModel->setPresent();
        m_eventsModel->setSession(session);
        m_stack->setCurrentIndex(session == lockcore::SessionId::None ? 0 : 1);
        m_contenders->scrollToTop();
        m_events->scrollToTop();
        refresh();
    }
    if (session != lockcore::SessionId::None) Q_EMIT shown();
}

void ClientPage::takeFocus() {
    const bool hasContenders = m_contendersModel->rowCount() > 0;
    StableTableView* const table = hasContenders ? m_contenders : m_events;
    table->setFocus(Qt::ShortcutFocusReason);
    if (!table->currentIndex().isValid() && table->model() && table->model()->rowCount() > 0)
        table->setCurrentIndex(table->model()->index(0, 0));
}

void ClientPage::updateClient() {
    if (m_session == lockcore::SessionId::None) return;
    const bool hasContenders = m_contendersModel->rowCount() > 0 && !m_contendersModel->isPast();
    m_client = m_memory.find(m_session, *m_eventsModel, hasContenders);
    m_client.isEndPutOff = m_document && m_document->areEndsPutOff();
}

void ClientPage::showTimes() {
    if (m_hasOldQueues) {
        refresh();
        return;
    }
    m_contendersModel->tick();
    showDetails();
}

void ClientPage::takeFindings() {
    if (!m_document || m_session == lockcore::SessionId::None) return;
    m_basis = basis();
    showDetails();
}

void ClientPage::readLog() {
    updateClient();
    showDetails();
    showTitles();
}

void ClientPage::refresh() {
    if (!m_document || m_session == lockcore::SessionId::None) return;
    m_hasOldQueues = false;
    lockcore::LeaderClocks clocks;
    if (const auto& assessment = m_document->assessment()) {
        clocks = assessment->sample->clocks;
        clocks.take(assessment->sample->servers);
    }
    m_contendersModel->setClocks(m_now, std::move(clocks));
    showContenders(contendersOf(m_session, *m_document));
    m_basis = basis();
    updateClient();
    showDetails();
    showTitles();
}

/// The last ones stay where no other has come, and say that they are gone.
void ClientPage::showContenders(std::vector<ClientContender> contenders) {
    const bool hadContenders = m_contendersModel->rowCount() > 0 && !m_contendersModel->isPast();
    if (!contenders.empty()) {
        m_contendersModel->setPresent();
        m_contendersModel->setContenders(std::move(contenders));
    } else if (hadContenders) {
        m_contendersModel->setPast(m_now());
    }
}

ClientBasis ClientPage::basis() const {
    ClientBasis basis;
    basis.isOwn = m_document->ownSessions().contains(m_session);
    for (int row = 0; row < m_contendersModel->rowCount(); ++row)
        basis.contenders.push_back(m_contendersModel->at(row));
    const auto& [checked, findings] = m_document->findings();
    if (checked) basis.checkedAtUnixMs = checked->sample->takenAtUnixMs;
    std::ranges::copy_if(findings, std::back_inserter(basis.findings),
                         [this](const lockcore::Finding& finding) {
                             return std::ranges::find(finding.sessions, m_session) != finding.sessions.end();
                         });
    const auto& newest = m_document->assessment();
    if (!newest || !newest->coverage) return basis;
    std::ranges::copy_if(
        newest->coverage->gaps, std::back_inserter(basis.gaps),
        [](const lockcore::Gap& gap) { return lockcore::aspectOf(gap.kind) == lockcore::Aspect::Liveness; });
    return basis;
}

void ClientPage::showDetails() {
    if (!m_document || m_session == lockcore::SessionId::None) return;
    m_basis.nowUnixMs = m_now();
    const Details details = describeClient(m_client, m_basis);
    if (m_title->text() != details.title) m_title->setText(details.title);
    if (m_subtitle->text() != details.subtitle) m_subtitle->setText(details.subtitle);
    m_problem->setText(details.problem);
    m_problemLine->setVisible(!details.problem.isEmpty());
    const bool isOver = m_client.presence == ClientPresence::Ended;
    m_problemMark->setTone(isOver ? Tone::Gone : Tone::Info);
    m_groups->setGroups(details.groups, m_now());
}

void ClientPage::showTitles() {
    const QString contenders = countOf(*m_contendersModel);
    if (m_contendersModel->rowCount() == 0)
        m_contendersTitle->setText(tr("No contender of it is known"));
    else
        m_contendersTitle->setText(m_contendersModel->isPast()
                                       ? tr("Contenders that it had last: %1").arg(contenders)
                                       : tr("Contenders: %1").arg(contenders));
    m_eventsTitle->setText(m_eventsModel->rowCount() == 0
                               ? tr("No event of it: only locks on screen and selected ones are followed")
                               : tr("Events: %1").arg(countOf(*m_eventsModel)));
}

void ClientPage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) m_title->setFont(titleFont(font()));
}

void ClientPage::activateContender(const QModelIndex& index) {
    // A copy: going there may change the rows.
    const ClientContender contender = m_contendersModel->at(index.row());
    if (m_contendersModel->isPast())
        Q_EMIT lockActivated(contender.lock);
    else
        Q_EMIT contenderActivated(contender.lock, contender.contender->name);
}

void ClientPage::activateEvent(const QModelIndex& index) {
    const std::string path = m_eventsModel->at(index.row()).lockPath;
    if (!path.empty()) Q_EMIT lockActivated(path);
}

void ClientPage::showContenderMenu(const QPoint& position) {
    const QModelIndex index = m_contenders->indexAt(position);
    if (!index.isValid()) return;
    const ClientContender& contender = m_contendersModel->at(index.row());
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(icon(IconName::Copy), tr("Copy rows"), m_contenders, &StableTableView::copyAsText);
    RowSubject row =
        subjectOf(contender.lock, *contender.contender, m_client.view ? &*m_client.view : nullptr);
    row.address = m_client.address;
    Q_EMIT menuWanted(menu, row);
    menu->popup(m_contenders->viewport()->mapToGlobal(position));
}

void ClientPage::showEventMenu(const QPoint& position) {
    const QModelIndex index = m_events->indexAt(position);
    if (!index.isValid()) return;
    const LogEvent& event = m_eventsModel->at(index.row());
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(icon(IconName::Copy), tr("Copy rows"), m_events, &StableTableView::copyAsText);
    Q_EMIT menuWanted(
        menu,
        {.lock = event.lockPath, .node = event.lockPath, .session = event.session, .address = event.address});
    menu->popup(m_events->viewport()->mapToGlobal(position));
}

}  // namespace lockscope
