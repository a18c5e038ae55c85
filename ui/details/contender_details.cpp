// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "details/client_groups.h"
#include "details/details_text.h"
#include "details/known_bugs.h"
#include "queue/contender_text.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <lockcore/observe/permits.h>

#include <QLocale>
#include <algorithm>
#include <string_view>
#include <utility>

namespace lockscope {

namespace {

using lockcore::Contender;
using lockcore::LockQueue;
using lockcore::QueueRow;
using lockcore::Role;
using lockcore::Stat;

bool isRoleOpen(std::size_t place, const DetailBasis& basis) {
    return std::ranges::binary_search(basis.openRoles, place);
}

/// It may have left, or have been granted: whom it waits for, and who for it, is not known either.
bool mayBeGone(std::size_t place, const DetailBasis& basis) {
    return basis.isUnseen && isRoleOpen(place, basis);
}

QString stateOf(const LockQueue& queue, std::size_t place, const DetailBasis& basis) {
    const QueueRow& row = queue.rows[place];
    if (isRoleOpen(place, basis)) return DetailText::tr("not known");
    if (row.role == Role::Holder && isAskedToRelease(*row.contender))
        return DetailText::tr("%1, asked to release", "holder").arg(roleWord(row.role));
    if (lockcore::waitsForAnyPermit(queue, place)) return DetailText::tr("Waiter, for a permit");
    if (!row.predecessor) return roleWord(row.role);
    const Contender& predecessor = *queue.rows[*row.predecessor].contender;
    return DetailText::tr("%1, behind %2", "waiter or standby, number")
        .arg(roleWord(row.role), sequenceText(predecessor.parsed));
}

std::size_t waitingFor(const LockQueue& queue, std::size_t row) {
    std::size_t count = 0;
    for (std::size_t other = 0; other < queue.rows.size(); ++other)
        if (lockcore::blockerOf(queue, other) == row) ++count;
    return count;
}

DetailGroup withIdentityOf(const Contender& contender, DetailGroup group) {
    const std::string_view identity = clientIdentity(contender);
    if (!identity.empty())
        group.fields.push_back({DetailText::tr("Calls itself"), displayText(identity),
                                DetailText::tr("What its client wrote into the znode to say who it is. "
                                               "Nobody checks that.")});
    return group;
}

DetailGroup placeGroup(const LockQueue& queue, std::size_t rowIndex, const DetailBasis& basis) {
    const QueueRow& row = queue.rows[rowIndex];
    DetailGroup group{.title = DetailText::tr("Place in the queue"),
                      .evidence = DetailText::tr("Inferred from the child list by the dialect's rule"),
                      .readAtUnixMs = queue.readAtUnixMs};
    group.fields.push_back(
        {DetailText::tr("Role"), stateOf(queue, rowIndex, basis),
         isRoleOpen(rowIndex, basis)
             ? basis.openRoleReason
             : DetailText::tr(
                   "A holder, or the leader of an election, has nothing before it that blocks it. "
                   "A waiter or standby must see its predecessor leave. Members stand in nobody's way.")});
    if (!lockcore::isInQueue(row.role) || mayBeGone(rowIndex, basis)) return group;
    const lockcore::RoleCounts counts = queue.counts();
    const std::size_t inQueue = counts.holders + counts.waiters + counts.leaders + counts.standbys;
    group.fields.push_back({DetailText::tr("Position"),
                            DetailText::tr("%1 of %2").arg(numberText(rowIndex + 1), numberText(inQueue)),
                            DetailText::tr("Counted from the head of the queue.")});
    if (row.predecessor && !lockcore::waitsForAnyPermit(queue, rowIndex)) {
        group.fields.push_back(
            {DetailText::tr("Predecessor"), displayText(queue.rows[*row.predecessor].contender->name),
             DetailText::tr("The contender that must leave before this one can be granted."), true});
    }
    group.fields.push_back({DetailText::tr("Followers"), numberText(waitingFor(queue, rowIndex)),
                            DetailText::tr("Contenders that wait for this one directly.")});
    return group;
}

DetailGroup nameGroup(const Contender& contender, Role role) {
    DetailGroup group{.title = DetailText::tr("Name"), .evidence = DetailText::tr("Inferred from the name")};
    group.fields.push_back({DetailText::tr("Node"), displayText(contender.name),
                            DetailText::tr("Name of the znode in the lock's directory."), true});
    group.fields.push_back(
        {DetailText::tr("Dialect"), dialectWord(contender),
         DetailText::tr("Library whose naming this is. Its rule decides who waits for whom.")});
    if (role == Role::Foreign) return group;
    if (role == Role::Holder || role == Role::Waiter)
        group.fields.push_back({DetailText::tr("Mode"), askedMode(contender, role),
                                DetailText::tr("What the contender asks for.")});
    if (contender.parsed.sequence) {
        group.fields.push_back(
            {DetailText::tr("Sequence"), sequenceText(contender.parsed),
             DetailText::tr("Appended by ZooKeeper when the znode was created: the order of the queue."),
             true});
    }
    if (!contender.parsed.id.empty()) {
        group.fields.push_back(
            {DetailText::tr("Id"), displayText(contender.parsed.id),
             DetailText::tr("Chosen by the client, so that it finds its znode again after a lost "
                            "connection."),
             true});
    }
    return group;
}

DetailGroup timesGroup(const LockQueue& queue, std::size_t place, const DetailBasis& basis) {
    const QueueRow& row = queue.rows[place];
    DetailGroup group{.title = DetailText::tr("Times"),
                      .evidence = DetailText::tr("Read from ZooKeeper, and seen by this program"),
                      .readAtUnixMs = queue.readAtUnixMs};
    const Contender& contender = *row.contender;
    const auto takeover = basis.takeovers ? basis.takeovers->of(contender) : std::nullopt;
    const auto times = lockcore::contenderTimes(*row.contender, row.role, lockcore::directoryPast(queue),
                                                takeover, basis.now());
    if (contender.stat) {
        group.fields.push_back({DetailText::tr("Queued"),
                                momentWithAge(contender.stat->ctimeMs, contender.stat->czxid, basis.now()),
                                DetailText::tr("When the znode was created, by the clock of ZooKeeper's "
                                               "leader.")});
    }
    const bool isOpen = isRoleOpen(place, basis);
    if (times.waited && !isOpen) {
        group.fields.push_back(
            {row.role == Role::Holder ? DetailText::tr("Waited") : DetailText::tr("Waiting"),
             durationWords(*times.waited), DetailText::tr("From its arrival to its grant, or until now.")});
    }
    if (times.held && !isOpen) {
        group.fields.push_back(
            {row.role == Role::Leader ? DetailText::tr("Leading") : DetailText::tr("Holding"),
             durationWords(*times.held),
             DetailText::tr("ZooKeeper tells when a contender queued, not when it was granted. So this is "
                            "exact where the takeover was seen or nobody was there before; else bounds are "
                            "told.")});
    }
    if (auto clock = clockField(basis.evidence)) group.fields.push_back(std::move(*clock));
    return group;
}

DetailGroup ownerGroup(const Stat& stat, const LockQueue& queue) {
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
         isEphemeral, stat.ephemeralOwner});
    group.fields.push_back(
        {DetailText::tr("Fencing token"), zxidText(stat.czxid),
         DetailText::tr("czxid of the znode: grows with each new contender, never used twice in a "
                        "cluster. A resource can refuse lower tokens than it has seen."),
         true});
    return group;
}

/// How the verdict is known.
QString verdictEvidence(lockcore::ChainVerdict verdict) {
    using lockcore::ChainVerdict;
    switch (verdict) {
        case ChainVerdict::Inferred:
            return DetailText::tr(
                "Inferred from the queue: no server has told of it since the queue changed");
        case ChainVerdict::Disconnected: return DetailText::tr("Told by the connection lists of all servers");
        case ChainVerdict::Verified:
        case ChainVerdict::OtherTarget:
        case ChainVerdict::Directory:
        case ChainVerdict::NoWatch: break;
    }
    return DetailText::tr("Told by the watch tables of the servers, read every 5 to 30 seconds");
}

QString requestText(const Contender& holder, const lockcore::ChainLink& link) {
    if (link.watchesItself)
        return DetailText::tr(
            "may be noticed: its client watches its own znode, for that or to learn that its hold is lost");
    if (lockcore::dialectInfo(holder.parsed.dialect).revokePayload.empty())
        return DetailText::tr("would not be noticed: its library knows no such request");
    return DetailText::tr("may go unnoticed: no server has told of a watch on its own znode");
}

DetailGroup watchGroup(const LockQueue& queue, std::size_t rowIndex, const DetailBasis& basis) {
    const QueueRow& row = queue.rows[rowIndex];
    const lockcore::ChainLink& link = basis.link;
    const auto contenderAt = [&](const std::optional<std::size_t>& index) {
        return index ? queue.rows[*index].contender.get() : nullptr;
    };
    const bool isHolder = row.role == Role::Holder;
    const bool isFirst = lockcore::isFirstInLine(row.role);
    const bool isTold = link.verdict != lockcore::ChainVerdict::Inferred || link.watchesItself || link.target;
    DetailGroup group{
        .title = DetailText::tr("Watch"),
        .evidence = verdictEvidence(isFirst && isTold ? lockcore::ChainVerdict::Verified : link.verdict),
        .readAtUnixMs = isTold ? basis.evidence.chainTakenAtUnixMs() : 0};
    const QString sentence = watchSentence({.role = row.role,
                                            .verdict = link.verdict,
                                            .watchesItself = link.watchesItself,
                                            .waitsForAnyPermit = lockcore::waitsForAnyPermit(queue, rowIndex),
                                            .predecessor = contenderAt(row.predecessor),
                                            .target = contenderAt(link.target)});
    if (!sentence.isEmpty()) {
        group.fields.push_back({DetailText::tr("Watch"), sentence,
                                DetailText::tr("Whom the client watches, so that it learns of its turn.")});
    }
    if (isHolder) {
        group.fields.push_back(
            {DetailText::tr("Asked to release"), requestText(*row.contender, link),
             DetailText::tr("Whether the client would learn of a request to release, which is written into "
                            "its znode.")});
    }
    return group;
}

DetailGroup dataGroup(const Stat& stat, const lockcore::ObservedNow& now) {
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
            {DetailText::tr("Changed"), momentWithAge(stat.mtimeMs, stat.mzxid, now),
             DetailText::tr("When the data was last changed, by the clock of ZooKeeper's leader.")});
    }
    return group;
}

}  // namespace

Details describeContender(const LockQueue& queue, std::size_t row, const DetailBasis& basis) {
    const Contender& contender = *queue.rows[row].contender;
    Details details{
        .title = contender.parsed.sequence ? sequenceText(contender.parsed) : displayText(contender.name),
        .subtitle = DetailText::tr("Contender of %1").arg(displayText(queue.path)),
        .problem = contender.problem ? errorText(*contender.problem) : problemOf(queue)};
    const QueueRow& place = queue.rows[row];
    const lockcore::SessionView* const client = basis.evidence.clientOf(contender);
    const bool hasSession = ownerOf(contender) != lockcore::SessionId::None;
    const bool isOwn = basis.ownSessions.contains(ownerOf(contender));
    if (client || hasSession) details.groups.push_back(withIdentityOf(contender, clientGroup(client, isOwn)));
    details.groups.push_back(placeGroup(queue, row, basis));
    addIfAny(details, timesGroup(queue, row, basis));
    addIfAny(details, bitingBugsGroup(contender.parsed.dialect, basis, contender.name));
    if (lockcore::isInQueue(place.role) && !mayBeGone(row, basis))
        details.groups.push_back(watchGroup(queue, row, basis));
    if (contender.stat) details.groups.push_back(ownerGroup(*contender.stat, queue));
    if (client) details.groups.push_back(connectionGroup(*client));
    details.groups.push_back(nameGroup(contender, place.role));
    if (contender.stat) {
        details.groups.push_back(dataGroup(*contender.stat, basis.now()));
        details.data = contender.data;
        details.dataLength = contender.stat->dataLength;
    }
    return details;
}

}  // namespace lockscope
