// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "json_pieces.h"

#include <algorithm>
#include <iterator>
#include <new>
#include <optional>
#include <utility>
#include <vector>

namespace lockcore {

namespace {

using Json = nlohmann::json;

/// Goes over a text, and leaves word of how far it is: the parser keeps copies of it to itself.
class TextReader {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    TextReader(const char* at, const char** reached) : m_at(at), m_reached(reached) {}
    reference operator*() const { return *m_at; }
    TextReader& operator++() {
        *m_reached = ++m_at;
        return *this;
    }
    TextReader operator++(int) {
        const TextReader before = *this;
        ++*this;
        return before;
    }
    bool operator==(const TextReader& other) const { return m_at == other.m_at; }

private:
    const char* m_at;
    const char** m_reached;
};

/// Builds the values around the one that is parsed, and no others. Lives during one parsing.
class PieceReader final : public nlohmann::json_sax<Json> {
public:
    /// `goesOn` is asked at the end of each object.
    PieceReader(std::size_t size, std::span<const JsonList> lists, const TakeJsonPiece& take,
                const std::function<bool()>& goesOn)
        : m_size(size), m_lists(lists), m_take(take), m_goesOn(goesOn) {}

    bool null() override { return put(Json()); }
    bool boolean(bool value) override { return put(value); }
    bool number_integer(number_integer_t value) override { return put(value); }
    bool number_unsigned(number_unsigned_t value) override { return put(value); }
    bool number_float(number_float_t value, const string_t&) override { return put(value); }
    bool string(string_t& value) override { return put(std::move(value)); }
    bool binary(binary_t&) override { return false; }
    bool key(string_t& key) override {
        if (m_skipped == 0) m_open.back().key = std::move(key);
        return true;
    }
    bool start_object(std::size_t) override { return open(Json::object()); }
    bool end_object() override { return close() && m_goesOn(); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_array() override { return close(); }
    bool parse_error(std::size_t byte, const std::string&, const Json::exception& error) override {
        constexpr int kNumberOutOfRange = 406;
        if (error.id == kNumberOutOfRange)
            m_fault = JsonFault{ErrorCode::BadFormat, "a number is out of range"};
        else
            m_fault = JsonFault{ErrorCode::BadFormat,
                                byte > m_size ? "the text ends too early" : "this is not JSON", byte};
        return false;
    }

    const std::optional<JsonFault>& fault() const { return m_fault; }
    Json takeDocument() { return m_open.empty() ? std::move(m_document) : std::move(m_open.front().value); }

private:
    /// An object or array whose end was not read yet.
    struct Level {
        Json value;
        std::optional<std::size_t> list = {};
        std::string key = {};          ///< of the member that is read
        std::size_t index = 0;         ///< of the piece that is read
        std::size_t valuesBefore = 0;  ///< when a list began, which keeps none of its own
    };

    bool open(Json empty) {
        if (m_skipped > 0 || isOfNoUse(empty)) {
            ++m_skipped;
            return true;
        }
        Level level{std::move(empty)};
        if (!m_open.empty() && level.value.is_array()) level.list = listHere();
        if (level.list && m_open.back().value.contains(m_open.back().key)) {
            m_fault = JsonFault{ErrorCode::BadFormat, "\"" + m_open.back().key + "\" comes twice"};
            return false;
        }
        level.valuesBefore = m_values;
        m_open.push_back(std::move(level));
        return true;
    }

    /// An array as a whole text, or a piece that nobody takes.
    bool isOfNoUse(const Json& empty) {
        if (!m_open.empty()) return m_open.back().list && !m_take;
        if (empty.is_array()) m_document = empty;
        return empty.is_array();
    }

    /// The list that the array is which begins.
    std::optional<std::size_t> listHere() const {
        const Level& around = m_open.back();
        if (!around.value.is_object()) return std::nullopt;
        const std::size_t document = m_lists.size();  // which is none of the lists
        std::size_t within = document;
        if (m_open.size() > 1) within = m_open[m_open.size() - 2].list.value_or(document);
        if (m_open.size() > 1 && within == document) return std::nullopt;
        const auto found = std::ranges::find_if(m_lists, [&](const JsonList& list) {
            return list.name == around.key && list.within.value_or(document) == within;
        });
        if (found == m_lists.end()) return std::nullopt;
        return static_cast<std::size_t>(found - m_lists.begin());
    }

    bool close() {
        if (m_skipped > 0) {
            --m_skipped;
            return true;
        }
        Level level = std::move(m_open.back());
        m_open.pop_back();
        return put(std::move(level.value));
    }

    bool put(Json value) {
        if (m_skipped > 0) return true;
        if (m_open.empty()) {
            m_document = std::move(value);
            return true;
        }
        Level& around = m_open.back();
        if (around.list) return give(around, std::move(value));
        if (++m_values > kMostJsonValues) {
            m_fault =
                JsonFault{ErrorCode::TooLarge, "more than a million values in one part", {}, placeOfPiece()};
            return false;
        }
        if (around.value.is_array())
            around.value.push_back(std::move(value));
        else
            around.value[around.key] = std::move(value);
        return true;
    }

    bool give(Level& list, Json value) {
        m_values = list.valuesBefore;
        if (!m_take) return true;
        const JsonPiece piece{*list.list, placeOfPiece(), std::move(value)};
        ++list.index;
        return m_take(piece);
    }

    std::string placeOfPiece() const {
        std::string place;
        for (const Level& level : m_open) {
            if (level.value.is_object())
                place += (place.empty() ? "" : ".") + level.key;
            else
                place += '[' + std::to_string(level.list ? level.index : level.value.size()) + ']';
        }
        return place;
    }

    const std::size_t m_size;
    const std::span<const JsonList> m_lists;
    const TakeJsonPiece& m_take;
    const std::function<bool()>& m_goesOn;
    std::vector<Level> m_open;
    Json m_document;
    std::size_t m_values = 0;
    std::size_t m_skipped = 0;  ///< objects and arrays around what is only read over
    std::optional<JsonFault> m_fault;
};

}  // namespace

tl::expected<Json, JsonFault> parseJsonPieces(std::string_view text, std::span<const JsonList> lists,
                                              const TakeJsonPiece& take, const JsonGoesOn& goesOn) {
    if (auto fault = faultBeforeParsing(text)) return tl::unexpected(*std::move(fault));
    const char* const end = text.data() + text.size();
    const char* reached = text.data();
    const char* told = reached;
    const std::function<bool()> tell = [&] {
        const auto more = static_cast<std::size_t>(reached - std::exchange(told, reached));
        return !goesOn || goesOn(more);
    };
    try {
        PieceReader reader(text.size(), lists, take, tell);
        Json::sax_parse(TextReader(text.data(), &reached), TextReader(end, &reached), &reader);
        if (reader.fault()) return tl::unexpected(*reader.fault());
        return reader.takeDocument();
    } catch (const std::bad_alloc&) {
        return tl::unexpected(JsonFault{ErrorCode::TooLarge, "out of memory"});
    }
}

}  // namespace lockcore
