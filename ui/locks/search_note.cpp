// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/search_note.h"

#include "theme/theme.h"
#include "widgets/state_mark.h"
#include "words/display_text.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

namespace lockscope {

SearchNote::SearchNote(QWidget* parent) : QWidget(parent), m_text(new QLabel(this)) {
    setObjectName(QStringLiteral("search-note"));
    auto* mark = new StateMark(this);
    mark->setTone(Tone::Warning);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    auto* pin = new QPushButton(tr("Pin a path…"), this);
    pin->setAccessibleName(tr("Pin a path…"));
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(gridStep(), 0, 0, 0);
    layout->setSpacing(gridStep());
    layout->addWidget(mark, 0, 0, Qt::AlignTop);
    layout->addWidget(m_text, 0, 1);
    layout->addWidget(pin, 1, 1, Qt::AlignLeft);
    layout->setColumnStretch(1, 1);
    connect(pin, &QPushButton::clicked, this, &SearchNote::pinWanted);
    hide();
}

void SearchNote::setText(const QString& text, const QString& detail) {
    m_text->setText(text);
    m_text->setToolTip(plainToolTip(detail));
    m_text->setAccessibleDescription(detail);
    setVisible(!text.isEmpty());
}

}  // namespace lockscope
