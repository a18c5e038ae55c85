// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "contention.h"

#include "common/containers.h"
#include "common/guid.h"
#include "common/own_watch.h"
#include "protection.h"
#include "queue_rule.h"

#include <lockcore/recipes/sequence.h>
#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

/// Only one at a time, so that "it was granted" means "everybody before it had gone".
bool isAlone(ContenderKind kind) {
    return kind == ContenderKind::Mutex || kind == ContenderKind::Write || kind == ContenderKind::Latch;
}

}  // namespace

Contention::Contention(std::shared_ptr<ZooKeeper> session, ContentionSpec spec, Handlers handlers)
    : m_session(std::move(session)),
      m_spec(std::move(spec)),
      m_handlers(std::move(handlers)),
      m_view(
          m_session->loop().local<DirectoryViews>().at(m_session->cluster(), m_spec.directory, m_spec.kind)),
      m_guid(newGuid()),
      m_ownWanted(m_spec.isRevocable) {}

Error Contention::error(ErrorCode code) const {
    return {code, "Acquiring " + m_spec.directory, m_spec.directory, {}};
}

std::string Contention::ownName() const {
    return std::string(nodeName(m_node));
}

/// The own znode exists and waits for its turn.
bool Contention::isQueued() const {
    switch (m_state) {
        case State::Viewing:
        case State::Listing:
        case State::Watching:
        case State::Waiting:
        case State::Parked: return true;
        default: return false;
    }
}

bool Contention::isInDoubt() const {
    return m_session->contact().isInDoubt(m_session->loop().bootTime());
}

/// The end of each transition. Handlers may come back: what that leads to is sent and told by the call that
/// is running.
void Contention::run() {
    if (std::exchange(m_running, true)) return;
    const auto alive = shared_from_this();
    for (; !m_steps.empty(); m_steps.pop_front())
        m_steps.front()();
    m_running = false;
    for (const auto& ready : m_view->takeReady())
        ready();
}

void Contention::start(std::optional<TimePoint> deadline) {
    m_self = shared_from_this();
    auto& loop = m_session->loop();
    m_startedAt = loop.now();
    const auto state = m_session->status().state;
    if (isOver(state)) {
        sessionOver(endOfSession(state));
        run();
        return;
    }
    m_listener.emplace(
        m_session, SessionListener::Handlers{event([this] { connected(); }), event([this] { suspended(); }),
                                             event([this](ErrorCode why) { sessionOver(why); })});
    if (deadline) m_deadline = loop.callAt(*deadline, [this] { giveUp(ErrorCode::DeadlineExceeded); });
    m_connected = isConnected(state);
    if (m_connected) begin();
    run();
}

void Contention::begin() {
    // Leases are counted by whoever asks for them, before.
    if (!m_spec.tryOnly || m_spec.kind == ContenderKind::Lease) {
        create();
        return;
    }
    m_state = State::Probing;
    sendList(0);
}

void Contention::create() {
    dropWatch();
    m_node.clear();
    m_ownWatched = false;
    m_ownSeen = false;
    m_state = State::Creating;
    const bool needsList = m_spec.kind == ContenderKind::Lease || m_spec.placeOf;
    m_listFollows = !m_spec.createsElsewhere && (needsList || m_view->mayBeFree());
    auto name = protection(m_guid) + std::string(nameMarker(m_spec.kind));
    if (m_spec.placeOf) name += sequenceText(*m_spec.placeOf);
    const auto kind = m_spec.placeOf ? NodeKind::Ephemeral : NodeKind::EphemeralSequential;
    sendCreate({joinPath(m_spec.directory, name), m_spec.data, kind, m_spec.nodeAcl});
    if (m_listFollows) listQueue();
}

void Contention::list() {
    dropWatch();
    m_state = State::Listing;
    listQueue();
}

void Contention::listQueue() {
    if (m_spec.kind == ContenderKind::Lease) m_watch = ++m_lastWatch;
    sendList(m_watch);
}

/// The look before the try: most often it answers without a write.
void Contention::probed(const Result<ChildList>& result) {
    if (result ? !isTaken(m_spec.kind, result->names) : result.error().code == ErrorCode::NoNode) {
        create();
    } else if (result) {
        failAndFinish(error(ErrorCode::Busy));
    } else if (isAmbiguous(result.error().code)) {
        retry(State::Idle, result.error());
    } else {
        failAndFinish(result.error());
    }
}

void Contention::created(const Result<CreatedNode>& result) {
    if (m_state == State::Done) return;  // the session is over
    if (result) {
        queued(result->path, result->stat);
        if (m_state != State::Creating) return;
        if (m_listFollows) {
            m_state = State::Listing;  // its list is under way
        } else if (m_spec.placeOf || m_spec.kind == ContenderKind::Lease) {
            list();
        } else {
            place();
        }
        return;
    }
    m_list = m_list + 1;  // the answer to the list that travelled with it means nothing
    dropWatch();
    const auto code = result.error().code;
    if (isAmbiguous(code)) {
        retry(State::Unknown, result.error());
    } else if (code == ErrorCode::NoNode && !m_parents) {
        failAndFinish(m_parents.error());
    } else if (code == ErrorCode::NoNode && m_wanted && m_parentAttempts < kContainerAttempts) {
        ++m_parentAttempts;
        createParents();
        create();
    } else {
        failAndFinish(result.error());
    }
}

/// The own znode exists.
void Contention::queued(const std::string& path, const Stat& stat) {
    m_node = path;
    m_stat = stat;
    m_isAsked = false;
    m_parentAttempts = 0;
    if (m_spec.placeOf) {
        m_view->createdAtPlace(ownName());
    } else {
        m_view->created(ownName(), stat.czxid);
    }
    const auto sequence = parseSequenceSuffix(path);
    if (!sequence || sequence->number < 0 || sequence->number >= kSequenceLimit) {
        fail(error(ErrorCode::SequenceExhausted));
    }
    if (!m_wanted) {
        remove();
        return;
    }
    tell(&Handlers::queued, path, stat);
    watchOwn();
}

void Contention::listed(std::uint64_t id, const Result<ChildList>& result) {
    if (result) m_view->listed(result->names, result->stat.czxid);
    if (id != m_list) return;
    if (m_state == State::Unknown) {
        lookedForOwn(result);
    } else if (m_state == State::Probing) {
        probed(result);
    } else if (m_state != State::Listing) {
        return;
    } else if (result) {
        evaluate(*result);
    } else if (isAmbiguous(result.error().code)) {
        retry(State::Parked, result.error());
    } else if (result.error().code == ErrorCode::NoNode) {
        ownGone();  // the directory was deleted, and the own znode with it
    } else {
        failAndRemove(result.error());
    }
}

void Contention::evaluate(const ChildList& list) {
    if (m_spec.kind == ContenderKind::Lease) {
        evaluateLease(list);
        return;
    }
    const auto place = findPlace(m_spec.kind, ownName(), list.names, m_spec.placeOf.value_or(""));
    if (!place.listed) {
        ownGone();
    } else if (m_spec.placeOf && std::ranges::find(list.names, *m_spec.placeOf) == list.names.end()) {
        // The write hold was lost on the way: whoever was behind it may own by now.
        failAndRemove(error(ErrorCode::HoldLost));
    } else if (place.wait) {
        mustWaitFor(*place.wait);
    } else {
        grant();
    }
}

/// Whoever holds the semaphore's mutex is the only one that waits here, so the directory's watch wakes nobody
/// else.
void Contention::evaluateLease(const ChildList& list) {
    if (std::ranges::find(list.names, ownName()) == list.names.end()) {
        ownGone();
    } else if (countLeases(list.names) <= m_spec.maxLeases) {
        grant();
    } else if (m_spec.tryOnly) {
        failAndRemove(error(ErrorCode::Busy));
    } else {
        m_state = State::Waiting;
    }
}

void Contention::mustWaitFor(const std::string& name) {
    if (m_spec.tryOnly) {
        failAndRemove(error(ErrorCode::Busy));
    } else {
        watchPredecessor(name);
    }
}

/// Finds the predecessor in what the process knows of the directory, without a list.
void Contention::place() {
    if (m_spec.tryOnly) {  // nobody is refused because of what was there before it asked
        list();
        return;
    }
    const auto known = m_view->placeOf(m_spec.kind, ownName());
    if (!known.complete) {
        m_state = State::Viewing;
        awaitView();
    } else if (known.wait) {
        mustWaitFor(*known.wait);
    } else {
        list();
    }
}

void Contention::viewChanged() {
    if (m_state != State::Viewing) return;
    if (m_view->placeOf(m_spec.kind, ownName()).complete) {
        place();
    } else {
        list();
    }
}

/// Where the one before is of this process, its end may be proof enough to own; that takes to know that the
/// own znode is still there. So does waiting for several locks at once: whoever waits in one queue without a
/// znode keeps its places in the others, and the one before it may be waiting for those.
void Contention::watchPredecessor(const std::string& name) {
    dropWatch();
    m_predecessor = name;
    m_state = State::Watching;
    if (m_view->isLocal(name) || m_spec.createsElsewhere) m_ownWanted = true;
    watchOwn();
    m_watch = ++m_lastWatch;
    later([this, id = m_watch, path = joinPath(m_spec.directory, name)] {
        m_watchToken = m_session->get(
            path, watcherFor(id), event([this, id](const Result<NodeData>& result) { watched(id, result); }));
    });
}

void Contention::watched(std::uint64_t id, const Result<NodeData>& result) {
    if (id != m_watch || m_state != State::Watching) return;
    if (result) {
        m_state = State::Waiting;
        return;
    }
    m_watch = 0;
    const auto code = result.error().code;
    if (code == ErrorCode::NoNode) {
        m_view->notFound(m_predecessor, ownName());
        list();
    } else if (isAmbiguous(code)) {
        retry(State::Parked, result.error());
    } else {
        // NoAuth too: where exists() would succeed then, on servers before 3.8.4 and 3.9.2, its event is
        // not delivered to whoever may not read.
        failAndRemove(result.error());
    }
}

void Contention::watchFired(std::uint64_t id, WatchEvent::Kind kind) {
    if (id != m_watch) return;
    m_watch = 0;
    if (m_state != State::Waiting) return;
    if (m_spec.kind == ContenderKind::Lease) {
        list();
    } else if (kind == WatchEvent::Kind::Deleted) {
        predecessorGone();
    } else {
        watchPredecessor(m_predecessor);  // somebody wrote to it: asked it to release, most likely
    }
}

/// Owning without a list saves a round trip, and the bytes of the whole directory. It takes that the
/// predecessor's end proves that nobody is before the own znode, which DirectoryView::provesAlone() explains,
/// and that the own znode is there: this session has armed a watch on it and would have been told first.
/// Never for a writer: its predecessor may have left a reader at its place (CURATOR-621), which other
/// sessions may not see yet.
void Contention::predecessorGone() {
    const bool provesOwnership = m_ownSeen && m_view->provesAlone(m_spec.kind, m_predecessor, ownName());
    m_view->gone(m_predecessor);
    const auto known = m_view->placeOf(m_spec.kind, ownName());
    if (provesOwnership) {
        grant();
    } else if (known.complete && known.wait && m_view->isLocal(*known.wait)) {
        watchPredecessor(*known.wait);
    } else {
        list();  // others of whom nothing was heard since the last list were before an owner: gone, most
                 // likely
    }
}

void Contention::grant() {
    if (isInDoubt()) {
        sync();
        list();
        return;
    }
    dropWatch();
    if (isAlone(m_spec.kind)) m_view->grantedAlone(ownName());
    m_state = State::Held;
    m_wanted = false;
    auto& loop = m_session->loop();
    for (const auto timer : {m_deadline, m_ownWatchDue})
        loop.cancel(timer);
    m_ownWatchDue = loop.callAt(loop.now() + kOwnWatchDelay, event([this] { watchOwnDue(); }));
    tell(&Handlers::granted, m_node, m_stat);
}

void Contention::setMaxLeases(int maxLeases) {
    m_spec.maxLeases = maxLeases;
    if (m_state == State::Waiting) list();
    run();
}

}  // namespace lockcore
