// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "queue/queue_model.h"

#include <lockcore/observe/findings.h>

#include <QString>

#include <cstdint>
#include <vector>

namespace lockscope {

// The selected queue in words. Translated; what comes from a cluster is escaped. GUI thread.

/// What an operator asks first of a queue. It begins with what is wrong, by the `findings` about this lock,
/// the worst first. Then it says who holds the lock, where and for how long, who is next, and, by whether the
/// holder's client is there, what frees the lock. Who is first by a name alone is not said to hold. One
/// paragraph; empty where nobody is first in line.
QString queueSentence(const QueueModel& model, const std::vector<lockcore::Finding>& findings = {});
/// … with how long they held and waited as of that moment. What servers tell of the client has its own age.
QString queueSentence(const QueueModel& model, const std::vector<lockcore::Finding>& findings,
                      std::int64_t asOfUnixMs);
/// What a file says, as of its moment, at which the model's clock stands.
QString fileSentence(const QueueModel& model, const std::vector<lockcore::Finding>& findings);
/// Of a queue that is not followed now: what its last reading said.
QString lastReadSentence(const QueueModel& model, const std::vector<lockcore::Finding>& findings);

/// Whose contender a row is: the host, which people know; else the session, else the znode. With what the
/// client says who it is, if it does.
QString clientName(const QueueModel& model, int row);

/// Who stands behind the client that is first in line.
enum class WhoWaits {
    Nobody,
    Others,
    Itself,  ///< contenders of its own session, among others or alone
};
/// Behind a contender of that session, which is first in that queue. Pure.
WhoWaits whoWaitsBehind(const lockcore::LockQueue& queue, lockcore::SessionId first);

/// What ends the turn of a client that is first in line, by what servers tell of it; null: they told nothing.
/// Of a client that is well this is said only where somebody waits. `isEndPutOff`: its session ends later
/// than they told, as the cluster serves nobody. A sentence or two, or none.
QString outlookText(const lockcore::SessionView* client, bool leads, WhoWaits behind, std::int64_t nowUnixMs,
                    bool isEndPutOff = false);

}  // namespace lockscope
