// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/lock_list_view.h"

#include "document/cluster_document.h"
#include "locks/lock_groups_model.h"
#include "locks/lock_list_model.h"
#include "locks/search_note.h"
#include "locks/sparkline.h"
#include "theme/theme.h"
#include "widgets/path_delegates.h"
#include "widgets/steady_order.h"
#include "widgets/visible_clock.h"
#include "words/display_text.h"
#include "words/short_number.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

namespace lockscope {
namespace {

/// With more locks, headings are closed until somebody opens them: their totals tell where to look.
constexpr int kMostLocksOpen = 300;

/// Shown where there is room, unless the user has chosen otherwise: the first ones first.
constexpr int kByRoom[] = {LockListModel::DialectName, LockListModel::LongestWait, LockListModel::Requests,
                           LockListModel::Lengths,     LockListModel::HoldAge,     LockListModel::Blocked};

/// The path needs the room more than these: the dialect is told by the tool tip and the queue's title, too.
constexpr int kLeastPathCharacters = 24;

/// As wide as what loadText() says of waits and holds that anybody lets last.
constexpr const char* kWidestLoad = "88:88:88–88:88:88";

}  // namespace

LockListView::LockListView(QWidget* parent)
    : QWidget(parent),
      m_filterModel(new LockFilterModel(this)),
      m_groups(new LockGroupsModel(*m_filterModel, this)),
      m_filter(new QLineEdit(this)),
      m_searchNote(new SearchNote(this)),
      m_list(new QTreeView(this)),
      m_count(new QLabel(this)),
      m_stack(new QStackedWidget(this)),
      m_noLocks(new EmptyState(this)),
      m_noMatch(new EmptyState(this)) {
    m_filter->setPlaceholderText(tr("Filter by path"));
    m_filter->setAccessibleName(tr("Filter locks by path"));
    m_filter->setClearButtonEnabled(true);
    m_filter->addAction(icon(IconName::Filter), QLineEdit::LeadingPosition);
    m_noMatch->setContent({IconName::Filter, tr("No lock matches"),
                           tr("No path has all words of the filter."), tr("Clear the filter")});
    buildList();

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(gridStep(), gridStep(), gridStep(), gridStep());
    layout->setSpacing(gridStep());
    layout->addWidget(m_filter);
    layout->addWidget(m_searchNote);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_count);
    for (QWidget* page : {static_cast<QWidget*>(m_noLocks), static_cast<QWidget*>(m_noMatch),
                          static_cast<QWidget*>(m_list)}) {
        m_stack->addWidget(page);
    }

    m_visibleTimer.setSingleShot(true);
    m_visibleTimer.setInterval(kVisiblePathsMs);
    connect(&m_visibleTimer, &QTimer::timeout, this, &LockListView::reportVisible);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_filterModel->setFilter(text);
        modelChanged();
    });
    m_filter->installEventFilter(this);
    connect(m_noMatch, &EmptyState::actionTriggered, m_filter, &QLineEdit::clear);
    connect(m_noLocks, &EmptyState::actionTriggered, this, &LockListView::emptyActionTriggered);
    connect(m_searchNote, &SearchNote::pinWanted, this, &LockListView::pinWanted);
}

void LockListView::buildList() {
    // Connected before the selection model, which makes a neighbour current when the current row goes: that
    // is no choice of the user's, and the lock stays selected while the filter hides it.
    for (QAbstractItemModel* model :
         {static_cast<QAbstractItemModel*>(m_filterModel), static_cast<QAbstractItemModel*>(m_groups)})
        connect(model, &QAbstractItemModel::rowsAboutToBeRemoved, this, [this] { m_losingRows = true; });
    m_list->setModel(m_filterModel);
    m_list->setItemDelegate(new TableDelegate(m_list));
    m_list->setItemDelegateForColumn(LockListModel::Path, new PathDelegate(m_list));
    m_list->setItemDelegateForColumn(LockListModel::Favourite, new StarDelegate(m_list));
    m_list->setItemDelegateForColumn(LockListModel::Lengths, new SparklineDelegate(m_list));
    m_list->setAccessibleName(tr("Locks"));
    m_list->setRootIsDecorated(false);
    m_list->setTreePosition(LockListModel::Path);
    m_list->setIndentation(2 * contentMargin());
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->setItemsExpandable(false);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    buildHeader();
    m_list->viewport()->installEventFilter(this);
    connect(m_list->verticalScrollBar(), &QScrollBar::valueChanged, this, &LockListView::scheduleVisible);
    connect(m_list, &QTreeView::collapsed, this,
            [this](const QModelIndex& index) { noteChosen(index, false); });
    connect(m_list, &QTreeView::expanded, this,
            [this](const QModelIndex& index) { noteChosen(index, true); });
    const auto choose = [this](const QModelIndex& index) {
        // A click on a star is about the star, which may have moved its row from under the pointer by now.
        if (!index.isValid() || index.column() == LockListModel::Favourite) return;
        if (const std::string lock = lockAt(index); !lock.empty()) Q_EMIT lockChosen(lock);
    };
    connect(m_list, &QTreeView::clicked, this, choose);
    connect(m_list, &QTreeView::activated, this, choose);
    for (const auto signal : {&QTreeView::collapsed, &QTreeView::expanded})
        connect(m_list, signal, this, &LockListView::scheduleVisible);
    connect(m_groups, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex& parent, int first, int last) {
                for (int row = first; !parent.isValid() && row <= last; ++row)
                    expandHeading(m_groups->index(row, 0));
            });
    followSelection();
}

/// Worst first until a heading is clicked, and again with the third click on it.
void LockListView::buildHeader() {
    QHeaderView* const header = m_list->header();
    header->setStretchLastSection(false);
    header->setSectionsMovable(false);
    header->setSectionsClickable(true);
    header->setSortIndicator(-1, Qt::DescendingOrder);
    header->setSortIndicatorClearable(true);
    header->setSortIndicatorShown(true);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, this, &LockListView::showColumnMenu);
    connect(header, &QHeaderView::sortIndicatorChanged, m_filterModel, &LockFilterModel::sort);
    new SteadyOrder(m_list, m_filterModel);
    connect(m_filterModel, &QAbstractItemModel::layoutChanged, this, &LockListView::scheduleVisible);
    connect(new VisibleClock(this), &VisibleClock::ticked, this, &LockListView::showLoads);
}

void LockListView::showColumnMenu(const QPoint& position) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const int column : kByRoom) {
        if (!isLoadColumn(column)) continue;
        QAction* const action = menu->addAction(m_model->headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(m_loadColumns.contains(column));
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            m_chosenColumns[loadColumnName(column)] = shown;
            setColumnWidths();
            Q_EMIT columnsChosen(m_chosenColumns);
        });
    }
    menu->popup(m_list->header()->mapToGlobal(position));
}

void LockListView::setChosenColumns(const std::map<QString, bool>& chosen) {
    if (chosen == m_chosenColumns) return;
    m_chosenColumns = chosen;
    if (m_model) setColumnWidths();
}

/// Times go on while nothing else changes.
void LockListView::showLoads() {
    for (const int column : m_loadColumns)
        m_list->viewport()->update(m_list->columnViewportPosition(column), 0, m_list->columnWidth(column),
                                   m_list->viewport()->height());
}

void LockListView::followSelection() {
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) {
                if (!index.isValid() || m_losingRows) return;
                // A heading is no choice: the lock stays selected.
                const std::string lock = lockAt(index);
                if (lock.empty()) return;
                // What Qt makes current as the list gets the focus is no choice.
                const bool isChosen =
                    m_list->hasFocus() && !m_isRestoring && !m_current.empty() && lock != m_current;
                setCurrent(lock);
                if (isChosen) Q_EMIT lockChosen(lock);
            });
    // A press selects by the place of the pointer, where another row may stand by then: the lock that was
    // selected before is not listed any longer when it was only kept.
    connect(m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &LockListView::highlightCurrent, Qt::QueuedConnection);
}

void LockListView::highlightCurrent() {
    const QModelIndex index = indexOf(m_current);
    const QItemSelectionModel& selection = *m_list->selectionModel();
    const bool isHeading = m_list->currentIndex().isValid() && lockAt(m_list->currentIndex()).empty();
    if (!index.isValid() || isHeading || selection.isSelected(index)) return;
    m_list->selectionModel()->setCurrentIndex(
        index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

void LockListView::setGrouped(bool grouped) {
    if (grouped == m_isGrouped) return;
    // Its rows come and go only while the list does not show it.
    if (grouped) m_groups->setActive(true);
    m_isGrouped = grouped;
    const QItemSelectionModel* former = m_list->selectionModel();
    m_list->setModel(grouped ? static_cast<QAbstractItemModel*>(m_groups) : m_filterModel);
    delete former;
    // After the list has heard of a reset, by which it closes all headings.
    disconnect(m_groups, &QAbstractItemModel::modelReset, this, &LockListView::expandHeadings);
    if (grouped) connect(m_groups, &QAbstractItemModel::modelReset, this, &LockListView::expandHeadings);
    if (!grouped) m_groups->setActive(false);
    followSelection();
    m_list->setRootIsDecorated(grouped);
    m_list->setItemsExpandable(grouped);
    if (grouped) expandHeadings();
    if (m_model) setColumnWidths();
    modelChanged();
}

void LockListView::noteChosen(const QModelIndex& heading, bool isOpen) {
    if (!m_isArranging) m_chosenOpen[m_groups->headingAt(heading)] = isOpen;
}

bool LockListView::opensByItself() const {
    return m_filterModel->rowCount() <= kMostLocksOpen;
}

bool LockListView::isToBeOpen(const QModelIndex& heading) const {
    const auto chosen = m_chosenOpen.find(m_groups->headingAt(heading));
    return chosen == m_chosenOpen.end() ? opensByItself() : chosen->second;
}

void LockListView::expandHeading(const QModelIndex& heading) {
    if (!m_isGrouped) return;
    const QScopedValueRollback arranging(m_isArranging, true);
    m_list->setExpanded(heading, isToBeOpen(heading));
}

void LockListView::expandHeadings() {
    if (!m_isGrouped) return;
    const QScopedValueRollback arranging(m_isArranging, true);
    m_wereOpen = opensByItself();
    // All at once: one by one each lays the list out.
    if (m_wereOpen)
        m_list->expandAll();
    else
        m_list->collapseAll();
    for (int row = 0; row < m_groups->rowCount(); ++row) {
        const QModelIndex heading = m_groups->index(row, 0);
        if (isToBeOpen(heading) != m_wereOpen) m_list->setExpanded(heading, !m_wereOpen);
    }
    const QModelIndex current = indexOf(m_current);
    if (current.isValid() && !m_chosenOpen.contains(m_groups->headingAt(current.parent())))
        m_list->expand(current.parent());
}

void LockListView::follow(ClusterDocument& document) {
    connect(&document, &ClusterDocument::begun, this, [this, &document] {
        m_model->loads().setClock(document.clock());
        m_model->loads().setHistory(&document.history());
        m_model->loads().setLengths(&document.lengths());
        m_model->clear();
        setAlerts({});
        setJudged({});
        // The rows too: a lock that is the current one already would not be told when it is listed again.
        deselect();
    });
    for (const auto signal : {&ClusterDocument::begun, &ClusterDocument::listNoteChanged})
        connect(&document, signal, this, [this, &document] {
            const ListNote& note = document.listNote();
            setEmptyContent(note.empty);
            setSearchNote(note.partial, note.partialReason);
        });
    for (const auto signal : {&ClusterDocument::begun, &ClusterDocument::momentShown})
        connect(&document, signal, this, [this, &document] {
            m_isUnrecorded = document.unrecorded().has_value();
            modelChanged();
        });
    connect(&document, &ClusterDocument::observedChanged, this,
            [this, &document] { m_model->setObserved(document.observed()); });
    connect(&document, &ClusterDocument::catalogChanged, this,
            [this, &document] { m_model->setCatalog(document.catalog()); });
    connect(&document, &ClusterDocument::queueChanged, this,
            [this](const auto& queue) { m_model->setQueue(queue); });
    connect(&document, &ClusterDocument::lockSelected, this,
            [this](const std::string& path) { m_model->setKept(path); });
    connect(&document, &ClusterDocument::assessmentChanged, this, [this, &document] {
        m_model->loads().setAssessment(document.assessment());
        // Who has them out, or has sorted by them, wants them of all locks.
        if (!m_loadColumns.empty()) m_model->tellLoads();
    });
    connect(&document, &ClusterDocument::findingsChanged, this, [this, &document] {
        setAlerts(alertsByLock(document.findings().findings));
        setJudged(judgedDirectories(*document.findings().basis));
    });
    connect(this, &LockListView::currentLockChanged, &document, &ClusterDocument::selectLock);
    connect(this, &LockListView::visiblePathsChanged, &document, &ClusterDocument::setVisible);
}

void LockListView::setLockModel(LockListModel* model) {
    m_model = model;
    m_filterModel->setSourceModel(model);
    // Of the locks' own model, not of the filter's: that removes its rows before they are removed below it.
    for (QAbstractItemModel* rows :
         {static_cast<QAbstractItemModel*>(model), static_cast<QAbstractItemModel*>(m_groups)}) {
        for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
            connect(rows, signal, this, &LockListView::modelChanged);
        connect(rows, &QAbstractItemModel::modelReset, this, &LockListView::modelChanged);
    }
    setColumnWidths();
    modelChanged();
}

void LockListView::setColumnWidths() {
    const int character = fontMetrics().horizontalAdvance(QLatin1Char('0'));
    QHeaderView* const header = m_list->header();
    m_list->setMinimumWidth(40 * character);
    header->setMinimumSectionSize(3 * character);
    header->moveSection(header->visualIndex(LockListModel::Favourite), 0);
    header->setSectionResizeMode(LockListModel::Path, QHeaderView::Stretch);
    header->resizeSection(LockListModel::Favourite, 3 * character);
    int room = m_list->viewport()->width() - (3 + kLeastPathCharacters) * character;
    for (const int column : {LockListModel::Holders, LockListModel::Waiters}) {
        header->resizeSection(column, numberWidth(column));
        room -= numberWidth(column);
    }
    for (const int column : kByRoom)
        if (const auto chosen = m_chosenColumns.find(loadColumnName(column));
            chosen != m_chosenColumns.end() && chosen->second)
            room -= widthOf(column);
    m_loadColumns.clear();
    for (const int column : kByRoom) {
        const auto chosen = m_chosenColumns.find(loadColumnName(column));
        const bool isChosen = chosen != m_chosenColumns.end();
        // A column behind one that had no place must not take it.
        if (!isChosen) room -= widthOf(column);
        const bool isShown = isChosen ? chosen->second : room >= 0;
        header->setSectionHidden(column, !isShown);
        header->resizeSection(column, widthOf(column));
        if (isShown && isLoadColumn(column)) m_loadColumns.insert(column);
    }
}

int LockListView::widthOf(int column) const {
    constexpr int kDialectCharacters = 22;
    constexpr int kSparklineCharacters = 16;
    const int character = fontMetrics().horizontalAdvance(QLatin1Char('0'));
    if (column == LockListModel::DialectName) return kDialectCharacters * character;
    return std::max(numberWidth(column),
                    column == LockListModel::Lengths ? kSparklineCharacters * character : 0);
}

/// Numbers are never cut: a part of one is another one.
int LockListView::numberWidth(int column) const {
    const bool isTime = column == LockListModel::LongestWait || column == LockListModel::HoldAge;
    const QString widest = isTime                              ? QString::fromUtf8(kWidestLoad)
                           : column == LockListModel::Blocked  ? QStringLiteral("≥ 88.8k s")
                           : column == LockListModel::Requests ? QStringLiteral("888.8")
                                                               : QString::fromLatin1(kShortNumberWidest);
    const QString heading = m_model->headerData(column, Qt::Horizontal).toString();
    const int number = QFontMetrics(numberFont(m_list->font())).horizontalAdvance(widest);
    return std::max(number, m_list->header()->fontMetrics().horizontalAdvance(heading)) + 2 * contentMargin();
}

void LockListView::setEmptyContent(const EmptyContent& content) {
    m_noLocks->setContent(content);
}

void LockListView::setSearchNote(const QString& text, const QString& detail) {
    m_searchNote->setText(text, detail);
}

void LockListView::focusFilter() {
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void LockListView::setAlerts(std::map<std::string, LockAlert> alerts) {
    if (m_model) m_model->setAlerts(std::move(alerts));
}

void LockListView::setJudged(std::map<std::string, JudgedDirectory> judged) {
    if (m_model) m_model->setJudged(std::move(judged));
}

void LockListView::selectLock(const std::string& path) {
    m_wanted = path;
    restoreCurrent();
}

void LockListView::chooseLock(const std::string& path) {
    selectLock(path);
    Q_EMIT lockChosen(path);
}

void LockListView::deselect() {
    setCurrent({});
    restoreCurrent();
}

void LockListView::modelChanged() {
    m_losingRows = false;
    if (opensByItself() != m_wereOpen) expandHeadings();
    const int known = m_model ? m_model->rowCount() : 0;
    const int shown = m_filterModel->rowCount();
    m_stack->setCurrentWidget(shown > 0 ? static_cast<QWidget*>(m_list) : known > 0 ? m_noMatch : m_noLocks);
    m_filter->setEnabled(known > 0);
    const QLocale locale;
    m_count->setVisible(known > 0);
    m_count->setText(m_isUnrecorded ? tr("Nothing was recorded at this moment.")
                     : shown == known
                         ? tr("Locks: %1").arg(locale.toString(known))
                         : tr("Locks: %1 of %2").arg(locale.toString(shown), locale.toString(known)));
    restoreCurrent();
    scheduleVisible();
}

/// Empty for a heading.
std::string LockListView::lockAt(const QModelIndex& index) const {
    if (m_isGrouped) return m_groups->lockAt(index);
    const int row = m_filterModel->mapToSource(index).row();
    return m_model->locks()[static_cast<std::size_t>(row)].path;
}

QModelIndex LockListView::indexOf(const std::string& path) const {
    if (!m_model || path.empty()) return {};
    if (m_isGrouped) return m_groups->indexOf(path);
    return m_filterModel->mapFromSource(m_model->index(m_model->rowOf(path), 0));
}

void LockListView::restoreCurrent() {
    if (m_model)
        for (std::string whole; const std::string* path : {&m_wanted, &m_current})
            if (!(whole = m_model->wholeOf(*path)).empty()) {
                m_wanted = whole;
                break;
            }
    QModelIndex index = indexOf(m_wanted);
    const bool isWanted = index.isValid();
    if (!isWanted) index = indexOf(m_current);
    if (!index.isValid()) {
        m_list->selectionModel()->clear();
        return;
    }
    // To make it current would open the heading that the user has just closed above it.
    const bool isClosed = index.parent().isValid() && !m_list->isExpanded(index.parent());
    const QScopedValueRollback restoring(m_isRestoring, true);
    if (index != m_list->currentIndex() && (isWanted || !isClosed)) m_list->setCurrentIndex(index);
}

void LockListView::setCurrent(const std::string& path) {
    m_wanted.clear();
    if (path == m_current) return;
    m_current = path;
    Q_EMIT currentLockChanged(path);
}

void LockListView::scheduleVisible() {
    if (!m_visibleTimer.isActive()) m_visibleTimer.start();
}

std::set<std::string> LockListView::visiblePaths() const {
    std::set<std::string> paths;
    if (!isVisible() || m_stack->currentWidget() != m_list) return paths;
    const QRect area = m_list->viewport()->rect();
    for (QModelIndex index = m_list->indexAt(area.topLeft()); index.isValid();
         index = m_list->indexBelow(index)) {
        if (m_list->visualRect(index).top() > area.bottom()) break;
        if (std::string lock = lockAt(index); !lock.empty()) paths.insert(std::move(lock));
    }
    return paths;
}

void LockListView::reportVisible() {
    std::set<std::string> paths = visiblePaths();
    if (paths == m_reportedVisible) return;
    m_reportedVisible = std::move(paths);
    Q_EMIT visiblePathsChanged(m_reportedVisible);
}

void LockListView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    scheduleVisible();
}

void LockListView::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    scheduleVisible();
}

void LockListView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_model) setColumnWidths();
}

/// From the filter into the list with the keys that lead there: down to the next row, Enter to the first one
/// that is left.
bool LockListView::leaveFilter(int key) {
    const bool isEnter = key == Qt::Key_Return || key == Qt::Key_Enter;
    if ((!isEnter && key != Qt::Key_Down) || m_filterModel->rowCount() == 0) return false;
    const int first = m_filterModel->mapToSource(m_filterModel->index(0, 0)).row();
    const std::string path = m_model->locks()[static_cast<std::size_t>(first)].path;
    if (isEnter || !indexOf(m_current).isValid()) chooseLock(path);
    m_list->setFocus(Qt::OtherFocusReason);
    return true;
}

bool LockListView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_filter)
        return event->type() == QEvent::KeyPress && leaveFilter(static_cast<QKeyEvent*>(event)->key());
    if (event->type() == QEvent::Resize) {
        if (m_model) setColumnWidths();
        scheduleVisible();
    }
    if (event->type() == QEvent::ContextMenu) {
        // The menu is about the selected lock, which a heading is not.
        if (const QModelIndex row = m_list->currentIndex(); row.isValid() && lockAt(row).empty()) return true;
        const auto* menu = static_cast<QContextMenuEvent*>(event);
        const QPoint place =
            menu->reason() == QContextMenuEvent::Keyboard
                ? m_list->viewport()->mapToGlobal(m_list->visualRect(m_list->currentIndex()).center())
                : menu->globalPos();
        Q_EMIT contextMenuRequested(place);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace lockscope
