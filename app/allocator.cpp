// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "allocator.h"

#include <cstdlib>  // defines __GLIBC__

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace lockscope {

void keepHeapsTidy() {
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 2);
    // Small chunks are merged as they are freed: queues of 100 000 contenders that another thread drops would
    // else be merged all at once, within some call of the GUI thread.
    mallopt(M_MXFAST, 0);
#endif
}

}  // namespace lockscope
