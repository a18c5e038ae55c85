// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/details.h"

#include "models/display_text.h"
#include "models/sessions_model.h"
#include "models/wording.h"

#include <lockcore/session/connect_string.h>

#include <QCoreApplication>
#include <QLocale>

namespace lockscope {

namespace {

using lockcore::Contender;
using lockcore::LockQueue;
using lockcore::QueueRow;
using lockcore::Role;
using lockcore::Stat;

struct DetailText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::Details)
};

QString hex(lockcore::Zxid id) {
    return QString::fromStdString(lockcore::toHex(id));
}

QString number(std::size_t value) {
    return QLocale().toString(static_cast<qulonglong>(value));
}

QString momentWithAge(std::int64_t unixMs, std::int64_t nowUnixMs) {
    return DetailText::tr("%1 (%2 ago)", "moment, age").arg(momentText(unixMs), ageText(unixMs, nowUnixMs));
}

DetailField pathField(const std::string& path) {
    return {DetailText::tr("Path"), displayText(path),
            DetailText::tr("Path of the znode, relative to the chroot of the connection."), true};
}

QString stateOf(const LockQueue& queue, const QueueRow& row) {
    if (row.role != Role::Waiter || !row.predecessor) return roleWord(row.role);
    const Contender& predecessor = *queue.rows[*row.predecessor].contender;
    return DetailText::tr("Waiter, behind %1").arg(sequenceText(predecessor.parsed));
}

std::size_t waitingFor(const LockQueue& queue, std::size_t row) {
    std::size_t count = 0;
    for (const QueueRow& other : queue.rows) {
        if (other.predecessor == row) ++count;
    }
    return count;
}

DetailGroup placeGroup(const LockQueue& queue, std::size_t rowIndex) {
    const QueueRow& row = queue.rows[rowIndex];
    DetailGroup group{.title = DetailText::tr("Place in the queue"),
                      .evidence = DetailText::tr("Inferred from the child list, by the rule of the dialect"),
                      .readAtUnixMs = queue.readAtUnixMs};
    group.fields.push_back(
        {DetailText::tr("State"), stateOf(queue, row),
         DetailText::tr("A holder has nothing before it that blocks it. A waiter must see its "
                        "predecessor leave. Whether it really watches it is not checked.")});
    if (row.role == Role::Foreign) return group;
    group.fields.push_back(
        {DetailText::tr("Position"),
         DetailText::tr("%1 of %2").arg(number(rowIndex + 1), number(queue.holders() + queue.waiters())),
         DetailText::tr("Counted from the head of the queue.")});
    if (row.predecessor) {
        group.fields.push_back(
            {DetailText::tr("Predecessor"), displayText(queue.rows[*row.predecessor].contender->name),
             DetailText::tr("The contender that must leave before this one can be granted."), true});
    }
    group.fields.push_back({DetailText::tr("Followers"), number(waitingFor(queue, rowIndex)),
                            DetailText::tr("Contenders that wait for this one directly.")});
    return group;
}

DetailGroup nameGroup(const Contender& contender) {
    DetailGroup group{.title = DetailText::tr("Name"), .evidence = DetailText::tr("Inferred from the name")};
    group.fields.push_back({DetailText::tr("Node"), displayText(contender.name),
                            DetailText::tr("Name of the znode in the lock's directory."), true});
    group.fields.push_back(
        {DetailText::tr("Dialect"), dialectWord(contender.parsed.dialect),
         DetailText::tr("Library whose naming this is. Its rule decides who waits for whom.")});
    if (!contender.parsed.sequence) return group;
    group.fields.push_back({DetailText::tr("Mode"), modeWord(contender.parsed.mode),
                            DetailText::tr("What the contender asks for.")});
    group.fields.push_back(
        {DetailText::tr("Sequence"), sequenceText(contender.parsed),
         DetailText::tr("Appended by ZooKeeper when the znode was created: the order of the queue."), true});
    if (!contender.parsed.id.empty()) {
        group.fields.push_back(
            {DetailText::tr("Id"), displayText(contender.parsed.id),
             DetailText::tr("Chosen by the client, so that it finds its znode again after a lost "
                            "connection."),
             true});
    }
    return group;
}

DetailGroup ownerGroup(const Stat& stat, const LockQueue& queue, std::int64_t nowUnixMs) {
    const bool isEphemeral = stat.ephemeralOwner != lockcore::SessionId::None;
    DetailGroup group{.title = DetailText::tr("Owner"),
                      .evidence = DetailText::tr("Read from ZooKeeper"),
                      .readAtUnixMs = queue.readAtUnixMs};
    group.fields.push_back(
        {DetailText::tr("Session"),
         isEphemeral ? QString::fromStdString(lockcore::toHex(stat.ephemeralOwner))
                     : DetailText::tr("none: not ephemeral"),
         DetailText::tr("ZooKeeper removes the znode when this session closes or expires. A znode "
                        "without one stays until somebody deletes it."),
         isEphemeral});
    group.fields.push_back(
        {DetailText::tr("Queued"), momentWithAge(stat.ctimeMs, nowUnixMs),
         DetailText::tr("When the znode was created, by the clock of ZooKeeper's leader. The age "
                        "compares it with the clock of this machine.")});
    group.fields.push_back(
        {DetailText::tr("Fencing token"), hex(stat.czxid),
         DetailText::tr("czxid of the znode: grows with each new contender, never used twice in a "
                        "cluster. A resource can refuse lower tokens than it has seen."),
         true});
    return group;
}

QString orUnknown(const std::string& text) {
    return text.empty() ? DetailText::tr("not told") : displayText(text);
}

DetailGroup clientGroup(const lockcore::SessionView& client) {
    DetailGroup group{.title = DetailText::tr("Client"),
                      .evidence = DetailText::tr("Told by the servers of the cluster")};
    group.fields.push_back(
        {DetailText::tr("State"), sessionStateText(client),
         DetailText::tr("Whether a server has the client's connection, and hears from it.")});
    group.fields.push_back(
        {DetailText::tr("Host"), orUnknown(client.address),
         DetailText::tr("Address that the connection comes from: the client's, or a proxy's.")});
    group.fields.push_back({DetailText::tr("Connected to"), orUnknown(client.server),
                            DetailText::tr("Server that has the connection now.")});
    if (client.timeout) {
        group.fields.push_back(
            {DetailText::tr("Timeout"), durationText(*client.timeout),
             DetailText::tr("ZooKeeper ends the session, and releases its locks, after so long a silence.")});
    }
    group.fields.push_back(
        {DetailText::tr("Created by"), DetailText::tr("server %1").arg(client.createdBy),
         DetailText::tr("First byte of the session id: the id of the server that the session began on.")});
    return group;
}

DetailGroup dataGroup(const Stat& stat, std::int64_t nowUnixMs) {
    DetailGroup group{
        .title = DetailText::tr("Data"),
        .evidence = DetailText::tr("Read from ZooKeeper when the znode was first seen or last refreshed")};
    group.fields.push_back({DetailText::tr("Length"),
                            DetailText::tr("%1 bytes").arg(QLocale().toString(stat.dataLength)),
                            DetailText::tr("Length of the whole data.")});
    group.fields.push_back({DetailText::tr("Version"), QString::number(stat.version),
                            DetailText::tr("How often the data was changed since the znode was created.")});
    if (stat.version > 0) {
        group.fields.push_back(
            {DetailText::tr("Changed"), momentWithAge(stat.mtimeMs, nowUnixMs),
             DetailText::tr("When the data was last changed, by the clock of ZooKeeper's leader.")});
    }
    return group;
}

QString countsText(const LockQueue& queue) {
    return DetailText::tr("Holders %1 · Waiters %2").arg(number(queue.holders()), number(queue.waiters()));
}

DetailGroup queueGroup(const LockQueue& queue) {
    DetailGroup group{.title = DetailText::tr("Queue"),
                      .evidence = DetailText::tr("Inferred from the child list"),
                      .readAtUnixMs = queue.readAtUnixMs};
    const QString dialect = dialectWord(queue.dialect);
    group.fields.push_back(
        {DetailText::tr("Dialect"),
         queue.mixed ? DetailText::tr("%1, mixed with others").arg(dialect) : dialect,
         DetailText::tr("Library whose naming most contenders follow. Contenders of different "
                        "dialects do not exclude each other.")});
    group.fields.push_back({DetailText::tr("Holders"), number(queue.holders()),
                            DetailText::tr("Contenders that nothing blocks.")});
    group.fields.push_back({DetailText::tr("Waiters"), number(queue.waiters()),
                            DetailText::tr("Contenders that wait for a predecessor.")});
    const std::size_t foreign = queue.rows.size() - queue.holders() - queue.waiters();
    if (foreign > 0) {
        group.fields.push_back({DetailText::tr("Other children"), number(foreign),
                                DetailText::tr("Children without a sequence number: no part of the queue.")});
    }
    return group;
}

DetailGroup directoryGroup(const LockQueue& queue, std::int64_t nowUnixMs) {
    const Stat& stat = *queue.stat;
    DetailGroup group{.title = DetailText::tr("Directory"),
                      .evidence = DetailText::tr("Read from ZooKeeper"),
                      .readAtUnixMs = queue.readAtUnixMs};
    group.fields.push_back(pathField(queue.path));
    group.fields.push_back({DetailText::tr("Created"), momentWithAge(stat.ctimeMs, nowUnixMs),
                            DetailText::tr("By the clock of ZooKeeper's leader.")});
    group.fields.push_back({DetailText::tr("Children"), QLocale().toString(stat.numChildren),
                            DetailText::tr("All children of the directory.")});
    group.fields.push_back(
        {DetailText::tr("Requests so far"),
         QLocale().toString(static_cast<qlonglong>(lockcore::childrenEverCreated(stat))),
         DetailText::tr(
             "Children ever created: how often the lock was asked for since the directory exists, and "
             "the next sequence number.")});
    group.fields.push_back({DetailText::tr("Child changes"), QLocale().toString(stat.cversion),
                            DetailText::tr("cversion: grows with each child that is created or deleted.")});
    group.fields.push_back({DetailText::tr("Last change"), hex(stat.pzxid),
                            DetailText::tr("pzxid: transaction that last changed the child list."), true});
    return group;
}

QString problemOf(const LockQueue& queue) {
    switch (queue.freshness) {
        case lockcore::Freshness::Live: return {};
        case lockcore::Freshness::Stale:
            return DetailText::tr("Not live: shown as read at %1.").arg(momentText(queue.readAtUnixMs));
        case lockcore::Freshness::Gone:
            return DetailText::tr("The lock's directory does not exist any more.");
        case lockcore::Freshness::Failed:
            return queue.problem ? errorText(*queue.problem) : DetailText::tr("The lock can't be read.");
    }
    return {};
}

}  // namespace

Details describeLock(const LockQueue& queue, std::int64_t nowUnixMs) {
    Details details{
        .title = displayText(queue.path), .subtitle = countsText(queue), .problem = problemOf(queue)};
    details.groups.push_back(queueGroup(queue));
    if (queue.stat) details.groups.push_back(directoryGroup(queue, nowUnixMs));
    return details;
}

Details describeContender(const LockQueue& queue, std::size_t row, std::int64_t nowUnixMs,
                          const lockcore::SessionView* client) {
    const Contender& contender = *queue.rows[row].contender;
    Details details{
        .title = contender.parsed.sequence ? sequenceText(contender.parsed) : displayText(contender.name),
        .subtitle = DetailText::tr("Contender of %1").arg(displayText(queue.path)),
        .problem = contender.problem ? errorText(*contender.problem) : problemOf(queue)};
    details.groups.push_back(placeGroup(queue, row));
    if (contender.stat) details.groups.push_back(ownerGroup(*contender.stat, queue, nowUnixMs));
    if (client) details.groups.push_back(clientGroup(*client));
    details.groups.push_back(nameGroup(contender));
    if (contender.stat) {
        details.groups.push_back(dataGroup(*contender.stat, nowUnixMs));
        details.data = contender.data;
        details.dataLength = contender.stat->dataLength;
    }
    return details;
}

}  // namespace lockscope
