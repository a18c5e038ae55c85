// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/ssh_question.h"

#include "widgets/dialog_parts.h"
#include "words/display_text.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope {

SshQuestion::Kind SshQuestion::kindOf(const QString& prompt, const QString& hint) {
    if (hint == QLatin1String("confirm")) return Kind::Consent;
    if (hint == QLatin1String("none")) return Kind::Note;
    const bool isOfHostKey =
        prompt.contains(QLatin1String("(yes/no")) || prompt.startsWith(QLatin1String("Please type 'yes'"));
    return isOfHostKey ? Kind::Word : Kind::Secret;
}

SshQuestion::SshQuestion(const QString& prompt, Kind kind, QWidget* parent)
    : QDialog(parent), m_answer(new QLineEdit(this)) {
    const bool isTyped = kind == Kind::Secret || kind == Kind::Word;
    setWindowTitle(tr("ssh to the bastion"));
    m_answer->setObjectName(QStringLiteral("answer"));
    m_answer->setAccessibleName(tr("Answer"));
    m_answer->setEchoMode(kind == Kind::Secret ? QLineEdit::Password : QLineEdit::Normal);
    m_answer->setVisible(isTyped);
    auto* buttons = new QDialogButtonBox;
    if (kind != Kind::Note) addAcceptButton(*buttons, isTyped ? tr("Answer") : tr("Allow"));
    addCancelButton(*buttons);
    QVBoxLayout* const column = dialogColumn(*this);
    column->addWidget(titleLabel(kind == Kind::Note ? tr("ssh waits") : tr("ssh asks")));
    // Not ours, and of the bastion as well: its lines, as plain text.
    QLabel* const told =
        proseLabel(displayText(prompt.trimmed().toStdString(), kDisplayedCharacters, LineBreaks::Keep));
    told->setObjectName(QStringLiteral("prompt"));
    column->addWidget(told);
    column->addWidget(m_answer);
    column->addWidget(proseLabel(
        tr("Lockscope has started ssh to reach the servers. It gets the answer and nobody keeps it: an agent "
           "(ssh-add) answers for you.")));
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

QString SshQuestion::answer() const {
    return m_answer->text();
}

}  // namespace lockscope
