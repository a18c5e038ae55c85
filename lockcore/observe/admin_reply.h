// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/result.h>

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace lockcore {

/// Takes what is wanted out of a reply of AdminServer as it is parsed: no tree of a large or hostile reply is
/// ever built. Lives during one readAdminReply().
class AdminReader : public nlohmann::json_sax<nlohmann::json> {
public:
    /// True once the part that was asked for came.
    bool found() const { return m_found; }
    /// True where a part that was asked for is not of the form that servers give it.
    bool isBroken() const { return m_isBroken; }
    /// What AdminServer says instead of an answer; empty where it answers.
    const std::string& error() const { return m_error; }

    bool null() final { return true; }
    bool boolean(bool) final { return true; }
    bool number_integer(number_integer_t value) final;
    bool number_unsigned(number_unsigned_t value) final;
    bool number_float(number_float_t value, const string_t&) final;
    bool string(string_t& value) final;
    bool binary(binary_t&) final { return true; }
    bool key(string_t& key) final;
    bool start_object(std::size_t) final;
    bool end_object() final { return end(); }
    bool start_array(std::size_t) final;
    bool end_array() final { return end(); }
    bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) final {
        return false;
    }

protected:
    /// Where the values of { "name": { "key": [ here ] } } are.
    static constexpr int kMapOfListsDepth = 3;

    virtual void onText(std::string&) {}
    /// Numbers without a fraction that fit.
    virtual void onNumber(std::int64_t) {}
    /// An object has begun; it is at depth() itself.
    virtual void onObject() {}
    /// Likewise an array.
    virtual void onArray() {}
    /// The object or array at depth() ends.
    virtual void onEnd() {}

    /// Objects and arrays around the value.
    int depth() const { return m_depth; }
    /// The key that leads to the value, or to what is around it, at a depth from 1 to kKeys; empty in an
    /// array.
    const std::string& keyAt(int depth) const { return m_keys.at(static_cast<std::size_t>(depth)); }
    void setFound() { m_found = true; }
    void setBroken() { m_isBroken = true; }

private:
    static constexpr int kKeys = 3;
    static constexpr int kMaxDepth = 16;

    bool begin();
    bool end();

    int m_depth = 0;
    bool m_found = false;
    bool m_isBroken = false;
    std::array<std::string, kKeys + 1> m_keys;
    std::string m_error;
};

/// Parses AdminServer's reply to a command into `reader`. NotAllowed and NotServing where the reply says so,
/// which it does with HTTP status 200; NotZooKeeper if it is something else, BadFormat if it was cut off:
/// what `reader` has then is of no use.
Result<void> readAdminReply(std::string_view command, std::string_view json, AdminReader& reader);

}  // namespace lockcore
