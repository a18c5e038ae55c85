// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "survey_memory.h"

namespace lockcore {

/// What a handshake with the server agrees on, where it is asked by TLS: once an hour, as `memory` has it.
/// Empty where there is no TLS, or none came about. Blocks. Any thread.
std::optional<TlsFacts> tlsOf(const HostPort& server, const SurveyOptions& options, ServerMemory& memory,
                              const std::stop_token& stop);

}  // namespace lockcore
