// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockscope {

/// Sets glibc's allocator up for a window that is open all day; does nothing with another C library. All
/// threads share two heaps: by default short-lived threads that read large replies leave their peak behind in
/// up to eight for each processor. And freed memory is merged at once, not by whoever asks for some next,
/// such as the GUI thread. Call it first in main().
void keepHeapsTidy();

}  // namespace lockscope
