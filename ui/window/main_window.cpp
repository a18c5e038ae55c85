// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/main_window.h"

#include "theme/icon.h"
#include "theme/theme.h"

#include <QCloseEvent>
#include <QScreen>
#include <QShortcut>
#include <QTabBar>

namespace lockscope {

MainWindow::MainWindow(const WindowEnvironment& environment, QWidget* parent)
    : QTabWidget(parent), m_environment(environment) {
    m_environment.newPage = [this]() -> ClusterTab& { return addPage(); };
    setObjectName(QStringLiteral("cluster-tabs"));
    setWindowIcon(icon(IconName::Application));
    setDocumentMode(true);
    setMovable(true);
    setTabsClosable(true);
    setTabBarAutoHide(true);
    setElideMode(Qt::ElideMiddle);
    tabBar()->setAccessibleName(tr("Clusters and snapshots that are open"));
    connect(this, &QTabWidget::tabCloseRequested, this, [this](int index) {
        if (ClusterTab* const closed = page(index)) closePage(*closed);
    });
    connect(this, &QTabWidget::currentChanged, this, [this] {
        if (const ClusterTab* const shown = currentPage()) nameTab(*shown);
    });
    addTabShortcuts();
    // Once, whatever is opened beside the first page.
    addPage().leftLabRuns().offerAll();
    resize(1280, 760);
    restoreGeometry(m_environment.settings.geometry());
}

void MainWindow::fitScreen() {
    if (!m_environment.settings.geometry().isEmpty()) return;
    // Its frame is not known before it is shown: a title bar, and some room to take hold of.
    const QSize wanted = size() + QSize(0, 2 * rowHeight(font()));
    const QSize room = screen()->availableSize();
    if (wanted.boundedTo(room) != wanted) setWindowState(windowState() | Qt::WindowMaximized);
}

ClusterTab& MainWindow::addPage() {
    auto* const added = new ClusterTab(m_environment);
    added->setWindowFlags(Qt::Widget);
    setCurrentIndex(addTab(added, {}));
    connect(added, &QWidget::windowTitleChanged, this, [this, added] { nameTab(*added); });
    connect(added, &ClusterTab::closeWanted, this, [this, added] {
        if (count() > 1) removePage(*added);
    });
    nameTab(*added);
    return *added;
}

ClusterTab* MainWindow::page(int index) const {
    return qobject_cast<ClusterTab*>(widget(index));
}

void MainWindow::closePage(ClusterTab& closed) {
    if (count() > 1)
        closed.leaveCluster([this, page = &closed] { removePage(*page); });
    else
        closed.actions().get(ActionId::Disconnect)->trigger();
}

void MainWindow::removePage(ClusterTab& page) {
    page.close();
    removeTab(indexOf(&page));
    // One of its own actions may be on the stack.
    page.deleteLater();
}

void MainWindow::closeFrom(int index) {
    ClusterTab* const next = page(index);
    if (next) {
        next->leaveCluster([this, index] { closeFrom(index + 1); });
        return;
    }
    m_mayClose = true;
    // Not from inside a close event: a window that is being closed ignores it.
    QMetaObject::invokeMethod(this, &QWidget::close, Qt::QueuedConnection);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!m_mayClose) {
        event->ignore();
        closeFrom(0);
        return;
    }
    m_environment.settings.setGeometry(saveGeometry());
    for (int index = 0; ClusterTab* const open = page(index); ++index)
        open->close();
    event->accept();
}

void MainWindow::nameTab(const ClusterTab& page) {
    const int index = indexOf(&page);
    // A tab's "&" would start a mnemonic.
    QString name = page.isStartPage() ? tr("New tab") : page.subject();
    setTabToolTip(index, name);
    name.replace(QLatin1Char('&'), QStringLiteral("&&"));
    setTabText(index, name);
    if (index == currentIndex()) setWindowTitle(page.windowTitle());
}

void MainWindow::addTabShortcuts() {
    constexpr int kTabsWithKeys = 9;
    for (int index = 0; index < kTabsWithKeys; ++index) {
        const QKeySequence keys(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + index));
        connect(new QShortcut(keys, this), &QShortcut::activated, this, [this, index] {
            if (index < count()) setCurrentIndex(index);
        });
    }
}

}  // namespace lockscope
