// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/lock_marks.h>

namespace lockcore {
namespace {

constexpr std::string_view kNotALock = "not-a-lock";

}  // namespace

std::string_view markKey(const LockMark& mark) {
    const auto* dialect = std::get_if<Dialect>(&mark);
    return dialect ? dialectInfo(*dialect).key : kNotALock;
}

std::optional<LockMark> markFromKey(std::string_view key) {
    if (key == kNotALock) return NotALock();
    if (const auto dialect = dialectFromKey(key)) return *dialect;
    return std::nullopt;
}

}  // namespace lockcore
