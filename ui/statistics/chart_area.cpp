// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "statistics/chart_area.h"

#include "theme/theme.h"

#include <QGridLayout>
#include <QScrollBar>

namespace lockscope {

ChartArea::ChartArea(QWidget* across, QWidget* left, QWidget* right, QWidget* parent)
    : QScrollArea(parent), m_across(across), m_left(left), m_right(right) {
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = new QWidget(this);
    content->setBackgroundRole(QPalette::Base);
    content->setAutoFillBackground(true);
    m_grid = new QGridLayout(content);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(gridStep());
    arrange();
    setWidget(content);
    setMinimumWidth(across->sizeHint().width() + verticalScrollBar()->sizeHint().width());
}

void ChartArea::arrange() {
    for (QWidget* chart : {m_across, m_left, m_right})
        m_grid->removeWidget(chart);
    m_grid->addWidget(m_across, 0, 0, 1, m_isWide ? 2 : 1);
    m_grid->addWidget(m_left, 1, 0);
    m_grid->addWidget(m_right, m_isWide ? 1 : 2, m_isWide ? 1 : 0);
    // Of a column that has become empty.
    m_grid->setColumnStretch(0, 1);
    m_grid->setColumnStretch(1, m_isWide ? 1 : 0);
}

void ChartArea::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    const bool isWide = viewport()->width() >= 2 * m_left->sizeHint().width() + gridStep();
    if (isWide == m_isWide) return;
    m_isWide = isWide;
    arrange();
}

}  // namespace lockscope
