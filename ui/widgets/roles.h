// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>

namespace lockscope {

/// What the models answer beside Qt's own roles.
enum ItemRole {
    /// Whole text where the display text is shortened or an age (session id, moment): for copying.
    CopyRole = Qt::UserRole + 1,
    /// int of Tone: the shape and colour of this cell's state. Invalid: none.
    ToneRole,
    /// bool: belongs to what is selected elsewhere, and is marked for it.
    HighlightRole,
    /// bool: an id, shown monospaced and shortened in the middle.
    IdRole,
};

}  // namespace lockscope
