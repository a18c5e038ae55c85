// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/lock_history.h>

namespace lockcore {

/// It stands in the lock beside a semaphore, where clients wait for its permits.
bool standsBeside(const Turn& turn);

/// The past of a semaphore by its clients: who waited beside it and got a permit has one turn, from its
/// arrival there to the end of its permit. Who got none, and all others, are as they were. Pure.
LockPast withTurnsOfClients(LockPast past);

}  // namespace lockcore
