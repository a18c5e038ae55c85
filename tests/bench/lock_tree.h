// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/session.h>

#include <memory>
#include <string>
#include <vector>

/// Many locks with contenders, named as Curator names them, that exist as long as this does. The contenders
/// are spread over so many sessions that none has more than a thousand: a server does not survive the end of
/// one with very many. Main thread.
class LockTree {
public:
    /// Returns when all are there. Whatever goes wrong ends the program.
    LockTree(const std::string& connectString, std::string root, int locks, int contenders);
    ~LockTree();

    int sessionCount() const { return static_cast<int>(m_sessions.size()); }

private:
    class Creation;

    lockcore::EventLoop m_loop;
    std::vector<std::shared_ptr<lockcore::Session>> m_sessions;
};
