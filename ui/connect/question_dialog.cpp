// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/question_dialog.h"

#include "connect/environment_strip.h"
#include "widgets/dialog_parts.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope {

QuestionDialog::QuestionDialog(QWidget* parent, const Question& question) : QDialog(parent) {
    setWindowTitle(question.title);
    QVBoxLayout* const column = dialogColumn(*this);
    column->setSizeConstraint(QLayout::SetFixedSize);
    addEnvironment(*column, question.environment);
    column->addWidget(titleLabel(question.title));
    column->addWidget(proseLabel(question.text));
    auto* buttons = new QDialogButtonBox;
    QPushButton* const verb = buttons->addButton(question.verb, QDialogButtonBox::DestructiveRole);
    QPushButton* const keep = buttons->addButton(question.keep, QDialogButtonBox::RejectRole);
    verb->setObjectName(QStringLiteral("verb"));
    keep->setObjectName(QStringLiteral("keep"));
    keep->setDefault(true);
    column->addWidget(buttons);
    connect(verb, &QPushButton::clicked, this, &QDialog::accept);
    connect(keep, &QPushButton::clicked, this, &QDialog::reject);
    keep->setFocus();
}

}  // namespace lockscope
