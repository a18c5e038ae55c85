// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/lab/contenders.h>
#include <lockcore/observe/discovery.h>
#include <lockcore/observe/lock_marks.h>
#include <lockcore/observe/lock_queue.h>
#include <lockcore/observe/server_report.h>

#include <QString>
#include <chrono>
#include <cstdint>
#include <string_view>
#include <utility>

namespace lockscope {

/// The translated vocabulary: one word for each thing, the same in every view. GUI thread.
QString roleWord(lockcore::Role role);
QString kindWord(lockcore::DirectoryKind kind);
/// How many there are of whom, by the kind: "Holders 1 · Waiters 3", "Leaders 1 · Standbys 2", "Members 5".
QString countsText(lockcore::DirectoryKind kind, const lockcore::RoleCounts& counts);
/// … of whom so many members have no client any more.
QString countsText(lockcore::DirectoryKind kind, const lockcore::RoleCounts& counts, std::size_t membersGone);
/// The same of a lock of which it is not known who holds it, as contenders of several libraries share it.
QString openCountsText(const lockcore::RoleCounts& counts);
/// Why the role of a contender that stands first by its name alone is not known. A sentence.
QString openRoleSentence();
QString modeWord(lockcore::LockMode mode);
QString dialectWord(lockcore::Dialect dialect);
/// The same of a lock or contender, which a file may say to be of a dialect that is not known here.
QString dialectWord(const lockcore::LockQueue& queue);
QString dialectWord(const lockcore::Contender& contender);
QString dialectWord(lockcore::Dialect dialect, const std::string& unknown);
/// A dialect, or that it is no lock.
QString markWord(const lockcore::LockMark& mark);
QString freshnessWord(lockcore::Freshness freshness);
/// Of a queue that stands for one, also that it was not recorded.
QString freshnessWord(const lockcore::LockQueue& queue);
QString activityWord(lockcore::ContenderActivity activity);
QString connectionWord(lockcore::ConnectionState state);
QString discoverySourceWord(lockcore::DiscoverySource source);
/// What a server is asked for: "connections", "watch tables".
QString evidenceWord(lockcore::Evidence evidence);
QString evidenceSourceWord(lockcore::EvidenceSource source);
/// A server's role in its ensemble; what it tells itself where that is no known role.
QString serverModeWord(std::string_view mode);

/// Why in plain words ("the server closed the connection"), without code names.
QString errorCause(lockcore::ErrorCode code);
/// The whole sentence: what was attempted, why it failed, on which znode and server.
QString errorText(const lockcore::Error& error);

/// "850 ms", "12.3 s", "4 min 05 s", "3 h 12 min", "5 d 03 h".
QString durationText(std::chrono::nanoseconds duration);
/// Likewise, of what is no less than that, and of what is no more: never rounded to where it is not true.
QString atLeastDurationText(std::chrono::milliseconds least);
QString atMostDurationText(std::chrono::milliseconds most);
/// Both of them for what lies between: the same one where they are so when they are rounded.
std::pair<QString, QString> boundTexts(std::chrono::milliseconds least, std::chrono::milliseconds most);
/// Up to the next duration that ageText() shows whole, for what is no more than that.
std::chrono::milliseconds roundedUpAge(std::chrono::milliseconds age);
/// Age in whole seconds for clock columns: "0 s", "59 s", "1 min 00 s". Negative ages (clocks differ) count
/// as 0.
QString ageText(std::int64_t sinceUnixMs, std::int64_t nowUnixMs);
/// Age of what was read, beside what matters more: "9 s", "10 s", "15 s", "59 min", "1 h 02 min". It does not
/// change each second.
QString roughAgeText(std::int64_t sinceUnixMs, std::int64_t nowUnixMs);
/// Date and time of day with seconds in the user's time zone and format.
QString momentText(std::int64_t unixMs);
/// "Recording, 27.11.26 10:02:17": which moment of it.
QString recordingWord(std::int64_t shownUnixMs);
/// What a file shows that was taken then, in a few words.
QString snapshotWord(std::int64_t takenAtUnixMs);
/// Time of day with milliseconds.
QString timeOfDayText(std::int64_t unixMs);
/// "1.5 KiB", "64 KiB", "1 MiB"; exact bytes below 1 KiB.
QString sizeText(std::int64_t bytes);

/// "clients#3 · 10.0.3.7:4412", or the name alone where the host is not known ("–", or empty); without a name
/// the host. For cells.
QString namedHost(const QString& name, const QString& host);
/// "You · 10.0.3.7:4412", of what belongs to this program; "You" where `who` is not known ("–", or empty).
/// For cells and boxes.
QString youText(const QString& who);
/// "10.0.3.7:4412 (you)", for sentences.
QString youInSentence(const QString& who);

/// ZooKeeper's ten digits, or "–" where the name ends in no number.
QString sequenceText(const lockcore::NodeName& name);

}  // namespace lockscope
