// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/row_subject.h"

#include <lockcore/observe/assessment.h>
#include <lockcore/observe/findings.h>
#include <lockcore/observe/lock_history.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockscope {

/// Who is first in line for a lock, and how many stand behind. A value.
struct QueueHead {
    std::string contender = {};  ///< name; empty where nobody is first
    lockcore::SessionId session = lockcore::SessionId::None;
    /// What servers told of that session, without its places; empty where none was asked.
    std::optional<lockcore::SessionView> client = {};
    std::optional<lockcore::KnownDuration> held = {};
    std::size_t first = 0;   ///< holders or leaders, without `open`
    std::size_t behind = 0;  ///< waiters or standbys
    /// Who are first by their names alone: whether they hold or wait is not known.
    std::size_t open = 0;
    bool leads = false;
    bool waitsBehindItself = false;  ///< its session has one of those behind, too
    /// The clients of all holders or leaders are gone, and their last session ends then at the latest. Empty
    /// where one of them is not gone, or no server told when its session ends.
    std::optional<std::int64_t> freeByUnixMs = {};
};

/// One thing that hurts: a finding, with what follows from it. A value.
struct Trouble {
    std::string identity;  ///< of the finding
    lockcore::Finding finding;
    /// Long waits and queues in the same locks: the finding explains them.
    std::vector<lockcore::Finding> consequences = {};
    std::optional<QueueHead> head = {};  ///< of its lock, where it is about a single one that was read
    /// What clients of the trouble wrote into its locks to say who they are.
    std::map<lockcore::SessionId, std::string> identities = {};
    /// Its contender is first by its name alone: whether it holds is not known.
    bool isRoleOpen = false;
    std::set<lockcore::SessionId> ownSessions = {};  ///< the user's own
    std::int64_t asOfUnixMs = 0;                     ///< when the sample was taken
    /// A recording's, of locks of which nothing was seen from then on: it tells what was so until then.
    std::optional<std::int64_t> unseenSinceUnixMs = {};
    /// It ends by itself then at the latest; empty where nobody told.
    std::optional<std::int64_t> endsByUnixMs = {};
    /// The cluster serves nobody, or has served nobody since: no session ends when servers told that it
    /// would.
    bool isEndPutOff = false;

    /// As it is marked: what is only suspected keeps people waiting meanwhile, or it would not be told.
    lockcore::Severity severity() const { return std::max(finding.severity, lockcore::Severity::Warning); }
};

/// What its finding is about, or else who is first in line: what its sentence names. Pure.
RowSubject subjectOf(const Trouble& trouble);

/// The worst, and how much else there is. A value.
struct Troubles {
    std::vector<Trouble> worst = {};  ///< worst first
    std::size_t more = 0;             ///< troubles beside these
    std::size_t remarks = 0;          ///< findings that hurt nobody
};

/// Nobody reads more than these at a glance.
inline constexpr std::size_t kMostTroubles = 20;

/// Troubles are warnings, faults, and what is only suspected but would block somebody. Verified ones come
/// first, then those that block more clients, then those whose clients have waited longer in sum. What could
/// not be checked is neither a trouble nor a remark. `ownSessions` are the user's own. Pure.
Troubles troublesOf(const lockcore::ClusterAssessment& basis, const std::vector<lockcore::Finding>& findings,
                    const lockcore::LockHistory& history,
                    const std::set<lockcore::SessionId>& ownSessions = {});

}  // namespace lockscope
