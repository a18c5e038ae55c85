// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/empty_state.h"

#include <lockcore/observe/request_log.h>

#include <QString>
#include <QStringList>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace lockscope {

class ClusterDocument;

/// What the findings were looked for in. A value.
struct CheckedScope {
    std::size_t locks = 0;
    std::size_t servers = 0;      ///< that are known
    std::size_t serversRead = 0;  ///< … of which told their connections
    std::int64_t atUnixMs = 0;
    std::size_t clients = 0;       ///< of the sessions that have contenders
    std::size_t clientsFound = 0;  ///< … of which servers told by then
    QStringList notChecked = {};   ///< a paragraph for each aspect of which something was not
    bool foundAllClients = false;  ///< each session's client is known to be connected, or known to be gone
    QStringList silent = {};       ///< servers that answered nothing
    std::string chroot = {};       ///< below which it was looked; empty: in the whole cluster
    bool isOfFile = false;         ///< nothing is checked anew, and it grows no older
    bool isOfRecording = false;    ///< which has what servers told of clients, and not which servers did
    QString clientsNotTold = {};   ///< of a recording: why, sentences; empty: all are told of
    /// Nothing was recorded from then to then, and its moment lies between.
    std::optional<lockcore::TimeSpan> unrecorded = {};
    /// A recording's moment is one at which nothing was seen of any lock, from then on.
    std::optional<std::int64_t> unseenSinceUnixMs = {};
    /// Likewise, where that is as nobody stood in any: they are listed, and would have been watched.
    std::optional<std::int64_t> quietSinceUnixMs = {};
};

/// GUI thread (translated), as all of these.
CheckedScope checkedScope(const ClusterDocument& document);
/// "Checked 3 s ago. Locks: 7. Connection data from 3 of 3 servers.", of a file "As of 20 Nov 2026 10:11:12.
/// …"
QString checkedText(const CheckedScope& scope, std::int64_t nowUnixMs);
/// In place of findings where there are none. Without a scope nothing was checked yet; `blocked` is a
/// sentence that says why nothing can be checked now, or empty.
EmptyContent nothingFound(const std::optional<CheckedScope>& scope, const QString& blocked,
                          std::int64_t nowUnixMs);
/// In place of whatever is shown of a moment of a recording, where nothing was recorded then.
EmptyContent unrecordedMomentContent(const lockcore::TimeSpan& unrecorded);
/// Above what a recording has of a moment at which nothing was seen.
QString unseenText(std::int64_t sinceUnixMs);
/// Above what was found while nothing can be checked.
QString foundBeforeText(const CheckedScope& scope, const QString& blocked, std::int64_t nowUnixMs);

}  // namespace lockscope
