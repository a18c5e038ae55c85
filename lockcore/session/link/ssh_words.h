// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lockcore {

/// What ssh has written to its standard error, with LogLevel=DEBUG2: at most the last 4 KiB of what is meant
/// for people, and how far it has got, which ssh says nowhere else. A value.
class SshWords {
public:
    /// As it comes, cut anywhere.
    void add(std::string_view bytes);

    bool isOpen() const { return m_isOpen; }
    /// The bastion has let the user in, whatever came of it then.
    bool isLetIn() const { return m_isLetIn; }
    /// Lines without those of the debug levels. Each is a stranger's: controls are replaced, the rest is as
    /// it was written.
    std::string forPeople() const;

private:
    void addLine(std::string_view line);

    static constexpr std::size_t kKept = 4096;
    std::string m_line;  ///< not ended
    std::string m_lines;
    bool m_isOpen = false;
    bool m_isLetIn = false;
};

/// Why ssh did not get to the server, in words, with its own line of that; `words` are those for people.
/// `canAsk`: it had a program that asks the user. Unknown words come as they are. Pure.
std::string sshProblem(std::string_view words, bool canAsk);

}  // namespace lockcore
