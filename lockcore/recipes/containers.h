// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/zookeeper.h>

#include <string>

namespace lockcore {

/// A container may vanish between its creation and the create below it; more often than this in a row it is
/// no coincidence.
inline constexpr int kContainerAttempts = 3;

/// Loop thread. Sends creates for `path` and all above it, as containers, without waiting for an answer: a
/// create sent after it finds them there, or tells why not. Containers go by themselves some time after their
/// last child, so that abandoned locks and barriers leave nothing behind (CURATOR-173).
void createContainers(ZooKeeper& session, const std::string& path, const Acl& acl);

}  // namespace lockcore
