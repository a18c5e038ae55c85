// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings/recordings_form.h"

#include "theme/theme.h"
#include "widgets/dialog_parts.h"
#include "widgets/folder_field.h"

#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace lockscope {

RecordingsForm::RecordingsForm(const QString& folder, QWidget* parent)
    : QWidget(parent),
      m_folder(
          new FolderField("recordings-folder", folder, tr("Bro&wse…"), tr("Folder for recordings"), this)) {
    auto* label = new QLabel(tr("Fold&er for recordings:"));
    label->setBuddy(m_folder->line());
    auto* column = new QVBoxLayout(this);
    column->setSpacing(contentMargin());
    column->addWidget(label);
    column->addWidget(m_folder);
    column->addWidget(noteLabel(
        tr("A cluster is recorded from the menu File, or whenever it is connected where its profile says so: "
           "into a file a day, which tells hosts and data of clients. The window never removes these files. "
           "A folder that is chosen here counts for the next recording.")));
    column->addStretch(1);
}

QString RecordingsForm::folder() const {
    // Not where the program happens to have been started.
    const QString typed = m_folder->folder();
    return typed.isEmpty() ? typed : QDir::home().absoluteFilePath(typed);
}

}  // namespace lockscope
