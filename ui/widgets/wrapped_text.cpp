// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wrapped_text.h"

#include <QEvent>
#include <QMimeData>
#include <QTextDocument>
#include <cmath>
#include <memory>

namespace lockscope {

WrappedText::WrappedText(QWidget* parent) : QTextEdit(parent) {
    setReadOnly(true);
    setAcceptRichText(false);
    setUndoRedoEnabled(false);
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(true);
    setFocusPolicy(Qt::ClickFocus);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    document()->setDocumentMargin(0);
    viewport()->setAutoFillBackground(false);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void WrappedText::setText(const QString& text) {
    if (text == toPlainText()) return;
    setPlainText(text);
    updateGeometry();
}

/// Of a copy: the document itself is as wide as it is shown.
int WrappedText::heightForWidth(int width) const {
    const std::unique_ptr<QTextDocument> lines(document()->clone());
    lines->setTextWidth(width);
    return static_cast<int>(std::ceil(lines->size().height()));
}

QSize WrappedText::sizeHint() const {
    const int width = fontMetrics().horizontalAdvance(toPlainText()) + 1;
    return {width, heightForWidth(width)};
}

QSize WrappedText::minimumSizeHint() const {
    return {fontMetrics().averageCharWidth(), fontMetrics().height()};
}

QMimeData* WrappedText::createMimeDataFromSelection() const {
    auto* const plain = new QMimeData;
    plain->setText(textCursor().selectedText());
    return plain;
}

void WrappedText::changeEvent(QEvent* event) {
    QTextEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) updateGeometry();
}

}  // namespace lockscope
