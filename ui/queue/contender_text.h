// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/cluster_sample.h>
#include <lockcore/observe/contender_times.h>

#include <QString>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lockscope {

/// What is known of one contender in words, short for a cell and as a sentence. Plain text, translated; what
/// comes from a cluster is escaped. GUI thread, as all of these.

/// "0017": the number without most of its zeros; "–" where the name ends in no number.
QString shortSequence(const lockcore::NodeName& name);
/// Number in short, or the name where there is none.
QString shortName(const lockcore::Contender& contender);

/// What it asks for. Leases and members of a barrier, of which several hold at once, share; a child that is
/// no contender asks for nothing.
QString askedMode(const lockcore::QueueRow& row);
QString askedMode(const lockcore::Contender& contender, lockcore::Role role);

/// Somebody has asked it to release: its data is what its library takes for that.
bool isAskedToRelease(const lockcore::Contender& contender);

/// What its client wrote into its znode to say who it is, where its library has callers do that; empty where
/// it has not, or where that is no short text. Not translated and not escaped. Pure.
std::string_view clientIdentity(const lockcore::Contender& contender);
/// "10.0.3.7:4412 (“worker 3”)"; `who` alone for an empty identity.
QString withIdentity(const QString& who, std::string_view identity);

/// "02:10", "1:02:10", "3 d 04 h".
QString clockText(std::chrono::milliseconds duration);
/// "02:10", "≥ 02:10", "≤ 02:10", "02:10–05:00": what is known exactly, from below, from above, or both.
QString clockText(const lockcore::KnownDuration& duration);
/// "2 min 10 s", "at least …", "at most …", "2 min 10 s to 5 min 00 s".
QString durationWords(const lockcore::KnownDuration& duration);

/// Whether the client is there, in few characters: "ok", "silent 6 s", "ghost ≤ 4 s", "unknown". "–" for
/// null: the servers were not asked.
/// `nowUnixMs`: from when a session's end is counted; empty: from when servers told of it.
QString clientText(const lockcore::SessionView* client, std::optional<std::int64_t> nowUnixMs = {});

/// A row's watch, with whom it is about.
struct RowWatch {
    lockcore::Role role = lockcore::Role::Foreign;
    lockcore::ChainVerdict verdict = lockcore::ChainVerdict::Inferred;
    bool watchesItself = false;
    bool waitsForAnyPermit = false;                    ///< and for its predecessor as one of their holders
    const lockcore::Contender* predecessor = nullptr;  ///< whom it should watch; null without one
    const lockcore::Contender* target = nullptr;       ///< whom it watches; null where that one is gone
};

/// "→ 0017 ✔", "→ 0017 (inferred)", "other: 0012", "nothing", "disconnected", "itself"; empty for a holder
/// that watches nobody.
QString watchText(const RowWatch& watch);
/// The same as a sentence.
QString watchSentence(const RowWatch& watch);

}  // namespace lockscope
