// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panel_header.h"

#include "theme/theme.h"

#include <QAction>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockscope {

PanelHeader::PanelHeader(QWidget* parent)
    : QWidget(parent), m_lines(new QVBoxLayout(this)), m_line(new QHBoxLayout) {
    m_lines->setContentsMargins(contentMargin(), gridStep(), contentMargin(), gridStep());
    m_lines->setSpacing(gridStep());
    m_line->setSpacing(contentMargin());
    m_lines->addLayout(m_line);
}

void PanelHeader::add(QWidget* widget, int stretch) {
    m_line->addWidget(widget, stretch);
}

void PanelHeader::addButtons(const QList<QAction*>& actions) {
    for (QAction* action : actions) {
        auto* button = new QToolButton(this);
        button->setAutoRaise(true);
        button->setDefaultAction(action);
        button->setAccessibleName(action->iconText());
        add(button);
    }
}

void PanelHeader::addBelow(QWidget* widget) {
    m_lines->addWidget(widget);
}

void PanelHeader::placeAbove(QWidget* content) {
    auto* layout = new QVBoxLayout(parentWidget());
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(this);
    layout->addWidget(content, 1);
}

}  // namespace lockscope
