// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "transaction_replay.h"

#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace lockcore {

namespace {

PastMoment momentOf(const Transaction& transaction) {
    return {transaction.zxid, transaction.unixMs};
}

PastSpan at(const PastMoment& moment) {
    return {moment, moment};
}

/// A server counts no request of its own.
bool isServersOwn(const Transaction& transaction) {
    return transaction.cxid == 0;
}

std::optional<Dialect> markOf(const LockMarks& marks, std::string_view lock) {
    return marks.all().empty() ? std::nullopt : marks.dialectOf(lock);
}

Dialect queueOf(const NodeName& parsed) {
    return dialectInfo(parsed.dialect).queue;
}

bool comesEarlier(const PresentContender* one, const PresentContender* other) {
    return std::tuple(one->turn.czxid, one->name) < std::tuple(other->turn.czxid, other->name);
}

}  // namespace

std::optional<RecognisedContender> TransactionReplay::recognise(std::string_view path,
                                                                bool isEphemeral) const {
    return recogniseContender(path, isEphemeral, m_marks,
                              [this](std::string_view directory) { return m_locks.contains(directory); });
}

void TransactionReplay::apply(const Transaction& transaction) {
    m_now = momentOf(transaction);
    if (std::exchange(m_isAfterGap, false)) m_afterGap = m_now;
    if (transaction.type == txn_type::kCreateSession) beginSession(transaction);
    if (transaction.type == txn_type::kCloseSession) endSession(transaction);
    for (const TxnPart& part : transaction.parts) {
        if (part.isCreate()) create(transaction, part);
        if (part.isDelete()) remove(transaction, part);
    }
    settle(at(m_now));
}

void TransactionReplay::create(const Transaction& transaction, const TxnPart& part) {
    const auto recognised = recognise(part.path, part.isEphemeral);
    if (!recognised) return;
    Stat stat;
    stat.czxid = transaction.zxid;
    stat.ctimeMs = transaction.unixMs;
    if (part.isEphemeral) stat.ephemeralOwner = transaction.session;
    PastQueue& queue = add(*recognised, part.path, part.data, stat, at(momentOf(transaction)));
    const bool isFirstEver = part.parentCreations == 1 || recognised->lock == part.path;
    if (isFirstEver) queue.completeSince = m_gaps;
}

std::shared_ptr<PresentLock> TransactionReplay::lockAt(std::string_view path) {
    if (const auto known = m_locks.find(path); known != m_locks.end()) return known->second;
    auto lock = std::make_shared<PresentLock>(PresentLock{std::string(path)});
    m_locks.emplace(path, lock);
    return lock;
}

PastQueue& TransactionReplay::add(const RecognisedContender& recognised, std::string_view path,
                                  std::string_view data, const Stat& stat, const PastSpan& queued) {
    const auto contender = std::make_shared<PresentContender>();
    contender->name = recognised.name;
    contender->parsed = recognised.parsed;
    contender->stat = stat;
    contender->shares = recognised.parsed.mode == LockMode::Read &&
                        dialectInfo(queueOf(recognised.parsed)).rule == BlockRule::ReadersShare;
    contender->knownIn = m_gaps;
    contender->snapshot = m_snapshots;
    const auto lock = lockAt(recognised.lock);
    contender->lock = lock;
    const Dialect dialect = queueOf(recognised.parsed);
    auto found = lock->queues.find(dialect);
    if (found == lock->queues.end())
        found = lock->queues.emplace(dialect, PastQueue(lock->path, contender, markOf(m_marks, lock->path)))
                    .first;
    PastQueue& queue = found->second;

    PastTurn& turn = contender->turn;
    turn.lock = lock->path;
    turn.name = recognised.name;
    turn.mode = recognised.parsed.mode;
    turn.session = stat.ephemeralOwner;
    turn.czxid = stat.czxid;
    turn.data = data.substr(0, kMostPastData);
    turn.queued = queued;
    turn.dialect = queue.dialect();
    ContenderPtr& place = m_present[std::string(path)];
    // Created again: what lacks between both has removed it.
    if (const ContenderPtr gone = std::exchange(place, contender))
        tellLeft(*gone, {gone->turn.queued->to, queued.from}, PastEnd::Unseen, SessionId::None);
    queue.add(contender);
    turn.kind = queue.kind();
    m_changed.emplace_back(lock, dialect);
    if (stat.ephemeralOwner != SessionId::None) m_bySession[stat.ephemeralOwner].insert(contender.get());
    return queue;
}

void TransactionReplay::remove(const Transaction& transaction, const TxnPart& part) {
    const auto found = m_present.find(part.path);
    if (found == m_present.end()) {
        // A directory has no children when it goes.
        if (const auto lock = m_locks.find(part.path); lock != m_locks.end()) m_locks.erase(lock);
        m_sink.removed(part.path, m_now);
        if (const auto recognised = recognise(part.path, false))
            endUnknown(*recognised, PastEnd::Deleted, transaction);
        return;
    }
    const ContenderPtr contender = std::move(found->second);
    m_present.erase(found);
    const SessionId owner = contender->turn.session;
    const bool isOwn = owner != SessionId::None && owner == transaction.session;
    tellLeft(*contender, at(momentOf(transaction)), isOwn ? PastEnd::DeletedByOwner : PastEnd::DeletedByOther,
             transaction.session);
}

/// Of one whose creation was not read: it queued up before what was read begins, or while transactions lack.
void TransactionReplay::endUnknown(const RecognisedContender& contender, PastEnd end,
                                   const Transaction& transaction) {
    PastTurn turn;
    turn.lock = contender.lock;
    turn.name = contender.name;
    turn.dialect = contender.parsed.dialect;
    turn.kind = dialectInfo(turn.dialect).kind;
    turn.mode = contender.parsed.mode;
    turn.grantIsSure = false;
    // Its creation after the gap would have been read. Where no gap explains it, that could not be read.
    if (m_allKnownAt)
        turn.queued = PastSpan{*m_allKnownAt, m_afterGap.zxid > m_allKnownAt->zxid ? m_afterGap : m_now};
    turn.left = at(momentOf(transaction));
    if (transaction.type == txn_type::kCloseSession) turn.session = transaction.session;
    turn.end = end;
    turn.endedBy = transaction.session;
    m_sink.turn(std::move(turn));
}

void TransactionReplay::beginSession(const Transaction& transaction) {
    m_sessions.insert_or_assign(
        transaction.session, PastSession{transaction.session, transaction.timeoutMs, momentOf(transaction)});
}

void TransactionReplay::endSession(const Transaction& transaction) {
    const PastEnd end = isServersOwn(transaction) ? PastEnd::SessionExpired : PastEnd::SessionClosed;
    for (const std::string_view path : transaction.ephemerals) {
        if (m_present.contains(path)) continue;
        if (const auto recognised = recognise(path, true)) endUnknown(*recognised, end, transaction);
    }
    auto owned = m_bySession.extract(transaction.session);
    if (!owned.empty()) {
        std::vector<PresentContender*> all(owned.mapped().begin(), owned.mapped().end());
        std::ranges::sort(all, comesEarlier);
        for (const PresentContender* contender : all) {
            const std::string& lock = contender->turn.lock;
            const bool isNode = contender->name == lock;
            const auto found = m_present.find(isNode ? lock : joinPath(lock, contender->name));
            if (found == m_present.end()) continue;
            leave(ContenderPtr(found->second), at(momentOf(transaction)), end, transaction.session);
        }
    }
    auto known = m_sessions.extract(transaction.session);
    PastSession session = known.empty() ? PastSession{transaction.session} : known.mapped();
    session.ended = momentOf(transaction);
    session.expired = end == PastEnd::SessionExpired;
    m_sink.session(session);
}

void TransactionReplay::leave(const ContenderPtr& contender, const PastSpan& left, PastEnd end,
                              SessionId by) {
    const PastTurn& turn = contender->turn;
    m_present.erase(turn.name == turn.lock ? turn.lock : joinPath(turn.lock, turn.name));
    tellLeft(*contender, left, end, by);
}

void TransactionReplay::tellLeft(PresentContender& contender, const PastSpan& left, PastEnd end,
                                 SessionId by) {
    PastTurn& turn = contender.turn;
    turn.left = left;
    turn.end = end;
    turn.endedBy = by;
    const Dialect dialect = queueOf(contender.parsed);
    if (const auto lock = contender.lock.lock()) {
        if (const auto queue = lock->queues.find(dialect); queue != lock->queues.end())
            queue->second.remove(contender);
        m_changed.emplace_back(lock, dialect);
    }
    if (const auto owned = m_bySession.find(turn.session); owned != m_bySession.end()) {
        owned->second.erase(&contender);
        if (owned->second.empty()) m_bySession.erase(owned);
    }
    m_sink.turn(std::move(turn));
}

void TransactionReplay::settle(const PastSpan& when) {
    for (const auto& [place, dialect] : m_changed) {
        const auto lock = place.lock();
        if (!lock) continue;
        const auto found = lock->queues.find(dialect);
        if (found == lock->queues.end()) continue;
        PastQueue& queue = found->second;
        for (const ContenderPtr& contender : queue.takeGranted()) {
            const PastMoment& queued = contender->turn.queued->to;
            contender->turn.granted = {queued.zxid > when.from.zxid ? queued : when.from, when.to};
            contender->turn.grantIsSure = knowsAll() || queue.completeSince == m_gaps;
        }
        // What is known of it is kept as long as that says more than nothing.
        if (queue.isEmpty() && (knowsAll() || queue.completeSince != m_gaps)) lock->queues.erase(found);
        if (lock->queues.empty()) m_locks.erase(lock->path);
    }
    m_changed.clear();
}

void TransactionReplay::skipGap() {
    if (knowsAll()) m_allKnownAt = m_now;
    ++m_gaps;
    m_isAfterGap = true;
    if (!m_sureUntil) m_sureUntil = m_now;
}

PastMoment TransactionReplay::lastSureOf(const PresentContender& contender) const {
    const PastMoment sure = m_sureUntil.value_or(m_beforeSnapshot);
    const PastMoment& queued = contender.turn.queued->to;
    return queued.zxid > sure.zxid ? queued : sure;
}

void TransactionReplay::beginSnapshot(Zxid zxid, std::optional<std::int64_t> noLaterThanMs) {
    ++m_snapshots;
    m_beforeSnapshot = m_now;
    m_now.zxid = zxid;
    m_now.unixMs = std::max(m_now.unixMs, noLaterThanMs.value_or(m_now.unixMs));
}

void TransactionReplay::snapshotSession(SessionId id, std::int32_t timeoutMs) {
    m_sessions.try_emplace(id, PastSession{id, timeoutMs});
}

void TransactionReplay::snapshotNode(std::string_view path, std::string_view data, const Stat& stat) {
    // What it has of later transactions comes by those.
    if (stat.czxid > m_now.zxid || path.empty()) return;
    m_now.unixMs = std::max({m_now.unixMs, stat.ctimeMs, stat.mtimeMs});
    if (const auto found = m_present.find(path); found != m_present.end()) {
        if (found->second->turn.czxid == stat.czxid) {
            found->second->snapshot = m_snapshots;
            return;
        }
        const ContenderPtr gone = found->second;
        leave(gone, {lastSureOf(*gone), m_now}, PastEnd::Unseen, SessionId::None);
    }
    const auto recognised = recognise(path, stat.ephemeralOwner != SessionId::None);
    if (recognised) add(*recognised, path, data, stat, at({stat.czxid, stat.ctimeMs}));
}

void TransactionReplay::endSnapshot() {
    std::vector<ContenderPtr> gone;
    for (const auto& [path, contender] : m_present) {
        if (contender->snapshot != m_snapshots && contender->knownIn != m_gaps) gone.push_back(contender);
        contender->knownIn = m_gaps;
    }
    std::ranges::sort(
        gone, [](const auto& one, const auto& other) { return comesEarlier(one.get(), other.get()); });
    for (const ContenderPtr& contender : gone)
        leave(contender, {lastSureOf(*contender), m_now}, PastEnd::Unseen, SessionId::None);
    m_knownIn = m_gaps;
    m_allKnownAt = m_now;
    m_isAfterGap = false;
    settle({m_sureUntil.value_or(m_beforeSnapshot), m_now});
    m_sureUntil.reset();
}

void TransactionReplay::finish() {
    std::vector<ContenderPtr> open;
    for (const auto& [path, contender] : m_present)
        open.push_back(contender);
    std::ranges::sort(
        open, [](const auto& one, const auto& other) { return comesEarlier(one.get(), other.get()); });
    for (const ContenderPtr& contender : open)
        m_sink.turn(std::move(contender->turn));
    std::vector<PastSession> sessions;
    for (const auto& [id, session] : m_sessions)
        sessions.push_back(session);
    std::ranges::sort(sessions, {}, &PastSession::id);
    for (const PastSession& session : sessions)
        m_sink.session(session);
    m_present.clear();
    m_locks.clear();
    m_bySession.clear();
    m_sessions.clear();
}

}  // namespace lockcore
