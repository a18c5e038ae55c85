// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/lab/run.h>

#include "run/run_core.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <map>
#include <mutex>
#include <utility>

namespace lockcore {

namespace {

/// As many sessions as its contenders have.
std::size_t sessionsOf(const ContenderGroup& group) {
    return group.sessions > 0 ? std::min(group.sessions, group.count) : group.count;
}

/// What a run has of its limits. Any thread.
class Allowance {
public:
    explicit Allowance(LabLimits limits) : m_limits(limits) {}

    /// Ids for a group, in the order of the calls; `give` is told them before somebody else gets any.
    template <class Give>
    Result<LabActs::Ids> take(const ContenderGroup& group, const Give& give) {
        const std::scoped_lock lock(m_mutex);
        if (auto problem = problemOf(group)) return tl::unexpected(std::move(*problem));
        const auto added =
            std::make_shared<Added>(Added{sessionsOf(group), processesFor(group), group.count, group.count});
        m_sessions += added->sessions;
        m_processes += added->processes;
        LabActs::Ids ids;
        for (std::size_t i = 0; i < group.count; ++i) {
            ids.push_back(++m_lastId);
            m_added.emplace(m_lastId, added);
        }
        give(ids);
        return ids;
    }

    void drop(const LabActs::Ids& ids) {
        const std::scoped_lock lock(m_mutex);
        for (const std::uint64_t id : ids) {
            const auto found = m_added.find(id);
            if (found == m_added.end()) continue;
            Added& added = *found->second;
            const bool isLast = --added.left == 0;
            // What several share goes with the last of them.
            if (added.sessions == added.count)
                --m_sessions;
            else if (isLast)
                m_sessions -= added.sessions;
            if (isLast) m_processes -= added.processes;
            m_added.erase(found);
        }
    }

private:
    /// By one call.
    struct Added {
        std::size_t sessions;
        std::size_t processes;
        std::size_t count;
        std::size_t left;
    };

    std::optional<Error> problemOf(const ContenderGroup& group) const {
        const auto beyond = [&](std::size_t most, const char* of) {
            return Error{ErrorCode::TooLarge, "Contenders of group " + group.name +
                                                  ": a run has no more than " + std::to_string(most) + of};
        };
        if (m_sessions + sessionsOf(group) > m_limits.sessions) return beyond(m_limits.sessions, " sessions");
        if (m_processes + processesFor(group) > m_limits.processes)
            return beyond(m_limits.processes, " processes");
        return std::nullopt;
    }

    const LabLimits m_limits;
    std::mutex m_mutex;  // guards what follows
    std::uint64_t m_lastId = 0;
    std::size_t m_sessions = 0;
    std::size_t m_processes = 0;
    std::map<std::uint64_t, std::shared_ptr<Added>> m_added;
};

}  // namespace

/// The loop and the thread outlive what lives on them.
class LabRun::Impl {
public:
    Impl(LabPlace place, LabLimits limits, std::uint64_t seed, const LabPrograms& programs, Sink sink)
        : allowance(limits),
          m_isOwn(place.own.has_value()),
          m_programs(programs),
          m_core(std::make_shared<RunCore>(m_loop, m_work, std::move(place), limits, seed, programs,
                                           std::move(sink))) {}

    ~Impl() {
        // The last word on the loop: nothing there knows it any more afterwards.
        std::promise<void> dropped;
        m_loop.post([core = std::move(m_core), &dropped]() mutable {
            core.reset();
            dropped.set_value();
        });
        dropped.get_future().wait();
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    Loop& loop() { return m_loop; }
    RunCore& core() { return *m_core; }

    /// `act` on the loop.
    template <class Do>
    void on(Do act) {
        m_loop.post([weak = std::weak_ptr(m_core), act = std::move(act)]() mutable {
            if (const auto core = weak.lock()) act(*core);
        });
    }
    template <class Do>
    void onContenders(Do act) {
        on([act = std::move(act)](RunCore& core) mutable {
            if (core.contenders()) act(*core.contenders());
        });
    }

    Result<Ids> add(const ContenderGroup& group) {
        if (auto problem = problemOfGroup(group, m_programs, m_isOwn))
            return tl::unexpected(std::move(*problem));
        return allowance.take(group, [&](const Ids& ids) {
            on([group, first = ids.front()](RunCore& core) { core.add(first, group); });
        });
    }

    Allowance allowance;
    std::atomic<std::uint64_t> lastToken = 0;
    std::atomic<bool> hasBegun = false;
    std::atomic<bool> hasEnded = false;  ///< was told to
    std::promise<void> ended;

private:
    const bool m_isOwn;
    const LabPrograms m_programs;
    EventLoop m_loop;
    WorkThread m_work;
    std::shared_ptr<RunCore> m_core;
};

LabRun::LabRun(LabPlace place, LabLimits limits, std::uint64_t seed, LabPrograms programs, Sink sink)
    : m_impl(std::make_unique<Impl>(std::move(place), limits, seed, programs, std::move(sink))) {}

LabRun::~LabRun() {
    if (!m_impl->hasBegun) return;
    if (!m_impl->hasEnded) end([](const Result<LabEnded>&) {});
    m_impl->ended.get_future().wait();
}

void LabRun::begin(Completion<LabBegun> done) {
    m_impl->hasBegun = true;
    m_impl->on([done = std::move(done)](RunCore& core) { core.begin(done); });
}

void LabRun::end(Completion<LabEnded> done) {
    if (m_impl->hasEnded.exchange(true)) return done(fail(ErrorCode::BadArguments, "The run has ended"));
    m_impl->on([impl = m_impl.get(), done = std::move(done)](RunCore& core) {
        core.end([impl, done](const Result<LabEnded>& ended) {
            done(ended);
            impl->ended.set_value();
        });
    });
}

Loop& LabRun::loop() {
    return m_impl->loop();
}

void LabRun::faultShown(std::uint64_t contender) {
    m_impl->on([contender](RunCore& core) { core.faultShown(contender); });
}

Result<LabActs::Ids> LabRun::add(const ContenderGroup& group) {
    return m_impl->add(group);
}

void LabRun::start(const Ids& ids) {
    m_impl->on([ids](RunCore& core) { core.start(ids); });
}

void LabRun::stop(const Ids& ids) {
    m_impl->onContenders([ids](RunContenders& all) { all.stop(ids); });
}

void LabRun::remove(const Ids& ids) {
    m_impl->allowance.drop(ids);
    m_impl->on([ids](RunCore& core) { core.remove(ids); });
}

void LabRun::write(const Ids& ids) {
    m_impl->onContenders([ids](RunContenders& all) { all.write(ids); });
}

void LabRun::release(const Ids& ids) {
    m_impl->onContenders([ids](RunContenders& all) { all.release(ids); });
}

void LabRun::disturb(const Ids& ids, Disturbance disturbance) {
    m_impl->onContenders([ids, disturbance](RunContenders& all) { all.disturb(ids, disturbance); });
}

void LabRun::crashWhileHolding(const Ids& ids) {
    m_impl->onContenders([ids](RunContenders& all) { all.crashWhileHolding(ids); });
}

void LabRun::act(std::size_t server, ServerAct act, Completion<void> done) {
    m_impl->on([server, act, done = std::move(done)](RunCore& core) { core.act(server, act, done); });
}

std::vector<ServerView> LabRun::servers() const {
    return m_impl->core().servers();
}

void LabRun::beginPhase(std::string name, Completion<void> done) {
    m_impl->on(
        [name = std::move(name), done = std::move(done)](RunCore& core) { core.beginPhase(name, done); });
}

void LabRun::endPhase(Completion<PhaseReport> done) {
    m_impl->on([done = std::move(done)](RunCore& core) { core.endPhase(done); });
}

void LabRun::cutShort() {
    m_impl->on([](RunCore& core) { core.cutShort(); });
}

ListenerToken LabRun::listen(Listener listener) {
    const ListenerToken token{++m_impl->lastToken};
    m_impl->on([token, listener = std::move(listener)](RunCore& core) { core.listen(token, listener); });
    return token;
}

void LabRun::removeListener(ListenerToken token) {
    if (m_impl->loop().isCurrent())
        m_impl->core().removeListener(token);
    else
        m_impl->on([token](RunCore& core) { core.removeListener(token); });
}

}  // namespace lockcore
