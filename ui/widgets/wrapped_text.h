// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextEdit>

namespace lockscope {

/// Plain text as in a label, which goes on in the next line wherever the room ends: a path has few places to
/// break at, and a label cuts off what is longer. All of it can be selected and copied. As high as its lines.
/// Lives on the GUI thread.
class WrappedText : public QTextEdit {
    Q_OBJECT

public:
    explicit WrappedText(QWidget* parent = nullptr);

    /// The same text again leaves what is selected in it.
    void setText(const QString& text);
    QString text() const { return toPlainText(); }

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    /// No markup, which would bring the program's colours along.
    QMimeData* createMimeDataFromSelection() const override;
    void changeEvent(QEvent* event) override;
};

}  // namespace lockscope
