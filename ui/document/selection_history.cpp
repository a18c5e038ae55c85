// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/selection_history.h"

namespace lockscope {

void SelectionHistory::visit(const std::string& path) {
    if (path.empty()) return;
    if (!m_visited.empty()) {
        if (m_visited[m_current] == path) return;
        m_visited.resize(m_current + 1);
    }
    m_visited.push_back(path);
    if (m_visited.size() > kMostRemembered) m_visited.erase(m_visited.begin());
    m_current = m_visited.size() - 1;
}

void SelectionHistory::clear() {
    m_visited.clear();
    m_current = 0;
}

}  // namespace lockscope
