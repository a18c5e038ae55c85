// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/history/compare.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

/// Of rows by locks, as an assessment has those that are in doubt, or unseen.
bool isRowIn(const std::map<std::string, std::vector<std::size_t>, std::less<>>& rows, const LockQueue& lock,
             std::size_t row);

/// One of two moments that are compared: what it has, and whether it would have what it has not. Its
/// assessment outlives it; lives during one call.
class ComparedMoment {
public:
    ComparedMoment(const ClusterAssessment& moment, MomentSources sources);

    const std::map<std::string_view, const LockQueue*>& locks() const { return m_locks; }
    /// Null where it has none of that path.
    const LockQueue* lock(std::string_view path) const;
    const std::map<SessionId, const SessionView*>& sessions() const { return m_sessions; }
    const SessionView* session(SessionId id) const;
    const std::vector<Finding>& findings() const { return m_moment.findings; }

    /// True where it is not known what that contender was to its lock then, or whether it was there.
    bool isInDoubt(const LockQueue& lock, std::size_t row) const;
    bool isUnseen(const LockQueue& lock, std::size_t row) const;
    /// False where there is only what was known of it before, as of a time without a connection: others may
    /// have come since, and who is in it may have gone.
    bool wasRead(const LockQueue& lock) const;
    /// It is known that nobody held it, or led.
    bool isFree(const LockQueue& lock) const;
    /// False where nobody knows of any of a session's contenders whether it was there.
    bool isSeen(const SessionView& session) const;

    /// Of a lock that it has not: true where it may have been there nevertheless.
    bool mayLack(std::string_view path) const;
    /// That may be so of any lock.
    bool mayLackLocks() const { return m_mayLackAll; }
    /// Of a contender that its queue `lock` has not: true where it was not there.
    bool tellsWhoIsNotIn(const LockQueue& lock, const QueueRow& contender, MomentSide side) const;
    /// Of a session that has no contender here: true where it had none, in those locks in which it has some
    /// at the other moment.
    bool tellsWhoIsNotIn(const SessionView& ofOther, MomentSide side) const;
    /// True where nobody had looked for findings, or not for long enough to have that of another moment.
    bool hasNotLookedFor(const Finding& finding) const;
    /// An earlier moment's long wait is one still, whether that was found again or not.
    bool stillHas(const Finding& finding) const;
    /// What it would have had to look at to say that the other moment's finding is not so; empty: it has.
    std::optional<Aspect> lacksFor(const Finding& finding) const;

private:
    bool hasGap(GapKind kind, std::string_view path) const;

    const ClusterAssessment& m_moment;
    const MomentSources m_sources;
    std::map<std::string_view, const LockQueue*> m_locks;
    std::map<SessionId, const SessionView*> m_sessions;
    std::multimap<std::string_view, const Gap*> m_gaps;  ///< those that are about a path
    bool m_isListed = false;
    bool m_wasChecked = true;  ///< somebody had looked for findings
    bool m_mayLackAll = false;
    std::int64_t m_lookedSinceUnixMs = 0;  ///< when its recorder began; 0: not known
};

}  // namespace lockcore
