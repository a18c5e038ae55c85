// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "clients/contender_processes.h"

#include "clients/line_child.h"

#include <lockcore/file_descriptor.h>

#include <poll.h>
#include <sys/eventfd.h>

#include <cstdint>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace lockcore {

/// Shared by the object, its thread and the handles of processes. What is asked for is a task of the thread;
/// all else is the thread's alone.
class ContenderProcesses::Impl : public std::enable_shared_from_this<Impl> {
public:
    explicit Impl(Loop& loop) : m_loop(loop), m_wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

    void begin() {
        m_thread = std::thread([this] { run(); });
    }
    void end() {
        post([this] { m_isEnding = true; });
        m_thread.join();
    }
    void post(std::function<void()> task) {
        {
            const std::scoped_lock lock(m_mutex);
            m_tasks.push_back(std::move(task));
        }
        ::eventfd_write(m_wake.get(), 1);
    }

    std::uint64_t start(ChildCommand command, LineListener listener);
    /// @{ On the thread.
    void say(std::uint64_t process, const std::string& line);
    void signal(std::uint64_t process, int number);
    void forget(std::uint64_t process);
    /// @}

private:
    struct Member {
        LineChild child;
        std::shared_ptr<LineListener> listener;
    };

    void run();
    void runTasks();
    void await();
    void serve(Member& member);
    void spawn(std::uint64_t process, const ChildCommand& command, std::shared_ptr<LineListener> listener);
    template <class Tell>
    void tell(const std::shared_ptr<LineListener>& listener, Tell tell);

    Loop& m_loop;
    const FileDescriptor m_wake;
    std::thread m_thread;
    std::mutex m_mutex;
    std::vector<std::function<void()>> m_tasks;  // guarded by m_mutex
    std::uint64_t m_last = 0;                    // guarded by m_mutex
    bool m_isEnding = false;
    std::map<std::uint64_t, Member> m_members;
};

namespace {

/// What whoever started a process has of it.
class ProcessHandle final : public LineProcess {
public:
    ProcessHandle(std::function<void(const std::string&)> say, std::function<void(int)> signal,
                  std::function<void()> forget)
        : m_say(std::move(say)), m_signal(std::move(signal)), m_forget(std::move(forget)) {}
    ~ProcessHandle() override { m_forget(); }
    ProcessHandle(const ProcessHandle&) = delete;
    ProcessHandle& operator=(const ProcessHandle&) = delete;

    void say(std::string line) override { m_say(line); }
    void signal(int number) override { m_signal(number); }

private:
    const std::function<void(const std::string&)> m_say;
    const std::function<void(int)> m_signal;
    const std::function<void()> m_forget;
};

}  // namespace

std::uint64_t ContenderProcesses::Impl::start(ChildCommand command, LineListener listener) {
    std::uint64_t process = 0;
    {
        const std::scoped_lock lock(m_mutex);
        process = ++m_last;
    }
    post([this, process, command = std::move(command),
          shared = std::make_shared<LineListener>(std::move(listener))] { spawn(process, command, shared); });
    return process;
}

void ContenderProcesses::Impl::spawn(std::uint64_t process, const ChildCommand& command,
                                     std::shared_ptr<LineListener> listener) {
    auto child = LineChild::start(command);
    if (!child) {
        tell(listener, [how = describe(child.error())](const LineListener& told) { told.ended(how); });
        return;
    }
    tell(listener, [pid = child->pid()](const LineListener& told) { told.started(pid); });
    m_members.emplace(process, Member{std::move(*child), std::move(listener)});
}

void ContenderProcesses::Impl::say(std::uint64_t process, const std::string& line) {
    const auto found = m_members.find(process);
    if (found != m_members.end()) found->second.child.say(line);
}

void ContenderProcesses::Impl::signal(std::uint64_t process, int number) {
    const auto found = m_members.find(process);
    if (found != m_members.end()) found->second.child.signal(number);
}

void ContenderProcesses::Impl::forget(std::uint64_t process) {
    m_members.erase(process);
}

/// On the loop. What it calls there is gone by then where nobody listens any more.
template <class Tell>
void ContenderProcesses::Impl::tell(const std::shared_ptr<LineListener>& listener, Tell tell) {
    m_loop.post([listener, tell = std::move(tell)] { tell(*listener); });
}

void ContenderProcesses::Impl::run() {
    while (!m_isEnding) {
        runTasks();
        if (!m_isEnding) await();
    }
    m_members.clear();
}

void ContenderProcesses::Impl::runTasks() {
    std::vector<std::function<void()>> tasks;
    {
        const std::scoped_lock lock(m_mutex);
        tasks.swap(m_tasks);
    }
    for (const auto& task : tasks)
        task();
}

/// Until somebody asks for something, or a process has something to tell.
void ContenderProcesses::Impl::await() {
    std::vector<pollfd> awaited{{m_wake.get(), POLLIN, 0}};
    for (const auto& [process, member] : m_members)
        member.child.addTo(awaited);
    if (::poll(awaited.data(), awaited.size(), -1) < 0) return;
    eventfd_t ignored = 0;
    ::eventfd_read(m_wake.get(), &ignored);
    for (auto& [process, member] : m_members)
        serve(member);
    std::erase_if(m_members, [](const auto& each) { return each.second.child.isEnded(); });
}

void ContenderProcesses::Impl::serve(Member& member) {
    for (std::string& line : member.child.serve())
        tell(member.listener, [line = std::move(line)](const LineListener& told) { told.line(line); });
    if (member.child.isEnded())
        tell(member.listener, [how = member.child.howEnded()](const LineListener& told) { told.ended(how); });
}

ContenderProcesses::ContenderProcesses(Loop& loop) : m_impl(std::make_shared<Impl>(loop)) {
    m_impl->begin();
}

ContenderProcesses::~ContenderProcesses() {
    m_impl->end();
}

/// The handle may outlive the processes.
std::unique_ptr<LineProcess> ContenderProcesses::start(ChildCommand command, LineListener listener) {
    const std::uint64_t process = m_impl->start(std::move(command), std::move(listener));
    const std::weak_ptr<Impl> weak = m_impl;
    const auto post = [weak](auto task) {
        const auto impl = weak.lock();
        if (impl) impl->post([raw = impl.get(), task = std::move(task)] { task(*raw); });
    };
    return std::make_unique<ProcessHandle>(
        [post, process](const std::string& line) {
            post([process, line](Impl& impl) { impl.say(process, line); });
        },
        [post, process](int number) {
            post([process, number](Impl& impl) { impl.signal(process, number); });
        },
        [post, process] { post([process](Impl& impl) { impl.forget(process); }); });
}

}  // namespace lockcore
