// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "survey_memory.h"

namespace lockcore {

/// What a handshake with the server agreed on last, where it is asked by TLS: it is looked at once an hour,
/// more often where its certificate ends soon. Empty where there is no TLS, or none has come about so far.
/// Blocks, for no longer than `within`. Any thread.
std::optional<TlsFacts> tlsOf(const HostPort& server, const SurveyOptions& options, ServerMemory& memory,
                              std::chrono::milliseconds within, const std::stop_token& stop);

}  // namespace lockcore
