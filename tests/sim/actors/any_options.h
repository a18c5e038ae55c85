// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../actor.h"

#include <lockcore/recipes/barrier.h>
#include <lockcore/recipes/queue_lock.h>

namespace lockcore {

/// How patient a user is.
struct AnyRetry {
    RetryPolicy policy = RetryPolicy::forever();
    bool isFinite = false;  ///< a failed request may end the attempt
};
AnyRetry anyRetry(RandomSource& random);

/// Options of one user's lock: with this policy; some listen to revokes; where servers refuse requests, some
/// make znodes that nobody may read.
LockOptions anyOptions(Stage& stage, const AnyRetry& retry);

/// Of one user's barrier: likewise, and some make znodes that nobody may write.
BarrierOptions anyBarrierOptions(Stage& stage);

}  // namespace lockcore
