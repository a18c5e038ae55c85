// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/entry_list.h"

#include "theme/theme.h"
#include "widgets/dialog_parts.h"
#include "words/display_text.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <memory>

namespace lockscope {

EntryList::EntryList(const QString& name, const QStringList& columns, const QString& empty, QWidget* parent)
    : QWidget(parent),
      m_entries(new QTreeWidget(this)),
      m_empty(noteLabel(empty, this)),
      m_remove(new QPushButton(tr("&Remove"), this)) {
    m_entries->setHeaderLabels(columns);
    m_entries->setAccessibleName(name);
    m_entries->setRootIsDecorated(false);
    m_entries->setUniformRowHeights(true);
    m_entries->setAllColumnsShowFocus(true);
    m_entries->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_entries->setTextElideMode(Qt::ElideMiddle);
    m_entries->header()->setSectionResizeMode(QHeaderView::Stretch);
    m_remove->setObjectName(QStringLiteral("remove"));
    m_remove->setAutoDefault(false);

    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_empty, 1);
    buttons->addStretch();
    buttons->addWidget(m_remove);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(contentMargin());
    column->addWidget(m_entries, 1);
    column->addLayout(buttons);
    connect(m_remove, &QPushButton::clicked, this, &EntryList::removeSelected);
    connect(m_entries, &QTreeWidget::itemSelectionChanged, this, &EntryList::showState);
    showState();
}

void EntryList::addEntry(const QStringList& cells) {
    auto* item = new QTreeWidgetItem(cells);
    item->setData(0, Qt::UserRole, QVariant::fromValue(static_cast<qulonglong>(m_count++)));
    for (int column = 0; column < cells.size(); ++column)
        item->setToolTip(column, plainToolTip(cells[column]));
    m_entries->addTopLevelItem(item);
    showState();
}

void EntryList::removeSelected() {
    for (QTreeWidgetItem* item : m_entries->selectedItems()) {
        m_removed.push_back(static_cast<std::size_t>(item->data(0, Qt::UserRole).toULongLong()));
        const std::unique_ptr<QTreeWidgetItem> removed(item);  // which takes itself out of the list
    }
    showState();
}

void EntryList::showState() {
    m_empty->setVisible(m_entries->topLevelItemCount() == 0);
    m_remove->setEnabled(!m_entries->selectedItems().isEmpty());
}

}  // namespace lockscope
