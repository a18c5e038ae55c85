// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/discovery.h>

#include "dump_sources.h"
#include "root_walk.h"
#include "wall_clock.h"

#include <algorithm>
#include <condition_variable>
#include <iterator>
#include <mutex>
#include <set>
#include <thread>

namespace lockcore {

std::string_view discoverySourceName(DiscoverySource source) {
    switch (source) {
        case DiscoverySource::AdminServer: return "AdminServer";
        case DiscoverySource::FourLetter: return "four-letter word";
        case DiscoverySource::PinnedRoots: return "pinned roots";
        case DiscoverySource::None: return "none";
    }
    return "none";
}

/// Shared by the LockDiscovery, its thread and the tasks on the loop, each of which may be the last to let
/// go.
class LockDiscovery::Impl : public std::enable_shared_from_this<Impl> {
public:
    Impl(std::shared_ptr<ZooKeeper> session, DiscoveryOptions options, Sink sink)
        : m_interval(options.interval),
          m_walkBudget(options.walkBudget),
          m_sink(std::move(sink)),
          m_sources(std::move(options.connect), options.adminUrl),
          m_session(std::move(session)),
          m_roots(std::move(options.pinnedRoots)) {}

    void start() {
        m_thread =
            std::jthread([self = shared_from_this()](const std::stop_token& stop) { self->run(stop); });
    }

    /// From here on the sink is not called. The thread is left to end by itself, because a name lookup can't
    /// be interrupted and who closes may be the GUI: without the session it has nothing left that it could
    /// disturb.
    void close() {
        m_thread.request_stop();
        m_thread.detach();
        std::shared_ptr<ZooKeeper> session;
        {
            std::lock_guard lock(m_mutex);
            session = std::move(m_session);
        }
        std::lock_guard lock(m_sinkMutex);
        m_closed = true;
    }

    void refresh() {
        {
            std::lock_guard lock(m_mutex);
            m_refreshAsked = true;
        }
        m_wake.notify_all();
    }

    void setPinnedRoots(std::vector<std::string> roots) {
        {
            std::lock_guard lock(m_mutex);
            m_roots = std::move(roots);
        }
        refresh();
    }

private:
    void run(const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            pass(stop);
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait_for(lock, stop, m_interval, [this] { return m_refreshAsked; })) continue;
            m_refreshAsked = false;
            m_sources.forgetRefusals();
        }
    }

    void pass(const std::stop_token& stop) {
        std::vector<Error> problems;
        LockCatalog catalog = m_sources.read(problems, stop).value_or(LockCatalog{});
        catalog.problems = std::move(problems);
        if (!stop.stop_requested()) walk(std::move(catalog), stop);
    }

    /// Pinned roots are walked also where a server lists the ephemerals: that list has no lock without one,
    /// such as an empty one or one of persistent znodes.
    void walk(LockCatalog catalog, const std::stop_token& stop) {
        std::unique_lock lock(m_mutex);
        if (m_roots.empty()) {
            lock.unlock();
            publish(std::move(catalog));
            return;
        }
        if (!m_session) return;
        m_walking = true;
        auto done = [weak = weak_from_this(), session = std::weak_ptr(m_session),
                     catalog = std::move(catalog)](RootWalk::Findings findings) {
            const auto self = weak.lock();
            const auto alive = session.lock();
            if (self && alive) self->walked(merged(catalog, std::move(findings), alive->status().server));
        };
        m_session->loop().post(
            [session = m_session, roots = m_roots, budget = m_walkBudget, stop, done = std::move(done)] {
                RootWalk::start(session, roots, budget, stop, done);
            });
        m_wake.wait(lock, stop, [this] { return !m_walking; });
    }

    static LockCatalog merged(LockCatalog catalog, RootWalk::Findings findings, const std::string& server) {
        if (catalog.source == DiscoverySource::None) {
            catalog.source = DiscoverySource::PinnedRoots;
            catalog.server = server;
        }
        std::set<std::string> known;
        for (const DiscoveredLock& lock : catalog.locks)
            known.insert(lock.path);
        for (DiscoveredLock& lock : findings.locks)
            if (!known.contains(lock.path)) catalog.locks.push_back(std::move(lock));
        std::ranges::sort(catalog.locks, {}, &DiscoveredLock::path);
        std::ranges::move(findings.problems, std::back_inserter(catalog.problems));
        return catalog;
    }

    /// On the loop.
    void walked(LockCatalog catalog) {
        catalog.readAtUnixMs = unixMs();
        deliver(std::make_shared<const LockCatalog>(std::move(catalog)));
        {
            std::lock_guard lock(m_mutex);
            m_walking = false;
        }
        m_wake.notify_all();
    }

    void publish(LockCatalog catalog) {
        catalog.readAtUnixMs = unixMs();
        std::lock_guard lock(m_mutex);
        if (!m_session) return;
        m_session->loop().post(
            [weak = weak_from_this(), value = std::make_shared<const LockCatalog>(std::move(catalog))] {
                if (const auto self = weak.lock()) self->deliver(value);
            });
    }

    /// On the loop. The mutex is held so that close() on another thread waits for a call that is being made;
    /// it is recursive because the sink itself may close.
    void deliver(const std::shared_ptr<const LockCatalog>& catalog) {
        std::lock_guard lock(m_sinkMutex);
        if (!m_closed) m_sink(catalog);
    }

    const std::chrono::milliseconds m_interval;
    const std::size_t m_walkBudget;
    const Sink m_sink;
    DumpSources m_sources;  // the thread's own

    std::mutex m_mutex;  // guards the next four
    std::condition_variable_any m_wake;
    std::shared_ptr<ZooKeeper> m_session;  // empty once closed
    std::vector<std::string> m_roots;
    bool m_refreshAsked = false;
    bool m_walking = false;

    std::recursive_mutex m_sinkMutex;  // guards m_closed
    bool m_closed = false;

    std::jthread m_thread;
};

LockDiscovery::LockDiscovery(std::shared_ptr<ZooKeeper> session, DiscoveryOptions options, Sink sink)
    : m_impl(std::make_shared<Impl>(std::move(session), std::move(options), std::move(sink))) {
    m_impl->start();
}

LockDiscovery::~LockDiscovery() {
    m_impl->close();
}

void LockDiscovery::refresh() {
    m_impl->refresh();
}

void LockDiscovery::setPinnedRoots(std::vector<std::string> roots) {
    m_impl->setPinnedRoots(std::move(roots));
}

}  // namespace lockcore
