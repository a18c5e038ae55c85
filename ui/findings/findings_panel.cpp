// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/findings_panel.h"

#include "document/cluster_document.h"
#include "findings/finding_locks.h"
#include "findings/finding_place.h"
#include "findings/finding_text.h"
#include "findings/findings_model.h"
#include "hosts/host_names.h"
#include "theme/icon.h"
#include "theme/theme.h"
#include "widgets/read_only_text.h"
#include "widgets/stable_table_view.h"
#include "widgets/state_mark.h"
#include "widgets/steady_label.h"
#include "widgets/steady_order.h"
#include "widgets/visible_clock.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <compare>
#include <utility>
#include <vector>

namespace lockscope {

using lockcore::Finding;

FindingsPanel::FindingsPanel(QWidget* parent)
    : QWidget(parent),
      m_now(systemNowUnixMs),
      m_model(new FindingsModel(this)),
      m_order(new FindingOrder(this)),
      m_stack(new QStackedWidget(this)),
      m_table(new StableTableView(this)),
      m_empty(new EmptyState(this)),
      m_checked(new SteadyLabel(this)) {
    buildTable();
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->addWidget(m_table);
    splitter->addWidget(buildText());
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 1);
    splitter->setChildrenCollapsible(false);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(splitter);
    m_checked->label().setForegroundRole(QPalette::PlaceholderText);
    m_checked->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(gridStep(), gridStep(), gridStep(), gridStep());
    layout->setSpacing(gridStep());
    layout->addWidget(buildBlocked());
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_checked);
    connect(new VisibleClock(this, kAgeInterval), &VisibleClock::ticked, this, &FindingsPanel::showAges);
    if (const HostNames* const names = HostNames::shown())
        connect(names, &HostNames::changed, this, &FindingsPanel::showCurrent);
    choosePage();
    showCurrent();
}

void FindingsPanel::buildTable() {
    m_order->setSourceModel(m_model);
    m_table->setAccessibleName(tr("Findings"));
    m_table->setModel(m_order);
    m_table->setColumnCharacters({28, 22, 9, 8});
    m_table->setRoomyCharacters({{FindingsModel::Title, 44}});
    // Beside the table it is told as a whole.
    m_table->setColumnHidden(FindingsModel::EvidenceText, true);
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_table->horizontalHeader()->setSectionResizeMode(FindingsModel::Object, QHeaderView::Stretch);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->horizontalHeader()->setSectionsClickable(true);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(FindingsModel::Title, Qt::DescendingOrder);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    new SteadyOrder(m_table, m_order);
    connect(m_table, &QTableView::activated, this,
            [this](const QModelIndex& index) { goTo(m_model->at(m_order->mapToSource(index).row())); });
    connect(m_table, &QTableView::customContextMenuRequested, this, &FindingsPanel::showMenu);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &FindingsPanel::choose);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &FindingsPanel::choose);
    // A click on the row that is selected already is a choice too.
    connect(m_table, &QTableView::pressed, this, &FindingsPanel::choose);
}

QWidget* FindingsPanel::buildText() {
    auto* side = new QWidget(this);
    m_text = new ReadOnlyText(tr("Evidence and advice"), side);
    m_text->setPlaceholderText(tr("Select a finding to see the evidence and what to do."));
    m_show = new QPushButton(tr("Sho&w"), side);
    m_showGraph = new QPushButton(tr("Show &graph"), side);
    connect(m_showGraph, &QPushButton::clicked, this, &FindingsPanel::graphRequested);
    m_suppress = new QPushButton(tr("Su&ppress for this lock"), side);
    connect(m_show, &QPushButton::clicked, this, [this] {
        if (const auto finding = currentFinding()) goTo(*finding);
    });
    connect(m_suppress, &QPushButton::clicked, this, [this] {
        if (const auto finding = currentFinding()) Q_EMIT suppressRequested(finding->lock, finding->kind);
    });
    auto* line = new QHBoxLayout;
    line->setSpacing(gridStep());
    line->addWidget(m_show);
    line->addWidget(m_showGraph);
    line->addWidget(m_suppress);
    line->addStretch();
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(contentMargin(), 0, 0, 0);
    layout->setSpacing(gridStep());
    layout->addWidget(m_text, 1);
    layout->addLayout(line);
    return side;
}

QWidget* FindingsPanel::buildBlocked() {
    m_blockedLine = new QWidget(this);
    auto* const mark = new StateMark(m_blockedLine);
    mark->setTone(Tone::Warning);
    m_blockedText = new QLabel(m_blockedLine);
    m_blockedText->setTextFormat(Qt::PlainText);
    m_blockedText->setWordWrap(true);
    auto* const line = new QHBoxLayout(m_blockedLine);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(contentMargin());
    line->addWidget(mark);
    line->addWidget(m_blockedText, 1);
    return m_blockedLine;
}

void FindingsPanel::setBlocked(const QString& why) {
    if (std::exchange(m_blocked, why) != why) choosePage();
}

void FindingsPanel::setFindings(std::vector<Finding> findings, const CheckedScope& scope) {
    m_scope = scope;
    // For how long it was so is known until then.
    m_model->setClock(isUnseen() ? WallClock([since = *scope.unseenSinceUnixMs] { return since; }) : m_now);
    {
        const QScopedValueRollback changing(m_isChangingItself, true);
        m_model->setFindings(std::move(findings));
        selectFinding();
    }
    choosePage();
    showCurrent();
}

void FindingsPanel::choose() {
    if (m_isChangingItself) return;
    const int row = currentRow();
    m_chosen = row < 0 ? std::string() : m_model->identityAt(row);
    showCurrent();
}

/// Of the model; −1 where there is none.
int FindingsPanel::rowToSelect() const {
    if (const int chosen = m_model->rowOf(m_chosen); chosen >= 0) return chosen;
    int worst = m_model->rowCount() - 1;
    for (int row = worst - 1; row >= 0; --row)
        if (std::is_gt(m_model->compare(row, worst, FindingsModel::Title))) worst = row;
    return worst;
}

/// What comes and goes moves the selection, and very many changes at once reset it.
void FindingsPanel::selectFinding() {
    const int row = rowToSelect();
    if (row < 0) return;
    if (m_model->identityAt(row) != m_chosen) m_chosen.clear();
    if (row == currentRow()) return;
    const QModelIndex shown = m_order->mapFromSource(m_model->index(row, 0));
    m_table->selectRow(shown.row());
    m_table->scrollTo(shown);
}

void FindingsPanel::follow(ClusterDocument& document) {
    connect(&document, &ClusterDocument::begun, this, [this, &document] {
        m_isAnythingOpen = document.isLive() || document.standsStill();
        clear();
        setClock(document.clock());
    });
    for (const auto signal : {&ClusterDocument::begun, &ClusterDocument::findingsChanged})
        connect(&document, signal, this, [this, &document] { countIn(document.findings().findings); });
    connect(&document, &ClusterDocument::findingsChanged, this,
            [this, &document] { setFindings(document.findings().findings, checkedScope(document)); });
    connect(&document, &ClusterDocument::blockedChanged, this,
            [this, &document] { setBlocked(document.blocked()); });
}

void FindingsPanel::countIn(const std::vector<lockcore::Finding>& findings) {
    const auto worse = std::ranges::count_if(findings, [](const lockcore::Finding& finding) {
        return finding.severity != lockcore::Severity::Information;
    });
    const auto notes = std::ranges::count_if(findings, isNote);
    setWindowTitle(worse > 0   ? tr("Findings (%1)").arg(worse)
                   : notes > 0 ? tr("Findings (%n note(s))", nullptr, static_cast<int>(notes))
                               : tr("Findings"));
}

void FindingsPanel::clear() {
    {
        const QScopedValueRollback changing(m_isChangingItself, true);
        m_model->setFindings({});
    }
    m_chosen.clear();
    m_scope.reset();
    m_blocked.clear();
    choosePage();
    showCurrent();
}

void FindingsPanel::setClock(WallClock clock) {
    m_now = clock;
    m_model->setClock(std::move(clock));
    showAges();
}

int FindingsPanel::currentRow() const {
    const QModelIndex current = m_table->currentIndex();
    // When the current row is removed Qt makes a neighbour current, but does not select it.
    if (!current.isValid() || !m_table->selectionModel()->isRowSelected(current.row())) return -1;
    return m_order->mapToSource(current).row();
}

std::optional<Finding> FindingsPanel::currentFinding() const {
    const int row = currentRow();
    return row < 0 ? std::nullopt : std::optional(m_model->at(row));
}

/// At a moment of a recording at which nothing was seen of the locks.
bool FindingsPanel::isUnseen() const {
    return m_scope && m_scope->unseenSinceUnixMs;
}

QString FindingsPanel::reportOf(const Finding& finding) const {
    // That something could not be checked is so then.
    if (!isUnseen() || finding.kind == lockcore::FindingKind::NotChecked) return findingReport(finding);
    return tr("As it was seen last, at %1.", "moment").arg(momentText(*m_scope->unseenSinceUnixMs)) +
           QStringLiteral("\n\n") + findingReport(finding);
}

void FindingsPanel::showCurrent() {
    const auto finding = currentFinding();
    const std::string identity = finding ? m_model->identityAt(currentRow()) : std::string();
    const QString text = finding ? reportOf(*finding) : QString();
    using Scrolling = ReadOnlyText::Scrolling;
    m_text->setText(text, identity == m_shown ? Scrolling::Keep : Scrolling::ToTop);
    m_shown = identity;
    m_showGraph->setVisible(finding && finding->kind == lockcore::FindingKind::PossibleDeadlock);
    m_show->setEnabled(finding && !placeOf(*finding).isNowhere());
    m_suppress->setEnabled(finding && !finding->lock.empty());
    m_suppress->setToolTip(finding && finding->lock.empty() ? tr("This finding is about no single lock")
                                                            : QString());
}

void FindingsPanel::choosePage() {
    const bool isEmpty = m_model->rowCount() == 0;
    m_stack->setCurrentIndex(isEmpty ? 0 : 1);
    m_checked->setVisible(!isEmpty);
    m_blockedLine->setVisible(!isEmpty && (!m_blocked.isEmpty() || isUnseen()));
    showAges();
}

void FindingsPanel::showAges() {
    m_empty->setContent(m_isAnythingOpen ? nothingFound(m_scope, m_blocked, m_now())
                                         : EmptyContent{IconName::Info, tr("Nothing to check"),
                                                        tr("No cluster or file is open. Once one is, what is "
                                                           "wrong with its locks shows up here.")});
    if (!m_scope) return;
    const bool isOnlyUnchecked = m_model->rowCount() > 0 && hasOnlyUnchecked();
    const QString checked = checkedText(*m_scope, m_now());
    const QString footer =
        isOnlyUnchecked
            ? tr("Nothing found in what could be checked. %1", "“Checked 3 s ago. Locks: 7.”").arg(checked)
            : checked;
    m_checked->setText(footer);
    m_checked->setToolTip(plainToolTip(footer));
    m_blockedText->setText(isUnseen() ? unseenText(*m_scope->unseenSinceUnixMs)
                                      : foundBeforeText(*m_scope, m_blocked, m_now()));
    m_table->viewport()->update(m_table->columnViewportPosition(FindingsModel::Since), 0,
                                m_table->columnWidth(FindingsModel::Since), m_table->viewport()->height());
}

bool FindingsPanel::hasOnlyUnchecked() const {
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (m_model->at(row).kind != lockcore::FindingKind::NotChecked) return false;
    return true;
}

void FindingsPanel::goTo(const Finding& finding) {
    const FindingPlace place = placeOf(finding);
    if (!place.contender.empty())
        Q_EMIT contenderActivated(place.lock, place.contender);
    else if (!place.lock.empty())
        Q_EMIT lockActivated(place.lock);
    else if (place.session != lockcore::SessionId::None)
        Q_EMIT sessionActivated(place.session);
    else if (place.isEmptyDirectory)
        Q_EMIT emptyDirectoryWanted();
}

void FindingsPanel::showMenu(const QPoint& position) {
    const QModelIndex index = m_table->indexAt(position);
    if (!index.isValid()) return;
    // Captured by value: rows may have moved when the choice is made.
    const Finding& finding = m_model->at(m_order->mapToSource(index).row());
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Show"), this, [this, finding] { goTo(finding); })
        ->setEnabled(!placeOf(finding).isNowhere());
    if (finding.kind == lockcore::FindingKind::PossibleDeadlock)
        menu->addAction(tr("Show graph"), this, &FindingsPanel::graphRequested);
    menu->addSeparator();
    menu->addAction(tr("Suppress for this lock"), this,
                    [this, finding] { Q_EMIT suppressRequested(finding.lock, finding.kind); })
        ->setEnabled(!finding.lock.empty());
    menu->addAction(tr("Suppress for all locks"), this,
                    [this, finding] { Q_EMIT suppressRequested("*", finding.kind); });
    menu->addSeparator();
    menu->addAction(icon(IconName::Copy), tr("Copy as text"), this,
                    [text = reportOf(finding)] { QApplication::clipboard()->setText(text); });
    Q_EMIT menuWanted(menu, subjectOf(finding));
    menu->popup(m_table->viewport()->mapToGlobal(position));
}

}  // namespace lockscope
