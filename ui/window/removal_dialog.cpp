// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/removal_dialog.h"

#include "theme/icon.h"
#include "window/dialog_parts.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope {

RemovalDialog::RemovalDialog(QWidget* parent, RemovalRequest request,
                             std::shared_ptr<const lockcore::LockQueue> queue)
    : QDialog(parent), m_request(std::move(request)) {
    m_title = titleLabel({});
    m_text = proseLabel({});

    auto* buttons = new QDialogButtonBox;
    m_keep = buttons->addButton(tr("Keep"), QDialogButtonBox::RejectRole);
    m_ask = buttons->addButton(tr("Ask to release"), QDialogButtonBox::AcceptRole);
    m_ask->setIcon(icon(IconName::AskToRelease));
    m_remove = buttons->addButton(QString(), QDialogButtonBox::DestructiveRole);
    m_keep->setObjectName(QStringLiteral("keep"));
    m_ask->setObjectName(QStringLiteral("ask"));
    m_remove->setObjectName(QStringLiteral("remove"));
    m_keep->setDefault(true);
    m_keep->setFocus();
    for (QPushButton* button : {m_ask, m_remove})
        button->setAutoDefault(false);
    connect(m_keep, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_ask, &QPushButton::clicked, this, [this] { answerWith(RemovalAnswer::AskToRelease); });
    connect(m_remove, &QPushButton::clicked, this, [this] { answerWith(RemovalAnswer::Remove); });

    QVBoxLayout* const layout = dialogColumn(*this);
    layout->setSizeConstraint(QLayout::SetFixedSize);  // the text changes while it is open
    layout->addWidget(m_title);
    layout->addWidget(m_text);
    layout->addWidget(buttons);
    showConsequences(removalConsequences(m_request, queue.get()));
}

void RemovalDialog::setQueue(const std::shared_ptr<const lockcore::LockQueue>& queue) {
    if (queue->path == m_request.lockPath) showConsequences(removalConsequences(m_request, queue.get()));
}

void RemovalDialog::answerWith(RemovalAnswer answer) {
    m_answer = answer;
    accept();
}

void RemovalDialog::showConsequences(const RemovalConsequences& consequences) {
    m_role = consequences.role;
    setWindowTitle(consequences.title);
    setProse(*m_title, consequences.title);
    setProse(*m_text, consequences.sentences.join(QStringLiteral("\n\n")));
    m_remove->setText(consequences.verb);
    m_remove->setEnabled(consequences.possible);
    m_remove->setIcon(
        icon(consequences.role == lockcore::Role::Holder ? IconName::ForceRelease : IconName::Evict));
    m_ask->setVisible(consequences.canAsk);
}

}  // namespace lockscope
