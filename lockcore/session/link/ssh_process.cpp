// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "ssh_process.h"

#include <lockcore/file_descriptor.h>

#include <lockcore/session/tied_child.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace lockcore {

namespace {

/// From when nobody needs it any more until it is killed.
constexpr auto kGrace = std::chrono::seconds(2);

tl::unexpected<Error> noSystem(const std::string& what) {
    return fail(ErrorCode::Io, what + ": " + std::system_category().message(errno));
}

bool isDestination(const std::string& text) {
    return !text.empty() && text.front() != '-' && std::ranges::none_of(text, [](char c) {
        return static_cast<unsigned char>(c) <= ' ' || c == '\x7F';
    });
}

/// These change what it says, and then nothing tells that the way is open.
bool changesWords(const std::string& argument) {
    return argument == "-q" ||
           (argument.starts_with("-v") && argument.find_first_not_of('v', 1) == std::string::npos);
}

/// Of several values for an option ssh takes the first.
std::vector<std::string> sshArguments(const Bastion& bastion, const std::string& server) {
    // It says what it does at DEBUG2 only. By LogLevel, not by -v, which it would hand on to the ssh of a
    // jump host, whose words are not ours. ControlMaster: others may not depend on a process that ends here.
    std::vector<std::string> all{"ssh", "-o", "LogLevel=DEBUG2", "-o", "ControlMaster=no"};
    if (bastion.askpass.empty()) all.insert(all.end(), {"-o", "BatchMode=yes"});
    // Else by the user's own configuration, and the master that may run by that.
    if (!bastion.master.empty() && ::access(bastion.master.c_str(), F_OK) == 0)
        all.insert(all.end(), {"-o", "ControlPath=" + bastion.master});
    all.insert(all.end(), bastion.arguments.begin(), bastion.arguments.end());
    all.insert(all.end(), {"-W", server, "--", bastion.destination});
    return all;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> askpassVariables(const std::string& program) {
    if (program.empty()) return {};
    return {{"SSH_ASKPASS", program}, {"SSH_ASKPASS_REQUIRE", "force"}};
}

Result<std::unique_ptr<SshProcess>> SshProcess::start(asio::io_context& context, const Bastion& bastion,
                                                      const std::string& server) {
    if (!isDestination(bastion.destination))
        return fail(ErrorCode::BadArguments,
                    "\"" + bastion.destination + "\" is not a destination that ssh could be given", {},
                    server);
    if (std::ranges::any_of(bastion.arguments, &changesWords))
        return fail(ErrorCode::BadArguments, "-q and -v can't be given to ssh, whose words are read", {},
                    server);
    std::unique_ptr<SshProcess> process(new SshProcess(context, !bastion.askpass.empty()));
    if (auto spawned = process->spawn(bastion, server); !spawned) {
        spawned.error().server = server;
        return tl::unexpected(std::move(spawned.error()));
    }
    process->readWords();
    process->awaitEnd();
    process->awaitNearEndClosed();
    return process;
}

SshProcess::SshProcess(asio::io_context& context, bool canAsk)
    : m_canAsk(canAsk),
      m_stream(context),
      m_errors(context),
      m_end(context),
      m_nearEnd(context),
      m_grace(context) {}

SshProcess::~SshProcess() {
    if (m_pid == 0) return;
    kill();
    reap();
}

Result<void> SshProcess::spawn(const Bastion& bastion, const std::string& server) {
    const auto program = programPath(bastion.program);
    if (program.empty())
        return fail(ErrorCode::MissingProgram, "\"" + bastion.program + "\" is not installed here");
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return noSystem("A socket for ssh");
    FileDescriptor ours(ends[0]);
    const FileDescriptor theirs(ends[1]);
    if (::pipe2(ends, O_CLOEXEC) != 0) return noSystem("A pipe for ssh");
    FileDescriptor errors(ends[0]);
    const FileDescriptor theirErrors(ends[1]);
    ::fcntl(errors.get(), F_SETFL, O_NONBLOCK);

    const auto pid =
        startTiedChild({program, sshArguments(bastion, server), askpassVariables(bastion.askpass)},
                       theirs.get(), theirErrors.get());
    if (!pid) return tl::unexpected(pid.error());
    m_pid = *pid;
    asio::error_code problem;
    m_stream.assign(asio::generic::stream_protocol(AF_UNIX, 0), ours.get(), problem);
    if (problem) return fail(ErrorCode::Io, "A socket for ssh: " + problem.message());
    ours.release();
    m_stream.non_blocking(true, problem);
    m_errors.assign(errors.get(), problem);
    if (problem) return fail(ErrorCode::Io, "A pipe for ssh: " + problem.message());
    errors.release();
    return watch(theirs.get());
}

/// The far end's settings are ssh's, so it is not watched itself, but by an epoll of its own. That goes on
/// though our copy is closed, as long as ssh has it: so the near end still hears when ssh closes it.
Result<void> SshProcess::watch(int farEnd) {
    FileDescriptor end(static_cast<int>(::syscall(SYS_pidfd_open, m_pid, 0)));
    if (end.get() < 0) return noSystem("Watching ssh");
    FileDescriptor hangUp(::epoll_create1(EPOLL_CLOEXEC));
    epoll_event nothingElse{};
    if (hangUp.get() < 0 || ::epoll_ctl(hangUp.get(), EPOLL_CTL_ADD, farEnd, &nothingElse) != 0)
        return noSystem("Watching ssh");
    asio::error_code problem;
    m_end.assign(end.get(), problem);
    if (problem) return fail(ErrorCode::Io, "Watching ssh: " + problem.message());
    end.release();
    m_nearEnd.assign(hangUp.get(), problem);
    if (problem) return fail(ErrorCode::Io, "Watching ssh: " + problem.message());
    hangUp.release();
    return {};
}

void SshProcess::readWords() {
    m_errors.async_read_some(asio::buffer(m_read),
                             m_lifetime.whileAlive([this](const asio::error_code& error, std::size_t size) {
                                 if (error || m_isEnded) return;
                                 const bool wasOpen = m_words.isOpen();
                                 m_words.add({m_read.data(), size});
                                 readWords();
                                 if (m_words.isOpen() != wasOpen) changed();
                             }));
}

/// What ssh has said last. Bounded, since others may have its standard error, and never be done with it.
void SshProcess::drainWords() {
    constexpr int kReads = 32;
    for (int i = 0; i < kReads; ++i) {
        const auto size = ::read(m_errors.native_handle(), m_read.data(), m_read.size());
        if (size <= 0) return;
        m_words.add({m_read.data(), static_cast<std::size_t>(size)});
    }
}

void SshProcess::awaitEnd() {
    m_end.async_wait(asio::posix::stream_descriptor::wait_read,
                     m_lifetime.whileAlive([this](const asio::error_code& error) {
                         if (error) return;
                         kill();  // what it has left behind
                         reap();
                         drainWords();
                         m_isEnded = true;
                         m_grace.cancel();
                         changed();
                     }));
}

void SshProcess::awaitNearEndClosed() {
    m_nearEnd.async_wait(
        asio::posix::stream_descriptor::wait_read,
        m_lifetime.whileAlive([this](const asio::error_code& error) {
            if (error || m_isEnded) return;
            m_grace.expires_after(kGrace);
            m_grace.async_wait(m_lifetime.whileAlive([this](const asio::error_code& cancelled) {
                if (!cancelled && m_pid != 0) kill();
            }));
        }));
}

/// With what it has started. As long as it is not reaped nobody else has its number; it alone, where it has
/// no group yet.
void SshProcess::kill() const {
    ::kill(-m_pid, SIGKILL);
    ::kill(m_pid, SIGKILL);
}

void SshProcess::reap() {
    while (::waitpid(m_pid, &m_status, 0) < 0 && errno == EINTR) {
    }
    m_pid = 0;
}

void SshProcess::changed() {
    if (const auto changed = m_changed) changed();
}

std::string SshProcess::problem() const {
    const auto words = m_words.forPeople();
    if (!words.empty()) return sshProblem(words, m_canAsk);
    if (!m_isEnded) return "ssh has said nothing so far";
    if (WIFSIGNALED(m_status)) return "ssh was ended by signal " + std::to_string(WTERMSIG(m_status));
    return "ssh has ended without a word, with status " + std::to_string(WEXITSTATUS(m_status));
}

}  // namespace lockcore
