// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>

namespace lockscope {

/// Tells Unix milliseconds. Replaced where "now" is another moment: an opened snapshot, a test, a picture.
using WallClock = std::function<std::int64_t()>;

/// This machine's clock.
std::int64_t systemNowUnixMs();

}  // namespace lockscope
