// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue/departures_view.h"

#include "queue/departures_model.h"
#include "theme/icon.h"
#include "theme/theme.h"
#include "widgets/stable_table_view.h"
#include "widgets/steady_label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockscope {

namespace {

constexpr int kListedRows = 5;

}  // namespace

DeparturesView::DeparturesView(DeparturesModel* model, QWidget* parent)
    : QWidget(parent),
      m_model(model),
      m_toggle(new QToolButton(this)),
      m_summary(new SteadyLabel(this)),
      m_list(new StableTableView(this)) {
    m_toggle->setObjectName(QStringLiteral("show-departures"));
    m_toggle->setAutoRaise(true);
    m_toggle->setCheckable(true);
    m_toggle->setArrowType(Qt::RightArrow);
    m_toggle->setAccessibleName(tr("List who has left"));
    m_toggle->setToolTip(tr("List who has left since this lock is shown"));
    // The line keeps its height, so that nothing moves under the mouse when somebody leaves.
    QSizePolicy kept = m_toggle->sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    m_toggle->setSizePolicy(kept);
    m_toggle->hide();
    m_summary->label().setForegroundRole(QPalette::PlaceholderText);
    m_summary->label().setAccessibleName(tr("Who has left"));
    m_list->setAccessibleName(tr("Contenders that have left"));
    m_list->setModel(model);
    m_list->setColumnCharacters({14, 7, 12, 22, 10});
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_list, &QWidget::customContextMenuRequested, this, &DeparturesView::showMenu);
    m_list->hide();

    auto* line = new QHBoxLayout;
    line->setContentsMargins(gridStep(), 0, contentMargin(), 0);
    line->setSpacing(gridStep());
    line->addWidget(m_toggle);
    line->addWidget(m_summary, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(line);
    layout->addWidget(m_list);
    applyMetrics();
    connect(m_toggle, &QToolButton::toggled, this, [this](bool opens) {
        m_toggle->setArrowType(opens ? Qt::DownArrow : Qt::RightArrow);
        m_list->setVisible(opens);
    });
}

void DeparturesView::showSummary(std::int64_t nowUnixMs) {
    const QString text = m_model->summary(nowUnixMs);
    m_summary->setText(text);
    m_toggle->setVisible(!text.isEmpty() || isOpen());
}

QString DeparturesView::summary() const {
    return m_summary->text();
}

bool DeparturesView::isOpen() const {
    return m_toggle->isChecked();
}

void DeparturesView::setOpen(bool opens) {
    m_toggle->setChecked(opens);
}

void DeparturesView::showMenu(const QPoint& position) {
    const QModelIndex index = m_list->indexAt(position);
    if (!index.isValid()) return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(icon(IconName::Copy), tr("Copy rows"), m_list, &StableTableView::copyAsText);
    Q_EMIT menuWanted(menu, m_model->at(index.row()));
    menu->popup(m_list->viewport()->mapToGlobal(position));
}

void DeparturesView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) applyMetrics();
}

void DeparturesView::applyMetrics() {
    const int row = rowHeight(font());
    m_toggle->setFixedSize(row, row);
    m_list->setFixedHeight(m_list->horizontalHeader()->sizeHint().height() + kListedRows * row);
}

}  // namespace lockscope
