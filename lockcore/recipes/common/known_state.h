// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/recipes/hold.h>
#include <lockcore/session/zookeeper.h>

namespace lockcore {

/// What is known now of a hold of which its loop has `told` that. Any thread. A loop that has not run for as
/// long as a disconnect takes to be noticed can't have told of one.
inline HoldState knownState(HoldState told, ZooKeeper& session) {
    if (told != HoldState::Held) return told;
    return session.contact().isInDoubt(session.loop().bootTime()) ? HoldState::Suspended : HoldState::Held;
}

}  // namespace lockcore
