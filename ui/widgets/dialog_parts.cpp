// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/dialog_parts.h"

#include "theme/theme.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope {

QVBoxLayout* dialogColumn(QDialog& dialog) {
    auto* column = new QVBoxLayout(&dialog);
    column->setContentsMargins(2 * contentMargin(), 2 * contentMargin(), 2 * contentMargin(),
                               contentMargin());
    column->setSpacing(contentMargin());
    return column;
}

QLabel* noteLabel(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

QLabel* titleLabel(const QString& text) {
    QLabel* const label = noteLabel();
    label->setFont(titleFont(label->font()));
    setProse(*label, text);
    return label;
}

QLabel* proseLabel(const QString& text) {
    QLabel* const label = noteLabel();
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    setProse(*label, text);
    return label;
}

void setProse(QLabel& label, const QString& text, int characters) {
    const int width = characters * QFontMetrics(QFont()).averageCharWidth();
    label.setText(text);
    // First the width: a label reckons its height for its least width, if that is the larger one.
    label.setFixedWidth(width);
    label.setFixedHeight(std::max(0, label.heightForWidth(width)));
}

QPushButton* addAcceptButton(QDialogButtonBox& buttons, const QString& verb) {
    QPushButton* const button = buttons.addButton(verb, QDialogButtonBox::AcceptRole);
    button->setDefault(true);
    return button;
}

QPushButton* addCancelButton(QDialogButtonBox& buttons) {
    QPushButton* const button = buttons.addButton(QDialog::tr("Cancel"), QDialogButtonBox::RejectRole);
    button->setAutoDefault(false);
    return button;
}

}  // namespace lockscope
