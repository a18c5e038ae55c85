// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings/dialects_form.h"

#include "theme/theme.h"
#include "widgets/dialog_parts.h"
#include "words/wording.h"

#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
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
    : QWidget(parent), m_folder(new QLineEdit(folder)) {
    m_folder->setObjectName(QStringLiteral("dialects-folder"));
    auto* label = new QLabel(tr("&Folder with dialects of your own libraries:"));
    label->setBuddy(m_folder);
    auto* browse = new QPushButton(tr("&Browse…"));
    browse->setAutoDefault(false);
    connect(browse, &QPushButton::clicked, this, &DialectsForm::choose);
    auto* row = new QHBoxLayout;
    row->addWidget(m_folder, 1);
    row->addWidget(browse);
    const QString names = namesInUse();
    auto* column = new QVBoxLayout(this);
    column->setSpacing(contentMargin());
    column->addWidget(label);
    column->addLayout(row);
    column->addWidget(noteLabel(tr(
        "Its files *.json say how your own libraries name their locks, so that these are recognised like "
        "those of Curator or kazoo. The manual page describes them. They are read when Lockscope starts.")));
    column->addWidget(
        noteLabel(names.isEmpty() ? tr("None are in use now.") : tr("In use now: %1.", "names").arg(names)));
    column->addStretch(1);
}

QString DialectsForm::folder() const {
    return m_folder->text().trimmed();
}

void DialectsForm::choose() {
    // Not where the program happens to have been started.
    const QString begin = folder().isEmpty() ? QDir::homePath() : folder();
    auto* chooser = new QFileDialog(this, tr("Folder with dialects"), begin);
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::Directory);
    chooser->setOption(QFileDialog::ShowDirsOnly);
    connect(chooser, &QFileDialog::fileSelected, m_folder, &QLineEdit::setText);
    chooser->open();
}

}  // namespace lockscope
