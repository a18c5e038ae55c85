// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

// Lock directories of most tests of recipes.
inline const std::string kLockPath = "/app/lock";
inline const std::vector<std::string> kLockPaths{"/a", "/b", "/c"};
