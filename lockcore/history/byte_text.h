// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lockcore {

/// True if `bytes` can stand in a JSON file as they are: valid UTF-8 without control characters, except tab
/// and line ends. Whoever prints the file to a terminal must not be at the mercy of whoever wrote the znode.
bool isPlainText(std::string_view bytes);

/// Standard alphabet, padded (RFC 4648).
std::string toBase64(std::string_view bytes);

/// Reads exactly what toBase64() writes.
std::optional<std::string> fromBase64(std::string_view text);

}  // namespace lockcore
