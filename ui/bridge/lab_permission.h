// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"

#include <QString>

#include <optional>

namespace lockscope {

/// Why the lab may not make its locks on a cluster.
enum class LabRefusal {
    ReadOnly,    ///< its profile is read-only
    Production,  ///< it is one of production, whose profile does not allow the lab
    NameNeeded,  ///< likewise, and its profile does: its name has to be typed, too
    NotAllowed,  ///< neither its profile nor the user has said that the lab may
};

/// Nothing where it may. `here`: the user says that it may be there, of production by the profile's name.
/// Servers on this machine that somebody has typed are theirs to play with. Pure.
std::optional<LabRefusal> labRefusal(const ConnectionOptions& options, const std::optional<QString>& here);

}  // namespace lockscope
