// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/ids.h>
#include <lockcore/observe/lock_queue.h>

#include <QString>

#include <map>
#include <string>

namespace lockscope {

/// What the contenders of a lab are called, by what a cluster shows of them. A value.
struct ContenderNames {
    std::map<lockcore::SessionId, QString> ofSessions = {};  ///< empty: several contenders share it
    std::map<std::string, QString> ofNodes = {};             ///< of those that share one, by path

    /// @{ Empty for whoever is none of the lab, or not known to be one.
    QString of(lockcore::SessionId session) const;
    QString of(const std::string& lockPath, const lockcore::Contender& contender) const;
    /// @}

    /// Several contenders have it, or had it: whoever is left of them is not the only one of its znodes.
    bool isShared(lockcore::SessionId session) const;
    /// Takes those of now. Who is not among them keeps its name, since its znodes may still be there; but of
    /// the znodes that went before no more than some thousands.
    void add(ContenderNames newer);

    bool operator==(const ContenderNames&) const = default;
};

}  // namespace lockscope
