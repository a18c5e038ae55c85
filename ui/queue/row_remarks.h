// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/findings.h>

#include <QStringList>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace lockscope {

/// What findings say of one contender. A value.
struct RowRemark {
    lockcore::Severity worst = lockcore::Severity::Information;
    QStringList titles = {};  ///< of each finding, the worst first

    bool operator==(const RowRemark&) const = default;
};

/// By the contender's name.
using RowRemarks = std::map<std::string, RowRemark, std::less<>>;

/// Of the contenders of one lock, as far as their rows show it by nothing else: the client has a column, the
/// watch an arrow, the wait a bar; and what is wrong with the lock as a whole marks none of them. `findings`
/// are about that lock, the worst first. GUI thread.
RowRemarks rowRemarks(const std::string& lockPath, const std::vector<lockcore::Finding>& findings);

}  // namespace lockscope
