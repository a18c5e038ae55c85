// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/state_palette.h"

#include <lockcore/observe/findings.h>

#include <QString>
#include <QStringList>
#include <chrono>

namespace lockscope {

/// Findings in words: what is wrong, on what, why we think so, what to do. Plain text, translated; what comes
/// from a cluster is escaped. GUI thread, as all of these.

/// What is wrong, in a few words.
QString findingTitle(lockcore::FindingKind kind);
/// The same of one finding, which may be a variant of its kind, or suspected only.
QString findingTitle(const lockcore::Finding& finding);
/// On what: a lock, a server, sessions or this program.
QString findingObject(const lockcore::Finding& finding);
/// Why we think so: one paragraph with the facts.
QString findingEvidence(const lockcore::Finding& finding);
/// Where the clients of its sessions are, as a sentence; empty where nobody told.
QString findingClients(const lockcore::Finding& finding);
/// The single steps of a possible deadlock, or the znodes concerned where the evidence does not name them;
/// else none.
QStringList findingLines(const lockcore::Finding& finding);
/// How far it is certain, where that is in question: a sentence, or nothing.
QString findingCertainty(const lockcore::Finding& finding);
/// Whom it blocks: a sentence, or nothing where that is nobody.
QString blockedText(const lockcore::Finding& finding);
/// What to do about it.
QString findingAdvice(const lockcore::Finding& finding);
/// The same as a line: "What to do: …".
QString findingTask(const lockcore::Finding& finding);
/// All that it rests on, a line each: evidence, clients, certainty, whom it blocks, who told.
QStringList findingReasons(const lockcore::Finding& finding);
/// Since when it has been seen and verified, a line each; none where nobody remembers.
QStringList findingTimes(const lockcore::Finding& finding);
/// All of it as paragraphs: to be read beside the list, or pasted.
QString findingReport(const lockcore::Finding& finding);

QString stageWord(lockcore::FindingStage stage);
/// How it ended, as a sentence.
QString endText(lockcore::FindingEnd end);
QString severityWord(lockcore::Severity severity);
Tone severityTone(lockcore::Severity severity);

/// How long it has lasted at most, where its duration is such an end: with what the clocks may be wrong by.
/// Else its duration. Pure.
std::optional<std::chrono::milliseconds> toldDuration(const lockcore::Finding& finding);

/// A time limit in whole seconds, rounded up: "4 s" for 3.1 s.
QString atMostText(std::chrono::milliseconds limit);

}  // namespace lockscope
