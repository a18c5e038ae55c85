// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "lock_tree.h"

#include "bench_program.h"

#include <time.h>
#include <algorithm>
#include <cstdio>
#include <functional>
#include <future>
#include <latch>
#include <numeric>
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

/// Sends many requests, a bounded number at a time. Lives on the loop.
class LockTree::Requests {
public:
    /// Sends the request number `index`, and calls `done` with what came of it.
    using Send = std::function<void(int index, std::function<void(const Result<void>&)> done)>;

    Requests(int count, Send send) : m_count(count), m_send(std::move(send)) {}

    void run(EventLoop& loop) {
        loop.post([this] { proceed(); });
        m_done.get_future().wait();
    }

private:
    void proceed() {
        while (m_begun < m_count && m_begun - m_ended < kMostUnderWay)
            m_send(m_begun++, [this](const Result<void>& result) { ended(result); });
    }
    void ended(const Result<void>& result) {
        if (!result) giveUp(describe(result.error()));
        if (++m_ended == m_count)
            m_done.set_value();
        else
            proceed();
    }

    const int m_count;
    const Send m_send;
    int m_begun = 0;
    int m_ended = 0;
    std::promise<void> m_done;
};

LockTree::LockTree(const std::string& connectString, std::string root, int locks, int contenders) {
    const int count = locks * contenders;
    connect(connectString, std::max(kLeastSessions, (count + kMostOfASession - 1) / kMostOfASession));
    createLocks(root, locks);
    createContenders(root, locks, contenders);
    watchPredecessors(contenders);
}

double LockTree::cpuSeconds() {
    std::promise<double> answered;
    m_loop.post([&answered] {
        timespec used{};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
        answered.set_value(static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) / 1e9);
    });
    return answered.get_future().get();
}

const std::shared_ptr<Session>& LockTree::sessionOf(int contender) const {
    return m_sessions[static_cast<std::size_t>(contender) % m_sessions.size()];
}

void LockTree::connect(const std::string& connectString, int sessions) {
    const auto connected = std::make_shared<std::latch>(sessions);
    for (int i = 0; i < sessions; ++i)
        m_sessions.push_back(Session::open(
            m_loop, {connectString, std::chrono::seconds(60)}, [connected](const ConnectionStatus& status) {
                if (isOver(status.state) && status.state != ConnectionState::Closed)
                    giveUp(connectionStateName(status.state));
                if (status.state == ConnectionState::Connected) connected->count_down();
            }));
    connected->wait();
}

void LockTree::createLocks(const std::string& root, int locks) {
    const auto create = [this](const std::string& path, auto done) {
        m_sessions.front()->create(path, "", NodeKind::Persistent, [done](const Result<CreatedNode>& node) {
            done(node ? Result<void>() : tl::unexpected(node.error()));
        });
    };
    const std::vector<std::string> above{root.substr(0, root.rfind('/')), root};
    Requests(2, [&](int index, auto done) {
        create(above[static_cast<std::size_t>(index)], std::move(done));
    }).run(m_loop);
    Requests(locks, [&](int lock, auto done) { create(lockPath(root, lock), std::move(done)); }).run(m_loop);
}

void LockTree::createContenders(const std::string& root, int locks, int contenders) {
    const int count = locks * contenders;
    m_contenders.resize(static_cast<std::size_t>(count));
    Requests(count, [&](int number, auto done) {
        sessionOf(number)->create(lockPath(root, number / contenders) + contenderName(number), "10.0.0.1",
                                  NodeKind::EphemeralSequential,
                                  [this, number, done](const Result<CreatedNode>& node) {
                                      if (node) m_contenders[static_cast<std::size_t>(number)] = node->path;
                                      done(node ? Result<void>() : tl::unexpected(node.error()));
                                  });
    }).run(m_loop);
}

void LockTree::watchPredecessors(int contenders) {
    struct Link {
        int waiter = 0;
        int predecessor = 0;
    };
    std::vector<Link> links;
    std::vector<int> queue(static_cast<std::size_t>(contenders));
    const auto sequenceOf = [this](int contender) {
        const std::string& path = m_contenders[static_cast<std::size_t>(contender)];
        return path.substr(path.rfind('-'));
    };
    for (int first = 0; first < static_cast<int>(m_contenders.size()); first += contenders) {
        std::iota(queue.begin(), queue.end(), first);
        std::ranges::sort(queue, {}, sequenceOf);
        for (std::size_t i = 1; i < queue.size(); ++i)
            links.push_back({queue[i], queue[i - 1]});
    }
    if (links.empty()) return;
    Requests(static_cast<int>(links.size()), [&](int index, auto done) {
        const Link& link = links[static_cast<std::size_t>(index)];
        sessionOf(link.waiter)
            ->exists(
                m_contenders[static_cast<std::size_t>(link.predecessor)], [](const WatchEvent&) {},
                [done](const Result<Stat>& stat) {
                    done(stat ? Result<void>() : tl::unexpected(stat.error()));
                });
    }).run(m_loop);
}

LockTree::~LockTree() {
    std::latch closed(static_cast<std::ptrdiff_t>(m_sessions.size()));
    for (const auto& session : m_sessions)
        session->close([&closed] { closed.count_down(); });
    closed.wait();
}
