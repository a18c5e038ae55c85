// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/question_dialog.h"

#include "connect/environment_strip.h"
#include "widgets/dialog_parts.h"
#include "words/display_text.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope {
namespace {

/// Enables `verb` while what it asks for is typed.
void addName(QVBoxLayout& column, QPushButton& verb, const QString& toType) {
    const QString shown = displayText(toType.toStdString());
    auto* const typed = new QLineEdit;
    typed->setObjectName(QStringLiteral("typed-name"));
    auto* const label = new QLabel(QuestionDialog::tr("To go on, type “%1”:").arg(shown));
    label->setTextFormat(Qt::PlainText);
    label->setBuddy(typed);
    column.addWidget(label);
    column.addWidget(typed);
    verb.setEnabled(false);
    // A name with unusual characters can only be typed as it is shown.
    QObject::connect(typed, &QLineEdit::textChanged, &verb, [&verb, toType, shown](const QString& text) {
        verb.setEnabled(text == toType || text == shown);
    });
}

}  // namespace

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
    if (!question.toType.isEmpty()) addName(*column, *verb, question.toType);
    column->addWidget(buttons);
    connect(verb, &QPushButton::clicked, this, &QDialog::accept);
    connect(keep, &QPushButton::clicked, this, &QDialog::reject);
    keep->setFocus();
}

}  // namespace lockscope
