// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings/hosts_form.h"

#include "theme/theme.h"
#include "widgets/dialog_parts.h"

#include <QCheckBox>
#include <QLabel>
#include <QVBoxLayout>

namespace lockscope {

HostsForm::HostsForm(bool namesHosts, QWidget* parent)
    : QWidget(parent), m_names(new QCheckBox(tr("Show &names of hosts in place of their addresses"))) {
    m_names->setObjectName(QStringLiteral("names-hosts"));
    m_names->setChecked(namesHosts);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(contentMargin());
    column->addWidget(m_names);
    column->addWidget(noteLabel(tr(
        "This machine's resolver (DNS) is asked for the name of each client's address that is shown, so that "
        "whoever runs it learns these addresses. Addresses of this machine itself are never asked for. Where "
        "there is no name the address is shown; it stays in tool tips, and in what is copied.")));
    column->addStretch(1);
}

bool HostsForm::namesHosts() const {
    return m_names->isChecked();
}

}  // namespace lockscope
