// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_selection.h"

#include <algorithm>
#include <utility>

namespace lockscope {

namespace {

using lockcore::ClusterAssessment;
using lockcore::LockQueue;
using lockcore::Role;
using lockcore::SessionId;
using lockcore::WaitEdge;

/// Of the queue of a drawn lock: a column of many boxes can't be read, and those behind wait for these.
constexpr std::size_t kWaitersDrawn = 8;

/// Indices of sessions and locks that have to do with each other.
using SessionLocks = std::vector<std::pair<std::size_t, std::size_t>>;

void sortUnique(SessionLocks& pairs) {
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

/// Picks nodes in the order of what matters, until there is no more room.
class GraphPicker {
public:
    GraphPicker(const ClusterAssessment& all, const GraphBounds& bounds)
        : m_all(all), m_bounds(bounds), m_most(bounds.most) {}

    void drawCycles() {
        for (const lockcore::WaitCycle& cycle : m_all.waitFor.cycles) {
            for (const std::size_t index : cycle.edges) {
                const WaitEdge& edge = m_all.waitFor.edges[index];
                drawSession(m_all.waitFor.sessions[edge.waiter]);
                drawLock(*m_all.sample->locks[edge.lock]);
            }
        }
    }

    /// Sessions that wait in one lock while somebody waits for another one that they hold.
    void drawChains() {
        SessionLocks waits;
        SessionLocks blocks;
        for (const WaitEdge& edge : m_all.waitFor.edges) {
            waits.emplace_back(edge.waiter, edge.lock);
            if (m_all.sample->locks[edge.lock]->rows[edge.blockerRow].role == Role::Holder)
                blocks.emplace_back(edge.blocker, edge.lock);
        }
        sortUnique(waits);
        sortUnique(blocks);
        for (auto wait = waits.begin(); wait != waits.end();) {
            const std::size_t session = wait->first;
            const auto end =
                std::find_if(wait, waits.end(), [&](const auto& pair) { return pair.first != session; });
            const auto held =
                std::lower_bound(blocks.begin(), blocks.end(), std::pair(session, std::size_t{0}));
            const auto heldEnd =
                std::find_if(held, blocks.end(), [&](const auto& pair) { return pair.first != session; });
            if (joinsTwoLocks({wait, end}, {held, heldEnd})) {
                drawSession(m_all.waitFor.sessions[session]);
                drawLocks({wait, end});
                drawLocks({held, heldEnd});
            }
            wait = end;
        }
    }

    /// Who holds what is drawn.
    void drawHolders() {
        for (const LockQueue* lock : drawnLocks())
            drawContenders(*lock, Role::Holder, m_most);
    }

    /// The first ones of each queue.
    void drawWaiters() {
        for (const LockQueue* lock : drawnLocks())
            drawContenders(*lock, Role::Waiter, waitersDrawn(*lock));
    }

    /// The locks for which drawn sessions wait, their holders, and so on up to whoever waits for nobody.
    void drawWhatIsWaitedFor() {
        std::set<SessionId> done;
        for (bool isMore = true; isMore;) {
            isMore = false;
            for (const SessionId session : drawnSessions()) {
                if (!done.insert(session).second) continue;
                isMore = true;
                const lockcore::SessionView* const view = findSession(m_all, session);
                if (!view) continue;
                for (const lockcore::ContenderPlace& place : view->waits) {
                    drawLock(*place.lock);
                    drawContenders(*place.lock, Role::Holder, m_most);
                }
            }
        }
    }

    /// The locks that drawn sessions hold while others wait for them.
    void drawWhatIsBlocked() {
        for (const SessionId session : drawnSessions()) {
            const lockcore::SessionView* const view = findSession(m_all, session);
            if (!view) continue;
            for (const lockcore::ContenderPlace& place : view->holds) {
                if (place.lock->waiters() == 0) continue;
                drawLock(*place.lock);
                drawContenders(*place.lock, Role::Waiter, waitersDrawn(*place.lock));
            }
        }
    }

    bool drawSession(SessionId session) { return draw({session}, nullptr); }

    bool drawLock(const LockQueue& lock) {
        const bool isDrawn = draw({SessionId::None, lock.path}, &lock);
        if (!isDrawn) m_drawn.locksWithoutRoom.insert(lock.path);
        return isDrawn;
    }

    DrawnNodes take() { return std::move(m_drawn); }

private:
    struct Range {
        SessionLocks::const_iterator begin;
        SessionLocks::const_iterator end;
    };

    static bool joinsTwoLocks(const Range& waits, const Range& held) {
        if (waits.begin == waits.end || held.begin == held.end) return false;
        const bool oneEach = waits.end - waits.begin == 1 && held.end - held.begin == 1;
        return !oneEach || waits.begin->second != held.begin->second;
    }

    /// One more takes no more room than "+1" would.
    std::size_t waitersDrawn(const LockQueue& lock) const {
        const bool isUnfolded = m_bounds.unfolded.contains(lock.path);
        return isUnfolded || lock.waiters() == kWaitersDrawn + 1 ? lock.waiters() : kWaitersDrawn;
    }

    void drawLocks(const Range& range) {
        for (auto pair = range.begin; pair != range.end; ++pair)
            drawLock(*m_all.sample->locks[pair->second]);
    }

    void drawContenders(const LockQueue& lock, Role role, std::size_t most) {
        std::size_t count = 0;
        for (const lockcore::QueueRow& row : lock.rows) {
            if (count >= most || m_drawn.nodes.size() >= m_most) return;
            if (row.role != role || ownerOfRow(row) == SessionId::None) continue;
            drawSession(ownerOfRow(row));
            ++count;
        }
    }

    bool draw(NodeKey key, const LockQueue* lock) {
        if (m_drawn.nodes.contains(key)) return true;
        if (m_drawn.nodes.size() >= m_most) return false;
        m_drawn.nodes.emplace(std::move(key), lock);
        return true;
    }

    std::vector<const LockQueue*> drawnLocks() const {
        std::vector<const LockQueue*> locks;
        for (const auto& [key, lock] : m_drawn.nodes)
            if (lock) locks.push_back(lock);
        return locks;
    }

    std::vector<SessionId> drawnSessions() const {
        std::vector<SessionId> sessions;
        for (const auto& [key, lock] : m_drawn.nodes)
            if (!lock) sessions.push_back(key.session);
        return sessions;
    }

    const ClusterAssessment& m_all;
    const GraphBounds& m_bounds;
    const std::size_t m_most;
    DrawnNodes m_drawn;
};

}  // namespace

DrawnNodes selectAcrossLocks(const ClusterAssessment& all, const GraphBounds& bounds) {
    GraphPicker picker(all, bounds);
    picker.drawCycles();
    picker.drawChains();
    picker.drawHolders();
    picker.drawWaiters();
    return picker.take();
}

DrawnNodes selectNeighbourhood(const ClusterAssessment& all, const NodeKey& focus,
                               const GraphBounds& bounds) {
    GraphPicker picker(all, bounds);
    if (focus.isLock()) {
        for (const auto& lock : all.sample->locks)
            if (lock->path == focus.lock) picker.drawLock(*lock);
    } else if (const lockcore::SessionView* session = findSession(all, focus.session)) {
        picker.drawSession(focus.session);
        for (const auto& places : {session->holds, session->waits})
            for (const lockcore::ContenderPlace& place : places)
                picker.drawLock(*place.lock);
    }
    picker.drawHolders();
    picker.drawWaiters();
    picker.drawWhatIsWaitedFor();
    picker.drawWhatIsBlocked();
    return picker.take();
}

SessionId ownerOfRow(const lockcore::QueueRow& row) {
    return lockcore::ownerOf(row);
}

const lockcore::SessionView* findSession(const ClusterAssessment& all, SessionId id) {
    const auto found =
        std::lower_bound(all.sessions.begin(), all.sessions.end(), id,
                         [](const lockcore::SessionView& view, SessionId key) { return view.session < key; });
    return found != all.sessions.end() && found->session == id ? &*found : nullptr;
}

}  // namespace lockscope
