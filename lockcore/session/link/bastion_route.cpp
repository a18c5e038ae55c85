// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "bastion_route.h"

#include "step_clock.h"

#include <asio/post.hpp>
#include <utility>

namespace lockcore {

namespace {

constexpr auto kTimeToAnswer = std::chrono::minutes(2);
constexpr auto kBetweenLogins = std::chrono::seconds(2);

std::string nameOf(const ServerAddress& server) {
    return toString(HostPort{server.host, server.port});
}

}  // namespace

class BastionAttempt final : public Attempt {
public:
    BastionAttempt(BastionRoute& route, const ServerAddress& to, std::function<void(Result<ByteStream>)> done)
        : m_route(route), m_steps(route.m_observer, to), m_done(std::move(done)), m_limit(route.m_context) {}
    ~BastionAttempt() override { letGo(); }
    BastionAttempt(const BastionAttempt&) = delete;
    BastionAttempt& operator=(const BastionAttempt&) = delete;

    void start(Result<std::unique_ptr<SshProcess>> process);
    /// Without a login.
    void failSoon(const std::string& why) {
        asio::post(m_route.m_context, m_lifetime.whileAlive([this, why] { fail(why); }));
    }

private:
    void look();
    void timedOut();
    void letGo();
    void fail(const Error& error);
    void fail(const std::string& why) {
        fail({ErrorCode::RouteFailed,
              "By the bastion " + m_route.m_bastion.destination + " to " + m_steps.server() + ", " + why,
              {},
              m_steps.server()});
    }

    BastionRoute& m_route;
    StepClock m_steps;
    std::function<void(Result<ByteStream>)> m_done;
    std::unique_ptr<SshProcess> m_process;
    asio::steady_timer m_limit;
    Lifetime m_lifetime;
};

void BastionAttempt::start(Result<std::unique_ptr<SshProcess>> process) {
    if (!process) {
        asio::post(m_route.m_context,
                   m_lifetime.whileAlive([this, error = process.error()] { fail(error); }));
        return;
    }
    m_process = std::move(*process);
    m_process->whenChanged([this] { look(); });
    m_limit.expires_after(m_route.m_within);
    m_limit.async_wait(m_lifetime.whileAlive([this](const asio::error_code& cancelled) {
        if (!cancelled && m_done) timedOut();
    }));
    // What is taken over may have changed before.
    asio::post(m_route.m_context, m_lifetime.whileAlive([this] { look(); }));
}

void BastionAttempt::look() {
    if (!m_done || !(m_process->isOpen() || m_process->isEnded())) return;
    m_limit.cancel();
    if (m_process->isEnded()) {
        m_route.m_mayAsk = m_route.m_mayAsk && !m_process->canAsk();
        const auto why = m_process->problem();
        if (!m_process->isLetIn()) m_route.failedAtBastion(why);
        fail(why);
        return;
    }
    auto stream = m_process->takeStream();
    m_route.keepConnected(std::move(m_process));
    m_steps.report(LinkStep::Proxy);
    std::exchange(m_done, nullptr)(std::move(stream));
}

void BastionAttempt::timedOut() {
    const auto why = "ssh is not through in time; " + m_process->problem();
    letGo();
    fail(why);
}

/// A person may be at it.
void BastionAttempt::letGo() {
    if (!m_process) return;
    m_process->whenChanged({});
    if (m_process->canAsk() && m_done) m_route.keepAsking(m_steps.server(), std::move(m_process));
    m_process.reset();
}

/// Last of all: what is called may destroy this later on.
void BastionAttempt::fail(const Error& error) {
    m_steps.report(LinkStep::Proxy, error);
    std::exchange(m_done, nullptr)(tl::unexpected(error));
}

std::unique_ptr<Attempt> BastionRoute::open(const ServerAddress& to,
                                            std::function<void(Result<ByteStream>)> done) {
    auto attempt = std::make_unique<BastionAttempt>(*this, to, std::move(done));
    if (Clock::now() < m_notBefore && !m_asking.contains(nameOf(to)))
        attempt->failSoon(m_lastFailure);
    else
        attempt->start(startOrTakeOver(to));
    return attempt;
}

void BastionRoute::failedAtBastion(const std::string& why) {
    m_lastFailure = why;
    m_notBefore = Clock::now() + kBetweenLogins;
}

Result<std::unique_ptr<SshProcess>> BastionRoute::startOrTakeOver(const ServerAddress& to) {
    const auto server = nameOf(to);
    if (auto asking = m_asking.extract(server)) return std::move(asking.mapped().process);
    if (!isHost(to.host) || to.host.front() == '-')
        return lockcore::fail(ErrorCode::BadArguments, "\"" + to.host + "\" is not the name of a host", {},
                              server);
    Bastion bastion = m_bastion;
    if (!m_mayAsk || !m_asking.empty()) bastion.askpass.clear();
    return SshProcess::start(m_context, bastion, server);
}

void BastionRoute::keepConnected(std::unique_ptr<SshProcess> process) {
    const auto place = m_connected.insert(m_connected.end(), std::move(process));
    (*place)->whenChanged([this, place] {
        if ((*place)->isEnded()) m_connected.erase(place);
    });
}

void BastionRoute::keepAsking(const std::string& server, std::unique_ptr<SshProcess> process) {
    auto limit = std::make_unique<asio::steady_timer>(m_context, kTimeToAnswer);
    limit->async_wait(
        m_lifetime.whileAlive([this, server, at = limit.get()](const asio::error_code& cancelled) {
            if (cancelled) return;
            const auto found = m_asking.find(server);
            if (found != m_asking.end() && found->second.limit.get() == at) m_asking.erase(found);
        }));
    m_asking.insert_or_assign(server, Asking{std::move(process), std::move(limit)});
}

}  // namespace lockcore
