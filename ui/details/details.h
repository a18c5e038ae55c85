// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "queue/queue_evidence.h"
#include "queue/seen_takeovers.h"

#include <lockcore/feed/facts.h>
#include <lockcore/ids.h>
#include <lockcore/observe/contender_times.h>
#include <lockcore/observe/findings.h>
#include <lockcore/observe/lock_queue.h>

#include <QString>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace lockscope {

/// One fact about a lock or contender.
struct DetailField {
    QString label = {};
    QString value = {};
    QString meaning = {};  ///< what the fact tells, in one or two sentences
    bool isId = false;
    /// The session that the value names, which can be gone to. None: it names none.
    lockcore::SessionId session = lockcore::SessionId::None;
    bool isPath = false;  ///< it goes on in the next line wherever the room ends
};

/// Facts that are known in the same way.
struct DetailGroup {
    QString title = {};
    QString evidence = {};          ///< "Read from ZooKeeper", "Inferred from the name"…
    std::int64_t readAtUnixMs = 0;  ///< 0 where the age says nothing
    std::vector<DetailField> fields = {};
};

/// All that is known about one lock or contender, ready to show.
struct Details {
    QString title = {};
    QString subtitle = {};
    QString problem = {};  ///< why something is missing, empty if nothing is
    std::vector<DetailGroup> groups = {};
    std::string data = {};        ///< as kept: at most lockcore::kKeptDataBytes
    std::int64_t dataLength = 0;  ///< as ZooKeeper tells it
};

/// What is known beyond the queue itself.
struct DetailBasis {
    std::int64_t nowUnixMs = 0;
    QueueEvidence evidence = {};                          ///< about the lock
    std::shared_ptr<const SeenTakeovers> takeovers = {};  ///< null where nobody watched
    lockcore::ChainLink link = {};                        ///< of the contender, in rows of the queue
    std::vector<lockcore::Finding> findings = {};         ///< about the lock
    std::int64_t checkedAtUnixMs = 0;                     ///< what these are of; 0: nothing was checked
    std::vector<std::size_t> openRoles = {};  ///< rows of which it is not known whether they hold, sorted
    QString openRoleReason = {};              ///< why, a sentence
    bool isUnseen = false;                    ///< changes went unseen: some of those rows may be gone
    std::set<lockcore::SessionId> ownSessions = {};           ///< the user's own
    std::shared_ptr<const lockcore::LockAccess> access = {};  ///< to the lock; null where it was not read

    lockcore::ObservedNow now() const { return evidence.now(nowUnixMs); }
};

/// Pure.
Details describeLock(const lockcore::LockQueue& queue, const DetailBasis& basis);
/// `row` is an index of queue.rows.
Details describeContender(const lockcore::LockQueue& queue, std::size_t row, const DetailBasis& basis);

}  // namespace lockscope
