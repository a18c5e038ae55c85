// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fairness/fairness_view.h"

#include "fairness/fairness_picture.h"
#include "fairness/fairness_text.h"
#include "theme/state_palette.h"
#include "theme/theme.h"
#include "widgets/steady_label.h"
#include "words/display_text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace lockscope {

FairnessView::FairnessView(QWidget* parent)
    : QWidget(parent),
      m_picture(new FairnessPicture(this)),
      m_sentence(new SteadyLabel(this)),
      m_basis(new SteadyLabel(this)) {
    for (SteadyLabel* text : {m_sentence, m_basis}) {
        text->label().setWordWrap(true);
        text->label().setAlignment(Qt::AlignLeft | Qt::AlignTop);
        text->setSelectable();
    }
    m_basis->label().setForegroundRole(QPalette::PlaceholderText);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(gridStep());
    texts->addWidget(m_sentence);
    texts->addWidget(m_basis);
    texts->addStretch();
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(contentMargin());
    line->addWidget(m_picture, 0, Qt::AlignTop);
    line->addLayout(texts, 1);
    applyLook();
}

void FairnessView::setOrder(const lockcore::GrantOrder& order, const QString& basis) {
    const bool isOther = order.fairness() != m_fairness;
    m_fairness = order.fairness();
    m_picture->setOrder(order);
    m_picture->setVisible(!order.last.empty());
    m_sentence->setText(fairnessSentence(order));
    m_basis->setText(basis);
    setCompact(m_isCompact);
    if (isOther) applyLook();
}

void FairnessView::setCompact(bool compact) {
    m_isCompact = compact;
    m_basis->setVisible(!compact);
    m_sentence->setToolTip(compact ? plainToolTip(m_basis->text()) : QString());
}

void FairnessView::setPictureLines(int lines) {
    m_picture->setLines(lines);
}

QString FairnessView::sentence() const {
    return m_sentence->text();
}

/// Only what is wrong has a colour: fair and not known are told by the words.
void FairnessView::applyLook() {
    m_sentence->label().setFont(headingFont(font()));
    QPalette colors = palette();
    if (m_fairness == lockcore::Fairness::Unfair)
        colors.setColor(QPalette::WindowText, StatePalette(colors).textColor(Tone::Warning));
    m_sentence->label().setPalette(colors);
}

void FairnessView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) applyLook();
}

}  // namespace lockscope
