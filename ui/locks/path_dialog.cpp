// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/path_dialog.h"

#include "widgets/dialog_parts.h"
#include "words/display_text.h"
#include "words/session_id_text.h"

#include <lockcore/session/connect_string.h>

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope {

PathDialog::PathDialog(QWidget* parent, const QString& title, const QString& label, Accepts accepts)
    : QDialog(parent), m_accepts(accepts) {
    setWindowTitle(title);
    auto* text = new QLabel(label);
    text->setWordWrap(true);
    m_path = new QLineEdit(QStringLiteral("/"));
    m_path->setObjectName(QStringLiteral("path"));
    m_path->setMinimumWidth(420);
    m_path->selectAll();  // a whole path is typed or pasted over it
    text->setBuddy(m_path);
    m_problem = noteLabel();
    auto* buttons = new QDialogButtonBox;
    m_accept = addAcceptButton(*buttons, title);
    addCancelButton(*buttons);
    QVBoxLayout* const layout = dialogColumn(*this);
    layout->addWidget(text);
    layout->addWidget(m_path);
    layout->addWidget(m_problem);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_path, &QLineEdit::textChanged, this, &PathDialog::validate);
    validate();
}

QString PathDialog::path() const {
    return m_path->text().trimmed();
}

QString PathDialog::problem() const {
    if (m_accepts == Accepts::PathOrSession && looksLikeSessionId(path()))
        return sessionFromText(path()) ? QString() : tr("A session is written as 0x and its hexadecimal id.");
    return displayText(lockcore::pathProblem(path().toStdString()));
}

void PathDialog::validate() {
    m_problem->setText(problem());
    m_accept->setEnabled(problem().isEmpty());
}

}  // namespace lockscope
