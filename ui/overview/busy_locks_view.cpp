// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "overview/busy_locks_view.h"

#include "locks/sparkline.h"
#include "overview/busy_locks_model.h"
#include "theme/icon.h"
#include "theme/theme.h"
#include "widgets/path_delegates.h"
#include "widgets/stable_table_view.h"
#include "words/moment.h"

#include <QEvent>
#include <QLabel>
#include <QMenu>
#include <QVBoxLayout>

namespace lockscope {

BusyLocksView::BusyLocksView(BusyLocksModel& model, QWidget* parent)
    : QWidget(parent), m_model(model), m_heading(new QLabel(this)), m_table(new StableTableView(this)) {
    m_heading->setTextFormat(Qt::PlainText);
    m_table->setAccessibleName(tr("Busiest locks"));
    m_table->setModel(&model);
    m_table->setItemDelegateForColumn(BusyLocksModel::Path, new PathDelegate(m_table));
    m_table->setItemDelegateForColumn(BusyLocksModel::Recent, new SparklineDelegate(m_table));
    m_table->setColumnCharacters({38, 8, 11, 24});
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setMinimumHeight(4 * rowHeight(font()));
    m_table->viewport()->installEventFilter(this);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, &BusyLocksView::showMenu);
    const auto activate = [this](const QModelIndex& index) {
        Q_EMIT lockActivated(std::string(m_model.at(index.row()).path));
    };
    connect(m_table, &QTableView::clicked, this, activate);
    connect(m_table, &QTableView::activated, this, activate);
    connect(&model, &QAbstractItemModel::rowsInserted, this, &BusyLocksView::showHeading);
    connect(&model, &QAbstractItemModel::rowsRemoved, this, &BusyLocksView::showHeading);
    connect(&model, &BusyLocksModel::spanChanged, this, &BusyLocksView::showHeading);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(contentMargin());
    layout->addWidget(m_heading);
    layout->addWidget(m_table, 1);
    layout->addStretch();
    showHeading();
}

void BusyLocksView::showMenu(const QPoint& position) {
    const QModelIndex index = m_table->indexAt(position);
    if (!index.isValid()) return;
    auto* const menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(icon(IconName::Copy), tr("Copy rows"), m_table, &StableTableView::copyAsText);
    Q_EMIT menuWanted(menu, subjectOfLock(m_model.at(index.row()).path));
    menu->popup(m_table->viewport()->mapToGlobal(position));
}

bool BusyLocksView::isEmpty() const {
    return m_model.rowCount() == 0;
}

QString BusyLocksView::headingText(const QString& time) const {
    if (!isEmpty()) return tr("Busiest locks, as of %1", "time of day").arg(time);
    if (m_model.unknown() == 0)
        return tr("As of %1 nobody was seen to wait for a lock.", "time of day").arg(time);
    return tr("As of %1 it is not known of %n lock(s) who waits.", "time of day",
              static_cast<int>(m_model.unknown()))
        .arg(time);
}

void BusyLocksView::showHeading() {
    const std::int64_t atUnixMs = m_model.untilUnixMs();
    const QString time = shownMoment(atUnixMs).time().toString(QStringLiteral("HH:mm:ss"));
    // The list of locks beside it is told of each change, and may be some seconds newer.
    m_heading->setText(headingText(time));
    m_heading->setVisible(atUnixMs != 0);
    m_table->setVisible(!isEmpty());
}

/// Rows stay where they are while the pointer is on them, so that a click hits what it aimed at.
bool BusyLocksView::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Enter)
        m_model.setHeld(true);
    else if (event->type() == QEvent::Leave || event->type() == QEvent::Hide)
        m_model.setHeld(false);
    return QWidget::eventFilter(watched, event);
}

}  // namespace lockscope
