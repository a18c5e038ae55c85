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
/// create sent after it finds them there. Containers go by themselves some time after their last child, so
/// that abandoned locks and barriers leave nothing behind (CURATOR-173).
///
/// `done` is called before the answer to what is sent after it: where that is NoNode, the error is its true
/// reason, such as NoAuth on the first path that is missing, or NoNode of "/", which is a missing chroot.
/// Where the error is another's, such as NoAuth above a znode that is there, that create has succeeded.
void createContainers(ZooKeeper& session, const std::string& path, const Acl& acl,
                      const Completion<void>& done);

}  // namespace lockcore
