// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "queue/queue_model.h"

#include <QString>

#include <cstdint>

namespace lockscope {

/// What an operator asks first of a queue: who holds the lock, where and for how long, who is next, whether
/// the holder's client is there and so what frees the lock. One paragraph, translated; empty where nobody is
/// first in line. GUI thread.
QString queueSentence(const QueueModel& model);

/// What frees what a client is the first in line for, by what servers tell of it; null: nothing. Of a client
/// that is well only where somebody waits for that. A sentence or two; empty where there is nothing to say.
QString outlookText(const lockcore::SessionView* client, bool leads, bool isWaitedFor,
                    std::int64_t nowUnixMs);

}  // namespace lockscope
