// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "supervised_process.h"

#include "process_state.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>

extern char** environ;

// The header of glibc 2.36 does not declare its functions as C.
extern "C" {
#include <sys/pidfd.h>
}

namespace lockcore {

namespace {

using namespace std::chrono_literals;

// Far more than the supervisor ever needs for an answer, or to remove the directory.
constexpr auto kSupervisorLimit = 30s;

// A shell and not a forked copy of ourselves: after fork() in a program with threads only async-signal-safe
// calls are allowed. It reaps nothing unless told to, so that the pid it reports stays ours until then. PIPE
// is ignored because the program may die between its request and the answer. The command must not inherit the
// ignored signals.
constexpr const char* kSupervisorScript = R"(
trap '' HUP INT TERM PIPE
directory=$1 log=$2
shift 2
process=
end() {
    [ -n "$process" ] || return
    kill -KILL "$process"
    wait "$process"
    process=
}
while read -r request; do
    case $request in
    start)
        (trap - HUP INT TERM PIPE; exec "$@") </dev/null >>"$log" 2>&1 &
        process=$!
        echo "$process" ;;
    end)
        end
        echo ended ;;
    esac
done
end
rm -rf -- "$directory"
)";

Error systemError(std::string what) {
    return Error{ErrorCode::Io, std::move(what) + ": " + std::strerror(errno)};
}

/// posix_spawn() attributes of the supervisor: own session, no signal blocked or ignored that this program
/// blocks or ignores.
class SpawnSettings {
public:
    explicit SpawnSettings(int socket) {
        posix_spawn_file_actions_init(&m_actions);
        posix_spawn_file_actions_adddup2(&m_actions, socket, STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&m_actions, socket, STDOUT_FILENO);
        posix_spawn_file_actions_addopen(&m_actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        // Not every library opens its descriptors with O_CLOEXEC.
        posix_spawn_file_actions_addclosefrom_np(&m_actions, STDERR_FILENO + 1);
        posix_spawn_file_actions_addchdir_np(&m_actions, "/");

        sigset_t none;
        sigset_t all;
        sigemptyset(&none);
        sigfillset(&all);
        posix_spawnattr_init(&m_attributes);
        posix_spawnattr_setsigmask(&m_attributes, &none);
        posix_spawnattr_setsigdefault(&m_attributes, &all);
        posix_spawnattr_setflags(&m_attributes,
                                 POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~SpawnSettings() {
        posix_spawnattr_destroy(&m_attributes);
        posix_spawn_file_actions_destroy(&m_actions);
    }
    SpawnSettings(const SpawnSettings&) = delete;
    SpawnSettings& operator=(const SpawnSettings&) = delete;

    Result<pid_t> spawnShell(const std::vector<std::string>& arguments) const {
        std::vector<char*> argv;
        for (const std::string& argument : arguments)
            argv.push_back(const_cast<char*>(argument.c_str()));
        argv.push_back(nullptr);
        pid_t pid = 0;
        errno = posix_spawn(&pid, "/bin/sh", &m_actions, &m_attributes, argv.data(), environ);
        if (errno != 0) return tl::unexpected(systemError("starting /bin/sh"));
        return pid;
    }

private:
    posix_spawn_file_actions_t m_actions;
    posix_spawnattr_t m_attributes;
};

}  // namespace

bool waitReadable(int fd, std::chrono::milliseconds limit) {
    const auto end = std::chrono::steady_clock::now() + limit;
    for (;;) {
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
        pollfd wanted{fd, POLLIN, 0};
        const int ready = ::poll(&wanted, 1, static_cast<int>(std::max(left, 0ms).count()));
        if (ready > 0) return true;
        if (ready == 0 || errno != EINTR) return false;
    }
}

Result<std::unique_ptr<SupervisedProcess>> SupervisedProcess::create(
    const std::string& directory, const std::string& logFile, const std::vector<std::string>& command) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return tl::unexpected(systemError("opening a socket to a child process"));
    FileDescriptor ours(ends[0]);
    const FileDescriptor theirs(ends[1]);

    std::vector<std::string> arguments{"sh",      "-c",   kSupervisorScript, "lockcore-supervisor",
                                       directory, logFile};
    arguments.insert(arguments.end(), command.begin(), command.end());
    const auto supervisor = SpawnSettings(theirs.get()).spawnShell(arguments);
    if (!supervisor) return tl::unexpected(supervisor.error());
    return std::unique_ptr<SupervisedProcess>(new SupervisedProcess(directory, *supervisor, std::move(ours)));
}

SupervisedProcess::SupervisedProcess(std::string directory, pid_t supervisor, FileDescriptor socket)
    : m_directory(std::move(directory)), m_supervisor(supervisor), m_socket(std::move(socket)) {}

SupervisedProcess::~SupervisedProcess() {
    // The supervisor reads the end of our requests, cleans up and ends, and with it the socket's other end
    // closes. Should somebody have stopped or killed it, its work is done here.
    ::shutdown(m_socket.get(), SHUT_WR);
    if (!waitReadable(m_socket.get(), kSupervisorLimit)) ::kill(m_supervisor, SIGKILL);
    while (::waitpid(m_supervisor, nullptr, 0) < 0 && errno == EINTR) {
    }
    signal(SIGKILL);
    std::error_code ignored;
    std::filesystem::remove_all(m_directory, ignored);
}

Result<void> SupervisedProcess::start() {
    const auto answer = ask("start\n");
    if (!answer) return tl::unexpected(answer.error());
    std::from_chars(answer->data(), answer->data() + answer->size(), m_pid);
    // Also where it has ended already: the supervisor has not reaped it.
    m_process = FileDescriptor(::pidfd_open(m_pid, 0));
    if (!m_process) return tl::unexpected(systemError("watching a child process"));
    return {};
}

void SupervisedProcess::end() {
    if (!ask("end\n")) signal(SIGKILL);
    m_process.close();
    m_pid = 0;
}

void SupervisedProcess::stop(std::chrono::milliseconds limit) {
    if (!m_process) return;
    signal(SIGTERM);
    resume();  // what is paused would not hear of it
    (void)waitReadable(endedFd(), limit);
    end();
}

void SupervisedProcess::pause() const {
    if (!m_process) return;
    signal(SIGSTOP);
    // The signal stops the other threads only once one thread has taken it, which may be a while on a busy
    // machine. Nothing tells of that but /proc, as the command is not our child.
    const auto limit = std::chrono::steady_clock::now() + kSupervisorLimit;
    while (!isStopped(m_pid) && !waitReadable(endedFd(), 1ms) && std::chrono::steady_clock::now() < limit) {
    }
}

void SupervisedProcess::resume() const {
    signal(SIGCONT);
}

void SupervisedProcess::signal(int number) const {
    if (m_process) ::pidfd_send_signal(m_process.get(), number, nullptr, 0);
}

Result<std::string> SupervisedProcess::ask(const std::string& request) {
    // Without MSG_NOSIGNAL a supervisor that is gone would end this program by SIGPIPE.
    if (::send(m_socket.get(), request.data(), request.size(), MSG_NOSIGNAL) < 0)
        return tl::unexpected(systemError("asking the supervisor of a child process"));
    std::string answer;
    while (!answer.ends_with('\n')) {
        char buffer[64];
        if (!waitReadable(m_socket.get(), kSupervisorLimit))
            return fail(ErrorCode::Io, "the supervisor of a child process does not answer");
        const ssize_t got = ::recv(m_socket.get(), buffer, sizeof buffer, 0);
        if (got <= 0) return fail(ErrorCode::Io, "the supervisor of a child process has ended");
        answer.append(buffer, static_cast<std::size_t>(got));
    }
    return answer;
}

}  // namespace lockcore
