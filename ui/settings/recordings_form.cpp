// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings/recordings_form.h"

#include "theme/theme.h"
#include "widgets/dialog_parts.h"

#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope {

RecordingsForm::RecordingsForm(const QString& folder, QWidget* parent)
    : QWidget(parent), m_folder(new QLineEdit(folder)) {
    m_folder->setObjectName(QStringLiteral("recordings-folder"));
    auto* label = new QLabel(tr("Fold&er for recordings:"));
    label->setBuddy(m_folder);
    auto* browse = new QPushButton(tr("Bro&wse…"));
    browse->setAutoDefault(false);
    connect(browse, &QPushButton::clicked, this, &RecordingsForm::choose);
    auto* row = new QHBoxLayout;
    row->addWidget(m_folder, 1);
    row->addWidget(browse);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(contentMargin());
    column->addWidget(label);
    column->addLayout(row);
    column->addWidget(noteLabel(
        tr("A cluster is recorded by the menu File, or from the begin where its profile says so: into a file "
           "a day, which tells hosts and data of clients. Files are never removed by the window. What is "
           "chosen here counts for the next recording.")));
    column->addStretch(1);
}

QString RecordingsForm::folder() const {
    // Not where the program happens to have been started.
    const QString typed = m_folder->text().trimmed();
    return typed.isEmpty() ? typed : QDir::home().absoluteFilePath(typed);
}

void RecordingsForm::choose() {
    const QString begin = folder().isEmpty() ? QDir::homePath() : folder();
    auto* chooser = new QFileDialog(this, tr("Folder for recordings"), begin);
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::Directory);
    chooser->setOption(QFileDialog::ShowDirsOnly);
    connect(chooser, &QFileDialog::fileSelected, m_folder, &QLineEdit::setText);
    chooser->open();
}

}  // namespace lockscope
