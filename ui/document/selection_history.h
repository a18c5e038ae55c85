// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace lockscope {

/// The locks that were selected one after the other, to go back and forward in. A value.
class SelectionHistory {
public:
    /// Older ones are forgotten.
    static constexpr std::size_t kMostRemembered = 100;

    /// What one could go forward to is forgotten, unless it is the current one.
    void visit(const std::string& path);

    bool canGoBack() const { return m_current > 0; }
    bool canGoForward() const { return m_current + 1 < m_visited.size(); }
    /// Each makes another one current, and may be called only if it is possible.
    const std::string& back() { return m_visited[--m_current]; }
    const std::string& forward() { return m_visited[++m_current]; }
    void clear();

private:
    std::vector<std::string> m_visited;
    std::size_t m_current = 0;
};

}  // namespace lockscope
