// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "ssh_words.h"

#include <lockcore/foreign_text.h>

#include <algorithm>
#include <array>

namespace lockcore {

namespace {

/// OpenSSH's own, of a connection of its own and of one by a running master.
constexpr std::array<std::string_view, 2> kOpenMarks{": open confirm", "master session id:"};
constexpr std::string_view kLetInMark = "Authenticated to ";
/// By a running master nobody has to log in, and these are all that it says.
constexpr std::array<std::string_view, 3> kOfServerMarks{"open failed: ", "Stdio forwarding request failed",
                                                         "stdio forwarding failed"};
/// How lines begin that it writes only because its LogLevel is so high.
constexpr std::array<std::string_view, 6> kNotForPeople{
    "debug1: ", "debug2: ", "debug3: ", kLetInMark, "Transferred: ", "Bytes per second: "};

struct KnownProblem {
    std::string_view mark;
    std::string_view means;
};

constexpr std::string_view kUnknownHost =
    "the bastion's host key is not known here; log in there once with ssh in a terminal, which shows the key";
constexpr std::string_view kNotLetIn =
    "the bastion lets nobody in by what ssh could show; try ssh in a terminal, with the key in ssh-agent";
constexpr std::string_view kWantsAnswer =
    "the bastion wants a password or another answer, and there is no way to ask for it; let it take a key, "
    "in ssh-agent where that has a password";

/// The first that is found counts: a changed host key is followed by "Host key verification failed.", and
/// what the bastion says of the server by "stdio forwarding failed".
constexpr std::array kKnownProblems{
    KnownProblem{"REMOTE HOST IDENTIFICATION HAS CHANGED",
                 "the bastion's host key is another one than the known one; ask its owner whether that is so "
                 "before you trust it"},
    KnownProblem{"administratively prohibited", "the bastion does not allow a connection to the server"},
    KnownProblem{"open failed: ", "the bastion does not reach the server"},
    KnownProblem{"Stdio forwarding request failed",
                 "the bastion does not reach the server, or does not allow it"},
    KnownProblem{"host key is known for", kUnknownHost},
    KnownProblem{"Host key verification failed", kUnknownHost},
    KnownProblem{"Permission denied (", kNotLetIn},
    KnownProblem{"Too many authentication failures", kNotLetIn},
    KnownProblem{"Could not resolve hostname", "the bastion's name is unknown"},
    KnownProblem{"connect to host", "the bastion can't be reached"},
    KnownProblem{"banner exchange", "the bastion does not answer as an SSH server"},
    KnownProblem{"kex_exchange_identification", "the bastion does not answer as an SSH server"},
    KnownProblem{"Connection closed by", "the bastion has closed the connection"},
    KnownProblem{"Connection reset by", "the bastion has closed the connection"},
};

bool isForPeople(std::string_view line) {
    return std::ranges::none_of(kNotForPeople, [&](auto start) { return line.starts_with(start); });
}

std::string plain(std::string_view line) {
    std::string shown;
    while (!line.empty()) {
        const auto before = line;
        const auto point = takeCodePoint(line);
        if (!point) line.remove_prefix(1);
        if (point && !isHidden(*point))
            shown += before.substr(0, before.size() - line.size());
        else if (before.front() != '\r')
            shown += ' ';
    }
    return shown;
}

std::string_view lineAround(std::string_view words, std::size_t at) {
    const auto before = words.rfind('\n', at);
    const auto start = before == std::string_view::npos ? 0 : before + 1;
    return words.substr(start, words.find('\n', at) - start);
}

/// Of a warning in a frame of "@".
std::string_view withoutFrame(std::string_view line) {
    const auto first = line.find_first_not_of("@ ");
    if (first == std::string_view::npos) return line;
    return line.substr(first, line.find_last_not_of("@ ") - first + 1);
}

std::string_view lastLine(std::string_view words) {
    while (words.ends_with('\n'))
        words.remove_suffix(1);
    return words.empty() ? words : lineAround(words, words.size() - 1);
}

/// "Permission denied (publickey,password)." names what would have been accepted.
bool wantsAnswer(std::string_view line) {
    return line.find("password") != std::string_view::npos ||
           line.find("keyboard-interactive") != std::string_view::npos;
}

}  // namespace

void SshWords::add(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto end = bytes.find('\n');
        // Of a line that never ends its beginning is kept.
        m_line += bytes.substr(0, std::min(end, kKept - m_line.size()));
        if (end == std::string_view::npos) return;
        addLine(m_line);
        m_line.clear();
        bytes.remove_prefix(end + 1);
    }
}

void SshWords::addLine(std::string_view line) {
    if (!isForPeople(line)) {
        const bool isDebug = line.starts_with("debug");
        m_isLetIn = m_isLetIn || line.starts_with(kLetInMark);
        m_isOpen = m_isOpen || (isDebug && std::ranges::any_of(kOpenMarks, [&](auto mark) {
                                    return line.find(mark) != std::string_view::npos;
                                }));
        return;
    }
    m_isLetIn = m_isLetIn || std::ranges::any_of(kOfServerMarks, [&](auto mark) {
                    return line.find(mark) != std::string_view::npos;
                });
    m_lines += line;
    m_lines += '\n';
    if (m_lines.size() <= kKept) return;
    m_lines.erase(0, m_lines.size() - kKept);
    // Not half a line.
    if (const auto end = m_lines.find('\n'); end + 1 < m_lines.size()) m_lines.erase(0, end + 1);
}

std::string SshWords::forPeople() const {
    std::string shown;
    const std::string all = isForPeople(m_line) ? m_lines + m_line : m_lines;
    for (std::string_view rest = all; !rest.empty();) {
        const auto end = std::min(rest.find('\n'), rest.size());
        const auto line = plain(rest.substr(0, end));
        if (line.find_first_not_of(' ') != std::string::npos) shown += line + '\n';
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return shown;
}

std::string sshProblem(std::string_view words, bool canAsk) {
    for (const auto& [mark, means] : kKnownProblems) {
        const auto at = words.find(mark);
        if (at == std::string_view::npos) continue;
        const auto line = lineAround(words, at);
        const bool isUnasked = mark == "Permission denied (" && !canAsk && wantsAnswer(line);
        return std::string(isUnasked ? kWantsAnswer : means) + ": " + std::string(withoutFrame(line));
    }
    return "ssh says: " + std::string(lastLine(words));
}

}  // namespace lockcore
