// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

/// Each feeds one input to a parser and checks what must hold for every input. Returns what does not hold,
/// empty if all is well. The fuzzers and the replay of their corpora share them.

/// Child names of one lock directory, one on each line.
std::string checkNodeNames(std::string_view input);
std::string checkFourLetterDump(std::string_view input);
std::string checkAdminDump(std::string_view input);
/// A file of a site's own dialects.
std::string checkDialectFile(std::string_view input);
std::string checkSnapshotJson(std::string_view input);
std::string checkConnectString(std::string_view input);
/// The data of /zookeeper/config.
std::string checkEnsembleConfig(std::string_view input);
/// A letter for what was asked, and the body of the reply to it.
std::string checkSessionReplies(std::string_view input);
/// How many bytes a client sends, in four bytes; these; and what a server sends to it.
std::string checkLinkFrames(std::string_view input);
/// What a SOCKS5 proxy says.
std::string checkSocksReplies(std::string_view input);
/// What ssh writes to its standard error.
std::string checkSshWords(std::string_view input);
/// What is said between the lab and its contenders' programs, a line each.
std::string checkContenderLines(std::string_view input);
/// A scenario of the lab.
std::string checkScenarioFile(std::string_view input);
/// A report of the lab.
std::string checkLabReport(std::string_view input);
std::string checkCons(std::string_view input);
std::string checkAdminConnections(std::string_view input);
std::string checkAdminWatches(std::string_view input);
/// Counters and what a server says about itself: all that is asked beside the lists.
std::string checkMonitor(std::string_view input);

/// What ZooKeeper's servers write: a transaction log, with the turns that it tells.
std::string checkTxnLog(std::string_view input);
std::string checkServerSnapshot(std::string_view input);
/// ZooKeeper's own audit log.
std::string checkServerAuditLog(std::string_view input);

// Of the program: where it is built.

/// Settings of a Java client, as a file and as a JVM's flags.
std::string checkClientSettings(std::string_view input);
/// A file of profiles.
std::string checkProfiles(std::string_view input);
/// The settings file.
std::string checkSettings(std::string_view input);
/// A line of the audit file.
std::string checkAuditLine(std::string_view input);
