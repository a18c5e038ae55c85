// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json_document.h"

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lockcore {

/// A long list of a document: a member of the document itself, or of each element of another list.
struct JsonList {
    std::string_view name;
    std::optional<std::size_t> within = {};  ///< which one of those that are named
};

/// An element of one of the long lists of a document.
struct JsonPiece {
    std::size_t list;   ///< which one of those that were named
    std::string place;  ///< such as "locks[3].contenders[0]"
    nlohmann::json value;
};

/// False: nothing more is wanted.
using TakeJsonPiece = std::function<bool(const JsonPiece&)>;
/// Told how many bytes more have been read. False: nothing more is wanted.
using JsonGoesOn = std::function<bool(std::size_t bytes)>;

/// Values that are kept of a document, or of one of its pieces, at most: a bound of its memory, since a file
/// of nothing but brackets would become a document of a hundred times its size.
inline constexpr std::size_t kMostJsonValues = 1'000'000;

/// The document of a foreign text without the elements of `lists`, each of which is given to `take` as soon
/// as it is read, and forgotten; without a `take` they are only read over. A piece comes before what it is a
/// part of. Who has a list twice in an object is refused. `goesOn` is asked at the end of each object. Where
/// one of the two ends it, what comes back is what was read until then. A text that is an array as a whole
/// comes as an empty one. Throws nothing; TooLarge beyond kMostJsonValues.
tl::expected<nlohmann::json, JsonFault> parseJsonPieces(std::string_view text,
                                                        std::span<const JsonList> lists,
                                                        const TakeJsonPiece& take,
                                                        const JsonGoesOn& goesOn = {});

}  // namespace lockcore
