// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue/queue_view.h"

#include "queue/queue_delegate.h"
#include "theme/theme.h"
#include "widgets/visible_clock.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

namespace lockscope {

/// What is found again by key after a reset.
struct QueueView::Remembered {
    std::string lockPath;
    std::optional<ContenderKey> current;
    std::vector<ContenderKey> selected;
    std::optional<ContenderKey> top;
    int hidden = 0;  ///< pixels of the top row above the edge
};

namespace {

LinkStyle linkStyleOf(lockcore::ChainVerdict verdict) {
    using lockcore::ChainVerdict;
    switch (verdict) {
        case ChainVerdict::Verified: return LinkStyle::Solid;
        case ChainVerdict::Inferred:
        case ChainVerdict::Directory:
        case ChainVerdict::Disconnected: return LinkStyle::Dashed;
        case ChainVerdict::OtherTarget:
        case ChainVerdict::NoWatch: return LinkStyle::Dotted;
    }
    return LinkStyle::Dashed;
}

ChainBadge badgeOf(lockcore::Severity severity) {
    switch (severity) {
        case lockcore::Severity::Information: return ChainBadge::Note;
        case lockcore::Severity::Warning: return ChainBadge::Warning;
        case lockcore::Severity::Fault: return ChainBadge::Fault;
    }
    return ChainBadge::None;
}

ChainBadge badgeOfWatch(const ShownContender& shown) {
    using lockcore::ChainVerdict;
    if (lockcore::isFirstInLine(shown.role)) {
        if (shown.target >= 0) return ChainBadge::WrongTarget;
        return shown.watchesItself ? ChainBadge::Listens : ChainBadge::None;
    }
    switch (shown.verdict) {
        case ChainVerdict::OtherTarget: return ChainBadge::WrongTarget;
        case ChainVerdict::NoWatch: return ChainBadge::NoWatch;
        case ChainVerdict::Disconnected: return ChainBadge::Unplugged;
        case ChainVerdict::Verified:
        case ChainVerdict::Directory:
        case ChainVerdict::Inferred: break;
    }
    return ChainBadge::None;
}

/// There is room for one: what is wrong with the watch, which is a warning, before what is no worse; that a
/// holder listens is wrong with nobody.
ChainBadge badgeOf(const ShownContender& shown) {
    const ChainBadge watch = badgeOfWatch(shown);
    if (!shown.remark) return watch;
    const bool isWatchWrong = watch != ChainBadge::None && watch != ChainBadge::Listens;
    return isWatchWrong && shown.remark->worst != lockcore::Severity::Fault ? watch
                                                                            : badgeOf(shown.remark->worst);
}

/// Rows are counted from `first`. Without `hasModes` all contenders ask for the same mode, and theirs is not
/// looked up.
ChainRow chainRowOf(const ShownContender& shown, int first, bool hasModes) {
    const bool isWrong = shown.target != shown.predecessor;
    const auto counted = [first](int row) { return row < first ? -1 : row - first; };
    return {.queued = lockcore::isInQueue(shown.role),
            .holder = lockcore::isFirstInLine(shown.role) && !shown.isRoleOpen,
            .open = shown.isRoleOpen,
            .reader = hasModes && shown.contender->parsed.mode == lockcore::LockMode::Read,
            .predecessor = counted(shown.predecessor),
            .link = linkStyleOf(shown.verdict),
            .wrongTarget = isWrong ? counted(shown.target) : -1,
            .badge = badgeOf(shown)};
}

}  // namespace

QueueView::QueueView(QWidget* parent) : StableTableView(parent), m_delegate(new QueueDelegate(this)) {
    setItemDelegate(m_delegate);
    setAccessibleName(tr("Queue of the lock"));
    horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(horizontalHeader(), &QHeaderView::customContextMenuRequested, this, &QueueView::showColumnMenu);
    connect(new VisibleClock(this), &VisibleClock::ticked, this, &QueueView::repaintTimes);
}

QueueView::~QueueView() = default;

void QueueView::setQueueModel(QueueModel* model) {
    m_model = model;
    if (model->queue()) m_shownPath = model->queue()->path;
    connect(model, &QueueModel::modelAboutToBeReset, this, &QueueView::remember);
    connect(model, &QueueModel::rowsAboutToBeRemoved, this, [this] { m_isChanging = true; });
    setModel(model);
    // After the view's own slot, which forgets selection and scroll position.
    connect(model, &QueueModel::modelReset, this, &QueueView::restore);
    connect(model, &QueueModel::rowsRemoved, this, [this] { m_isChanging = false; });
    connect(model, &QueueModel::shownChanged, this, &QueueView::refreshChain);
    // What is read anew may be what a filter looks for.
    connect(model, &QueueModel::shownChanged, this, &QueueView::reportCurrent);
    connect(model, &QueueModel::timeScaleChanged, this, &QueueView::repaintTimes);
    // Names come before details, of which a huge queue has many: what is looked at first.
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &QueueView::tellUnread);
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &QueueView::reportCurrent);
    setColumnCharacters({4, 5, 13, 7, 14, 16, 13, 10, 14, 20, 40});
    setRoomyCharacters({{QueueModel::Host, 34},
                        {QueueModel::Watches, 22},
                        {QueueModel::Client, 26},
                        {QueueModel::Time, 16},
                        {QueueModel::Session, 19},
                        {QueueModel::Data, 30}});
    setColumnHidden(QueueModel::Mode, true);
    refreshChain();
}

void QueueView::applyMetrics() {
    StableTableView::applyMetrics();
    if (!m_model) return;
    widenGutter();
    widenSequence();
    showColumnsByRoom();
}

void QueueView::resizeEvent(QResizeEvent* event) {
    StableTableView::resizeEvent(event);
    if (m_model) showColumnsByRoom();
}

/// Of what the user has not chosen himself.
void QueueView::showColumnsByRoom() {
    const int characters = viewport()->width() / fontMetrics().horizontalAdvance(QLatin1Char('0'));
    for (int column = 0; column < QueueModel::ColumnCount; ++column) {
        // What differs in few locks has a rule of its own.
        if (column == QueueModel::Mode || m_chosenColumns.contains(column)) continue;
        const bool hides = characters < QueueModel::shownFrom(static_cast<QueueModel::Column>(column));
        if (isColumnHidden(column) != hides) setColumnHidden(column, hides);
    }
    shareRoom();
}

void QueueView::showColumnMenu(const QPoint& position) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    // The first column has the chain: without it this is no picture of a queue.
    for (int column = QueueModel::Position + 1; column < QueueModel::ColumnCount; ++column) {
        QAction* action = menu->addAction(m_model->headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            m_chosenColumns.insert(column);
            setColumnHidden(column, !shown);
            shareRoom();
        });
    }
    menu->popup(horizontalHeader()->mapToGlobal(position));
}

/// Where all contenders are exclusive, as in most locks, the room is better used.
void QueueView::showModeWhereItDiffers() {
    if (m_chosenColumns.contains(QueueModel::Mode) || m_model->rowCount() == 0) return;
    const bool differs = m_model->hasModes();
    if (isColumnHidden(QueueModel::Mode) != differs) return;
    setColumnHidden(QueueModel::Mode, !differs);
    shareRoom();
}

void QueueView::refreshChain() {
    showModeWhereItDiffers();
    m_laysOutVisible = m_model->isSingleFile();
    if (m_laysOutVisible)
        m_delegate->setChain({});
    else
        layoutRows(0, m_model->rowCount() - 1);
    widenGutter();
    widenSequence();
    // An arrow may pass through rows that have not changed themselves. Not its column alone: where rows came
    // or went Qt paints the others later, and what is seen meanwhile would be of two moments.
    viewport()->update();
}

void QueueView::layoutRows(int first, int last) {
    std::vector<ChainRow> rows;
    rows.reserve(static_cast<std::size_t>(last) + 1 - static_cast<std::size_t>(first));
    for (int row = first; row <= last; ++row)
        rows.push_back(chainRowOf(m_model->shownAt(row), first, m_model->hasModes()));
    ChainLayout chain = layoutChain(rows);
    chain.first = first;
    m_delegate->setChain(std::move(chain));
}

/// The rows on screen, from the contender above whom the first one waits for, to the one below that waits for
/// the last one.
void QueueView::layoutVisibleRows() {
    const int end = m_model->rowCount();
    auto [first, last] = visibleRows();
    const auto isPassed = [this](int row) { return m_model->shownAt(row).position == 0; };
    for (bool isAbove = false; first > 0 && !isAbove; isAbove = !isPassed(first))
        --first;
    for (bool isBelow = false; last < end - 1 && !isBelow; isBelow = !isPassed(last))
        ++last;
    layoutRows(first, last);
}

std::pair<int, int> QueueView::visibleRows() const {
    if (!isFiltered()) {  // all rows are of one height
        const int bottom = verticalScrollBar()->value() + viewport()->height() - 1;
        return {topRow(), std::min(bottom / verticalHeader()->defaultSectionSize(), m_model->rowCount() - 1)};
    }
    const int last = rowAt(viewport()->height() - 1);
    return {std::max(0, rowAt(0)), last < 0 ? m_model->rowCount() - 1 : last};
}

void QueueView::tellUnread() {
    std::vector<std::string> names;
    const auto [first, last] = visibleRows();
    for (int row = first; row <= last; ++row) {
        const lockcore::Contender& contender = *m_model->shownAt(row).contender;
        if (!contender.stat && !contender.problem && !isRowHidden(row)) names.push_back(contender.name);
    }
    if (!names.empty()) Q_EMIT unreadShown(names);
}

void QueueView::paintEvent(QPaintEvent* event) {
    if (m_model && m_laysOutVisible) layoutVisibleRows();
    StableTableView::paintEvent(event);
}

void QueueView::widenGutter() {
    const auto metrics = GutterMetrics::forRowHeight(verticalHeader()->defaultSectionSize());
    const QString widest = QString::number(std::max(999, m_model->rowCount()));
    const int width = static_cast<int>(std::ceil(gutterWidth(m_delegate->chain(), metrics))) +
                      fontMetrics().horizontalAdvance(widest) + contentMargin();
    // It only grows: columns that move to and fro can't be read.
    if (width <= columnWidth(QueueModel::Position)) return;
    setColumnWidth(QueueModel::Position, width);
    shareRoom();
}

/// A part of a number is another one. In their order one of the outer ones has most digits.
void QueueView::widenSequence() {
    if (m_model->rowCount() == 0) return;
    const QFontMetrics digits(idFont(font()));
    int widest = 0;
    for (const int row : {0, m_model->rowCount() - 1})
        widest = std::max(
            widest, digits.horizontalAdvance(m_model->index(row, QueueModel::Sequence).data().toString()));
    widest += 2 * contentMargin();
    if (widest <= columnWidth(QueueModel::Sequence)) return;
    setColumnWidth(QueueModel::Sequence, widest);
    shareRoom();
}

void QueueView::repaintTimes() {
    if (!m_model || m_model->rowCount() == 0) return;
    m_model->updateTimeScale();
    // A session's end is counted down in the other one.
    for (const int column : {QueueModel::Time, QueueModel::Client})
        viewport()->update(columnViewportPosition(column), 0, columnWidth(column), viewport()->height());
}

std::shared_ptr<const lockcore::Contender> QueueView::currentContender() const {
    if (!m_model || !currentIndex().isValid()) return nullptr;
    const int row = currentIndex().row();
    // When the current row is removed Qt makes a neighbour current, but does not select it: an action must
    // not hit it.
    return selectionModel()->isRowSelected(row) && !isRowHidden(row) ? m_model->contenderAt(row) : nullptr;
}

std::vector<std::shared_ptr<const lockcore::Contender>> QueueView::selectedContenders() const {
    std::vector<std::shared_ptr<const lockcore::Contender>> contenders;
    if (!m_model) return contenders;
    QModelIndexList rows = selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end());
    for (const QModelIndex& index : rows)
        if (!isRowHidden(index.row())) contenders.push_back(m_model->contenderAt(index.row()));
    return contenders;
}

void QueueView::setDimmed(bool dimmed) {
    if (dimmed == isDimmed()) return;
    m_delegate->setDimmed(dimmed);
    viewport()->update();
}

bool QueueView::isDimmed() const {
    return m_delegate->isDimmed();
}

void QueueView::selectContender(const ContenderKey& key) {
    const int row = m_model ? m_model->rowOf(key) : -1;
    if (row < 0) return;
    const QModelIndex index = m_model->index(row, 0);
    selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    scrollTo(index);
}

void QueueView::showSelected(const std::shared_ptr<const lockcore::Contender>& contender) {
    if (m_isTelling) return;
    const auto current = currentContender();
    m_selected = contender ? std::optional(keyOf(*contender)) : std::nullopt;
    m_isChanging = true;
    if (contender && current && m_selected->matches(*current))
        scrollTo(currentIndex());  // others that are selected beside it stay so
    else if (contender)
        selectContender(*m_selected);
    else if (current)
        selectionModel()->clear();
    m_isChanging = false;
    reportCurrent();  // a filter may hide it
}

void QueueView::setFilter(const QString& typed) {
    std::vector<std::string> words;
    for (const QString& word : typed.toLower().split(QLatin1Char(' '), Qt::SkipEmptyParts))
        words.push_back(word.toStdString());
    if (words == m_words) return;
    const bool wasFiltered = isFiltered();
    m_words = std::move(words);
    if (m_model && (wasFiltered || isFiltered())) hideUnmatched(0, m_model->rowCount() - 1);
    reportCurrent();
}

void QueueView::filterAgain() {
    if (!m_model || !isFiltered()) return;
    hideUnmatched(0, m_model->rowCount() - 1);
    reportCurrent();
}

/// No proxy: the queue is shown in its order, row by row as it comes, and rows are hidden one by one only
/// while somebody filters.
void QueueView::hideUnmatched(int first, int last) {
    // With updates the header works out all positions anew for each row.
    verticalHeader()->setUpdatesEnabled(false);
    for (int row = first; row <= last; ++row) {
        const bool hides = isFiltered() && !m_model->hasWords(row, m_words);
        if (isRowHidden(row) != hides) setRowHidden(row, hides);
    }
    verticalHeader()->setUpdatesEnabled(true);
}

int QueueView::shownRows() const {
    int shown = 0;
    for (int row = 0; m_model && row < m_model->rowCount(); ++row)
        shown += isRowHidden(row) ? 0 : 1;
    return shown;
}

void QueueView::rowsInserted(const QModelIndex& parent, int first, int last) {
    StableTableView::rowsInserted(parent, first, last);
    if (isFiltered()) hideUnmatched(first, last);
}

void QueueView::dataChanged(const QModelIndex& topLeft, const QModelIndex& bottomRight,
                            const QList<int>& roles) {
    StableTableView::dataChanged(topLeft, bottomRight, roles);
    if (isFiltered()) hideUnmatched(topLeft.row(), bottomRight.row());
}

void QueueView::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    StableTableView::currentChanged(current, previous);
    reportCurrent();
}

void QueueView::reportCurrent() {
    if (m_isChanging) return;
    const auto contender = currentContender();
    std::optional<ContenderKey> key;
    if (contender) key = keyOf(*contender);
    const bool isSame = contender && m_selected ? m_selected->matches(*contender) : key == m_selected;
    const bool hasLeft = !isSame && !contender && m_model->rowOf(*m_selected) < 0;
    m_selected = std::move(key);
    if (isSame || hasLeft) return;
    m_isTelling = true;
    Q_EMIT contenderChosen(contender);
    m_isTelling = false;
}

void QueueView::contextMenuEvent(QContextMenuEvent* event) {
    if (event->reason() == QContextMenuEvent::Keyboard && currentIndex().isValid()) {
        Q_EMIT contextMenuRequested(viewport()->mapToGlobal(visualRect(currentIndex()).center()));
    } else {
        Q_EMIT contextMenuRequested(event->globalPos());
    }
    event->accept();
}

void QueueView::remember() {
    m_isChanging = true;
    m_remembered = std::make_unique<Remembered>();
    if (m_shownPath.empty() || m_model->rowCount() == 0) return;
    m_remembered->lockPath = m_shownPath;
    if (const auto current = currentContender()) m_remembered->current = keyOf(*current);
    for (const auto& contender : selectedContenders())
        m_remembered->selected.push_back(keyOf(*contender));
    const auto top = m_model->contenderAt(topRow());
    if (keepsPlace() && verticalScrollBar()->value() > 0 && top) {
        m_remembered->top = keyOf(*top);
        m_remembered->hidden = verticalScrollBar()->value() % verticalHeader()->defaultSectionSize();
    }
}

void QueueView::restore() {
    const auto remembered = std::move(m_remembered);
    const bool sameLock = remembered && m_model->queue() && remembered->lockPath == m_model->queue()->path;
    m_shownPath = m_model->queue() ? m_model->queue()->path : std::string();
    if (isFiltered()) hideUnmatched(0, m_model->rowCount() - 1);
    if (sameLock) {
        QItemSelection selection;
        for (const ContenderKey& key : remembered->selected) {
            const int row = m_model->rowOf(key);
            if (row >= 0)
                selection.select(m_model->index(row, 0), m_model->index(row, QueueModel::ColumnCount - 1));
        }
        const int current = remembered->current ? m_model->rowOf(*remembered->current) : -1;
        if (current >= 0) {
            selectionModel()->setCurrentIndex(m_model->index(current, 0), QItemSelectionModel::NoUpdate);
        }
        selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
        const int top = remembered->top ? m_model->rowOf(*remembered->top) : -1;
        if (top >= 0) scrollToRow(top, remembered->hidden);
    } else {
        m_selected.reset();
        scrollToTop();
    }
    m_isChanging = false;
    reportCurrent();
}

}  // namespace lockscope
