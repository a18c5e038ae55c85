// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "compared_moment.h"
#include "snapshot_coverage.h"

#include <lockcore/session/connect_string.h>

#include <algorithm>
#include <chrono>

namespace lockcore {

namespace {

/// What it takes, with room for a slow cluster, until all that is wrong was found: servers are asked several
/// times, and their clocks compared.
constexpr std::chrono::seconds kEnoughLooks{60};

/// That any lock may be lacking. Of a search that was cut short that is so where no server has listed its
/// ephemerals: that list has all locks in which somebody is.
bool hidesLocks(const Gap& gap, MomentSources sources, bool isListed) {
    switch (gap.kind) {
        case GapKind::NoSource:
        case GapKind::NotListed:
        case GapKind::ReadOnlySource:
        case GapKind::UnknownSource:
        case GapKind::LaggingSource:
        case GapKind::ForeignSource: return true;
        case GapKind::SearchCut:
        case GapKind::SearchGoesOn: return !isListed;
        case GapKind::DirectoryUnread: return gap.path == "/";
        case GapKind::OnlyRecorded: return sources == MomentSources::Different;
        default: return false;
    }
}

/// What the recorder leaves out, while it lists all others.
bool isOfMembers(const Gap& gap) {
    return gap.kind == GapKind::ContendersUnread && gap.reason &&
           gap.reason->code == ErrorCode::Unimplemented;
}

/// By what servers tell of watches.
bool isOfWatches(FindingKind kind) {
    switch (kind) {
        case FindingKind::OrphanContender:
        case FindingKind::NoWatch:
        case FindingKind::WrongWatch:
        case FindingKind::Herd: return true;
        default: return false;
    }
}

/// By what a server tells of itself.
bool isOfServer(FindingKind kind) {
    switch (kind) {
        case FindingKind::ClockSkew:
        case FindingKind::ServerLag:
        case FindingKind::ServerNotServing:
        case FindingKind::CertificateEnds: return true;
        default: return false;
    }
}

/// Of all that it contends for.
std::vector<const ContenderPlace*> placesOf(const SessionView& session) {
    std::vector<const ContenderPlace*> all;
    for (const auto* places :
         {&session.holds, &session.waits, &session.leads, &session.standsBy, &session.memberOf})
        for (const ContenderPlace& place : *places)
            all.push_back(&place);
    return all;
}

/// The locks of a finding's contenders that it names by whole paths, and its own.
std::vector<std::string> locksOf(const Finding& finding) {
    std::vector<std::string> locks = finding.locks;
    if (!finding.lock.empty()) locks.push_back(finding.lock);
    for (const std::string& contender : finding.contenders)
        if (contender.starts_with('/')) locks.emplace_back(parentPath(contender));
    return locks;
}

}  // namespace

bool isRowIn(const std::map<std::string, std::vector<std::size_t>, std::less<>>& rows, const LockQueue& lock,
             std::size_t row) {
    const auto found = rows.find(lock.path);
    return found != rows.end() && std::ranges::binary_search(found->second, row);
}

ComparedMoment::ComparedMoment(const ClusterAssessment& moment, MomentSources sources)
    : m_moment(moment), m_sources(sources) {
    for (const auto& lock : moment.sample->locks)
        m_locks.emplace(lock->path, lock.get());
    for (const SessionView& view : moment.sessions)
        m_sessions.emplace(view.session, &view);
    m_mayLackAll = !moment.coverage;
    if (!moment.coverage) return;
    const auto& gaps = moment.coverage->gaps;
    const auto recorded = std::ranges::find(gaps, GapKind::OnlyRecorded, &Gap::kind);
    const bool isRecorded = recorded != gaps.end();
    if (isRecorded) m_lookedSinceUnixMs = recorded->fromUnixMs;
    // Servers' files hold no findings; nor has a recording any from before servers had first told anything.
    const auto& catalog = moment.sample->catalog;
    const bool isOfFiles = catalog && catalog->source == DiscoverySource::ServersFiles;
    m_wasChecked = !isOfFiles && (!isRecorded || std::ranges::none_of(gaps, isNothingListed));
    // Else only pinned paths were searched, and which, nobody knows any more.
    m_isListed = isRecorded || !moment.coverage->listedBy.empty();
    m_mayLackAll = !m_isListed || std::ranges::any_of(gaps, [&](const Gap& gap) {
        return hidesLocks(gap, sources, m_isListed);
    });
    for (const Gap& gap : gaps)
        if (!gap.path.empty()) m_gaps.emplace(gap.path, &gap);
}

const LockQueue* ComparedMoment::lock(std::string_view path) const {
    const auto found = m_locks.find(path);
    return found == m_locks.end() ? nullptr : found->second;
}

const SessionView* ComparedMoment::session(SessionId id) const {
    const auto found = m_sessions.find(id);
    return found == m_sessions.end() ? nullptr : found->second;
}

bool ComparedMoment::isInDoubt(const LockQueue& lock, std::size_t row) const {
    return isRowIn(m_moment.inDoubt, lock, row) || isUnseen(lock, row);
}

bool ComparedMoment::isUnseen(const LockQueue& lock, std::size_t row) const {
    return isRowIn(m_moment.unseen, lock, row);
}

bool ComparedMoment::hasGap(GapKind kind, std::string_view path) const {
    const auto [first, last] = m_gaps.equal_range(path);
    return std::any_of(first, last, [&](const auto& each) { return each.second->kind == kind; });
}

bool ComparedMoment::isFree(const LockQueue& lock) const {
    if (!wasRead(lock) || hasGap(GapKind::ChangesUnseen, lock.path)) return false;
    // Nobody is first among members; a lock that nobody contends for may have lost its kind.
    if (!hasHolders(lock.kind) && lock.kind != DirectoryKind::Unknown) return false;
    for (std::size_t row = 0; row < lock.rows.size(); ++row)
        if (isFirstInLine(lock.rows[row].role) || isInDoubt(lock, row)) return false;
    return true;
}

bool ComparedMoment::mayLack(std::string_view path) const {
    // Listed with contenders, and not there when it was read.
    return m_mayLackAll || hasGap(GapKind::LockMissing, path);
}

bool ComparedMoment::wasRead(const LockQueue& lock) const {
    return lock.freshness != Freshness::Named && lock.freshness != Freshness::Failed &&
           !hasGap(GapKind::LockUnread, lock.path);
}

bool ComparedMoment::tellsWhoIsNotIn(const LockQueue& lock, const QueueRow& contender,
                                     MomentSide side) const {
    if (!wasRead(lock)) return false;
    // Who came unseen may have been there; but who is gone was seen to be.
    if (side == MomentSide::Before && hasGap(GapKind::ChangesUnseen, lock.path)) return false;
    const auto [first, last] = m_gaps.equal_range(lock.path);
    const bool isWithoutMembers =
        std::any_of(first, last, [](const auto& each) { return isOfMembers(*each.second); });
    return !isWithoutMembers || isInQueue(contender.role);
}

bool ComparedMoment::isSeen(const SessionView& session) const {
    const auto places = placesOf(session);
    return places.empty() || std::ranges::any_of(places, [&](const ContenderPlace* place) {
               return !isUnseen(*place->lock, place->row);
           });
}

bool ComparedMoment::tellsWhoIsNotIn(const SessionView& ofOther, MomentSide side) const {
    return std::ranges::all_of(placesOf(ofOther), [&](const ContenderPlace* place) {
        const LockQueue* const own = lock(place->lock->path);
        return own ? tellsWhoIsNotIn(*own, place->lock->rows[place->row], side) : !mayLack(place->lock->path);
    });
}

bool ComparedMoment::hasNotLookedFor(const Finding& finding) const {
    if (!m_wasChecked) return true;
    if (m_sources == MomentSources::OneRun || m_lookedSinceUnixMs == 0) return false;
    const std::int64_t lookedMs = m_moment.sample->takenAtUnixMs - m_lookedSinceUnixMs;
    return lookedMs < std::chrono::milliseconds(kEnoughLooks).count() &&
           finding.sinceUnixMs < m_lookedSinceUnixMs;
}

bool ComparedMoment::stillHas(const Finding& finding) const {
    if (finding.kind != FindingKind::LongWait || finding.contenders.empty()) return false;
    const LockQueue* const own = lock(finding.lock);
    if (own == nullptr || !wasRead(*own)) return false;
    return std::ranges::any_of(own->rows, [&](const QueueRow& row) {
        return row.role == Role::Waiter &&
               std::ranges::find(finding.contenders, row.contender->name) != finding.contenders.end();
    });
}

std::optional<Aspect> ComparedMoment::lacksFor(const Finding& finding) const {
    for (const std::string& path : locksOf(finding)) {
        const LockQueue* const own = lock(path);
        if (own == nullptr && mayLack(path)) return Aspect::Locks;
        if (own != nullptr && !wasRead(*own)) return Aspect::Contenders;
    }
    // As long as it goes on, a recording has it.
    if (m_sources == MomentSources::OneRun) return std::nullopt;
    if (!m_moment.coverage) return Aspect::Locks;
    const auto isOpen = [&](SessionId id) {
        const SessionView* const view = session(id);
        return view != nullptr && view->state == SessionState::Unknown;
    };
    if (isOfAbsence(finding.kind) && std::ranges::any_of(finding.sessions, isOpen)) return Aspect::Liveness;
    if (isOfWatches(finding.kind) && m_moment.coverage->lacks(Aspect::Watches)) return Aspect::Watches;
    const auto hasTold = [&](const AskedServer& server) {
        return server.answered && (finding.server.empty() || server.server == finding.server);
    };
    if (isOfServer(finding.kind) && std::ranges::none_of(m_moment.coverage->servers, hasTold))
        return Aspect::Liveness;
    return std::nullopt;
}

}  // namespace lockcore
