// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/connect_page.h"

#include "theme/theme.h"
#include "widgets/file_chooser.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QToolButton>
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

/// The line, and a button that chooses the file. The label's mnemonic leads to the line.
QWidget* ConnectPage::fileField(QLineEdit* edit, const QString& chooserTitle, const QString& filter) {
    auto* field = new QWidget;
    auto* row = new QHBoxLayout(field);
    row->setContentsMargins(0, 0, 0, 0);
    field->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    row->addWidget(edit, 1);
    auto* choose = new QToolButton;
    choose->setText(tr("Choose…"));
    choose->setAccessibleName(tr("Choose a file: %1").arg(chooserTitle));
    row->addWidget(choose);
    field->setFocusProxy(edit);
    edit->setAccessibleName(chooserTitle);
    connect(choose, &QToolButton::clicked, this, [this, edit, chooserTitle, filter] {
        auto* chooser = fileChooser(this, chooserTitle, filter);
        if (const QFileInfo typed(edit->text().trimmed()); typed.isAbsolute())
            chooser->setDirectory(typed.absolutePath());
        connect(chooser, &QFileDialog::fileSelected, edit, &QLineEdit::setText);
        chooser->open();
    });
    return field;
}

QString pemFilter() {
    return ConnectPage::tr("PEM files (*.pem *.crt *.key);;All files (*)");
}

QStringList linesOf(const QPlainTextEdit& edit) {
    QStringList result;
    for (const QString& line : edit.toPlainText().split(QLatin1Char('\n')))
        if (!line.trimmed().isEmpty()) result << line.trimmed();
    return result;
}

}  // namespace lockscope
