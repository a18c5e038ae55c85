// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "live_session.h"

#include <QtGlobal>

#include <utility>
#include <vector>

using namespace lockcore;

LiveSession::LiveSession(const std::string& connectString, std::chrono::milliseconds timeout,
                         std::chrono::milliseconds tick)
    : LiveSession(SessionOptions{connectString, timeout, tick}) {}

LiveSession::LiveSession(SessionOptions options) {
    const auto connectString = options.connectString;
    auto settled = std::make_shared<std::promise<ConnectionStatus>>();
    auto connection = settled->get_future();
    auto known = std::make_shared<bool>(false);
    m_session = Session::open(m_loop, std::move(options), [settled, known](const ConnectionStatus& status) {
        if (*known || (!isConnected(status.state) && !isOver(status.state))) return;
        *known = true;
        settled->set_value(status);
    });
    if (connection.wait_for(std::chrono::seconds(30)) != std::future_status::ready)
        qFatal("no connection to %s", connectString.c_str());
    const ConnectionStatus status = connection.get();
    if (!isConnected(status.state))
        qFatal("%s", status.problem ? describe(*status.problem).c_str()
                                    : "the session ended before it was connected");
}

LiveSession::~LiveSession() {
    m_session->closeAndWait();
}

SessionId LiveSession::id() {
    return onLoop([this] { return m_session->status().session; });
}

void LiveSession::createChildren(const std::string& directory, int count) {
    constexpr int kAtATime = 2'000;
    std::vector<WriteOp> ops{NewNode{directory, {}, NodeKind::Persistent}};
    for (int i = 0; i < count; ++i) {
        ops.push_back(NewNode{directory + '/' + std::to_string(i), {}, NodeKind::Persistent});
        if (ops.size() < kAtATime && i + 1 < count) continue;
        const auto created = await<std::vector<std::string>>(
            [&](Session& zookeeper, auto done) { zookeeper.multi(std::exchange(ops, {}), std::move(done)); });
        if (!created) qFatal("%s", describe(created.error()).c_str());
    }
}

ConnectionStatus firstWord(SessionOptions options) {
    EventLoop loop;
    std::promise<ConnectionStatus> told;
    std::once_flag once;
    const auto session = Session::open(loop, std::move(options), [&](const ConnectionStatus& status) {
        if (isConnected(status.state) || status.problem)
            std::call_once(once, [&] { told.set_value(status); });
    });
    auto word = told.get_future();
    const bool isTold = word.wait_for(std::chrono::seconds(60)) == std::future_status::ready;
    session->closeAndWait();
    return isTold ? word.get() : ConnectionStatus();
}
