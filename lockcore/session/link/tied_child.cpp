// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/session/tied_child.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string_view>
#include <system_error>

extern char** environ;

namespace lockcore {

namespace {

/// All that the child needs, made before the fork: behind it only async-signal-safe calls are allowed.
struct PreparedChild {
    const char* program;
    std::vector<char*> arguments;
    std::vector<char*> environment;
    int inOut;
    int err;
    pid_t parent;
};

std::vector<std::string> environmentWith(const std::vector<std::pair<std::string, std::string>>& changes) {
    std::vector<std::string> all;
    for (char** entry = environ; *entry; ++entry) {
        const std::string_view text(*entry);
        bool isChanged = false;
        for (const auto& [name, value] : changes)
            isChanged = isChanged || (text.starts_with(name) && text.substr(name.size()).starts_with('='));
        if (!isChanged) all.emplace_back(text);
    }
    for (const auto& [name, value] : changes)
        all.emplace_back(name).append("=").append(value);
    return all;
}

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

constexpr int kCannotStart = 127;

[[noreturn]] void becomeChild(const PreparedChild& child) {
    ::setsid();
    // A parent that has ended before this says so by its id.
    if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || ::getppid() != child.parent) ::_exit(kCannotStart);
    if (::dup2(child.inOut, STDIN_FILENO) < 0 || ::dup2(child.inOut, STDOUT_FILENO) < 0 ||
        ::dup2(child.err, STDERR_FILENO) < 0)
        ::_exit(kCannotStart);
    // Not every library opens its descriptors with O_CLOEXEC. Kernels before 5.9 can't do this.
    ::close_range(STDERR_FILENO + 1, ~0U, 0);
    for (int number = 1; number < NSIG; ++number)
        ::signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::execve(child.program, child.arguments.data(), child.environment.data());
    ::_exit(kCannotStart);
}

/// A copy behind the standard descriptors, which are the child's own: −1 where there is none.
int behindStandard(int descriptor) {
    return ::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

}  // namespace

Result<pid_t> startTiedChild(const ChildCommand& command, int inOut, int err) {
    auto arguments = command.arguments;
    auto environment = environmentWith(command.environment);
    const PreparedChild child{command.program.c_str(), pointersTo(arguments), pointersTo(environment),
                              behindStandard(inOut),   behindStandard(err),   ::getpid()};
    // Our handlers must not run in the child.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t pid = ::fork();
    if (pid == 0) becomeChild(child);
    const int problem = errno;
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (child.inOut >= 0) ::close(child.inOut);
    if (child.err >= 0) ::close(child.err);
    if (pid < 0)
        return fail(ErrorCode::Io,
                    "Starting " + command.program + ": " + std::system_category().message(problem));
    return pid;
}

std::string programPath(const std::string& name) {
    if (name.find('/') != std::string::npos) return ::access(name.c_str(), X_OK) == 0 ? name : std::string();
    const char* const path = std::getenv("PATH");
    std::string_view folders = path ? path : "/usr/local/bin:/usr/bin:/bin";
    while (!folders.empty()) {
        const auto end = std::min(folders.find(':'), folders.size());
        const auto candidate = std::string(folders.substr(0, end)) + "/" + name;
        if (end > 0 && ::access(candidate.c_str(), X_OK) == 0) return candidate;
        folders.remove_prefix(std::min(end + 1, folders.size()));
    }
    return {};
}

}  // namespace lockcore
