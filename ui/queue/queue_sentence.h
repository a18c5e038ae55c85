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

/// What an operator asks first of a queue: who holds the lock, where and for how long, who is next, whether
/// the holder's client is there and so what frees the lock; before all that, what is known to be wrong with
/// it, by the `findings` about this lock, the worst first. One paragraph; empty where nobody is first in
/// line.
QString queueSentence(const QueueModel& model, const std::vector<lockcore::Finding>& findings = {});

/// Whose contender a row is: the host, which people know; else the session, else the znode.
QString clientName(const QueueModel& model, int row);

/// What frees what a client is the first in line for, by what servers tell of it; null: nothing. Of a client
/// that is well only where somebody waits for that. A sentence or two; empty where there is nothing to say.
QString outlookText(const lockcore::SessionView* client, bool leads, bool isWaitedFor,
                    std::int64_t nowUnixMs);

}  // namespace lockscope
