// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "lock_tree.h"

#include "bench_program.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <future>
#include <latch>
#include <utility>

using namespace lockcore;

namespace {

constexpr int kLeastSessions = 100;
constexpr int kMostOfASession = 1000;
constexpr int kMostUnderWay = 2000;

std::string lockPath(const std::string& root, int lock) {
    return root + "/lock-of-service-" + std::to_string(lock) + "-x";
}

std::string contenderName(int number) {
    char name[64];
    std::snprintf(name, sizeof name, "/_c_%08x-0000-4000-8000-%012x-lock-",
                  static_cast<unsigned>(number) * 2654435761U, static_cast<unsigned>(number));
    return name;
}

}  // namespace

/// Creates many znodes, a bounded number at a time. Lives on the loop.
class LockTree::Creation {
public:
    /// Begins the creation number `index`; its completion is `done`.
    using Begin = std::function<void(int index, Completion<CreatedNode> done)>;

    Creation(int count, Begin begin) : m_count(count), m_begin(std::move(begin)) {}

    void run(EventLoop& loop) {
        loop.post([this] { proceed(); });
        m_done.get_future().wait();
    }

private:
    void proceed() {
        while (m_begun < m_count && m_begun - m_ended < kMostUnderWay)
            m_begin(m_begun++, [this](const Result<CreatedNode>& node) { ended(node); });
    }
    void ended(const Result<CreatedNode>& node) {
        if (!node) giveUp(describe(node.error()));
        if (++m_ended == m_count)
            m_done.set_value();
        else
            proceed();
    }

    const int m_count;
    const Begin m_begin;
    int m_begun = 0;
    int m_ended = 0;
    std::promise<void> m_done;
};

LockTree::LockTree(const std::string& connectString, std::string root, int locks, int contenders) {
    const int count = locks * contenders;
    const int sessions = std::max(kLeastSessions, (count + kMostOfASession - 1) / kMostOfASession);
    const auto connected = std::make_shared<std::latch>(sessions);
    for (int i = 0; i < sessions; ++i)
        m_sessions.push_back(Session::open(
            m_loop, {connectString, std::chrono::seconds(60)}, [connected](const ConnectionStatus& status) {
                if (isOver(status.state) && status.state != ConnectionState::Closed)
                    giveUp(connectionStateName(status.state));
                if (status.state == ConnectionState::Connected) connected->count_down();
            }));
    connected->wait();

    const std::size_t lastSlash = root.rfind('/');
    const std::vector<std::string> above{root.substr(0, lastSlash), root};
    Creation(2, [&](int index, auto done) {
        m_sessions.front()->create(above[static_cast<std::size_t>(index)], "", NodeKind::Persistent,
                                   std::move(done));
    }).run(m_loop);
    Creation(locks, [&](int lock, auto done) {
        m_sessions.front()->create(lockPath(root, lock), "", NodeKind::Persistent, std::move(done));
    }).run(m_loop);
    Creation(count, [&](int number, auto done) {
        const auto& session = m_sessions[static_cast<std::size_t>(number % sessions)];
        session->create(lockPath(root, number / contenders) + contenderName(number), "10.0.0.1",
                        NodeKind::EphemeralSequential, std::move(done));
    }).run(m_loop);
}

LockTree::~LockTree() {
    std::latch closed(static_cast<std::ptrdiff_t>(m_sessions.size()));
    for (const auto& session : m_sessions)
        session->close([&closed] { closed.count_down(); });
    closed.wait();
}
