// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "json_document.h"

#include <new>

namespace lockcore {

namespace {

/// Offset of the bracket that opens one level too many. Checked before parsing, since a file of nothing but
/// brackets would become a document of a hundred times its size.
std::optional<std::size_t> tooDeepAt(std::string_view text) {
    int depth = 0;
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString) {
            if (c == '\\') ++i;
            if (c == '"') inString = false;
        } else if (c == '"') {
            inString = true;
        } else if (c == '[' || c == '{') {
            if (++depth > kDeepestNesting) return i;
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    return std::nullopt;
}

tl::unexpected<JsonFault> faultAt(std::size_t offset, const char* reason) {
    return tl::unexpected(JsonFault{ErrorCode::BadFormat, reason, offset});
}

}  // namespace

tl::expected<nlohmann::json, JsonFault> parseJson(std::string_view text) {
    if (const auto at = tooDeepAt(text)) return faultAt(*at, "nested too deeply");
    // The parser takes a NUL for the end of the text and would accept whatever stands behind it.
    if (const auto at = text.find('\0'); at != std::string_view::npos) return faultAt(at, "a NUL character");
    try {
        return nlohmann::json::parse(text.begin(), text.end());
    } catch (const nlohmann::json::parse_error& error) {
        return faultAt(error.byte, error.byte > text.size() ? "the text ends too early" : "this is not JSON");
    } catch (const nlohmann::json::exception&) {
        return tl::unexpected(JsonFault{ErrorCode::BadFormat, "a number is out of range"});
    } catch (const std::bad_alloc&) {
        return tl::unexpected(JsonFault{ErrorCode::TooLarge, {}});
    }
}

}  // namespace lockcore
