// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stable_table_view.h"

#include "theme/theme.h"
#include "widgets/roles.h"
#include "widgets/table_delegate.h"
#include "words/inert_text.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <algorithm>
#include <utility>

namespace lockscope {

StableTableView::StableTableView(QWidget* parent) : QTableView(parent) {
    setItemDelegate(new TableDelegate(this));
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setCornerButtonEnabled(false);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsClickable(false);
    horizontalHeader()->viewport()->installEventFilter(this);
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this](int column) {
        // Others than by the mouse come of what is shown and of the room that there is.
        if (m_isHeaderPressed && column != lastShownColumn()) m_chosenWidths.insert(column);
    });
    // Rows that come while nobody can see the table, and another size, scroll nothing out of view by
    // themselves.
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this](int value) {
        if (isVisible()) m_isEndInView = value >= verticalScrollBar()->maximum();
    });
    StableTableView::applyMetrics();
}

void StableTableView::setModel(QAbstractItemModel* model) {
    if (this->model()) disconnect(this->model(), &QAbstractItemModel::rowsRemoved, this, nullptr);
    QTableView::setModel(model);
    if (model) connect(model, &QAbstractItemModel::rowsRemoved, this, [this] { rowsRemoved(); });
    applyMetrics();
}

void StableTableView::setColumnCharacters(std::vector<int> characters) {
    m_characters = std::move(characters);
    applyMetrics();
}

void StableTableView::applyMetrics() {
    const int height = lockscope::rowHeight(font());
    verticalHeader()->setMinimumSectionSize(height);
    verticalHeader()->setDefaultSectionSize(height);
    verticalScrollBar()->setSingleStep(height);
    if (!model()) return;
    for (int column = 0; column < model()->columnCount(); ++column)
        if (const int width = widthFor(column); width > 0) setColumnWidth(column, width);
    showOptionalColumns();
    shareRoom();
}

/// 0 where nothing was said of the column.
int StableTableView::widthFor(int column) const {
    const auto index = static_cast<std::size_t>(column);
    if (index >= m_characters.size()) return 0;
    return widthOf(m_characters[index]);
}

int StableTableView::widthOf(int characters) const {
    return characters * fontMetrics().horizontalAdvance(QLatin1Char('0')) + 2 * contentMargin();
}

void StableTableView::setOptionalColumns(std::vector<int> columns) {
    m_optional = std::move(columns);
    showOptionalColumns();
}

void StableTableView::showOptionalColumns() {
    if (!model() || m_optional.empty()) return;
    int room = viewport()->width();
    for (int column = 0; column < model()->columnCount(); ++column)
        if (std::ranges::find(m_optional, column) == m_optional.end() && !isColumnHidden(column))
            room -= widthFor(column);
    // A column behind one that had no place must not take it.
    for (const int column : m_optional) {
        room -= widthFor(column);
        setColumnHidden(column, room < 0);
    }
}

void StableTableView::setRoomyCharacters(std::vector<std::pair<int, int>> columns) {
    m_roomy = std::move(columns);
    shareRoom();
}

/// It takes what nobody else does.
int StableTableView::lastShownColumn() const {
    for (int place = horizontalHeader()->count() - 1; place >= 0; --place)
        if (const int column = horizontalHeader()->logicalIndex(place); !isColumnHidden(column))
            return column;
    return -1;
}

void StableTableView::shareRoom() {
    if (!model() || m_roomy.empty()) return;
    const int last = lastShownColumn();
    const auto isRoomy = [this](int column) {
        return !m_chosenWidths.contains(column) &&
               std::ranges::find(m_roomy, column, &std::pair<int, int>::first) != m_roomy.end();
    };
    // As if the bar was there: columns do not move when it comes.
    int room = width() - 2 * frameWidth() - verticalScrollBar()->sizeHint().width();
    const auto givesRoom = [&](int column) {
        return column == last || isRoomy(column) ||
               horizontalHeader()->sectionResizeMode(column) == QHeaderView::Stretch;
    };
    for (int column = 0; column < model()->columnCount(); ++column)
        if (!isColumnHidden(column)) room -= givesRoom(column) ? widthFor(column) : columnWidth(column);
    for (const auto& [column, characters] : m_roomy) {
        if (isColumnHidden(column) || !isRoomy(column)) continue;
        const int least = widthFor(column);
        const int more = std::clamp(widthOf(characters) - least, 0, std::max(0, room));
        if (column != last) setColumnWidth(column, least + more);
        room -= more;
    }
}

bool StableTableView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == horizontalHeader()->viewport()) {
        const QEvent::Type type = event->type();
        const bool isPress = type == QEvent::MouseButtonPress || type == QEvent::MouseButtonDblClick;
        // Another button's release goes to the menu that it has opened.
        if ((isPress || type == QEvent::MouseButtonRelease) &&
            static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton)
            m_isHeaderPressed = isPress;
    }
    return QTableView::eventFilter(watched, event);
}

void StableTableView::resizeEvent(QResizeEvent* event) {
    const bool wasEndInView = m_isEndInView;
    QTableView::resizeEvent(event);
    showOptionalColumns();
    shareRoom();
    if (m_followsEnd && wasEndInView) scrollToEnd();
}

void StableTableView::showEvent(QShowEvent* event) {
    QTableView::showEvent(event);
    if (m_followsEnd && m_isEndInView) scrollToEnd();
}

void StableTableView::scrollToEnd() {
    updateGeometries();
    verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    m_isEndInView = true;
}

void StableTableView::changeEvent(QEvent* event) {
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) applyMetrics();
}

int StableTableView::topRow() const {
    return verticalScrollBar()->value() / verticalHeader()->defaultSectionSize();
}

void StableTableView::scrollToRow(int row, int hidden) {
    updateGeometries();
    verticalScrollBar()->setValue(row * verticalHeader()->defaultSectionSize() + hidden);
}

void StableTableView::rowsInserted(const QModelIndex& parent, int first, int last) {
    const int height = verticalHeader()->defaultSectionSize();
    const int value = verticalScrollBar()->value();
    const bool wasAtEnd = isVisible() ? value >= verticalScrollBar()->maximum() : m_isEndInView;
    const bool above = keepsPlace() && value > 0 && first <= topRow();
    QTableView::rowsInserted(parent, first, last);
    const bool follows = m_followsEnd && wasAtEnd;
    if (!follows && !above) return;
    if (follows) {
        scrollToEnd();
        return;
    }
    updateGeometries();
    verticalScrollBar()->setValue(value + (last - first + 1) * height);
}

void StableTableView::rowsAboutToBeRemoved(const QModelIndex& parent, int first, int last) {
    const QModelIndex current = currentIndex();
    m_currentLeaves = current.isValid() && current.row() >= first && current.row() <= last;
    m_removedAbove = keepsPlace() ? std::max(0, std::min(last + 1, topRow()) - first) : 0;
    QTableView::rowsAboutToBeRemoved(parent, first, last);
}

void StableTableView::rowsRemoved() {
    if (std::exchange(m_currentLeaves, false)) leaveCurrent();
    const int above = std::exchange(m_removedAbove, 0);
    if (above == 0) return;
    const int value = verticalScrollBar()->value();
    updateGeometries();
    verticalScrollBar()->setValue(value - above * verticalHeader()->defaultSectionSize());
}

/// Qt makes a neighbour of a current row that leaves current, and frames a cell of it, which nobody has
/// chosen. Keys go on from there all the same.
void StableTableView::leaveCurrent() {
    const QModelIndex neighbour = currentIndex();
    if (!neighbour.isValid() || selectionModel()->isRowSelected(neighbour.row())) return;
    m_goOnFrom = neighbour;
    selectionModel()->setCurrentIndex({}, QItemSelectionModel::NoUpdate);
}

void StableTableView::goOnFromNeighbour() {
    const QModelIndex from = std::exchange(m_goOnFrom, QPersistentModelIndex());
    if (from.isValid() && !currentIndex().isValid())
        selectionModel()->setCurrentIndex(from, QItemSelectionModel::NoUpdate);
}

void StableTableView::keyPressEvent(QKeyEvent* event) {
    goOnFromNeighbour();
    if (event->matches(QKeySequence::Copy)) {
        copyAsText();
        event->accept();
        return;
    }
    QTableView::keyPressEvent(event);
}

std::vector<int> StableTableView::selectedRows() const {
    std::vector<int> rows;
    if (!selectionModel()) return rows;
    for (const QModelIndex& index : selectionModel()->selectedRows())
        if (!isRowHidden(index.row())) rows.push_back(index.row());
    std::sort(rows.begin(), rows.end());
    return rows;
}

QString StableTableView::cellText(int row, int column) const {
    const QModelIndex index = model()->index(row, column);
    const QVariant exact = index.data(CopyRole);
    return (exact.isValid() ? exact : index.data()).toString();
}

QString StableTableView::selectionAsText() const {
    QStringList lines;
    for (const int row : selectedRows()) {
        QStringList cells;
        for (int column = 0; column < model()->columnCount(); ++column)
            cells << cellText(row, column);
        lines << tabSeparated(cells);
    }
    return lines.join(QLatin1Char('\n'));
}

QString StableTableView::selectionAsMarkdown() const {
    const std::vector<int> rows = selectedRows();
    if (rows.empty()) return {};
    QStringList header;
    QStringList rule;
    for (int column = 0; column < model()->columnCount(); ++column) {
        header << model()->headerData(column, Qt::Horizontal).toString();
        rule << QStringLiteral("---");
    }
    QStringList lines{markdownRow(header), markdownRow(rule)};
    for (const int row : rows) {
        QStringList cells;
        for (int column = 0; column < model()->columnCount(); ++column)
            cells << markdownProse(cellText(row, column));
        lines << markdownRow(cells);
    }
    return lines.join(QLatin1Char('\n'));
}

void StableTableView::copyAsText() const {
    const QString text = selectionAsText();
    if (!text.isEmpty()) QApplication::clipboard()->setText(text);
}

void StableTableView::copyAsMarkdown() const {
    const QString text = selectionAsMarkdown();
    if (!text.isEmpty()) QApplication::clipboard()->setText(text);
}

}  // namespace lockscope
