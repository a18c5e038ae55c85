// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "route.h"
#include "ssh_process.h"

#include <lockcore/session/link_step.h>

#include <list>
#include <map>

namespace lockcore {

/// Lives on the loop thread, which stays until it is gone: ssh ends with the thread that has started it. By
/// the user's `ssh -W`, one process a connection, which ends when the connection is closed here, or with
/// this.
///
/// Who is asked for a password takes longer than a session waits for a connection. So where there is a
/// program that asks, an ssh that nobody waits for any more goes on for 2 minutes, and the next attempt to
/// reach the same server takes it over, with what has become of it. One asks at a time; and when one that
/// asked has ended without a way, none of this route asks any more: it would ask at each attempt.
///
/// A session tries all its servers several times a second, and each try would be a login: what bastions
/// count, and lock people out for. So when one has come to nothing at the bastion itself, others fail for the
/// same reason for 2 seconds.
class BastionRoute final : public Route {
public:
    /// `observer` is told Proxy. An attempt fails after `within`.
    BastionRoute(asio::io_context& context, Bastion bastion, Duration within, LinkObserver observer = {})
        : m_context(context),
          m_bastion(std::move(bastion)),
          m_within(within),
          m_observer(std::move(observer)) {}

    /// Errors: RouteFailed, with ssh's own words; MissingProgram where ssh is not installed; BadArguments.
    std::unique_ptr<Attempt> open(const ServerAddress& to,
                                  std::function<void(Result<ByteStream>)> done) override;

private:
    friend class BastionAttempt;
    struct Asking {
        std::unique_ptr<SshProcess> process;
        std::unique_ptr<asio::steady_timer> limit;
    };

    Result<std::unique_ptr<SshProcess>> startOrTakeOver(const ServerAddress& to);
    void failedAtBastion(const std::string& why);
    void keepConnected(std::unique_ptr<SshProcess> process);
    void keepAsking(const std::string& server, std::unique_ptr<SshProcess> process);

    asio::io_context& m_context;
    const Bastion m_bastion;
    const Duration m_within;
    const LinkObserver m_observer;
    std::list<std::unique_ptr<SshProcess>> m_connected;
    std::map<std::string, Asking> m_asking;  ///< by server
    bool m_mayAsk = true;
    std::string m_lastFailure;  ///< at the bastion
    TimePoint m_notBefore{};    ///< another login
    Lifetime m_lifetime;
};

}  // namespace lockcore
