// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/assessment.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

/// Which of two moments.
enum class MomentSide { Before, After };

/// Stable English name: "before", "after".
std::string_view momentSideName(MomentSide side);

/// What became of a contender from one moment to a later one.
enum class ContenderChange {
    Came,
    Went,
    RoleChanged,  ///< a waiter holds
    Moved,        ///< others before it have gone, or came to stand before it
};

/// Stable English name: "came", "went", "role-changed", "moved".
std::string_view contenderChangeName(ContenderChange change);

/// One contender, at its place in the queue. A value.
struct ContenderState {
    Role role = Role::Foreign;
    bool isRoleKnown = true;  ///< else `role` is what it was last known to be, or may be
    std::size_t place = 0;    ///< of those in the queue, from 0
};

/// What of one contender differs between the two moments. A value.
struct ContenderDifference {
    ContenderChange change = ContenderChange::Moved;
    std::string name;
    SessionId session = SessionId::None;
    Zxid czxid = Zxid::None;     ///< None where it was not read
    ContenderState before = {};  ///< not of one that came
    ContenderState after = {};   ///< not of one that went
    /// Of Moved: past one that stood before it, or behind one that stood after it.
    bool isOutOfTurn = false;
};

/// Who has what others wait for.
struct KnownHolder {
    std::string name;
    SessionId session = SessionId::None;

    bool operator==(const KnownHolder&) const = default;
};

/// What became of a lock.
enum class LockChange {
    Came,
    /// Nobody contends for it any more; servers' lists do not tell whether its empty directory is there.
    Went,
    Changed,  ///< its contenders, or what it is
};

/// Stable English name: "came", "went", "changed".
std::string_view lockChangeName(LockChange change);

/// One lock that is not as it was.
struct LockDifference {
    std::string path;
    LockChange change = LockChange::Changed;
    /// What it is then; of one that came or went the same twice.
    DirectoryKind kindBefore = DirectoryKind::Unknown;
    DirectoryKind kindAfter = DirectoryKind::Unknown;
    /// In the order of the newer queue, those that went last.
    std::vector<ContenderDifference> contenders = {};
    /// Those of whom it is known that they hold, or lead; none where nobody does, or the lock is not there.
    std::vector<KnownHolder> holdersBefore = {};
    std::vector<KnownHolder> holdersAfter = {};
    /// It is known that nobody held it, or led. False where that is not known, or the lock is not there.
    bool isFreeBefore = false;
    bool isFreeAfter = false;
};

/// A session's client at one moment, as far as it was told.
struct SessionFacts {
    SessionState state = SessionState::Unknown;
    std::string server = {};   ///< empty: not told
    std::string address = {};  ///< likewise
};

/// One session that is not as it was.
struct SessionDifference {
    SessionId session = SessionId::None;
    /// Came: it contends for something, which it did not; it may have been there before. Went: likewise.
    LockChange change = LockChange::Changed;
    SessionFacts before = {};
    SessionFacts after = {};
};

/// Something that one of the moments does not tell, so that nobody knows whether it differs.
struct NotCompared {
    Aspect aspect = Aspect::Locks;
    MomentSide side = MomentSide::Before;  ///< that does not tell
    /// A lock; empty where it is about the list of locks, or about all of them.
    std::string lock = {};
    /// Contenders, sessions or findings that one of them has and the other one may have. 0: of a whole list,
    /// or a whole queue.
    std::size_t count = 0;
    /// Of findings: nobody had looked for them by then, or not for long enough.
    bool isUnlooked = false;
};

/// Where the two moments come from.
enum class MomentSources {
    /// A recorder that has just begun may not have found yet what was there before.
    Different,
    /// One run of a recording, which has a lock that it has seen until it has seen that it is gone, and
    /// findings until they are over. A lock that came may have been there before it was first read.
    OneRun,
};

/// How one moment of a cluster differs from a later one. A value.
struct ClusterDifference {
    std::int64_t beforeUnixMs = 0;
    std::int64_t afterUnixMs = 0;
    std::vector<LockDifference> locks = {};        ///< by path
    std::vector<SessionDifference> sessions = {};  ///< by id
    /// Verified findings of the later one that the earlier one does not even suspect; what was not checked is
    /// none of them.
    std::vector<Finding> opened = {};
    std::vector<Finding> closed = {};  ///< the other way round
    std::vector<NotCompared> notCompared = {};
    std::size_t locksCompared = 0;  ///< that are in both and were read for both, or came or went

    /// As far as it was compared.
    bool isSame() const { return locks.empty() && sessions.empty() && opened.empty() && closed.empty(); }
};

/// Contenders are told apart by their creation, locks by their paths, sessions by their ids. What is not in
/// one of the moments came, or went, only where that one has looked: else it is NotCompared. So is who holds
/// where it is not known, whether findings are over that the later one could not look for, and states of
/// clients that nobody told. Of who came or went in doubt it is not told as what. Pure.
ClusterDifference compare(const ClusterAssessment& before, const ClusterAssessment& after,
                          MomentSources sources = MomentSources::Different);

}  // namespace lockcore
