// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/circle_watch.h>
#include <lockcore/observe/permits.h>
#include <lockcore/observe/queue_difference.h>

#include "contender_facts.h"
#include "wait_graph.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

namespace lockcore {

namespace {

/// A list that is lost for good would keep all that comes and goes for good.
constexpr std::chrono::milliseconds kUnlistedIsKept{600'000};

using std::chrono::milliseconds;

/// Longer than holds vary.
constexpr int kTimesLongestHold = 3;

/// A client that has found a free permit takes it.
constexpr milliseconds kTakesWithin{1'000};

using RowsByName = std::unordered_map<std::string_view, const QueueRow*>;

RowsByName byName(const LockQueue& queue) {
    RowsByName rows;
    for (const QueueRow& row : queue.rows)
        if (row.role != Role::Foreign) rows.emplace(row.contender->name, &row);
    return rows;
}

const QueueRow* sameIn(const RowsByName& rows, const QueueRow& row) {
    const auto found = rows.find(row.contender->name);
    return found != rows.end() && isSameContender(*found->second->contender, *row.contender) ? found->second
                                                                                             : nullptr;
}

/// Up to when each queue of the sample is known to be as it is there, whenever it was read.
std::int64_t catalogMs(const ClusterSample& sample) {
    return sample.catalog ? sample.catalog->asOfUnixMs : 0;
}

/// What a session waits with.
struct WaitingRow {
    std::size_t lock;
    std::size_t row;
};

using WaitsBySession = std::unordered_map<SessionId, std::vector<WaitingRow>>;

WaitsBySession waitsIn(const ClusterSample& sample) {
    WaitsBySession waits;
    for (std::size_t lock = 0; lock < sample.locks.size(); ++lock) {
        const auto& rows = sample.locks[lock]->rows;
        for (std::size_t row = 0; row < rows.size(); ++row)
            if (rows[row].role == Role::Waiter && ownerOf(rows[row]) != SessionId::None)
                waits[ownerOf(rows[row])].push_back({lock, row});
    }
    return waits;
}

/// A create that was tried again leaves two contenders of one try.
bool isOfOneTry(const QueueRow& a, const QueueRow& b) {
    return !a.contender->parsed.id.empty() && a.contender->parsed.id == b.contender->parsed.id;
}

/// Whether it can't get on is only certain once it has counted: how many permits there are only it knows.
bool needsCount(const LockQueue& queue, std::size_t waiter) {
    return !queue.capacity && waitsForAnyPermit(queue, waiter);
}

using ConnectionsBySession = std::unordered_multimap<SessionId, const ClientConnection*>;

ConnectionsBySession connectionsOf(const ClusterSample& sample) {
    ConnectionsBySession connections;
    for (const ServerReport& server : sample.servers) {
        if (!server.connections) continue;
        for (const ClientConnection& connection : *server.connections)
            connections.emplace(connection.session, &connection);
    }
    return connections;
}

/// A server has answered the session's client since `change`. What was created is counted only afterwards.
bool isAnsweredSince(Zxid change, SessionId session, const ConnectionsBySession& connections) {
    const auto [begin, end] = connections.equal_range(session);
    return std::any_of(begin, end, [&](const auto& entry) {
        return entry.second->lastZxid >= change && entry.second->lastOperation != "CREA";
    });
}

/// Curator's client creates its lease once it is first in line, and then counts them all, again whenever one
/// has come or gone. What a client that is paused would find nobody knows.
bool hasCounted(const LockQueue& queue, const QueueRow& waiter, const ConnectionsBySession& connections) {
    const SessionId session = ownerOf(waiter);
    if (!queue.stat || !waiter.contender->stat) return false;
    const bool hasLease = std::ranges::any_of(queue.rows, [&](const QueueRow& row) {
        return row.role == Role::Foreign && ownerOf(row) == session && row.contender->stat &&
               row.contender->stat->czxid > waiter.contender->stat->czxid;
    });
    return hasLease && isAnsweredSince(queue.stat->pzxid, session, connections);
}

}  // namespace

void CircleWatch::judge(const ClusterSample& sample, WaitForGraph& graph, const CircleLimits& limits) {
    const bool hasChanged = takeNote(sample);
    keepOfOneMoment(sample, graph);
    const bool mayCircle = !graph.cycles.empty() || graph.seemsToCircle;
    if (!hasChanged && !mayCircle) return;
    findThreads(sample, graph, limits);
    if (!mayCircle) return;
    noteCounts(sample, graph);
    const std::vector<bool> quiet = quietSessions(graph, limits.lasting);
    std::vector<WaitCycle> cycles;
    std::vector<bool> isTold(graph.sessions.size(), false);
    if (std::find(quiet.begin(), quiet.end(), true) != quiet.end()) cycles = cyclesOf(sample, graph, &quiet);
    for (WaitCycle& cycle : cycles) {
        const auto countedMs = countedSince(sample, graph, cycle);
        const bool isShut = countedMs && m_nowMs - *countedMs >= kTakesWithin.count();
        describe(sample, graph, limits, cycle);
        cycle.isOutlasting = cycle.isOutlasting && isShut;
        cycle.hasLasted = isShut && (!cycle.worksOn || cycle.isOutlasting);
        forEachEdge(graph, cycle, [&](const WaitEdge& edge) { isTold[edge.waiter] = true; });
    }
    for (WaitCycle& cycle : graph.cycles) {
        const bool isMet = std::any_of(cycle.edges.begin(), cycle.edges.end(),
                                       [&](std::size_t edge) { return isTold[graph.edges[edge].waiter]; });
        if (isMet) continue;
        describe(sample, graph, limits, cycle);
        cycle.isOutlasting = false;
        cycles.push_back(std::move(cycle));
    }
    graph.cycles = std::move(cycles);
}

bool CircleWatch::takeNote(const ClusterSample& sample) {
    m_nowMs = sample.takenAtUnixMs;
    m_losses.clear();
    // As at most times, in a quiet cluster. Those that a sample may lack are to be forgotten in time.
    if (m_locks.size() == m_queues.size() && m_queues == sample.locks) {
        m_catalogMs = catalogMs(sample);
        return false;
    }
    for (auto& [path, memory] : m_locks)
        if (std::exchange(memory.isListed, false))
            memory.confirmedMs = std::max(memory.queue->readAtUnixMs, m_catalogMs);
    m_queues = sample.locks;
    m_catalogMs = catalogMs(sample);
    bool hasChanged = false;
    std::map<std::string, LockMemory> locks;
    static const LockQueue kNothing{};
    for (const auto& queue : sample.locks) {
        LockMemory memory;
        if (auto before = m_locks.extract(queue->path)) memory = std::move(before.mapped());
        if (memory.queue != queue) {
            hasChanged = true;
            compare(memory.queue ? *memory.queue : kNothing, *queue, memory.confirmedMs);
            memory.queue = queue;
            noteHolds(memory);
        }
        memory.isListed = true;
        locks.emplace_hint(locks.end(), queue->path, std::move(memory));
    }
    m_unlisted.clear();
    for (auto& [path, gone] : m_locks) {
        if (sample.mayLack(path) && m_nowMs - gone.confirmedMs < kUnlistedIsKept.count()) {
            for (const QueueRow& row : gone.queue->rows)
                m_unlisted.insert(ownerOf(row));
            locks.emplace(path, std::move(gone));
        } else {
            compare(*gone.queue, kNothing, gone.confirmedMs);
            hasChanged = true;
        }
    }
    m_locks = std::move(locks);
    return hasChanged;
}

/// Notes which sessions did something between two queues of one lock.
void CircleWatch::compare(const LockQueue& before, const LockQueue& after, std::int64_t confirmedMs) {
    const auto act = [&](const QueueRow& row) {
        if (ownerOf(row) != SessionId::None) m_activeMs[ownerOf(row)] = m_nowMs;
    };
    const RowsByName rowsBefore = byName(before);
    const RowsByName rowsAfter = byName(after);
    for (const auto& [name, row] : rowsAfter) {
        const QueueRow* const same = sameIn(rowsBefore, *row);
        // One whose session was not known before may have come just now.
        if (same == nullptr || same->role != row->role || ownerOf(*same) != ownerOf(*row)) act(*row);
    }
    for (const auto& [name, row] : rowsBefore) {
        if (sameIn(rowsAfter, *row) != nullptr) continue;
        act(*row);
        if (ownerOf(*row) != SessionId::None) m_losses.push_back({ownerOf(*row), before.path, confirmedMs});
    }
}

/// A hold that began and ended between two samples is not seen, and is no longer than one that is.
void CircleWatch::noteHolds(LockMemory& memory) {
    std::map<std::string, std::int64_t> held;
    for (const QueueRow& row : memory.queue->rows) {
        if (row.role != Role::Holder) continue;
        const auto before = memory.heldSinceMs.find(row.contender->name);
        held.emplace(row.contender->name, before == memory.heldSinceMs.end() ? m_nowMs : before->second);
    }
    for (const auto& [name, sinceMs] : memory.heldSinceMs)
        if (!held.contains(name))
            memory.longestHold =
                std::max(memory.longestHold.value_or(milliseconds(0)), milliseconds(m_nowMs - sinceMs));
    memory.heldSinceMs = std::move(held);
}

/// The clocks of servers and of this machine are compared better from sample to sample. Contenders that stood
/// in their queues at one time have done so, whatever a later comparison would make of the same queues.
void CircleWatch::keepOfOneMoment(const ClusterSample& sample, WaitForGraph& graph) {
    if (!m_cycles.empty() && m_locksOfCycles == sample.locks) {
        for (WaitCycle& cycle : m_cycles)
            if (std::ranges::find(graph.cycles, cycle.edges, &WaitCycle::edges) == graph.cycles.end())
                graph.cycles.push_back(std::move(cycle));
    }
    m_cycles = graph.cycles;
    m_locksOfCycles = m_cycles.empty() ? std::vector<std::shared_ptr<const LockQueue>>() : sample.locks;
}

/// A thread that waits does nothing else. So a session has several where it has a contender that came while
/// another one of it was waiting, or lost one in another lock meanwhile. Of one that has been seen for long
/// enough the order of its contenders tells that, and no clock needs to.
void CircleWatch::findThreads(const ClusterSample& sample, const WaitForGraph& graph,
                              const CircleLimits& limits) {
    const OneMoment moment(sample);
    const WaitsBySession waits = waitsIn(sample);
    for (std::size_t lock = 0; lock < sample.locks.size(); ++lock) {
        const LockQueue& queue = *sample.locks[lock];
        for (std::size_t row = 0; row < queue.rows.size(); ++row) {
            const SessionId session = ownerOf(queue.rows[row]);
            const auto found = queue.rows[row].role == Role::Foreign ? waits.end() : waits.find(session);
            if (found == waits.end() || m_threaded.contains(session)) continue;
            for (const WaitingRow& wait : found->second) {
                const LockQueue& waited = *sample.locks[wait.lock];
                const QueueRow& waiter = waited.rows[wait.row];
                if (!queue.rows[row].contender->stat || !waiter.contender->stat) continue;
                if (queue.rows[row].contender->stat->czxid > waiter.contender->stat->czxid &&
                    (moment.createdMs(queue, row) < moment.confirmedMs(waited) ||
                     isQuiet(session, limits.lasting)) &&
                    !isOfOneTry(waiter, queue.rows[row]))
                    m_threaded.insert(session);
            }
        }
    }
    for (const Loss& loss : m_losses) {
        const auto found = waits.find(loss.session);
        if (found == waits.end()) continue;
        for (const WaitingRow& wait : found->second) {
            const LockQueue& waited = *sample.locks[wait.lock];
            if (waited.path != loss.lock && moment.createdMs(waited, wait.row) < loss.thereUntilMs)
                m_threaded.insert(loss.session);
        }
    }
    const auto isGone = [&](SessionId session) {
        return !std::binary_search(graph.sessions.begin(), graph.sessions.end(), session) &&
               !m_unlisted.contains(session);
    };
    std::erase_if(m_threaded, isGone);
    std::erase_if(m_activeMs, [&](const auto& entry) { return isGone(entry.first); });
}

/// What first waiters have found is remembered: servers do not always tell.
void CircleWatch::noteCounts(const ClusterSample& sample, const WaitForGraph& graph) {
    std::optional<ConnectionsBySession> connections;
    const QueueRow* before = nullptr;
    for (const WaitEdge& edge : graph.edges) {
        const LockQueue& queue = *sample.locks[edge.lock];
        const QueueRow& waiter = queue.rows[edge.waiterRow];
        // Its edges follow each other.
        if (std::exchange(before, &waiter) == &waiter || !needsCount(queue, edge.waiterRow)) continue;
        const auto memory = m_locks.find(queue.path);
        if (memory == m_locks.end() || isOf(memory->second.count, queue, waiter)) continue;
        if (!connections) connections = connectionsOf(sample);
        if (hasCounted(queue, waiter, *connections))
            memory->second.count = {ownerOf(waiter), queue.stat->pzxid, m_nowMs};
    }
}

/// For long enough where nobody needs to have. A client that lives would have taken a free permit at once;
/// one that is paused has not looked.
std::optional<std::int64_t> CircleWatch::countedSince(const ClusterSample& sample, const WaitForGraph& graph,
                                                      const WaitCycle& cycle) const {
    std::optional<std::int64_t> sinceMs = m_nowMs - kTakesWithin.count();
    forEachEdge(graph, cycle, [&](const WaitEdge& edge) {
        const LockQueue& queue = *sample.locks[edge.lock];
        if (!sinceMs || !needsCount(queue, edge.waiterRow)) return;
        const auto memory = m_locks.find(queue.path);
        if (memory == m_locks.end() || !isOf(memory->second.count, queue, queue.rows[edge.waiterRow]))
            sinceMs.reset();
        else
            sinceMs = std::max(*sinceMs, memory->second.count.sinceMs);
    });
    return sinceMs;
}

bool CircleWatch::isOf(const PermitCount& count, const LockQueue& queue, const QueueRow& waiter) {
    return queue.stat && count.session == ownerOf(waiter) && count.leases == queue.stat->pzxid;
}

bool CircleWatch::isQuiet(SessionId session, milliseconds time) const {
    const auto active = m_activeMs.find(session);
    return active != m_activeMs.end() && m_nowMs - active->second >= time.count();
}

std::vector<bool> CircleWatch::quietSessions(const WaitForGraph& graph, milliseconds time) const {
    std::vector<bool> quiet;
    quiet.reserve(graph.sessions.size());
    for (const SessionId session : graph.sessions)
        quiet.push_back(isQuiet(session, time));
    return quiet;
}

void CircleWatch::describe(const ClusterSample& sample, const WaitForGraph& graph, const CircleLimits& limits,
                           WaitCycle& cycle) const {
    const OneMoment moment(sample);
    cycle.mayFindPermit = !countedSince(sample, graph, cycle);
    std::int64_t newestMs = std::numeric_limits<std::int64_t>::min();
    std::optional<milliseconds> longestHold;
    forEachEdge(graph, cycle, [&](const WaitEdge& edge) {
        const LockQueue& queue = *sample.locks[edge.lock];
        newestMs = std::max(newestMs, moment.createdMs(queue, edge.waiterRow));
        // It was there when its session did something last, as far as that was seen.
        const auto active = m_activeMs.find(graph.sessions[edge.waiter]);
        if (!moment.isCompared(queue, edge.waiterRow) && active != m_activeMs.end())
            newestMs = std::max(newestMs, active->second);
        const auto memory = m_locks.find(queue.path);
        if (memory != m_locks.end() && memory->second.longestHold)
            longestHold = std::max(longestHold.value_or(milliseconds(0)), *memory->second.longestHold);
        cycle.worksOn = cycle.worksOn || m_threaded.contains(graph.sessions[edge.waiter]);
    });
    milliseconds limit = limits.outlasting;
    if (longestHold) limit = std::min(limit, *longestHold * kTimesLongestHold);
    const bool isDated = newestMs != std::numeric_limits<std::int64_t>::min();
    cycle.isOutlasting = isDated && milliseconds(m_nowMs - newestMs) >= std::max(limit, limits.lasting);
}

}  // namespace lockcore
