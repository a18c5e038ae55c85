// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "queue/queue_model.h"

#include <QString>

namespace lockscope {

/// What an operator asks first of a queue: who holds the lock, where and for how long, who is next, whether
/// the holder's client is there and so what frees the lock. One paragraph, translated; empty where nobody is
/// first in line. GUI thread.
QString queueSentence(const QueueModel& model);

}  // namespace lockscope
