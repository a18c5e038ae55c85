// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/own_locks_menu.h"

#include "locks/lock_list_view.h"
#include "queue/acquire_outlook.h"
#include "words/display_text.h"

#include <QCoreApplication>
#include <QMenu>
#include <QToolButton>

namespace lockscope {
namespace {

struct OwnLocksMenu {
    Q_DECLARE_TR_FUNCTIONS(lockscope::OwnLocksMenu)
};

QString stateWord(lockcore::OwnHoldState state) {
    switch (state) {
        case lockcore::OwnHoldState::Held: return OwnLocksMenu::tr("held");
        case lockcore::OwnHoldState::Queued: return OwnLocksMenu::tr("waiting");
        case lockcore::OwnHoldState::Suspended: return OwnLocksMenu::tr("in doubt");
        case lockcore::OwnHoldState::Lost: break;
    }
    return OwnLocksMenu::tr("lost");
}

void fill(QToolButton& button, const std::vector<lockcore::OwnHold>& holds, LockListView& locks) {
    QMenu* const menu = button.menu();
    menu->clear();
    for (const lockcore::OwnHold& hold : holds) {
        // In a menu "&" would start a mnemonic.
        QString path = displayText(hold.lockPath);
        path.replace(QLatin1Char('&'), QStringLiteral("&&"));
        const QString text = OwnLocksMenu::tr("%1: %2, %3", "path, recipe, state")
                                 .arg(path, recipeWord(hold.recipe), stateWord(hold.state));
        QObject::connect(menu->addAction(text), &QAction::triggered, &locks,
                         [&locks, lockPath = hold.lockPath] { locks.chooseLock(lockPath); });
    }
    button.setText(OwnLocksMenu::tr("Own locks: %1").arg(holds.size()));
    button.setToolTip(OwnLocksMenu::tr("What this program itself holds or waits for"));
    button.setVisible(!holds.empty());
}

}  // namespace

void offerOwnLocks(QToolButton& button, ClusterDocument& document, LockListView& locks) {
    const auto show = [&button, &document, &locks] { fill(button, document.holds(), locks); };
    QObject::connect(&document, &ClusterDocument::begun, &button, show);
    QObject::connect(&document, &ClusterDocument::holdsChanged, &button, show);
}

}  // namespace lockscope
