// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/record_reader.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockcore {

/// What a request is for, as its header says.
namespace op_type {
inline constexpr std::int32_t kCloseSession = -11;
inline constexpr std::int32_t kError = -1;  ///< of a transaction's part: it failed
inline constexpr std::int32_t kCreate = 1;
inline constexpr std::int32_t kDelete = 2;
inline constexpr std::int32_t kSetData = 5;
inline constexpr std::int32_t kCheck = 13;
inline constexpr std::int32_t kMulti = 14;
inline constexpr std::int32_t kCreate2 = 15;
inline constexpr std::int32_t kCreateContainer = 19;
inline constexpr std::int32_t kSasl = 102;
}  // namespace op_type

/// How the C client reads what follows the header of an answer without an error. Stateless.
struct AnswerBody {
    std::int32_t type;
    const char* name;  ///< of the operation, in ZooKeeper's words
    bool (*read)(RecordReader& body);
};

/// Null for what the C client of 3.8 and 3.9 can't ask.
const AnswerBody* answerBody(std::int32_t type);

/// The types of the parts of a transaction, from what follows its request's header; nothing if the C client
/// can't have sent it.
std::optional<std::vector<std::int32_t>> partTypes(std::string_view request);

/// The answer to a transaction, from behind its header.
struct Results {
    std::string problem;             ///< "has 3 results for 2 parts"; empty if the client can read it
    std::vector<std::size_t> stats;  ///< where those Stats are that it would take for the next result
};
Results readResults(std::string_view answer, const std::vector<std::int32_t>& parts);

/// `answer` without the Stats that begin there.
std::string withoutStats(std::string_view answer, const std::vector<std::size_t>& stats);

}  // namespace lockcore
