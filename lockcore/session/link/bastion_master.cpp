// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/session/bastion_master.h>

#include "../event_loop_impl.h"
#include "lifetime.h"
#include "private_directory.h"
#include "ssh_process.h"

#include <lockcore/session/tied_child.h>

#include <asio/posix/stream_descriptor.hpp>
#include <asio/steady_timer.hpp>

#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <utility>
#include <vector>

namespace lockcore {

namespace {

constexpr auto kFirstRest = std::chrono::seconds(10);
constexpr auto kLongestRest = std::chrono::minutes(5);

std::vector<std::string> masterArguments(const Bastion& bastion, bool asks) {
    std::vector<std::string> all{"ssh", "-N"};
    if (!asks) all.insert(all.end(), {"-o", "BatchMode=yes"});
    // Of several values for an option ssh takes the first. Nobody else would notice that the network is
    // gone; and what its configuration wants of a login at that host, nobody needs here.
    for (const char* const option :
         {"ServerAliveInterval=5", "ServerAliveCountMax=3", "ConnectTimeout=30", "LogLevel=QUIET",
          "ControlMaster=yes", "ControlPersist=no", "ClearAllForwardings=yes", "ForwardAgent=no",
          "ForwardX11=no", "RemoteCommand=none"})
        all.insert(all.end(), {"-o", option});
    all.insert(all.end(), {"-o", "ControlPath=" + bastion.master});
    all.insert(all.end(), bastion.arguments.begin(), bastion.arguments.end());
    all.insert(all.end(), {"--", bastion.destination});
    return all;
}

}  // namespace

class BastionMaster::Impl {
public:
    Impl(asio::io_context& context, const Bastion& bastion)
        : m_bastion(bastion), m_end(context), m_again(context) {
        m_askpass = std::exchange(m_bastion.askpass, {});
        m_mayAsk = !m_askpass.empty();
        if (m_directory.path().empty()) return;
        m_bastion.master = m_directory.path() + "/master";
        if (!m_mayAsk) start();
    }
    ~Impl() { end(); }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    const Bastion& shared() const { return m_bastion; }
    void begin() {
        if (m_bastion.master.empty() || m_askpass.empty()) return;
        m_mayAsk = true;
        if (m_pid != 0) return;
        m_again.cancel();
        start();
    }

private:
    void start() {
        m_begun = Clock::now();
        // As ssh leaves it behind when it is killed, nobody could listen there again.
        ::unlink(m_bastion.master.c_str());
        const std::string program = programPath(m_bastion.program);
        if (program.empty()) return startLater();
        const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
        if (nothing < 0) return startLater();
        const bool asks = std::exchange(m_mayAsk, false);
        const auto pid = startTiedChild(
            {program, masterArguments(m_bastion, asks), askpassVariables(asks ? m_askpass : std::string())},
            nothing, nothing);
        ::close(nothing);
        if (!pid) return startLater();
        m_pid = *pid;
        const int watched = static_cast<int>(::syscall(SYS_pidfd_open, m_pid, 0));
        asio::error_code problem;
        if (watched >= 0) m_end.assign(watched, problem);
        if (watched < 0 || problem) {
            if (watched >= 0) ::close(watched);
            end();
            return startLater();
        }
        m_end.async_wait(asio::posix::stream_descriptor::wait_read,
                         m_lifetime.whileAlive([this](const asio::error_code& error) {
                             if (error) return;
                             end();
                             startLater();
                         }));
    }

    void startLater() {
        if (Clock::now() - m_begun > kLongestRest) m_rest = kFirstRest;
        m_again.expires_after(m_rest);
        m_rest = std::min<Duration>(2 * m_rest, kLongestRest);
        m_again.async_wait(m_lifetime.whileAlive([this](const asio::error_code& cancelled) {
            if (!cancelled) start();
        }));
    }

    /// With what it has started.
    void end() {
        asio::error_code ignored;
        m_end.close(ignored);
        if (m_pid == 0) return;
        ::kill(-m_pid, SIGKILL);
        ::kill(m_pid, SIGKILL);
        while (::waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR) {
        }
        m_pid = 0;
        ::unlink(m_bastion.master.c_str());
    }

    const PrivateDirectory m_directory;
    Bastion m_bastion;
    std::string m_askpass;
    bool m_mayAsk = false;
    pid_t m_pid = 0;  ///< not reaped yet
    TimePoint m_begun{};
    Duration m_rest = kFirstRest;
    asio::posix::stream_descriptor m_end;  ///< readable when it has ended
    asio::steady_timer m_again;
    Lifetime m_lifetime;
};

BastionMaster::BastionMaster(EventLoop& loop, const Bastion& bastion)
    : m_impl(std::make_unique<Impl>(loop.impl().context(), bastion)) {}

BastionMaster::~BastionMaster() = default;

void BastionMaster::begin() {
    m_impl->begin();
}

const Bastion& BastionMaster::shared() const {
    return m_impl->shared();
}

}  // namespace lockcore
