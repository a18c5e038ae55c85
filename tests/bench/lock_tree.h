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
    /// Returns when all are there, and each waiter watches the contender before it. Whatever goes wrong ends
    /// the program.
    LockTree(const std::string& connectString, std::string root, int locks, int contenders);
    ~LockTree();

    /// What the sessions' thread has used of a processor: to be taken from this process's sum.
    double cpuSeconds();
    int sessionCount() const { return static_cast<int>(m_sessions.size()); }

private:
    class Requests;

    const std::shared_ptr<lockcore::Session>& sessionOf(int contender) const;
    void connect(const std::string& connectString, int sessions);
    void createLocks(const std::string& root, int locks);
    void createContenders(const std::string& root, int locks, int contenders);
    void watchPredecessors(int contenders);

    lockcore::EventLoop m_loop;
    std::vector<std::shared_ptr<lockcore::Session>> m_sessions;
    std::vector<std::string> m_contenders;  ///< paths, by number
};
