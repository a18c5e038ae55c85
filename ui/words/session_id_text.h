// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/ids.h>

#include <QString>

#include <optional>

namespace lockscope {

/// True where `text` begins as a session's id does; a path begins otherwise.
bool looksLikeSessionId(const QString& text);

/// The session that `text` names as "0x…", as all of our texts do; empty where it names none.
std::optional<lockcore::SessionId> sessionFromText(const QString& text);

}  // namespace lockscope
