// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QString>
#include <QWidget>

namespace lockscope {

/// A field that stays beside its label wherever a line is wrapped. GUI thread.
inline QWidget* labelledField(const QString& text, QWidget* field, QWidget* parent) {
    auto* pair = new QWidget(parent);
    pair->setSizePolicy(field->sizePolicy().horizontalPolicy(), QSizePolicy::Fixed);
    auto* label = new QLabel(text, pair);
    label->setBuddy(field);
    auto* line = new QHBoxLayout(pair);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(contentMargin());
    line->addWidget(label);
    line->addWidget(field);  // what takes all the room there is says so itself
    return pair;
}

}  // namespace lockscope
