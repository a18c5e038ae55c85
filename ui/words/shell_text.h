// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>
#include <string_view>

namespace lockscope {

/// A word of a POSIX shell's command line that stands for exactly `bytes`. Empty where nobody could see what
/// it is: with control characters, marks that reorder text, or bytes that are no UTF-8. Pure.
std::optional<QString> shellWord(std::string_view bytes);

}  // namespace lockscope
