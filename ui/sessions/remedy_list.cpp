// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/remedy_list.h"

#include "theme/icon.h"
#include "theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <memory>

namespace lockscope {

RemedyList::RemedyList(QWidget* parent)
    : QScrollArea(parent), m_rows(new QWidget), m_column(new QVBoxLayout(m_rows)) {
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(tr("What would allow more"));
    // Wrapped texts need more height the narrower they are, and would be cut where that is not there.
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidget(m_rows);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(gridStep());
    hide();
}

/// Rows are made anew only when they say something else, so that a button does not go from under the pointer
/// with each sample.
void RemedyList::setRemedies(const std::vector<Remedy>& remedies) {
    if (remedies == m_remedies) return;
    m_remedies = remedies;
    while (const std::unique_ptr<QLayoutItem> row{m_column->takeAt(0)}) {
        if (!row->widget()) continue;
        row->widget()->hide();
        row->widget()->deleteLater();
    }
    for (const Remedy& remedy : remedies)
        m_column->addWidget(rowFor(remedy));
    m_column->addStretch();
    setVisible(!remedies.empty());
}

QWidget* RemedyList::rowFor(const Remedy& remedy) {
    auto* row = new QWidget(m_rows);
    auto* meaning = new QLabel(remedy.meaning, row);
    meaning->setTextFormat(Qt::PlainText);
    meaning->setWordWrap(true);
    auto* line = new QLineEdit(remedy.line, row);
    line->setReadOnly(true);
    line->setFont(idFont(font()));
    line->setCursorPosition(0);
    line->setAccessibleName(tr("Configuration line"));
    line->setAccessibleDescription(remedy.meaning);
    auto* copy = new QPushButton(icon(IconName::Copy), {}, row);  // the line needs the room
    copy->setToolTip(tr("Copy"));
    copy->setObjectName(QStringLiteral("copy"));
    copy->setAccessibleName(tr("Copy %1", "a configuration line").arg(remedy.line));
    connect(copy, &QPushButton::clicked, this,
            [text = remedy.line] { QApplication::clipboard()->setText(text); });
    auto* controls = new QHBoxLayout;
    controls->setSpacing(gridStep());
    controls->addWidget(line, 1);
    controls->addWidget(copy);
    auto* column = new QVBoxLayout(row);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(gridStep());
    column->addWidget(meaning);
    column->addLayout(controls);
    return row;
}

}  // namespace lockscope
