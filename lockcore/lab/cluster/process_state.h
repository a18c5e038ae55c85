// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

namespace lockcore {

/// Whether no thread of the process runs, since it was stopped (SIGSTOP), by whomever. False of one that is
/// not there. Any thread; reads /proc.
bool isStopped(pid_t pid);

}  // namespace lockcore
