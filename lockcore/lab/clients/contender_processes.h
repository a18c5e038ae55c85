// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/lock_client.h>
#include <lockcore/session/loop.h>
#include <lockcore/session/tied_child.h>

#include <functional>
#include <memory>
#include <string>

namespace lockcore {

/// One process that is talked with by lines. Any thread. Destroying it kills the process.
class LineProcess {
public:
    virtual ~LineProcess() = default;

    /// Without the line's end. Goes on when the process does.
    virtual void say(std::string line) = 0;
    /// SIGSTOP, SIGCONT or SIGKILL, in order with what is said.
    virtual void signal(int number) = 0;
};

/// What such a process tells; called on the loop of ContenderProcesses, `ended` last.
struct LineListener {
    std::function<void(int pid)> started;
    std::function<void(const std::string& line)> line;
    /// How: "status 1", "signal 9", or why it could not be started, and the last that it wrote to its
    /// standard error.
    std::function<void(const std::string& how)> ended;
};

/// Processes of contenders. They end with this object, and with this program, however it ends, stopped ones
/// too: the kernel kills a child whose forking *thread* has ended, and so all are forked by a thread that
/// lasts until the last one is reaped. They make no file. Any thread; its listeners live on the loop.
class ContenderProcesses {
public:
    /// `loop` outlives it.
    explicit ContenderProcesses(Loop& loop);
    /// Kills and reaps all of them. Nothing is told any more of those that this ends.
    ~ContenderProcesses();
    ContenderProcesses(const ContenderProcesses&) = delete;
    ContenderProcesses& operator=(const ContenderProcesses&) = delete;

    /// Soon, one after the other.
    std::unique_ptr<LineProcess> start(ChildCommand command, LineListener listener);

private:
    class Impl;
    std::shared_ptr<Impl> m_impl;
};

}  // namespace lockcore
