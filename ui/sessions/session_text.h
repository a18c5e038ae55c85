// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/cluster_sample.h>

#include <QString>
#include <chrono>
#include <cstdint>
#include <optional>

namespace lockscope {

/// What is known of a session's client in words, and what that rests on. Plain text, translated; what comes
/// from a cluster is escaped. GUI thread, as all of these.

/// "10.0.3.7:4412", or by its host's name; "10.0.3.7:4412 · 12 s ago" where no server has the client now; "–"
/// where none has told.
QString hostText(const lockcore::SessionView& session);
/// The same, with the address beside the name.
QString hostInFull(const lockcore::SessionView& session);
/// What the host is, in a sentence.
QString hostSentence(const lockcore::SessionView& session);

/// "unknown: zk2:2181 not readable": why the state is not known, in few words.
QString doubtText(const lockcore::SessionView& session);

/// Until the session ends at most, unless its client is heard of: as it was told, less the time since. Empty
/// where no server told.
std::optional<std::chrono::milliseconds> expiresWithin(const lockcore::SessionView& session,
                                                       std::int64_t nowUnixMs);

/// What the state rests on, in a sentence: how many looks. Empty where nobody told.
QString stateBasis(const lockcore::SessionView& session);

}  // namespace lockscope
