// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/zookeeper.h>

#include <string>
#include <vector>

namespace lockcore {

/// What a LockObserver keeps current. Lives on the session's loop; close() must be called before it is
/// dropped.
class ObservedPath {
public:
    virtual ~ObservedPath() = default;

    virtual void start() = 0;
    /// Drops the watch and the timers; nothing is published any more.
    virtual void close() = 0;
    /// Reads everything again now.
    virtual void refresh() = 0;
    /// Reads this contender again now.
    virtual void readAgain(const std::string& name) = 0;
    /// Reads these contenders before others that are not read yet.
    virtual void readFirst(const std::vector<std::string>& names) = 0;
    virtual void connectionChanged(const ConnectionStatus& status) = 0;
};

}  // namespace lockcore
