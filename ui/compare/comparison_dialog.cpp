// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "compare/comparison_dialog.h"

#include "compare/comparison_model.h"
#include "widgets/dialog_parts.h"
#include "widgets/table_delegate.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QTreeView>
#include <QVBoxLayout>

namespace lockscope {
namespace {

/// As wide as columns are at first, in characters.
constexpr int kWhatCharacters = 44;
constexpr int kChangeCharacters = 20;
constexpr int kSideCharacters = 34;
constexpr int kLeastSideCharacters = 16;
constexpr int kLines = 20;
/// Of the tree; it has a scroll bar.
constexpr int kLeastTreeCharacters = 60;
constexpr int kLeastTreeLines = 6;
constexpr double kPartOfScreen = 0.9;
/// With more rows than that only the headings of locks are open.
constexpr std::size_t kMostOpened = 200;

}  // namespace

ComparisonDialog::ComparisonDialog(const Comparison& comparison, QWidget* parent)
    : QDialog(parent),
      m_comparison(comparison),
      m_model(new ComparisonModel(comparison.groups, this)),
      m_tree(new QTreeView) {
    setWindowTitle(tr("Comparison"));
    QVBoxLayout* const column = dialogColumn(*this);
    column->addWidget(noteLabel(m_comparison.heading.join(QLatin1Char('\n'))));
    column->addWidget(noteLabel(m_comparison.summary));
    buildTree();
    column->addWidget(m_tree, 1);
    m_tree->setVisible(!m_comparison.groups.empty());
    auto* buttons = new QDialogButtonBox;
    auto* copyButton = buttons->addButton(tr("&Copy as text"), QDialogButtonBox::ActionRole);
    copyButton->setAutoDefault(false);
    connect(copyButton, &QPushButton::clicked, this, &ComparisonDialog::copy);
    buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
    openAsLarge();
}

/// As all columns are, as far as the screen has room for that.
void ComparisonDialog::openAsLarge() {
    if (m_comparison.groups.empty()) return;
    const QSize least = m_tree->minimumSize();
    const QSize wanted(
        (kWhatCharacters + kChangeCharacters + 2 * kSideCharacters) * fontMetrics().averageCharWidth(),
        kLines * fontMetrics().lineSpacing());
    const QSize room = screen()->availableSize() * kPartOfScreen;
    resize((sizeHint() + (wanted - least).expandedTo(QSize(0, 0))).boundedTo(room));
}

void ComparisonDialog::buildTree() {
    m_tree->setModel(m_model);
    m_tree->setItemDelegate(new TableDelegate(m_tree));
    m_tree->setAccessibleName(tr("What differs"));
    m_tree->setUniformRowHeights(true);
    m_tree->setTextElideMode(Qt::ElideMiddle);
    m_tree->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_tree->setAlternatingRowColors(true);
    const int width = fontMetrics().averageCharWidth();
    m_tree->header()->resizeSection(ComparisonModel::What, kWhatCharacters * width);
    m_tree->header()->resizeSection(ComparisonModel::Change, kChangeCharacters * width);
    // Neither side goes short of room where there is little.
    m_tree->header()->setMinimumSectionSize(kLeastSideCharacters * width);
    for (const int side : {ComparisonModel::Before, ComparisonModel::After})
        m_tree->header()->setSectionResizeMode(side, QHeaderView::Stretch);
    m_tree->setMinimumSize(kLeastTreeCharacters * width, kLeastTreeLines * fontMetrics().lineSpacing());
    std::size_t rows = 0;
    for (int group = 0; group < m_model->rowCount(); ++group) {
        const QModelIndex heading = m_model->index(group, 0);
        m_tree->setFirstColumnSpanned(group, {}, true);
        for (int row = 0; row < m_model->rowCount(heading); ++row) {
            const QModelIndex index = m_model->index(row, 0, heading);
            if (m_model->rowAt(index)->change.isEmpty()) m_tree->setFirstColumnSpanned(row, heading, true);
            rows += 1 + m_model->rowAt(index)->rows.size();
        }
    }
    m_tree->expandToDepth(rows <= kMostOpened ? 1 : 0);
    connect(m_tree, &QTreeView::activated, this, [this](const QModelIndex& index) {
        const DifferenceRow* const row = m_model->rowAt(index);
        if (row && !row->lock.empty()) Q_EMIT lockActivated(row->lock);
    });
}

void ComparisonDialog::copy() const {
    QApplication::clipboard()->setText(m_comparison.asText());
}

}  // namespace lockscope
