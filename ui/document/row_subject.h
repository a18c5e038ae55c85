// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/cluster_sample.h>
#include <lockcore/observe/findings.h>
#include <lockcore/observe/lock_queue.h>

#include <QString>

#include <optional>
#include <string>
#include <string_view>

namespace lockscope {

/// What a row of any table is about, as far as that is one thing of its kind: what its menu can copy and go
/// to. A value.
struct RowSubject {
    std::string lock = {};       ///< path; empty: of no lock, or of several
    std::string contender = {};  ///< its name in that lock; empty likewise
    std::string node = {};       ///< path of the znode: the contender's, else the lock's
    lockcore::SessionId session = lockcore::SessionId::None;
    std::string address = {};  ///< of its client; empty: not known
    std::string server = {};   ///< "host:port", where it is about one

    bool operator==(const RowSubject&) const = default;
};

RowSubject subjectOfLock(const std::string& lockPath);
/// `client` is null where its session is not known.
RowSubject subjectOf(const std::string& lockPath, const lockcore::Contender& contender,
                     const lockcore::SessionView* client);
RowSubject subjectOf(const lockcore::SessionView& session);
RowSubject subjectOf(const lockcore::Finding& finding);

/// Of the client or the server; empty: not known.
std::string hostOf(const RowSubject& row);
/// What a filter by words finds the rows of that host by: "10.0.3.7:" finds none of "10.0.3.70".
QString hostFilter(const RowSubject& row);

/// Shows it by ZooKeeper's own client, safe to be pasted into a shell: `zkCli.sh -server a:2181 get -s '/x
/// y'`. Empty where it is about no single znode and no server, where nobody knows a server (no connect
/// string), and where a shell would see what nobody can see.
std::optional<QString> zkCliCommand(const RowSubject& row, std::string_view connectString);

}  // namespace lockscope
