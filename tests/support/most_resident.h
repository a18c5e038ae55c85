// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/resource.h>

/// Memory that this process has had at any time until now. Tells nothing under a sanitizer, which keeps what
/// was freed, or a shadow of it.
inline long mostResidentKb() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}
