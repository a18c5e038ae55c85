// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/folder_field.h"

#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>

namespace lockscope {

FolderField::FolderField(const char* name, const QString& folder, const QString& browse, const QString& title,
                         QWidget* parent)
    : QWidget(parent), m_line(new QLineEdit(folder)) {
    m_line->setObjectName(QLatin1String(name));
    m_line->setAccessibleName(title);
    setFocusProxy(m_line);
    auto* button = new QPushButton(browse);
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, [this, title] { choose(title); });
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_line, 1);
    row->addWidget(button);
}

QString FolderField::folder() const {
    return m_line->text().trimmed();
}

void FolderField::choose(const QString& title) {
    // Not where the program happens to have been started.
    const QString begin = QDir::home().absoluteFilePath(folder());
    auto* chooser = new QFileDialog(this, title, begin);
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::Directory);
    chooser->setOption(QFileDialog::ShowDirsOnly);
    connect(chooser, &QFileDialog::fileSelected, m_line, &QLineEdit::setText);
    chooser->open();
}

}  // namespace lockscope
