// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "picture_steps.h"

#include "locks/lock_list_view.h"
#include "queue/queue_panel.h"
#include "queue/queue_view.h"
#include "window/centre_tabs.h"
#include "window/cluster_tab.h"

#include <QApplication>
#include <QDialog>
#include <QDockWidget>
#include <QTabWidget>

namespace lockscope {
namespace {

QDialog* openDialog() {
    for (QWidget* widget : QApplication::topLevelWidgets())
        if (auto* dialog = qobject_cast<QDialog*>(widget); dialog && dialog->isVisible()) return dialog;
    return nullptr;
}

/// The holder of the demo's busiest lock with its details.
void selectHolder(ClusterTab& window) {
    window.panels().locks->selectLock(Demo::kMutexPath);
    const auto& queue = window.selection().queue;
    if (queue && !queue->rows.empty())
        window.panels().queue->view()->selectContender(keyOf(*queue->rows.front().contender));
}

/// As the demo opens.
PictureStep overviewStep(ClusterTab& window) {
    return {QStringLiteral("overview"), [&window] {
                const WindowPanels& panels = window.panels();
                panels.locks->selectLock(Demo::kAccountPaths[0]);
                panels.tabs->showOverview();
                panels.findingsDock->raise();
                return window.window();
            }};
}

PictureStep viewStep(ClusterTab& window, const char* name, void (CentreTabs::*showTab)(), QDockWidget* dock) {
    return {QLatin1String(name), [&window, showTab, dock] {
                (window.panels().tabs->*showTab)();
                dock->raise();
                selectHolder(window);
                return window.window();
            }};
}

/// A dialog as its action opens it; `page` of its tabs, if it has any.
PictureStep dialogStep(ClusterTab& window, const char* name, ActionId action, int page = 0) {
    return {QLatin1String(name),
            [&window, action, page]() -> QWidget* {
                selectHolder(window);
                window.actions().get(action)->trigger();
                QDialog* const dialog = openDialog();
                if (!dialog) return nullptr;
                if (auto* tabs = dialog->findChild<QTabWidget*>()) tabs->setCurrentIndex(page);
                return dialog;
            },
            [] {
                if (QDialog* const dialog = openDialog()) dialog->reject();
            }};
}

}  // namespace

std::vector<PictureStep> pictureSteps(ClusterTab& window) {
    const WindowPanels& panels = window.panels();
    using Tabs = CentreTabs;
    return {overviewStep(window),
            viewStep(window, "queue", &Tabs::showQueue, panels.findingsDock),
            viewStep(window, "graph", &Tabs::showGraph, panels.sessionsDock),
            viewStep(window, "timeline", &Tabs::showTimeline, panels.eventsDock),
            viewStep(window, "statistics", &Tabs::showStatistics, panels.serversDock),
            viewStep(window, "contenders", &Tabs::showQueue, panels.labDock),
            viewStep(window, "audit", &Tabs::showQueue, panels.auditDock),
            dialogStep(window, "connect-servers", ActionId::Connect, 0),
            dialogStep(window, "connect-sign-in", ActionId::Connect, 1),
            dialogStep(window, "connect-security", ActionId::Connect, 2),
            dialogStep(window, "connect-route", ActionId::Connect, 3),
            dialogStep(window, "connect-evidence", ActionId::Connect, 4),
            dialogStep(window, "connect-safety", ActionId::Connect, 5),
            dialogStep(window, "acquire", ActionId::Acquire),
            dialogStep(window, "force-release", ActionId::RemoveContender),
            dialogStep(window, "settings-findings", ActionId::Settings, 0),
            dialogStep(window, "settings-suppressed", ActionId::Settings, 1),
            dialogStep(window, "settings-marks", ActionId::Settings, 2),
            dialogStep(window, "settings-dialects", ActionId::Settings, 3),
            dialogStep(window, "settings-hosts", ActionId::Settings, 4),
            dialogStep(window, "settings-shortcuts", ActionId::Settings, 5),
            dialogStep(window, "palette", ActionId::Palette),
            dialogStep(window, "mark", ActionId::MarkPath),
            dialogStep(window, "about", ActionId::About)};
}

}  // namespace lockscope
