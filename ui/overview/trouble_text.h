// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findings/checked_scope.h"
#include "overview/trouble.h"

#include <QString>

#include <cstdint>

namespace lockscope {

/// A trouble in words. Plain text, translated; what comes from a cluster is escaped. Waits and holds are
/// those of the sample, what remains is counted down to `nowUnixMs`. GUI thread, as all of these.

/// Who, on which host, which lock, for how long, how many wait: what somebody reads first.
QString troubleSentence(const Trouble& trouble, std::int64_t nowUnixMs);
/// What ends it, or what it rests on.
QString troubleDetail(const Trouble& trouble, std::int64_t nowUnixMs);
/// The same for screen readers. They tell no times that grow or run out, so they change only when the trouble
/// does.
QString spokenSentence(const Trouble& trouble);
/// … after the severity that its mark shows.
QString spokenHeadline(const Trouble& trouble);
QString spokenDetail(const Trouble& trouble, std::int64_t nowUnixMs);
/// What to do, and why: paragraphs.
QString troubleAdvice(const Trouble& trouble);
/// "≤ 21 s". Empty where nobody told when it ends, and once it should have ended.
QString remainingText(const Trouble& trouble, std::int64_t nowUnixMs);
/// For a ticket, as Markdown in which nothing from a cluster is interpreted: what, where, why, whom it
/// blocks, since when, what was not checked, what to do.
QString troubleSummary(const Trouble& trouble, const QString& cluster, const CheckedScope& scope);

}  // namespace lockscope
