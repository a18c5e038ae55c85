// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>

namespace lockscope {

/// What was tried when an error came, or what is wrong: lockcore tells it in English. In the user's language
/// where its words are known, also of its parts between colons; of others as it is. To be shown, as
/// displayText().
QString errorWhat(const std::string& what);

}  // namespace lockscope
