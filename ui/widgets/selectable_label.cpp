// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/selectable_label.h"

#include <QLabel>

namespace lockscope {

QLabel* selectableLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

void takeTheRoomThereIs(QWidget& text) {
    QSizePolicy policy = text.sizePolicy();
    policy.setHorizontalPolicy(QSizePolicy::Ignored);
    text.setSizePolicy(policy);
}

}  // namespace lockscope
