// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/connect_page.h"

#include "theme/theme.h"

#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace lockscope {

QFormLayout* ConnectPage::formAtTop() {
    auto* column = new QVBoxLayout(this);
    auto* form = new QFormLayout;
    column->addLayout(form);
    column->addStretch(1);
    return form;
}

QLineEdit* ConnectPage::addLine(const char* name, const QString& hint) {
    auto* edit = new QLineEdit(this);
    edit->setObjectName(QLatin1String(name));
    edit->setPlaceholderText(hint);
    connect(edit, &QLineEdit::textChanged, this, &ConnectPage::changed);
    return edit;
}

QPlainTextEdit* ConnectPage::addLines(const char* name, const QString& hint) {
    auto* edit = new QPlainTextEdit(this);
    edit->setObjectName(QLatin1String(name));
    edit->setPlaceholderText(hint);
    edit->setTabChangesFocus(true);
    edit->setFixedHeight(4 * rowHeight(font()));
    connect(edit, &QPlainTextEdit::textChanged, this, &ConnectPage::changed);
    return edit;
}

QStringList linesOf(const QPlainTextEdit& edit) {
    QStringList result;
    for (const QString& line : edit.toPlainText().split(QLatin1Char('\n')))
        if (!line.trimmed().isEmpty()) result << line.trimmed();
    return result;
}

}  // namespace lockscope
