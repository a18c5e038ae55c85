// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The guided tour of a window.
#include "window/cluster_tab.h"

namespace lockscope {

void ClusterTab::connectTour() {
    connect(m_actions.get(ActionId::ShowMe), &QAction::triggered, this, [this] {
        // What is shown stays where it is.
        const bool isHere = m_tour.isOpen() || isStartPage();
        (isHere ? *this : m_environment.newPage()).showTour();
    });
}

void ClusterTab::showTour() {
    m_tour.open();
}

}  // namespace lockscope
