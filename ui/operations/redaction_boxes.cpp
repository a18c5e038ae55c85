// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/redaction_boxes.h"

#include "theme/theme.h"
#include "widgets/dialog_parts.h"
#include "words/display_text.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace lockscope {

RedactionBoxes::RedactionBoxes(bool hasReasons, QWidget* parent) : QWidget(parent), m_line(new QHBoxLayout) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(m_line);
    m_line->setSpacing(2 * contentMargin());
    m_line->addWidget(new QLabel(tr("Hide, to hand it on:"), this));
    m_hosts = addBox("hide-hosts", tr("Hosts"),
                     tr("Addresses and names of servers and clients become host-1, host-2 and so on; each "
                        "is the same everywhere"));
    m_data = addBox("hide-data", tr("Data"), tr("What is written in znodes is left out"));
    m_users = addBox("hide-users", tr("Users"), tr("Who acted or was signed in becomes user-1 and so on"));
    m_paths = addBox("hide-paths", tr("Paths"),
                     tr("Parts of paths become part-1 and so on; numbers and ids of contenders stay"));
    m_line->addStretch(1);
    connect(m_paths, &QCheckBox::toggled, this, &RedactionBoxes::pathsHidden);
    if (!hasReasons) return;
    auto* note =
        noteLabel(tr("Reasons that were typed for actions stay as they are: look through them."), this);
    note->setObjectName(QStringLiteral("reasons-stay"));
    column->addWidget(note);
}

QCheckBox* RedactionBoxes::addBox(const char* name, const QString& text, const QString& meaning) {
    auto* box = new QCheckBox(text, this);
    box->setObjectName(QLatin1String(name));
    box->setToolTip(plainToolTip(meaning));
    m_line->addWidget(box);
    return box;
}

lockcore::RedactionChoice RedactionBoxes::choice() const {
    return {.hosts = m_hosts->isChecked(),
            .data = m_data->isChecked(),
            .users = m_users->isChecked(),
            .paths = m_paths->isChecked()};
}

}  // namespace lockscope
