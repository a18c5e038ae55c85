// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "json_document.h"

#include <algorithm>
#include <new>
#include <set>
#include <utility>
#include <vector>

namespace lockcore {

namespace {

/// Offset of the bracket that opens one level too many.
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

/// The end of the string that begins at `begin`, behind its quote.
std::size_t endOfString(std::string_view text, std::size_t begin) {
    std::size_t end = begin + 1;
    while (end < text.size() && text[end] != '"')
        end += text[end] == '\\' ? 2 : 1;
    return std::min(end + 1, text.size());
}

}  // namespace

std::optional<JsonFault> faultBeforeParsing(std::string_view text) {
    const auto fault = [](std::size_t at, const char* reason) {
        return JsonFault{ErrorCode::BadFormat, reason, at};
    };
    if (const auto at = tooDeepAt(text)) return fault(*at, "nested too deeply");
    // The parser takes a NUL for the end of the text and would accept whatever stands behind it.
    if (const auto at = text.find('\0'); at != std::string_view::npos) return fault(at, "a NUL character");
    return std::nullopt;
}

tl::expected<nlohmann::json, JsonFault> parseJson(std::string_view text) {
    if (auto fault = faultBeforeParsing(text)) return tl::unexpected(*std::move(fault));
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

std::optional<std::size_t> duplicateMemberAt(std::string_view text) {
    struct Level {
        std::set<std::string> names = {};
        bool isObject = false;
        bool isNameNext = false;
    };
    std::vector<Level> levels(1);
    for (std::size_t i = 0; i < text.size(); ++i) {
        Level& level = levels.back();
        switch (text[i]) {
            case '{': levels.push_back({.isObject = true, .isNameNext = true}); break;
            case '[': levels.emplace_back(); break;
            case '}':
            case ']':
                if (levels.size() > 1) levels.pop_back();
                break;
            case ',': level.isNameNext = level.isObject; break;
            case '"': {
                const std::size_t end = endOfString(text, i);
                const auto name = nlohmann::json::parse(text.substr(i, end - i), nullptr, false);
                const bool isName = std::exchange(level.isNameNext, false) && name.is_string();
                if (isName && !level.names.insert(name.get<std::string>()).second) return i;
                i = end - 1;
                break;
            }
            default: break;
        }
    }
    return std::nullopt;
}

}  // namespace lockcore
