// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/lab/contenders.h>

#include "lab_contender.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <map>
#include <tuple>

namespace lockcore {

namespace {

using namespace std::chrono_literals;

constexpr auto kPublishInterval = 100ms;
constexpr std::size_t kKeptGrants = 500;

}  // namespace

/// Lives on the loop thread.
class Contenders::Impl : public std::enable_shared_from_this<Impl> {
public:
    Impl(EventLoop& eventLoop, SessionOptions options, Sink sink)
        : loop(eventLoop), m_options(std::move(options)), m_sink(std::move(sink)) {}

    EventLoop& loop;

    /// Any thread.
    std::uint64_t takeIds(std::size_t count) { return m_nextId.fetch_add(count); }

    void add(const ContenderPlan& plan, std::uint64_t firstId) {
        const bool exclusive = plan.mode == LockMode::Exclusive;
        FairnessRecorder& fairness =
            m_fairness.try_emplace({plan.lockPath, exclusive}, kKeptGrants).first->second;
        for (std::size_t i = 0; i < plan.count; ++i) {
            const auto id = firstId + i;
            const auto contender = std::make_shared<LabContender>(id, plan, loop, m_options, fairness,
                                                                  [this] { publishSoon(); });
            m_contenders.emplace(id, contender);
            contender->start();
        }
    }

    void stop(std::uint64_t id) {
        const auto found = m_contenders.find(id);
        if (found == m_contenders.end() || found->second->view().activity == ContenderActivity::Stopped)
            return;
        found->second->stop([self = shared_from_this(), id] {
            self->m_contenders.erase(id);
            self->publishSoon();
            self->finishIfEmpty();
        });
    }

    void stopAll() {
        for (const auto& [id, contender] : std::map(m_contenders))
            stop(id);
    }

    /// Calls `done` when all sessions are closed. Nothing is published any more.
    void shutDown(std::function<void()> done) {
        m_sink = {};
        loop.cancel(m_timer);
        m_onEmpty = std::move(done);
        stopAll();
        finishIfEmpty();
    }

private:
    void finishIfEmpty() {
        if (m_contenders.empty() && m_onEmpty) std::exchange(m_onEmpty, {})();
    }

    void publishSoon() {
        if (m_timer != Loop::Timer::None || !m_sink) return;
        const TimePoint due = std::max(loop.now(), m_publishedAt + kPublishInterval);
        m_timer = loop.callAt(due, [weak = weak_from_this()] {
            if (const auto self = weak.lock()) self->publish();
        });
    }

    void publish() {
        m_timer = Loop::Timer::None;
        m_publishedAt = loop.now();
        auto view = std::make_shared<ContendersView>();
        for (const auto& [id, contender] : m_contenders)
            view->contenders.push_back(contender->view());
        for (const auto& [lock, recorder] : m_fairness)
            view->fairness.push_back({lock.path, recorder.report(), lock.exclusive});
        m_sink(std::move(view));
    }

    struct FairnessKey {
        std::string path;
        bool exclusive;
        bool operator<(const FairnessKey& other) const {
            return std::tie(path, exclusive) < std::tie(other.path, other.exclusive);
        }
    };

    const SessionOptions m_options;
    Sink m_sink;
    std::map<FairnessKey, FairnessRecorder> m_fairness;  ///< before the contenders, which refer to them
    std::map<std::uint64_t, std::shared_ptr<LabContender>> m_contenders;
    std::atomic<std::uint64_t> m_nextId = 1;
    Loop::Timer m_timer = Loop::Timer::None;
    TimePoint m_publishedAt{};
    std::function<void()> m_onEmpty;
};

Contenders::Contenders(EventLoop& loop, SessionOptions options, Sink sink)
    : m_impl(std::make_shared<Impl>(loop, std::move(options), std::move(sink))) {}

Contenders::~Contenders() {
    std::promise<void> empty;
    m_impl->loop.post([impl = m_impl, &empty] { impl->shutDown([&empty] { empty.set_value(); }); });
    empty.get_future().wait();
}

std::uint64_t Contenders::add(const ContenderPlan& plan) {
    const std::uint64_t firstId = m_impl->takeIds(plan.count);
    m_impl->loop.post([impl = m_impl, plan, firstId] { impl->add(plan, firstId); });
    return firstId;
}

void Contenders::stop(const std::vector<std::uint64_t>& ids) {
    m_impl->loop.post([impl = m_impl, ids] {
        for (const std::uint64_t id : ids)
            impl->stop(id);
    });
}

void Contenders::stopAll() {
    m_impl->loop.post([impl = m_impl] { impl->stopAll(); });
}

}  // namespace lockcore
