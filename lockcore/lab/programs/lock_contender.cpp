// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// lockscope-contender CONNECT TIMEOUT_MS: clients of lockcore's recipes in a process of their own, which the
// lab stops and kills. What it understands and says: client_lines.h.
#include "clients/client_lines.h"
#include "clients/own_lock_client.h"

#include <lockcore/lab/register.h>
#include <lockcore/session/event_loop.h>
#include <lockcore/session/session.h>

#include <charconv>
#include <future>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace lockcore {

namespace {

/// What is protected is reached although a lock's session has ended, and after a long pause.
constexpr auto kResourceTimeout = std::chrono::seconds(60);

/// Lives on the loop.
class ContenderClients {
public:
    ContenderClients(EventLoop& loop, SessionOptions options) : m_loop(loop), m_options(std::move(options)) {}
    ~ContenderClients() {
        m_clients.clear();
        if (m_resource) m_resource->close();
    }
    ContenderClients(const ContenderClients&) = delete;
    ContenderClients& operator=(const ContenderClients&) = delete;

    void run(const ClientCommand& command) {
        if (const auto* open = std::get_if<ClientCommand::Open>(&command.what)) {
            this->open(command.client, *open);
            return;
        }
        const auto found = m_clients.find(command.client);
        if (found == m_clients.end()) {
            const Error none{ErrorCode::BadArguments, "A client that was not opened"};
            say({command.client, {command.round, m_loop.now(), ClientEvent::Failed{none}}});
            return;
        }
        OwnLockClient& client = *found->second;
        if (std::holds_alternative<ClientCommand::Acquire>(command.what)) client.acquire(command.round);
        if (std::holds_alternative<ClientCommand::Release>(command.what)) client.release(command.round);
        if (std::holds_alternative<ClientCommand::Close>(command.what)) client.close();
        if (const auto* disturb = std::get_if<ClientCommand::Disturb>(&command.what))
            client.disturb(disturb->disturbance);
        if (const auto* write = std::get_if<ClientCommand::Write>(&command.what)) {
            client.useRegister(writerOf(write->registerPath), write->check);
            client.write(command.round, write->number);
        }
    }

private:
    void open(std::uint64_t id, const ClientCommand::Open& open) {
        auto& client = m_clients[id];
        if (!client) {
            OwnClientPlan plan{.contender = id, .recipe = open.recipe};
            if (!open.paths.empty()) {
                plan.path = open.paths.front();
                plan.further.assign(open.paths.begin() + 1, open.paths.end());
            }
            plan.leases = open.leases;
            client = std::make_unique<OwnLockClient>(m_loop, std::move(plan), ownSession(m_loop, m_options),
                                                     nullptr);
        }
        client->open([id](const ClientEvent& event) { say({id, event}); });
    }

    /// Whoever writes is answered in the order of its writes, whatever registers they are to.
    std::shared_ptr<RegisterWriter> writerOf(const std::string& path) {
        if (!m_resource) {
            SessionOptions options = m_options;
            options.timeout = kResourceTimeout;
            m_resource = Session::open(m_loop, std::move(options));
        }
        auto& writer = m_writers[path];
        if (!writer) writer = std::make_shared<RegisterWriter>(m_resource, path);
        return writer;
    }

    static void say(const ClientLine& line) { std::cout << eventLine(line) << std::endl; }

    EventLoop& m_loop;
    const SessionOptions m_options;
    std::map<std::uint64_t, std::unique_ptr<OwnLockClient>> m_clients;
    std::map<std::string, std::shared_ptr<RegisterWriter>> m_writers;
    std::shared_ptr<Session> m_resource;
};

/// Until the end of the input. Main thread.
int serveContenders(SessionOptions options) {
    EventLoop loop;
    auto clients = std::make_unique<ContenderClients>(loop, std::move(options));
    std::string problem;
    for (std::string line; problem.empty() && std::getline(std::cin, line);) {
        const auto command = parseCommandLine(line);
        if (command)
            loop.post([&clients, command = *command] { clients->run(command); });
        else
            problem = describe(command.error());
    }
    std::promise<void> gone;
    loop.post([&] {
        clients.reset();
        gone.set_value();
    });
    gone.get_future().wait();
    if (!problem.empty()) std::cerr << problem << '\n';
    return problem.empty() ? 0 : 1;
}

}  // namespace

}  // namespace lockcore

int main(int count, char** arguments) {
    const std::string_view timeout = count == 3 ? arguments[2] : "";
    int milliseconds = 0;
    const auto [end, wrong] = std::from_chars(timeout.data(), timeout.data() + timeout.size(), milliseconds);
    if (wrong != std::errc() || end != timeout.data() + timeout.size() || milliseconds <= 0) {
        std::cerr << "usage: lockscope-contender CONNECT TIMEOUT_MS\n";
        return 2;
    }
    lockcore::SessionOptions options{.connectString = arguments[1],
                                     .timeout = std::chrono::milliseconds(milliseconds)};
    return lockcore::serveContenders(std::move(options));
}
