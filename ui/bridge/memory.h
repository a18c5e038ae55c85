// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockscope {

/// Makes all threads of the process share two heaps. By default glibc gives new threads others, up to eight
/// for each processor: short-lived threads that read large replies leave their peak behind in each of them,
/// and the process grows for an hour. Nor does freed memory wait to be merged by whoever asks for some next,
/// such as the GUI thread. Does nothing with another C library. Call it first in main().
void shareFewHeaps();

}  // namespace lockscope
