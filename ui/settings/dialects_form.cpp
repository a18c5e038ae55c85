// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings/dialects_form.h"

#include "theme/theme.h"
#include "widgets/dialog_parts.h"
#include "widgets/folder_field.h"
#include "words/wording.h"

#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace lockscope {

namespace {

QString namesInUse() {
    QStringList names;
    for (const lockcore::DialectInfo& info : lockcore::siteDialects())
        names << dialectWord(info.dialect);
    return names.join(QStringLiteral(", "));
}

}  // namespace

DialectsForm::DialectsForm(const QString& folder, QWidget* parent)
    : QWidget(parent),
      m_folder(new FolderField("dialects-folder", folder, tr("&Browse…"), tr("Folder with dialects"), this)) {
    auto* label = new QLabel(tr("&Folder with dialects of your own libraries:"));
    label->setBuddy(m_folder->line());
    const QString names = namesInUse();
    auto* column = new QVBoxLayout(this);
    column->setSpacing(contentMargin());
    column->addWidget(label);
    column->addWidget(m_folder);
    column->addWidget(noteLabel(tr(
        "Its files *.json say how your own libraries name their locks, so that these are recognised like "
        "those of Curator or kazoo. The manual page describes them. They are read when Lockscope starts.")));
    column->addWidget(
        noteLabel(names.isEmpty() ? tr("None are in use now.") : tr("In use now: %1.", "names").arg(names)));
    column->addStretch(1);
}

QString DialectsForm::folder() const {
    return m_folder->folder();
}

}  // namespace lockscope
