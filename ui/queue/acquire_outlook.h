// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/feed/acquire_request.h>

#include <lockcore/observe/lock_queue.h>

#include <QString>
#include <QStringList>

namespace lockscope {

// What acquiring a lock would come to, in words. GUI thread (translated).

QString recipeWord(lockcore::AcquireRecipe recipe);

/// Why a lock of this dialect that is owned by that recipe would exclude nobody. Empty where it does exclude
/// others, and where the lock has no contenders by which to tell its dialect.
QString recipeMisfit(lockcore::AcquireRecipe recipe, lockcore::Dialect dialect);

/// True where this program knows a recipe that the lock's other clients respect.
bool isAcquirable(lockcore::Dialect dialect);

/// What will happen by what the queue is now; `queue` is null where it was not read. `ownContender`: this
/// program holds the lock already, or waits for it.
QStringList acquireOutlook(const lockcore::AcquireRequest& request, const lockcore::LockQueue* queue,
                           bool ownContender);

}  // namespace lockscope
