// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/file_descriptor.h>
#include <lockcore/result.h>
#include <lockcore/session/tied_child.h>

#include <poll.h>
#include <sys/types.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockcore {

/// One child process and the lines between it and us. Lives on the thread that has started it: see
/// startTiedChild(). Its destructor kills and reaps it.
class LineChild {
public:
    static Result<LineChild> start(const ChildCommand& command);
    ~LineChild();
    LineChild(LineChild&& other) noexcept;
    LineChild& operator=(LineChild&&) = delete;

    pid_t pid() const { return m_pid; }
    /// What it does not take now is kept.
    void say(std::string_view line);
    void signal(int number) const;

    /// What to wait for.
    void addTo(std::vector<pollfd>& awaited) const;
    /// Sends and reads what can be; the lines that were complete. One that says more than a line may have is
    /// killed.
    std::vector<std::string> serve();

    bool isEnded() const { return m_isEnded; }
    std::string howEnded() const;

private:
    LineChild() = default;
    void send();
    void readLines(std::vector<std::string>& lines);
    void readErrors();
    bool hasExited() const;
    void reap();

    pid_t m_pid = 0;          ///< 0: reaped, or moved from
    FileDescriptor m_exit;    ///< readable when it has ended
    FileDescriptor m_socket;  ///< its standard input and output
    FileDescriptor m_errors;
    std::string m_unsent;
    std::string m_unread;      ///< of a line that is not complete
    std::string m_lastErrors;  ///< the end of what it wrote there
    int m_status = 0;
    bool m_isEnded = false;
};

}  // namespace lockcore
