// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/result.h>

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace lockcore {

/// Called with how many bytes were read since the last call; false: no more is wanted.
using BytesRead = std::function<bool(std::size_t)>;

/// True for what gzip writes, by its first bytes.
bool isGzip(std::string_view bytes);

/// As gzip writes it: the same bytes for the same text. Cancelled where no more was wanted.
Result<std::string> gzipped(std::string_view text, const BytesRead& read = {});

/// What was compressed, all parts of it where several files were joined. Memory grows with what is there:
/// TooLarge where it would be more than `most` bytes, BadFormat where it is damaged or cut off.
Result<std::string> gunzipped(std::string_view bytes, std::size_t most, const BytesRead& read = {});

}  // namespace lockcore
