// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "clients/line_child.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace lockcore {

namespace {

/// Beyond that it is no program of contenders.
constexpr std::size_t kLongestLine = std::size_t{64} << 10U;
constexpr std::size_t kMostErrors = 4096;

tl::unexpected<Error> noChild(const std::string& program) {
    return fail(ErrorCode::Io, "Starting " + program + ": " + std::system_category().message(errno));
}

/// Until the child has closed its copy of the other end, which it does once it is tied to us: a child that is
/// stopped before that would outlive us.
void awaitClosed(int fd) {
    char ignored = 0;
    while (::read(fd, &ignored, 1) < 0 && errno == EINTR) {
    }
}

/// The last line with something in it.
std::string lastLineOf(std::string_view text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r'))
        text.remove_suffix(1);
    const auto end = text.rfind('\n');
    return std::string(end == std::string_view::npos ? text : text.substr(end + 1));
}

}  // namespace

Result<LineChild> LineChild::start(const ChildCommand& command) {
    std::array<int, 2> ends{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return noChild(command.program);
    const FileDescriptor theirs(ends[1]);
    LineChild child;
    child.m_socket = FileDescriptor(ends[0]);
    std::array<int, 2> pipe{-1, -1};
    if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return noChild(command.program);
    child.m_errors = FileDescriptor(pipe[0]);
    const FileDescriptor theirErrors(pipe[1]);
    // Only our ends: theirs may be anything's standard input.
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    ::fcntl(pipe[0], F_SETFL, O_NONBLOCK);
    std::array<int, 2> tied{-1, -1};
    if (::pipe2(tied.data(), O_CLOEXEC) != 0) return noChild(command.program);
    const FileDescriptor isTied(tied[0]);
    FileDescriptor theirTie(tied[1]);
    const auto pid = startTiedChild(command, theirs.get(), theirErrors.get());
    if (!pid) return tl::unexpected(pid.error());
    child.m_pid = *pid;
    theirTie.close();
    awaitClosed(isTied.get());
    child.m_exit = FileDescriptor(static_cast<int>(::syscall(SYS_pidfd_open, *pid, 0)));
    if (!child.m_exit) return noChild(command.program);
    return child;
}

LineChild::LineChild(LineChild&& other) noexcept
    : m_pid(std::exchange(other.m_pid, 0)),
      m_exit(std::move(other.m_exit)),
      m_socket(std::move(other.m_socket)),
      m_errors(std::move(other.m_errors)),
      m_unsent(std::move(other.m_unsent)),
      m_unread(std::move(other.m_unread)),
      m_lastErrors(std::move(other.m_lastErrors)),
      m_status(other.m_status),
      m_isEnded(other.m_isEnded) {}

LineChild::~LineChild() {
    if (m_pid == 0) return;
    signal(SIGKILL);
    reap();
}

void LineChild::say(std::string_view line) {
    m_unsent.append(line).append("\n");
    send();
}

void LineChild::signal(int number) const {
    if (m_pid != 0) ::kill(m_pid, number);
}

void LineChild::addTo(std::vector<pollfd>& awaited) const {
    const auto wanted = static_cast<short>(m_unsent.empty() ? POLLIN : POLLIN | POLLOUT);
    if (m_socket) awaited.push_back({m_socket.get(), wanted, 0});
    if (m_errors) awaited.push_back({m_errors.get(), POLLIN, 0});
    awaited.push_back({m_exit.get(), POLLIN, 0});
}

std::vector<std::string> LineChild::serve() {
    // First, so that what it has said before its end is read behind it.
    const bool isOver = hasExited();
    std::vector<std::string> lines;
    send();
    readLines(lines);
    readErrors();
    if (m_unread.size() > kLongestLine) signal(SIGKILL);
    if (isOver) reap();
    return lines;
}

void LineChild::send() {
    while (m_socket && !m_unsent.empty()) {
        const auto sent = ::send(m_socket.get(), m_unsent.data(), m_unsent.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0 && errno == EAGAIN) return;
        if (sent < 0) m_unsent.clear();  // it will be told how it has ended
        if (sent > 0) m_unsent.erase(0, static_cast<std::size_t>(sent));
    }
}

void LineChild::readLines(std::vector<std::string>& lines) {
    std::array<char, 4096> buffer;
    while (m_socket && m_unread.size() <= kLongestLine) {
        const auto got = ::recv(m_socket.get(), buffer.data(), buffer.size(), 0);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 && errno == EAGAIN) return;
        if (got <= 0) {
            m_socket.close();
            return;
        }
        m_unread.append(buffer.data(), static_cast<std::size_t>(got));
        std::size_t begin = 0;
        for (auto end = m_unread.find('\n'); end != std::string::npos; end = m_unread.find('\n', begin)) {
            lines.push_back(m_unread.substr(begin, end - begin));
            begin = end + 1;
        }
        m_unread.erase(0, begin);
    }
}

void LineChild::readErrors() {
    std::array<char, 4096> buffer;
    while (m_errors) {
        const auto got = ::read(m_errors.get(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 && errno == EAGAIN) return;
        if (got <= 0) {
            m_errors.close();
            return;
        }
        m_lastErrors.append(buffer.data(), static_cast<std::size_t>(got));
        if (m_lastErrors.size() > kMostErrors) m_lastErrors.erase(0, m_lastErrors.size() - kMostErrors);
    }
}

bool LineChild::hasExited() const {
    pollfd exit{m_exit.get(), POLLIN, 0};
    return ::poll(&exit, 1, 0) == 1;
}

void LineChild::reap() {
    while (::waitpid(m_pid, &m_status, 0) < 0 && errno == EINTR) {
    }
    m_pid = 0;
    m_isEnded = true;
}

std::string LineChild::howEnded() const {
    std::string how = WIFSIGNALED(m_status) ? "signal " + std::to_string(WTERMSIG(m_status))
                                            : "status " + std::to_string(WEXITSTATUS(m_status));
    const std::string last = lastLineOf(m_lastErrors);
    if (!last.empty()) how += ": " + last;
    return how;
}

}  // namespace lockcore
