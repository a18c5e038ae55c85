// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/file_descriptor.h>
#include <lockcore/result.h>

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace lockcore {

/// A command that runs in a directory of its own, and neither of the two outlives this object or this
/// program, even if the program is killed. Any thread, one at a time.
///
/// Between us and the command stands a supervisor: a shell in a session of its own (Ctrl-C in a terminal does
/// not reach it) whose standard input is a socket that only this program holds the other end of. When that
/// end closes, by the destructor or by any death of the program, the supervisor kills and reaps the command
/// and removes the directory. So there is one way to clean up, used every time. The parent-death signal would
/// not do: it fires when the *thread* that forked ends, and removes no directory.
class SupervisedProcess {
public:
    /// Starts the supervisor, which owns `directory` from here on. `command` is the program with its path,
    /// and its arguments; its output is appended to `logFile`.
    static Result<std::unique_ptr<SupervisedProcess>> create(const std::string& directory,
                                                             const std::string& logFile,
                                                             const std::vector<std::string>& command);
    ~SupervisedProcess();
    SupervisedProcess(const SupervisedProcess&) = delete;
    SupervisedProcess& operator=(const SupervisedProcess&) = delete;

    /// Runs the command. It must not be running.
    Result<void> start();

    /// Kills the command (SIGKILL) and reaps it.
    void end();
    /// Asks the command to end by itself (SIGTERM), kills it if it has not within `limit`, and reaps it.
    void stop(std::chrono::milliseconds limit);

    /// Stops the command (SIGSTOP). When this returns none of its threads runs.
    void pause() const;
    void resume() const;

    /// 0 before start() and after end().
    pid_t pid() const { return m_pid; }

    /// Readable once the command has ended; −1 before start() and after end().
    int endedFd() const { return m_process.get(); }

private:
    SupervisedProcess(std::string directory, pid_t supervisor, FileDescriptor socket);
    void signal(int number) const;
    Result<std::string> ask(const std::string& request);

    std::string m_directory;
    pid_t m_supervisor;
    FileDescriptor m_socket;
    FileDescriptor m_process;
    pid_t m_pid = 0;
};

/// Waits until `fd` is readable: false if `limit` passed first.
bool waitReadable(int fd, std::chrono::milliseconds limit);

}  // namespace lockcore
