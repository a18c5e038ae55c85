// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/cluster_tab.h"

#include <QTabWidget>

namespace lockscope {

/// The program's window: a tab for each cluster or file that is open, with all that belongs to it. A single
/// one has no bar. Lives on the GUI thread.
class MainWindow : public QTabWidget {
    Q_OBJECT

public:
    /// Begins with one page. What is in `environment` outlives it; its newPage is set here.
    explicit MainWindow(const WindowEnvironment& environment, QWidget* parent = nullptr);

    /// One more page, which is shown.
    ClusterTab& addPage();
    /// Null for an index without a page.
    ClusterTab* page(int index) const;
    ClusterTab* currentPage() const { return page(currentIndex()); }

    /// Takes the whole of a screen that has no room for a window and its frame, unless the user has chosen a
    /// place before.
    void fitScreen();

    /// Asks what there is to ask. The last page shows the start page instead of going.
    void closePage(ClusterTab& page);

protected:
    void closeEvent(QCloseEvent* event) override;

private:
    void removePage(ClusterTab& page);
    void closeFrom(int index);
    void nameTab(const ClusterTab& page);
    void addTabShortcuts();

    WindowEnvironment m_environment;
    bool m_mayClose = false;
};

}  // namespace lockscope
