// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/row_subject.h"

#include "words/display_text.h"
#include "words/shell_text.h"

#include <lockcore/session/connect_string.h>

namespace lockscope {
namespace {

/// A whole path where several locks are concerned, else a name, which has no slash.
void setContender(RowSubject& row, const std::string& named) {
    const std::size_t slash = named.rfind('/');
    if (slash != std::string::npos) row.lock = named.substr(0, slash);
    row.contender = slash == std::string::npos ? named : named.substr(slash + 1);
    row.node = lockcore::joinPath(row.lock, row.contender);
}

}  // namespace

RowSubject subjectOfLock(const std::string& lockPath) {
    return {.lock = lockPath, .node = lockPath};
}

RowSubject subjectOf(const std::string& lockPath, const lockcore::Contender& contender,
                     const lockcore::SessionView* client) {
    return {.lock = lockPath,
            .contender = contender.name,
            .node = lockcore::contenderPath(lockPath, contender),
            .session = lockcore::ownerOf(contender),
            .address = client ? client->address : std::string()};
}

RowSubject subjectOf(const lockcore::SessionView& session) {
    RowSubject row{.session = session.session, .address = session.address};
    const lockcore::ContenderPlace* only = nullptr;
    std::size_t count = 0;
    for (const auto* places :
         {&session.holds, &session.waits, &session.leads, &session.standsBy, &session.memberOf}) {
        count += places->size();
        if (!places->empty()) only = &places->front();
    }
    if (count != 1) return row;
    const lockcore::Contender& contender = *only->lock->rows[only->row].contender;
    row.lock = only->lock->path;
    row.contender = contender.name;
    row.node = lockcore::contenderPath(row.lock, contender);
    return row;
}

RowSubject subjectOf(const lockcore::Finding& finding) {
    RowSubject row = subjectOfLock(finding.lock);
    const bool isOfOne = finding.contenders.size() == 1;
    if (isOfOne && (!finding.lock.empty() || finding.contenders.front().starts_with('/')))
        setContender(row, finding.contenders.front());
    if (finding.sessions.size() == 1) row.session = finding.sessions.front();
    if (finding.sessions.size() == 1 && finding.addresses.size() == 1)
        row.address = finding.addresses.front();
    // Else it is only the one that told.
    if (row.lock.empty() && finding.sessions.empty()) row.server = finding.server;
    return row;
}

std::string hostOf(const RowSubject& row) {
    return std::string(lockcore::hostOfAddress(row.address.empty() ? row.server : row.address));
}

QString hostFilter(const RowSubject& row) {
    const std::string_view address = row.address.empty() ? row.server : row.address;
    const std::size_t colon = address.rfind(':');
    return displayText(colon == std::string_view::npos ? address : address.substr(0, colon + 1));
}

std::optional<QString> zkCliCommand(const RowSubject& row, std::string_view connectString) {
    const bool isOfServer = row.node.empty();
    const std::string_view at = isOfServer ? std::string_view(row.server) : connectString;
    const auto server = shellWord(at);
    const auto node = shellWord(row.node);
    if (at.empty() || !server || !node) return std::nullopt;
    if (isOfServer) return QStringLiteral("zkCli.sh -server %1").arg(*server);
    const QString verb = row.contender.empty() ? QStringLiteral("ls") : QStringLiteral("get -s");
    return QStringLiteral("zkCli.sh -server %1 %2 %3").arg(*server, verb, *node);
}

}  // namespace lockscope
