// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/findings.h>

#include <string>

namespace lockscope {

/// Where to look at what is wrong: the most exact place that a finding has. A value.
struct FindingPlace {
    std::string lock = {};       ///< empty: it is about none, or about none in particular
    std::string contender = {};  ///< name in that lock; empty: the lock as a whole
    lockcore::SessionId session = lockcore::SessionId::None;  ///< where there is no lock
    bool isEmptyDirectory = false;                            ///< any of the directories that it counts

    bool isNowhere() const {
        return lock.empty() && session == lockcore::SessionId::None && !isEmptyDirectory;
    }
};

/// Pure.
FindingPlace placeOf(const lockcore::Finding& finding);

}  // namespace lockscope
