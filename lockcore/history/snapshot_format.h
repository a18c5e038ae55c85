// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace lockcore {

/// Value of "format", by which a snapshot file is known.
inline constexpr const char* kSnapshotFormat = "lockscope-snapshot";

/// Grows with additions that an older reader may ignore. 1: kinds of directories, with the roles that only
/// some of them have; coverage; who has left.
inline constexpr int kSnapshotMinorVersion = 1;

/// Follows the key of bytes that are not plain text and are written as base64.
inline constexpr const char* kBase64Suffix = "Base64";

/// Years 0 to 9999, the range of four-digit years.
inline constexpr std::int64_t kEarliestUnixMs = -62'167'219'200'000;
inline constexpr std::int64_t kLatestUnixMs = 253'402'300'799'999;

}  // namespace lockcore
