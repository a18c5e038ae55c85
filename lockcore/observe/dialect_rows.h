// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/dialect.h>

#include <array>

/// What rows of several parts of the dialect table have in common. Constants.
namespace lockcore::dialect_rows {

using enum LockMode;

inline constexpr NamePattern kUuidNames[] = {{.id = IdForm::Uuid, .numbered = false}};
inline constexpr NamePattern kHexNames[] = {{.id = IdForm::Hex32, .numbered = false}};
/// Of HBase, and of madelson's library for .NET.
inline constexpr NamePattern kReadWriteNames[] = {{.mode = Read, .prefix = "read-"},
                                                  {.mode = Write, .prefix = "write-"}};

// At 2^31−1 the server's counter sticks and names repeat (ZOOKEEPER-3249); a burst there, and older servers
// always, go on with negative numbers (ZOOKEEPER-2947).

inline constexpr KnownBug kStuckCounter{"ZOOKEEPER-3249", BugSituation::EqualNumbers};
inline constexpr KnownBug kWrappedCounter{"ZOOKEEPER-2947", BugSituation::NegativeNumbers};

inline constexpr KnownBug kCounterBugs[] = {kStuckCounter, kWrappedCounter};

}  // namespace lockcore::dialect_rows
