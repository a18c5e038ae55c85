// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/time_span_note.h"

#include "theme/theme.h"
#include "words/wording.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace lockscope {

TimeSpanNote::TimeSpanNote(QWidget* parent) : QWidget(parent), m_text(new QLabel(this)) {
    m_text->setTextFormat(Qt::PlainText);
    auto* all = new QPushButton(tr("Show &all"), this);
    all->setAccessibleName(tr("Show all of the time"));
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(contentMargin());
    line->addWidget(m_text);
    line->addWidget(all);
    line->addStretch(1);
    connect(all, &QPushButton::clicked, this, &TimeSpanNote::showAllRequested);
    hide();
}

void TimeSpanNote::setSpan(const std::optional<lockcore::TimeSpan>& span) {
    setVisible(span.has_value());
    if (span)
        m_text->setText(tr("Only %1 – %2", "times of day")
                            .arg(timeOfDayText(span->fromUnixMs), timeOfDayText(span->toUnixMs)));
}

QString TimeSpanNote::text() const {
    return m_text->text();
}

}  // namespace lockscope
