// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "connect/client_settings_dialog.h"

#include "theme/theme.h"
#include "widgets/dialog_parts.h"
#include "widgets/read_only_text.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope {
namespace {

bool hasTaken(const ClientImport& import) {
    return std::ranges::find(import.settings, ClientSetting::Outcome::Taken, &ClientSetting::outcome) !=
           import.settings.end();
}

}  // namespace

ClientSettingsDialog::ClientSettingsDialog(QWidget* parent, const QString& source,
                                           const tl::expected<ClientImport, QString>& import)
    : QDialog(parent) {
    setWindowTitle(tr("Settings of a Java client"));
    auto* text = new ReadOnlyText(tr("What becomes of the settings"));
    text->setObjectName(QStringLiteral("client-settings-text"));
    text->setText(import ? clientImportText(*import) : import.error(), ReadOnlyText::Scrolling::ToTop);
    auto* buttons = new QDialogButtonBox;
    QPushButton* const takeOver = addAcceptButton(*buttons, tr("Take over"));
    takeOver->setObjectName(QStringLiteral("take-over"));
    takeOver->setEnabled(import && hasTaken(*import));
    addCancelButton(*buttons);
    QVBoxLayout* const column = dialogColumn(*this);
    column->addWidget(titleLabel(source));
    column->addWidget(text, 1);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    resize(sizeHint().expandedTo(QSize(0, 24 * rowHeight(font()))));
}

}  // namespace lockscope
