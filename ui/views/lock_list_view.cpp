// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/lock_list_view.h"

#include "models/display_text.h"
#include "models/lock_list_model.h"
#include "theme/theme.h"
#include "views/table_delegate.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

namespace lockscope {

namespace {

/// Paths differ at both ends.
class PathDelegate : public TableDelegate {
public:
    using TableDelegate::TableDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        TableDelegate::initStyleOption(option, index);
        option->textElideMode = Qt::ElideMiddle;
    }
};

}  // namespace

LockListView::LockListView(QWidget* parent)
    : QWidget(parent),
      m_filterModel(new LockFilterModel(this)),
      m_filter(new QLineEdit(this)),
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
    connect(m_noMatch, &EmptyState::actionTriggered, m_filter, &QLineEdit::clear);
    connect(m_noLocks, &EmptyState::actionTriggered, this, &LockListView::emptyActionTriggered);
}

void LockListView::buildList() {
    // Connected before the selection model, which makes a neighbour current when the current row goes: that
    // is no choice of the user's, and the lock stays selected while the filter hides it.
    connect(m_filterModel, &QAbstractItemModel::rowsAboutToBeRemoved, this, [this] { m_losingRows = true; });
    m_list->setModel(m_filterModel);
    m_list->setItemDelegate(new TableDelegate(m_list));
    m_list->setItemDelegateForColumn(LockListModel::Path, new PathDelegate(m_list));
    m_list->setAccessibleName(tr("Locks"));
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->setItemsExpandable(false);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->header()->setStretchLastSection(false);
    m_list->viewport()->installEventFilter(this);
    connect(m_list->verticalScrollBar(), &QScrollBar::valueChanged, this, &LockListView::scheduleVisible);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) {
                if (!index.isValid() || m_losingRows) return;
                const int row = m_filterModel->mapToSource(index).row();
                setCurrent(m_model->locks()[static_cast<std::size_t>(row)].path);
            });
}

void LockListView::setLockModel(LockListModel* model) {
    m_model = model;
    m_filterModel->setSourceModel(model);
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved}) {
        connect(m_filterModel, signal, this, &LockListView::modelChanged);
    }
    connect(m_filterModel, &QAbstractItemModel::modelReset, this, &LockListView::modelChanged);
    setColumnWidths();
    modelChanged();
}

void LockListView::setColumnWidths() {
    const int character = fontMetrics().horizontalAdvance(QLatin1Char('0'));
    m_list->setMinimumWidth(40 * character);
    m_list->header()->setMinimumSectionSize(4 * character);
    m_list->header()->setSectionResizeMode(LockListModel::Path, QHeaderView::Stretch);
    m_list->header()->resizeSection(LockListModel::Holders, 6 * character);
    m_list->header()->resizeSection(LockListModel::Waiters, 6 * character);
    // The path needs more room than the dialect, which the tool tip tells too.
    const int dialectWidth = m_list->viewport()->width() / 4;
    m_list->header()->resizeSection(LockListModel::DialectName,
                                    std::clamp(dialectWidth, 8 * character, 26 * character));
}

void LockListView::setEmptyContent(const EmptyContent& content) {
    m_noLocks->setContent(content);
}

void LockListView::focusFilter() {
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void LockListView::setAlerts(std::map<std::string, LockAlert> alerts) {
    if (m_model) m_model->setAlerts(std::move(alerts));
}

void LockListView::selectLock(const std::string& path) {
    m_wanted = path;
    restoreCurrent();
}

void LockListView::deselect() {
    setCurrent({});
    restoreCurrent();
}

void LockListView::modelChanged() {
    m_losingRows = false;
    const int known = m_model ? m_model->rowCount() : 0;
    const int shown = m_filterModel->rowCount();
    m_stack->setCurrentWidget(shown > 0 ? static_cast<QWidget*>(m_list) : known > 0 ? m_noMatch : m_noLocks);
    m_filter->setEnabled(known > 0);
    const QLocale locale;
    m_count->setVisible(known > 0);
    m_count->setText(shown == known
                         ? tr("Locks: %1").arg(locale.toString(known))
                         : tr("Locks: %1 of %2").arg(locale.toString(shown), locale.toString(known)));
    restoreCurrent();
    scheduleVisible();
}

QModelIndex LockListView::indexOf(const std::string& path) const {
    if (!m_model || path.empty()) return {};
    return m_filterModel->mapFromSource(m_model->index(m_model->rowOf(path), 0));
}

void LockListView::restoreCurrent() {
    QModelIndex index = indexOf(m_wanted);
    if (!index.isValid()) index = indexOf(m_current);
    if (!index.isValid()) {
        m_list->selectionModel()->clear();
    } else if (index != m_list->currentIndex()) {
        m_list->setCurrentIndex(index);
    }
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
        const int row = m_filterModel->mapToSource(index).row();
        paths.insert(m_model->locks()[static_cast<std::size_t>(row)].path);
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

bool LockListView::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) {
        if (m_model) setColumnWidths();
        scheduleVisible();
    }
    if (event->type() == QEvent::ContextMenu) {
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
