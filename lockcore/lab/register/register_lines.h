// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/register.h>

#include <optional>
#include <string>
#include <string_view>

namespace lockcore {

/// The data of a register: its last write. Pure.
struct RegisterTop {
    Zxid token = Zxid::None;
    std::int64_t number = kNoNumber;
    std::uint64_t contender = 0;
    std::uint64_t round = 0;
};

/// What a journal's entries are called before their number.
inline constexpr std::string_view kEntryPrefix = "w-";

/// The data of a register that was last written so. Pure.
std::string registerLine(const RegisterEntry& entry);
/// The data of a journal's entry. Pure.
std::string entryLine(const RegisterEntry& entry);
/// Reads what registerLine() writes; nothing for anything else. Pure.
std::optional<RegisterTop> parseRegisterLine(std::string_view text);
/// Reads what entryLine() writes; nothing for anything else. Pure.
std::optional<RegisterEntry> parseEntryLine(std::string_view text);

}  // namespace lockcore
