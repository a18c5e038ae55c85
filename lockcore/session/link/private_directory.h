// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockcore {

/// A new directory for sockets that nobody else can enter; it goes with this.
class PrivateDirectory {
public:
    PrivateDirectory();
    ~PrivateDirectory();
    PrivateDirectory(const PrivateDirectory&) = delete;
    PrivateDirectory& operator=(const PrivateDirectory&) = delete;

    /// Removes those of processes that were killed. Of this user's others none that is in use.
    static void removeOrphans();

    /// Of letters, digits and "/-_." alone, and short enough for the path of a socket in it; empty where none
    /// could be made.
    const std::string& path() const { return m_path; }

private:
    std::string m_path;
    int m_inUse = -1;  ///< it, locked
};

}  // namespace lockcore
