// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "overview/troubles_page.h"

#include "overview/busy_locks_model.h"
#include "overview/busy_locks_view.h"
#include "overview/trouble_list.h"
#include "theme/theme.h"
#include "widgets/steady_label.h"

#include <QEvent>
#include <QVBoxLayout>

namespace lockscope {

TroublesPage::TroublesPage(TroublesModel& troubles, BusyLocksModel& busy, QWidget* parent)
    : QWidget(parent),
      m_list(new TroubleList(troubles, this)),
      m_busy(new BusyLocksView(busy, this)),
      m_footer(new SteadyLabel(this)) {
    m_footer->label().setWordWrap(true);
    m_footer->setSizePolicy(m_footer->label().sizePolicy());
    m_footer->label().setForegroundRole(QPalette::PlaceholderText);
    m_busy->setContentsMargins(contentMargin(), 0, contentMargin(), 0);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(gridStep());
    layout->addWidget(m_list, 1);
    // It takes what the troubles leave, and keeps no window from being smaller.
    m_busy->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    layout->addWidget(m_busy);
    layout->addWidget(m_footer);
    m_list->widget()->installEventFilter(this);
    connect(&busy, &QAbstractItemModel::rowsInserted, this, &TroublesPage::shareRoom);
    connect(&busy, &QAbstractItemModel::rowsRemoved, this, &TroublesPage::shareRoom);
    shareRoom();
}

void TroublesPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    shareRoom();
}

void TroublesPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    shareRoom();
}

/// Cards come and go, unfold, and get longer texts.
bool TroublesPage::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::LayoutRequest) shareRoom();
    return QWidget::eventFilter(watched, event);
}

/// The troubles get all the room that they need.
void TroublesPage::shareRoom() {
    const int needed = m_list->neededHeight();
    const int left = height() - needed - m_footer->heightForWidth(width()) - 2 * layout()->spacing();
    const bool fits = !m_busy->isEmpty() && left >= m_busy->minimumSizeHint().height();
    m_list->setMaximumHeight(fits ? needed : QWIDGETSIZE_MAX);
    // A bar that was there before would take the width without which a text has one line more, and stay.
    m_list->setVerticalScrollBarPolicy(fits ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
    m_busy->setVisible(fits);
}

}  // namespace lockscope
