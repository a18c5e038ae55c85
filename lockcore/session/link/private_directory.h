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

    /// Of letters, digits and "/-_." alone, and short enough for the path of a socket in it; empty where none
    /// could be made.
    const std::string& path() const { return m_path; }

private:
    std::string m_path;
};

}  // namespace lockcore
