// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/read_only_text.h"

#include <QScrollBar>

namespace lockscope {

ReadOnlyText::ReadOnlyText(const QString& accessibleName, QWidget* parent) : QPlainTextEdit(parent) {
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(true);
    setAccessibleName(accessibleName);
}

void ReadOnlyText::setText(const QString& text, Scrolling scrolling) {
    if (text == toPlainText()) return;
    const int scrolled = scrolling == Scrolling::Keep ? verticalScrollBar()->value() : 0;
    setPlainText(text);
    verticalScrollBar()->setValue(scrolled);
}

}  // namespace lockscope
