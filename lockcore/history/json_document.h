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
    std::string place = {};                  ///< such as "findings[3].sessions", where that is known
};

/// Levels of brackets within each other, at most.
inline constexpr int kDeepestNesting = 16;

/// What is wrong with a foreign text whatever its values are: nested too deeply, or with a NUL.
std::optional<JsonFault> faultBeforeParsing(std::string_view text);

/// The document of a foreign text, which may take a hundred times the text's memory: for small ones, see
/// json_pieces.h. Throws nothing.
tl::expected<nlohmann::json, JsonFault> parseJson(std::string_view text);

/// Where the first member stands whose object has one of that name already, of a text that parseJson() reads:
/// only the last one of them is in the document. Empty where there is none.
std::optional<std::size_t> duplicateMemberAt(std::string_view text);

}  // namespace lockcore
