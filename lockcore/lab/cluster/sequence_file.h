// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/result.h>

#include <cstdint>
#include <map>
#include <string>

namespace lockcore {

/// Writes what a standalone server that has never run starts from: these directories, and what is above them,
/// each with the number that its next sequential child gets, as if so many children had come and gone.
Result<void> writeSequenceFile(const std::string& dataDirectory,
                               const std::map<std::string, std::int32_t>& nextNumbers);

}  // namespace lockcore
