// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "byte_stream.h"
#include "lifetime.h"
#include "ssh_words.h"

#include <lockcore/result.h>
#include <lockcore/session/loop.h>
#include <lockcore/session/route_options.h>

#include <array>
#include <asio/io_context.hpp>
#include <asio/posix/stream_descriptor.hpp>
#include <asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockcore {

/// What makes ssh ask by that program, whether there is a terminal or not; nothing where it is empty.
std::vector<std::pair<std::string, std::string>> askpassVariables(const std::string& program);

/// Lives on the loop thread. One `ssh -W` and the near end of its standard input and output.
///
/// It ends with this object, with the process, however that ends (startTiedChild()), and when the near end is
/// closed: within 2 s ssh has to notice that by itself, then it is killed.
class SshProcess {
public:
    /// `server` is "host:port". Fails with BadArguments where the destination could be taken for an option,
    /// MissingProgram without ssh, Io where there is no process or descriptor.
    static Result<std::unique_ptr<SshProcess>> start(asio::io_context& context, const Bastion& bastion,
                                                     const std::string& server);
    ~SshProcess();
    SshProcess(const SshProcess&) = delete;
    SshProcess& operator=(const SshProcess&) = delete;

    /// Called each time that ssh opens the way, or has ended; not inside of another call to this. It may
    /// destroy this.
    void whenChanged(std::function<void()> changed) { m_changed = std::move(changed); }

    /// It may be asking somebody.
    bool canAsk() const { return m_canAsk; }
    bool isOpen() const { return m_words.isOpen() && !m_isEnded; }
    /// The bastion has let the user in, or there is a connection to it already.
    bool isLetIn() const { return m_words.isLetIn() || m_words.isOpen(); }
    bool isEnded() const { return m_isEnded; }
    /// Once. It is open.
    ByteStream takeStream() { return std::move(m_stream); }
    /// Why it has ended, or what it has said so far.
    std::string problem() const;

private:
    SshProcess(asio::io_context& context, bool canAsk);

    Result<void> spawn(const Bastion& bastion, const std::string& server);
    Result<void> watch(int farEnd);
    void readWords();
    void drainWords();
    void awaitEnd();
    void awaitNearEndClosed();
    void kill() const;
    void reap();
    void changed();

    const bool m_canAsk;
    pid_t m_pid = 0;  ///< not reaped yet
    bool m_isEnded = false;
    int m_status = 0;
    SshWords m_words;
    std::array<char, 4096> m_read{};
    ByteStream m_stream;
    asio::posix::stream_descriptor m_errors;
    asio::posix::stream_descriptor m_end;      ///< readable when it has ended
    asio::posix::stream_descriptor m_nearEnd;  ///< readable when the near end is closed
    asio::steady_timer m_grace;
    std::function<void()> m_changed;
    Lifetime m_lifetime;
};

}  // namespace lockcore
