// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_panel.h"

#include "document/cluster_document.h"
#include "findings/checked_scope.h"
#include "graph/graph_dot.h"
#include "graph/graph_layouter.h"
#include "graph/graph_picture.h"
#include "graph/graph_subject.h"
#include "graph/graph_text.h"
#include "graph/waits_model.h"
#include "hosts/host_names.h"
#include "theme/icon.h"
#include "threads/file_bytes.h"
#include "widgets/elided_label.h"
#include "widgets/empty_state.h"
#include "widgets/panel_header.h"
#include "widgets/path_delegates.h"
#include "widgets/read_only_text.h"
#include "widgets/stable_table_view.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QEvent>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>

#include <utility>

namespace lockscope {
namespace {

/// Of a splitter's length: only the ratio counts.
constexpr int kShare = 100;

}  // namespace

GraphPanel::GraphPanel(const QList<QAction*>& tools, QWidget* parent)
    : QWidget(parent),
      m_layouter(new GraphLayouter(this)),
      m_model(new WaitsModel(this)),
      m_stack(new QStackedWidget(this)),
      m_empty(new EmptyState(this)),
      m_view(new GraphView(this)) {
    auto* picture = new QSplitter(Qt::Vertical, this);
    picture->addWidget(m_view);
    m_words = buildWords();
    m_words->hide();
    picture->addWidget(m_words);
    picture->setStretchFactor(0, 3);
    picture->setStretchFactor(1, 1);
    picture->setChildrenCollapsible(false);
    // Otherwise the table takes the height of its size hint and leaves the picture a strip.
    picture->setSizes({3 * kShare, 2 * kShare});
    m_stack->addWidget(m_empty);
    m_stack->addWidget(picture);
    buildHeader(tools)->placeAbove(m_stack);
    connectView();
    showEmpty();
}

GraphPanel::~GraphPanel() = default;

PanelHeader* GraphPanel::buildHeader(const QList<QAction*>& tools) {
    auto* header = new PanelHeader(this);
    m_scopes = new QComboBox(header);
    m_scopes->setAccessibleName(tr("What the graph shows"));
    m_scopes->addItem(tr("Across locks"));
    m_scopes->addItem(tr("Around the selection"));
    m_scopes->setItemData(static_cast<int>(GraphScope::AcrossLocks),
                          tr("Sessions that block one lock while they wait in another one"), Qt::ToolTipRole);
    m_scopes->setItemData(static_cast<int>(GraphScope::Neighbourhood),
                          tr("The selected lock or session, and what it waits for"), Qt::ToolTipRole);
    m_summary = new ElidedLabel(header);
    m_summary->setAccessibleName(tr("How much is drawn"));
    m_hint = new QLabel(header);
    m_hint->setTextFormat(Qt::PlainText);
    m_hint->hide();
    header->add(m_scopes);
    header->add(m_summary, 1);
    header->add(m_hint);
    m_wordsShown = new QToolButton(header);
    m_wordsShown->setText(tr("In words"));
    m_wordsShown->setToolTip(tr("Show the same as a table, and possible deadlocks step by step"));
    m_wordsShown->setCheckable(true);
    m_wordsShown->setAutoRaise(true);
    header->add(m_wordsShown);
    connect(m_wordsShown, &QToolButton::toggled, this, [this](bool shown) { m_words->setVisible(shown); });
    header->addButtons(tools);
    connect(m_scopes, &QComboBox::activated, this,
            [this](int index) { setScope(static_cast<GraphScope>(index)); });
    return header;
}

QWidget* GraphPanel::buildWords() {
    auto* words = new QSplitter(Qt::Horizontal, this);
    m_table = new StableTableView(words);
    m_table->setAccessibleName(tr("The graph in words"));
    m_table->setModel(m_model);
    m_table->setColumnCharacters({14, 14, 7, 17, 8, 7, 12});
    m_table->setOptionalColumns({WaitsModel::Host, WaitsModel::Note});
    m_table->setItemDelegateForColumn(WaitsModel::Lock, new PathDelegate(m_table));
    // Who does what for how long comes first: in a small window the rest has to be scrolled to.
    QHeaderView* const header = m_table->horizontalHeader();
    header->moveSection(header->visualIndex(WaitsModel::Host), 5);
    header->moveSection(header->visualIndex(WaitsModel::Age), 3);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_cycles = new ReadOnlyText(tr("Possible deadlocks, step by step"), words);
    words->addWidget(m_table);
    words->addWidget(m_cycles);
    words->setStretchFactor(0, 2);
    words->setStretchFactor(1, 1);
    words->setChildrenCollapsible(false);
    words->setSizes({2 * kShare, kShare});
    return words;
}

void GraphPanel::connectView() {
    connect(m_layouter, &GraphLayouter::laidOut, this, &GraphPanel::showPicture);
    connect(m_layouter, &GraphLayouter::failed, this, &GraphPanel::showFailure);
    connect(m_view, &GraphView::nodeChosen, this, &GraphPanel::choose);
    connect(m_view, &GraphView::nodeActivated, this, [this](const NodeKey& key) {
        if (key.isFolded) {
            unfold(key.lock);
            return;
        }
        m_focus = key;
        m_view->zoomAnew();
        setScope(GraphScope::Neighbourhood);
    });
    if (const HostNames* const names = HostNames::shown())
        connect(names, &HostNames::changed, this, [this] { refresh(GraphView::Reason::NewerData); });
    connect(m_view, &GraphView::heldStillChanged, this, &GraphPanel::showHint);
    connect(m_empty, &EmptyState::actionTriggered, this, [this] { setScope(GraphScope::Neighbourhood); });
    connect(m_table, &QTableView::activated, this,
            [this](const QModelIndex& index) { activateRow(index.row()); });
    connect(m_table, &QWidget::customContextMenuRequested, this, &GraphPanel::showRowMenu);
    connect(m_view, &GraphView::menuWanted, this, &GraphPanel::showNodeMenu);
}

void GraphPanel::follow(ClusterDocument& document) {
    connect(&document, &ClusterDocument::begun, this, [this] { setAssessment(nullptr); });
    connect(&document, &ClusterDocument::assessmentChanged, this, [this, &document] {
        m_unrecorded = document.unrecorded();
        setAssessment(document.assessment());
    });
    connect(&document, &ClusterDocument::ownSessionsChanged, this,
            [this, &document] { setOwnSessions(document.ownSessions()); });
    connect(&document, &ClusterDocument::contenderNamesChanged, this,
            [this, &document] { setContenderNames(document.contenderNames()); });
    connect(&document, &ClusterDocument::lockSelected, this, &GraphPanel::setSelectedLock);
    connect(&document, &ClusterDocument::sessionSelected, this, &GraphPanel::setSelectedSession);
}

void GraphPanel::setAssessment(std::shared_ptr<const lockcore::ClusterAssessment> assessment) {
    const bool isFirst = !m_assessment || !assessment;
    m_assessment = std::move(assessment);
    if (!m_assessment) m_unfolded.clear();
    refresh(isFirst ? GraphView::Reason::UserChoice : GraphView::Reason::NewerData);
}

void GraphPanel::setSelectedLock(const std::string& path) {
    m_lock = {lockcore::SessionId::None, path};
    focusOn(m_lock);
}

void GraphPanel::setSelectedSession(lockcore::SessionId session) {
    m_session = {session};
    focusOn(session == lockcore::SessionId::None ? m_focus : m_session);
}

void GraphPanel::focusOn(const NodeKey& key) {
    if (m_scope == GraphScope::Neighbourhood && key != m_focus) {
        m_unfolded.clear();
        m_view->zoomAnew();
    }
    m_focus = key;
    showSelection();
}

void GraphPanel::showSelection() {
    m_view->choose(m_lock, m_session);
    if (m_scope == GraphScope::Neighbourhood) refresh(GraphView::Reason::UserChoice);
}

void GraphPanel::setOwnSessions(const std::set<lockcore::SessionId>& sessions) {
    m_ownSessions = sessions;
    refresh(GraphView::Reason::NewerData);
}

/// Only sessions are drawn: znodes come and go with each turn.
void GraphPanel::setContenderNames(std::shared_ptr<const ContenderNames> names) {
    const bool isSame = names->ofSessions == m_names->ofSessions;
    m_names = std::move(names);
    if (!isSame) refresh(GraphView::Reason::NewerData);
}

void GraphPanel::setScope(GraphScope scope) {
    if (scope != m_scope) m_view->zoomAnew();
    m_scope = scope;
    m_unfolded.clear();
    m_scopes->setCurrentIndex(static_cast<int>(scope));
    refresh(GraphView::Reason::UserChoice);
}

void GraphPanel::setWordsShown(bool shown) {
    m_wordsShown->setChecked(shown);
}

void GraphPanel::refresh(GraphView::Reason reason) {
    if (reason == GraphView::Reason::UserChoice) m_reason = reason;
    m_isStale = !isVisible();
    if (m_isStale && m_assessment) return;
    m_graph = clusterGraph(m_assessment, m_scope, m_focus, {kMostGraphNodes, m_unfolded});
    markOwn(m_graph, m_ownSessions);
    nameClients(m_graph, *m_names);
    showWords();
    if (m_graph.edges.empty()) {
        m_layouter->forget();
        m_view->reset();
        showEmpty();
        return;
    }
    auto picture = std::make_shared<const GraphPicture>(pictureOf(m_graph, m_view->font()));
    if (m_view->shown() && picture->hasPlacesOf(*m_view->shown())) {
        m_layouter->forget();
        m_view->setFaces(std::move(picture));
        m_stack->setCurrentIndex(1);
    } else {
        m_layouter->request(std::move(picture));
    }
}

void GraphPanel::showPicture(const std::shared_ptr<const GraphPicture>& picture,
                             const std::shared_ptr<const GraphLayout>& layout) {
    m_stack->setCurrentIndex(1);
    m_view->showPicture(picture, *layout, std::exchange(m_reason, GraphView::Reason::NewerData));
    m_view->choose(m_lock, m_session);
}

void GraphPanel::showFailure(const lockcore::Error& error) {
    m_stack->setCurrentIndex(1);
    setWordsShown(true);
    m_hint->setText(tr("There is no picture: %1. The table is complete.").arg(errorText(error)));
    m_hint->show();
}

void GraphPanel::showWords() {
    m_model->setGraph(m_graph);
    m_summary->setText(m_graph.edges.empty() ? QString() : graphSummary(m_graph));
    const QString cycles = cycleLines(m_graph).join(QLatin1Char('\n'));
    m_cycles->setVisible(!cycles.isEmpty());
    m_cycles->setText(cycles, ReadOnlyText::Scrolling::Keep);
}

void GraphPanel::showEmpty() {
    m_stack->setCurrentIndex(0);
    if (!m_assessment) {
        m_empty->setContent({IconName::Info, tr("Not checked yet"),
                             tr("Who waits for whom shows up here after the first check of the cluster.")});
    } else if (m_unrecorded) {
        m_empty->setContent(unrecordedMomentContent(*m_unrecorded));
    } else if (m_scope == GraphScope::AcrossLocks) {
        m_empty->setContent(
            {IconName::Info, tr("Nobody waits for a lock across locks"),
             tr("Sessions that hold one lock while they wait for another one would be shown here, with the "
                "root blockers on the left and possible deadlocks marked. All queues stand for themselves."),
             m_focus.isLock() && m_focus.lock.empty() ? QString() : tr("Show the selected lock")});
    } else if (m_focus.isLock() && m_focus.lock.empty()) {
        m_empty->setContent({IconName::LockExclusive, tr("No lock is selected"),
                             tr("Choose a lock or a session to see what it has to do with others.")});
    } else {
        m_empty->setContent({IconName::Release, tr("Nobody holds it or waits for it"),
                             tr("What is selected had no contender at the last check of the cluster.")});
    }
}

void GraphPanel::showHint() {
    m_hint->setText(tr("Held still while the pointer is on it"));
    m_hint->setToolTip(tr("A newer picture is shown as soon as the pointer leaves."));
    m_hint->setVisible(m_view->isHeldStill());
}

void GraphPanel::choose(const NodeKey& key) {
    // It is neither a lock nor a session: those that are selected stay so.
    if (key.isFolded) return;
    // Shown at once, also where no other view has it.
    (key.isLock() ? m_lock : m_session) = key;
    m_view->choose(m_lock, m_session);
    if (key.isLock())
        Q_EMIT lockActivated(key.lock);
    else
        Q_EMIT sessionActivated(key.session);
}

void GraphPanel::unfold(const std::string& lock) {
    m_unfolded.insert(lock);
    refresh(GraphView::Reason::UserChoice);
}

void GraphPanel::activateRow(int row) {
    const WaitRow& wait = m_model->at(row);
    if (wait.isFolded()) {
        unfold(std::string(wait.key.lock));
        return;
    }
    // Copies: what is shown then may change the model.
    Q_EMIT contenderActivated(std::string(wait.key.lock), std::string(wait.contender));
}

void GraphPanel::showNodeMenu(const NodeKey& key, const QPoint& globalPosition) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (key.isFolded)
        menu->addAction(tr("Show each of them"), this, [this, lock = key.lock] { unfold(lock); });
    menu->addAction(icon(IconName::Copy), tr("Copy all in words"), this, &GraphPanel::copyWords);
    Q_EMIT menuWanted(menu, subjectOf(key, m_graph));
    menu->popup(globalPosition);
}

void GraphPanel::showRowMenu(const QPoint& position) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(icon(IconName::Copy), tr("Copy rows"), m_table, &StableTableView::copyAsText);
    menu->addAction(icon(IconName::Copy), tr("Copy all in words"), this, &GraphPanel::copyWords);
    if (const QModelIndex index = m_table->indexAt(position); index.isValid()) {
        const WaitRow& row = m_model->at(index.row());
        Q_EMIT menuWanted(menu, subjectOf(row.key, row.contender, m_graph));
    }
    menu->popup(m_table->viewport()->mapToGlobal(position));
}

void GraphPanel::copyWords() const {
    QStringList lines;
    for (const GraphEdge& edge : m_graph.edges)
        lines << edgeSentence(edge, m_graph);
    const QStringList cycles = cycleLines(m_graph);
    if (!cycles.isEmpty()) lines << QString() << cycles;
    QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

PictureWriter GraphPanel::pictureFor(const QString& file) const {
    if (QFileInfo(file).suffix().toLower() == QStringLiteral("dot"))
        return [text = dotText(m_graph), file] { return writeBytes(text, file); };
    if (!m_view->shown()) return nothingToPaint("the graph shows nothing", file);
    GraphScene* const scene = m_view->graphScene();
    const QRectF rect = scene->sceneRect();
    const QColor ground = palette().color(QPalette::Base);
    return paintedFor(file, {rect.size().toSize(), window()->windowTitle(), logicalDpiX(),
                             [&](QPainter& painter, const QRectF& target) {
                                 painter.fillRect(target, ground);
                                 scene->render(&painter, target, rect);
                             }});
}

void GraphPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_isStale) refresh(GraphView::Reason::UserChoice);
}

void GraphPanel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    // Boxes are as large as their text.
    if (event->type() == QEvent::FontChange) refresh(GraphView::Reason::UserChoice);
}

}  // namespace lockscope
