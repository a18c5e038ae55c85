// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/empty_state.h"

#include "theme/theme.h"
#include "widgets/steady_label.h"

#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope {

EmptyState::EmptyState(QWidget* parent)
    : QWidget(parent),
      m_icon(new QLabel(this)),
      m_title(new QLabel(this)),
      m_explanation(new SteadyLabel(this)),
      m_action(new QPushButton(this)),
      m_otherAction(new QPushButton(this)) {
    for (QLabel* label : {m_title, &m_explanation->label()}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setAlignment(Qt::AlignHCenter);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_title->setFont(titleFont(font()));
    m_icon->setAlignment(Qt::AlignHCenter);
    m_explanation->setMaximumWidth(fontMetrics().averageCharWidth() * 72);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(2 * contentMargin(), contentMargin(), 2 * contentMargin(), contentMargin());
    layout->setSpacing(contentMargin());
    layout->addStretch(2);
    layout->addWidget(m_icon, 0, Qt::AlignHCenter);
    layout->addWidget(m_title);
    auto* line = new QHBoxLayout;
    line->addStretch();
    line->addWidget(m_explanation, 100);
    line->addStretch();
    layout->addLayout(line);
    auto* actions = new QHBoxLayout;
    actions->addStretch();
    actions->addWidget(m_action);
    actions->addWidget(m_otherAction);
    actions->addStretch();
    layout->addLayout(actions);
    layout->addStretch(3);
    m_action->hide();
    m_otherAction->hide();
    connect(m_action, &QPushButton::clicked, this, &EmptyState::actionTriggered);
    connect(m_otherAction, &QPushButton::clicked, this, &EmptyState::otherActionTriggered);
}

void EmptyState::setContent(const EmptyContent& content) {
    if (content == m_content) return;
    const bool isOtherIcon = content.icon != m_content.icon || m_icon->pixmap().isNull();
    m_content = content;
    if (m_title->text() != content.title) m_title->setText(content.title);
    m_explanation->setText(content.explanation);
    m_explanation->setVisible(!content.explanation.isEmpty());
    if (m_action->text() != content.actionText) m_action->setText(content.actionText);
    m_action->setVisible(!content.actionText.isEmpty());
    m_otherAction->setText(content.otherActionText);
    m_otherAction->setVisible(!content.otherActionText.isEmpty());
    if (isOtherIcon) showIcon();
}

void EmptyState::showIcon() {
    const int side = 2 * rowHeight(font());
    m_icon->setPixmap(icon(m_content.icon).pixmap(QSize(side, side), devicePixelRatioF(), QIcon::Disabled));
}

void EmptyState::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) showIcon();
    if (event->type() == QEvent::FontChange) m_title->setFont(titleFont(font()));
}

}  // namespace lockscope
