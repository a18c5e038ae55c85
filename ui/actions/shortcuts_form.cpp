// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions/shortcuts_form.h"

#include "actions/actions.h"
#include "theme/theme.h"
#include "widgets/dialog_parts.h"
#include "widgets/table_delegate.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QPushButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace lockscope {
namespace {

QPushButton* formButton(const QString& text, const char* name) {
    auto* button = new QPushButton(text);
    button->setObjectName(QLatin1String(name));
    button->setAutoDefault(false);
    return button;
}

}  // namespace

std::vector<ShortcutEntry> shortcutEntries(const Actions& actions) {
    std::vector<ShortcutEntry> entries;
    for (const ActionId id : actions.ids()) {
        const QAction& action = *actions.get(id);
        entries.push_back({Actions::nameOf(action), Actions::plainTextOf(action), actions.defaultShortcut(id),
                           action.shortcut()});
    }
    // They belong to Qt's own actions, and can only be in the way.
    const QKeySequence locks(Qt::CTRL | Qt::Key_B);
    const QKeySequence copy(QKeySequence::Copy);
    entries.push_back({{}, ShortcutsForm::tr("Show or hide Locks (fixed)"), locks, locks});
    entries.push_back({{}, ShortcutsForm::tr("Copy in tables and texts (fixed)"), copy, copy});
    return entries;
}

ShortcutsForm::ShortcutsForm(std::vector<ShortcutEntry> entries, QWidget* parent)
    : QWidget(parent),
      m_model(new ShortcutsModel(std::move(entries), this)),
      m_table(new QTreeView),
      m_label(new QLabel),
      m_key(new QKeySequenceEdit),
      m_none(formButton(tr("No short&cut"), "no-shortcut")),
      m_reset(formButton(tr("Sta&ndard"), "reset-shortcut")),
      m_conflict(noteLabel()),
      m_take(formButton(tr("Ta&ke it from there"), "take-shortcut")) {
    buildTable();
    auto* column = new QVBoxLayout(this);
    column->setSpacing(contentMargin());
    column->addWidget(m_table, 1);
    column->addLayout(buildEditor());
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &ShortcutsForm::showCurrent);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &ShortcutsForm::showCurrent);
    connect(m_key, &QKeySequenceEdit::keySequenceChanged, this, &ShortcutsForm::takeKey);
    connect(m_none, &QPushButton::clicked, this, [this] { m_model->setKey(currentRow(), {}); });
    connect(m_reset, &QPushButton::clicked, this,
            [this] { m_model->setKey(currentRow(), m_model->entryAt(currentRow()).standard); });
    connect(m_take, &QPushButton::clicked, this, &ShortcutsForm::takeFromOthers);
    m_table->setCurrentIndex(m_model->index(0, 0));
    showCurrent();
}

void ShortcutsForm::buildTable() {
    m_table->setModel(m_model);
    m_table->setItemDelegate(new TableDelegate(m_table));
    m_table->setObjectName(QStringLiteral("shortcuts"));
    m_table->setAccessibleName(tr("Actions and their shortcuts"));
    m_table->setRootIsDecorated(false);
    m_table->setItemsExpandable(false);
    m_table->setUniformRowHeights(true);
    m_table->setAllColumnsShowFocus(true);
    m_table->setMinimumHeight(10 * rowHeight(font()));
    m_table->header()->setStretchLastSection(false);
    m_table->header()->setSectionResizeMode(ShortcutsModel::Action, QHeaderView::Stretch);
    for (const int column : {ShortcutsModel::Shortcut, ShortcutsModel::Standard})
        m_table->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
}

QLayout* ShortcutsForm::buildEditor() {
    m_key->setObjectName(QStringLiteral("key"));
    m_label->setTextFormat(Qt::PlainText);
    m_label->setBuddy(m_key);
    m_conflict->setObjectName(QStringLiteral("conflict"));
    auto* resetAll = formButton(tr("&All standard"), "reset-all-shortcuts");
    connect(resetAll, &QPushButton::clicked, m_model, &ShortcutsModel::resetAll);
    auto* keys = new QHBoxLayout;
    keys->addWidget(m_key, 1);
    for (QPushButton* button : {m_none, m_reset, resetAll})
        keys->addWidget(button);
    auto* conflict = new QHBoxLayout;
    conflict->addWidget(m_conflict, 1);
    conflict->addWidget(m_take);
    auto* column = new QVBoxLayout;
    column->addWidget(m_label);
    column->addLayout(keys);
    column->addLayout(conflict);
    return column;
}

int ShortcutsForm::currentRow() const {
    return m_table->currentIndex().row();
}

void ShortcutsForm::showCurrent() {
    if (currentRow() < 0) return;
    const ShortcutEntry& entry = m_model->entryAt(currentRow());
    m_label->setText(tr("Shortcut of “%1”: click below, then press the keys").arg(entry.text));
    m_key->setAccessibleName(tr("Shortcut of “%1”").arg(entry.text));
    const QSignalBlocker quiet(m_key);
    m_key->setKeySequence(entry.current);
    const bool isFree = !entry.name.isEmpty();
    m_key->setEnabled(isFree);
    m_none->setEnabled(isFree && !entry.current.isEmpty());
    m_reset->setEnabled(isFree && entry.current != entry.standard);
    showConflict();
}

/// The first combination: a sequence of several would make the first one useless for everything else.
void ShortcutsForm::takeKey(const QKeySequence& typed) {
    if (typed.isEmpty()) return;
    m_model->setKey(currentRow(), QKeySequence(typed[0]));
    showCurrent();
}

void ShortcutsForm::takeFromOthers() {
    for (const int row : m_model->conflictsOf(currentRow()))
        m_model->setKey(row, {});
}

void ShortcutsForm::showConflict() {
    QStringList others;
    bool isFixed = false;
    for (const int row : m_model->conflictsOf(currentRow())) {
        others << m_model->entryAt(row).text;
        isFixed = isFixed || m_model->entryAt(row).name.isEmpty();
    }
    m_conflict->setText(others.isEmpty() ? QString()
                                         : tr("The same key is used by: %1. None of them would work.")
                                               .arg(others.join(QStringLiteral(", "))));
    m_take->setVisible(!others.isEmpty() && !isFixed);
}

}  // namespace lockscope
