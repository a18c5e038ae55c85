// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/acquire_dialog.h"

#include "models/display_text.h"
#include "models/wording.h"
#include "theme/icon.h"
#include "window/dialog_parts.h"

#include <QButtonGroup>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

namespace lockscope {
namespace {

using lockcore::LockMode;

QString explained(LockMode mode) {
    switch (mode) {
        case LockMode::Exclusive: return AcquireDialog::tr("%1: a mutex, alone").arg(modeWord(mode));
        case LockMode::Read: return AcquireDialog::tr("%1: together with other readers").arg(modeWord(mode));
        case LockMode::Write: return AcquireDialog::tr("%1: alone").arg(modeWord(mode));
    }
    return {};
}

QString whatHappens(const lockcore::LockQueue* queue) {
    const QString rule = AcquireDialog::tr(
        "This program adds a contender of its own at the end of the queue and keeps the lock until you "
        "release it or "
        "the session ends.");
    if (!queue) return rule;
    return AcquireDialog::tr("%1 Contenders before it: %2.")
        .arg(rule)
        .arg(queue->holders() + queue->waiters());
}

}  // namespace

std::vector<LockMode> offeredModes(lockcore::Dialect dialect) {
    switch (lockcore::dialectInfo(dialect).queue) {
        case lockcore::Dialect::CuratorMutex: return {LockMode::Exclusive};
        case lockcore::Dialect::CuratorReadWrite: return {LockMode::Read, LockMode::Write};
        default: return {LockMode::Exclusive, LockMode::Read, LockMode::Write};
    }
}

AcquireDialog::AcquireDialog(QWidget* parent, const std::string& lockPath, const lockcore::LockQueue* queue)
    : QDialog(parent), m_modes(new QButtonGroup(this)) {
    setWindowTitle(tr("Acquire a lock"));
    QVBoxLayout* const layout = dialogColumn(*this);
    layout->addWidget(titleLabel(tr("Acquire %1 as this program?").arg(displayText(lockPath))));
    layout->addWidget(proseLabel(whatHappens(queue)));
    for (const LockMode mode : offeredModes(queue ? queue->dialect : lockcore::Dialect::Unknown)) {
        auto* choice = new QRadioButton(explained(mode));
        choice->setChecked(m_modes->buttons().isEmpty());
        m_modes->addButton(choice, static_cast<int>(mode));
        layout->addWidget(choice);
    }
    layout->addStretch();
    auto* buttons = new QDialogButtonBox;
    QPushButton* const acquire = addAcceptButton(*buttons, tr("Acquire"));
    acquire->setObjectName(QStringLiteral("acquire"));
    acquire->setIcon(icon(IconName::Acquire));
    addCancelButton(*buttons);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

LockMode AcquireDialog::mode() const {
    return static_cast<LockMode>(m_modes->checkedId());
}

}  // namespace lockscope
