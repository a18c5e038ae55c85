// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "import_writer.h"

#include "schema.h"

#include <lockcore/observe/contender_end.h>
#include <lockcore/observe/discovery.h>
#include <lockcore/session/connect_string.h>

#include "snapshot_coverage.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace lockcore {
namespace {

using Number = std::optional<std::int64_t>;

constexpr std::int64_t kOnlyRun = 1;
/// No server takes a longer one unless told to, and a reader of recordings takes no longer text than four.
constexpr std::size_t kLongestPath = 1024 * 1024;
/// A cluster that elected a leader each hour would take a year for them.
constexpr std::size_t kMostEpochs = 10'000;

/// A file may have any number for a time.
std::int64_t msOf(const PastMoment& moment) {
    return std::clamp(moment.unixMs, kEarliestUnixMs, kLatestUnixMs);
}

std::int64_t withinOf(const PastSpan& span) {
    return std::max<std::int64_t>(msOf(span.to) - msOf(span.from), 0);
}

template <class Value>
Number codeOf(Value value) {
    return static_cast<std::int64_t>(value);
}

Number endOf(const PastTurn& turn) {
    switch (turn.end) {
        case PastEnd::Open: return std::nullopt;
        case PastEnd::DeletedByOwner: return codeOf(EndKind::Released);
        case PastEnd::SessionClosed: return codeOf(EndKind::SessionEnded);
        case PastEnd::SessionExpired: return codeOf(EndKind::SessionExpired);
        case PastEnd::DeletedByOther:
            // Of one that no session ends nobody knows whose it was.
            return codeOf(turn.session == SessionId::None ? EndKind::Unknown : EndKind::RemovedByOther);
        case PastEnd::Deleted:
        case PastEnd::Unseen: break;
    }
    return codeOf(EndKind::Unknown);
}

Number basisOf(const PastTurn& turn) {
    if (turn.end == PastEnd::Open) return std::nullopt;
    return codeOf(turn.end == PastEnd::Unseen ? EndBasis::NotTold : EndBasis::Transaction);
}

std::int64_t flagsOf(const PastTurn& turn) {
    // Whether who stands first holds one of the permits, or waits for one, no log tells.
    const bool isSure = turn.grantIsSure && !(turn.granted && turn.kind == DirectoryKind::Semaphore);
    return (turn.granted || isSure ? 0 : kMayHaveHeld) | (turn.queued ? 0 : kBeganBefore) |
           (isSure ? 0 : kGrantUnsure);
}

/// What no server's file tells.
std::string gapsOfFiles() {
    const Error reason{ErrorCode::Unimplemented, "read it from servers' files"};
    nlohmann::json gaps = nlohmann::json::array();
    for (const GapKind kind : {GapKind::ConnectionsNotTold, GapKind::WatchesNotTold})
        gaps.push_back(gapJson({.kind = kind, .reason = reason}));
    return gaps.dump();
}

}  // namespace

ImportWriter::ImportWriter(Database& database, std::string program, const AuditedSessions& audited,
                           ImportProgress progress, std::function<void()> failed)
    : m_database(database),
      m_program(std::move(program)),
      m_audited(audited),
      m_progress(std::move(progress)),
      m_failed(std::move(failed)),
      m_locks(database),
      m_addTurn(database,
                "INSERT INTO turn(lock, run, name, czxid, session, mode, data, queued_to, queued_within,"
                " queued_by, granted_to, granted_within, left_to, left_within, ended, basis, ended_by, flags,"
                " life) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      m_addSession(database,
                   "INSERT INTO session(session, began_ms, ended_ms, expired, timeout_ms, user, address)"
                   " VALUES(?, ?, ?, ?, ?, ?, ?)"),
      m_addGap(database, "INSERT INTO gap(lock, from_ms, to_ms, kind) VALUES(?, ?, ?, ?)"),
      m_addClock(database, "INSERT INTO leader_clock(epoch, at_ms, ahead_ms) VALUES(?, ?, 0)"),
      m_activity(database) {}

void ImportWriter::begin(const PastMoment& first) {
    m_beganMs = m_untilMs = msOf(first);
}

void ImportWriter::reach(std::int64_t atMs) {
    m_untilMs = std::max(m_untilMs, atMs);
}

void ImportWriter::turn(PastTurn turn) {
    if (turn.lock.size() > kLongestPath || turn.name.size() > kLongestPath) {
        ++m_leftOut;
        return;
    }
    const std::int64_t queuedTo = turn.queued ? msOf(turn.queued->to) : m_beganMs;
    const Number leftTo = turn.left ? Number(msOf(turn.left->to)) : std::nullopt;
    if (leftTo) reach(*leftTo);
    takeEpoch(turn.czxid);
    ++m_turns;
    write(turn, m_locks.take(turn, queuedTo, leftTo), queuedTo);
}

void ImportWriter::write(const PastTurn& turn, std::int64_t lock, std::int64_t queuedTo) {
    const bool isTheLock = turn.name == turn.lock;
    const std::string_view name = isTheLock ? nodeName(turn.name) : std::string_view(turn.name);
    const auto toOf = [](const std::optional<PastSpan>& span) {
        return span ? Number(msOf(span->to)) : std::nullopt;
    };
    const auto spanOf = [](const std::optional<PastSpan>& span) {
        return span ? Number(withinOf(*span)) : std::nullopt;
    };
    const Number leftTo = toOf(turn.left);
    m_activity.add({.queuedTo = queuedTo,
                    .grantedTo = toOf(turn.granted),
                    .wasSeenWaiting = turn.granted.has_value(),
                    .leftTo = leftTo,
                    .flags = flagsOf(turn)});
    const bool isByOther = turn.endedBy != turn.session;
    m_addTurn.run(lock, kOnlyRun, name, ifAny(turn.czxid), ifAny(turn.session), *codeOf(turn.mode),
                  std::string_view(turn.data), queuedTo, spanOf(turn.queued),
                  *codeOf(turn.czxid == Zxid::None ? QueuedBy::Seen : QueuedBy::Transaction),
                  toOf(turn.granted), spanOf(turn.granted), leftTo, spanOf(turn.left), endOf(turn),
                  basisOf(turn), isByOther ? ifAny(turn.endedBy) : std::nullopt, flagsOf(turn),
                  leftTo ? Number(lifeOf(*leftTo - queuedTo)) : std::nullopt);
    if (m_database.problem()) m_failed();
}

/// All times are by the leaders' own clocks, with which there is nothing to compare.
void ImportWriter::takeEpoch(Zxid czxid) {
    if (czxid == Zxid::None || m_epochs.size() >= kMostEpochs) return;
    const std::int64_t epoch = epochOf(czxid);
    if (m_epochs.insert(epoch).second) m_addClock.run(epoch, m_beganMs);
}

void ImportWriter::session(PastSession session) {
    const auto atOf = [](const std::optional<PastMoment>& moment) {
        return moment ? Number(msOf(*moment)) : std::nullopt;
    };
    const Number timeout = session.timeoutMs ? Number(*session.timeoutMs) : std::nullopt;
    ++m_sessions;
    const AuditedSessions::Client nobody;
    const AuditedSessions::Client* const known = m_audited.of(session.id);
    const AuditedSessions::Client& client = known ? *known : nobody;
    m_addSession.run(raw(session.id), atOf(session.began), atOf(session.ended), std::int64_t{session.expired},
                     timeout, std::string_view(client.user), std::string_view(client.address));
}

void ImportWriter::gap(const PastGap& gap) {
    reach(msOf(gap.before));
    if (!m_unknownFromMs) m_unknownFromMs = msOf(gap.after);
}

void ImportWriter::known(const PastMoment& when) {
    if (!std::exchange(m_isBeforeKnown, true)) takeBeforeUnknown(msOf(when));
    if (m_unknownFromMs) endGap(std::max(*m_unknownFromMs, msOf(when)));
}

void ImportWriter::endGap(std::optional<std::int64_t> toMs) {
    m_addGap.run(kAllLocks, *m_unknownFromMs, toMs, std::string_view("unwatched"));
    m_unknownFromMs.reset();
}

void ImportWriter::takeBeforeUnknown(std::optional<std::int64_t> untilMs) {
    if (!untilMs || *untilMs > m_beganMs) m_addGap.run(kAllLocks, m_beganMs, untilMs, kNotListed);
}

void ImportWriter::removed(std::string_view path, const PastMoment& when) {
    m_locks.removed(path, msOf(when));
}

void ImportWriter::progress(std::uint64_t readBytes, std::uint64_t total) {
    if (m_progress) m_progress(readBytes, total);
}

void ImportWriter::end(ImportReport& report) {
    if (report.files.last) reach(msOf(*report.files.last));
    m_locks.end();
    if (!m_isBeforeKnown) takeBeforeUnknown(std::nullopt);
    if (m_unknownFromMs) endGap(std::nullopt);
    Statement addRun(m_database,
                     "INSERT INTO run(id, program, cluster, began_ms, until_ms, ended, kept_ms, source)"
                     " VALUES(?1, ?2, '', ?3, ?4, 1, ?3, ?5)");
    addRun.run(kOnlyRun, std::string_view(m_program), m_beganMs, m_untilMs, kServersFiles);
    Statement addCoverage(m_database,
                          "INSERT INTO coverage(from_ms, source, server, gaps) VALUES(?, ?, '', ?)");
    m_activity.end();
    addCoverage.run(m_beganMs, discoverySourceName(DiscoverySource::ServersFiles),
                    std::string_view(gapsOfFiles()));
    report.turns = m_turns;
    report.sessions = m_sessions;
    report.leftOut = m_leftOut;
    report.locks = m_locks.count();
}

}  // namespace lockcore
