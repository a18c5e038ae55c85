// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/server_report.h>

#include <QString>
#include <QStringList>
#include <array>
#include <chrono>
#include <string>
#include <vector>

namespace lockscope {

/// What a server told, and how we know it, in words. Plain text, translated; what comes from a cluster is
/// escaped. GUI thread, as all of these.

/// The rungs of the evidence ladder in the order in which they are shown.
inline constexpr std::array kLadder = {lockcore::Evidence::Server, lockcore::Evidence::Connections,
                                       lockcore::Evidence::Ephemerals, lockcore::Evidence::Watches,
                                       lockcore::Evidence::Metrics};

/// Null where the server was not asked.
const lockcore::Rung* rungOf(const lockcore::ServerReport& report, lockcore::Evidence evidence);

/// True where something that was asked for was not told.
bool lacksEvidence(const lockcore::ServerReport& report);

/// True of what the server told before, and does not answer for now.
bool isToldBefore(const lockcore::ServerReport& report, const lockcore::Rung& rung);

/// "✔ Admin", "✖ not allowed", "not asked", "told before".
QString rungText(const lockcore::ServerReport& report, lockcore::Evidence evidence);
/// What the rung adds, or what can't be told without it and why it failed: some sentences.
QStringList rungSentences(const lockcore::ServerReport& report, lockcore::Evidence evidence);
/// All of a server as paragraphs, without anything that changes with time alone.
QString serverReportText(const lockcore::ServerReport& report);

/// "leader", or that the server does not answer.
QString serverRoleText(const lockcore::ServerReport& report);
/// "+0.3 s", "−3.2 s": by how much a clock is ahead.
QString clockAheadText(std::chrono::milliseconds ahead);

/// A line of the server's configuration, and what it would allow.
struct Remedy {
    QString line = {};
    QString meaning = {};

    bool operator==(const Remedy&) const = default;
};

/// Each line once; a line that allows several rungs names them all.
std::vector<Remedy> remediesFor(const lockcore::ServerReport& report);

}  // namespace lockscope
