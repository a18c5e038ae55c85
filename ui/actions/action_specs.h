// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "actions/action_rules.h"
#include "theme/icon.h"

#include <QKeySequence>
#include <QString>

#include <optional>
#include <vector>

namespace lockscope {

/// What an action is at the start. A value.
struct ActionSpec {
    ActionId id;
    const char* name;  ///< object name: stable, for tests and settings
    QString text;
    QString tip;
    std::optional<IconName> icon = {};
    QKeySequence shortcut = {};
};

/// All of them, in the order of the menus. GUI thread (translated).
std::vector<ActionSpec> actionSpecs();

}  // namespace lockscope
