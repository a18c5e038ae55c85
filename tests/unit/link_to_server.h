// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plain_socket.h"
#include "wire_server.h"

#include "event_loop_impl.h"
#include "link/client_links.h"
#include "link/direct_route.h"

#include <lockcore/session/event_loop.h>

#include <QStringList>

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

/// One link on a loop of its own, whose client is the test. Test's thread.
class LinkToServer {
public:
    using Change = std::function<void(lockcore::LinkWiring&, lockcore::EventLoop&)>;
    explicit LinkToServer(const std::string& server, const Change& change = {}) {
        onLoop([&] {
            lockcore::LinkWiring wiring{
                .route = std::make_unique<lockcore::DirectRoute>(m_loop.impl().context(), observer()),
                .isOurs = [this](auto clientPort,
                                 auto linkPort) { return clientPort == m_clientPort && linkPort == port(); },
                .failed = [this](const lockcore::Error& error) { note(m_failures, error); },
                .observer = observer(),
                .openWithin = std::chrono::seconds(20),
            };
            if (change) change(wiring, m_loop);
            auto links = lockcore::ClientLinks::open(
                m_loop.impl().context(), *lockcore::parseConnectString(server), std::move(wiring));
            if (!links) qFatal("%s", lockcore::describe(links.error()).c_str());
            m_links = std::move(*links);
        });
    }
    ~LinkToServer() { finish(); }
    LinkToServer(const LinkToServer&) = delete;
    LinkToServer& operator=(const LinkToServer&) = delete;

    std::uint16_t port() const {
        return lockcore::parseConnectString(m_links->connectString())->servers.front().port;
    }
    static const std::string& connectRequest() {
        static const std::string request =
            wire::frame(wire::int32(0) + wire::int64(0) + wire::int32(10'000) + wire::int64(0) +
                        wire::string(std::string(16, '\0')) + '\0');
        return request;
    }
    static const std::string& connectReply() {
        static const std::string reply = WireServer::connected(10'000);
        return reply;
    }

    /// The client's next connection is this one.
    PlainSocket connectClient() {
        PlainSocket client;
        m_clientPort = client.port();
        client.connect(port());
        return client;
    }
    /// Has asked to connect, and was answered.
    PlainSocket connectedClient() {
        auto client = connectClient();
        client.send(connectRequest());
        if (client.receive(connectReply().size()) != connectReply()) qFatal("not connected");
        return client;
    }

    void finish() {
        if (!m_links) return;
        std::promise<void> finished;
        m_loop.post([&] {
            m_links->finish([&] {
                m_loop.post([&] {
                    m_links.reset();
                    finished.set_value();
                });
            });
        });
        finished.get_future().wait();
    }
    void onLoop(const std::function<void()>& task) {
        std::promise<void> done;
        m_loop.post([&] {
            task();
            done.set_value();
        });
        done.get_future().wait();
    }
    lockcore::EventLoop& loop() { return m_loop; }
    lockcore::ClientLinks& links() { return *m_links; }

    std::vector<lockcore::Error> failures() {
        const std::lock_guard guard(m_mutex);
        return m_failures;
    }
    /// "Connect ok", "Session ConnectionLoss"
    QStringList steps() {
        const std::lock_guard guard(m_mutex);
        QStringList told;
        for (const auto& report : m_reports) {
            const auto outcome = report.problem ? lockcore::errorName(report.problem->code) : "ok";
            told << QString::fromStdString(std::string(lockcore::linkStepName(report.step)) + ' ' +
                                           std::string(outcome));
        }
        return told;
    }
    std::vector<lockcore::LinkStepReport> reports() {
        const std::lock_guard guard(m_mutex);
        return m_reports;
    }

private:
    lockcore::LinkObserver observer() {
        return [this](const lockcore::LinkStepReport& report) { note(m_reports, report); };
    }
    template <class T>
    void note(std::vector<T>& list, const T& item) {
        const std::lock_guard guard(m_mutex);
        list.push_back(item);
    }

    std::atomic<std::uint16_t> m_clientPort = 0;
    std::mutex m_mutex;
    std::vector<lockcore::Error> m_failures;
    std::vector<lockcore::LinkStepReport> m_reports;
    lockcore::EventLoop m_loop;
    std::unique_ptr<lockcore::ClientLinks> m_links;  // the loop's, but for its port
};
