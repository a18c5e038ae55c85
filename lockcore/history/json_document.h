// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/result.h>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace lockcore {

/// Why a text is no JSON document that can be read.
struct JsonFault {
    ErrorCode code;  ///< BadFormat, or TooLarge where memory ends
    std::string reason;
    std::optional<std::size_t> offset = {};  ///< the byte at which it shows
};

/// Levels of brackets within each other, at most.
inline constexpr int kDeepestNesting = 16;

/// The document of a foreign text. Throws nothing.
tl::expected<nlohmann::json, JsonFault> parseJson(std::string_view text);

}  // namespace lockcore
