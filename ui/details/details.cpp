// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "details/details.h"

#include "details/details_text.h"
#include "details/known_bugs.h"
#include "words/display_text.h"
#include "words/unrecorded_lock.h"
#include "words/wording.h"

#include <QLocale>
#include <algorithm>
#include <chrono>
#include <utility>

namespace lockscope {

namespace {

using lockcore::LockQueue;
using lockcore::Stat;

struct RoleField {
    QString name;
    std::size_t count;
    QString meaning;
};

/// What there is to be told of a lock of which it is not known who holds it.
std::vector<RoleField> openRoleFields(const LockQueue& queue, const DetailBasis& basis) {
    std::size_t first = 0;
    std::size_t behind = 0;
    for (std::size_t row = 0; row < queue.rows.size(); ++row) {
        if (std::ranges::binary_search(basis.openRoles, row)) continue;
        first += lockcore::isFirstInLine(queue.rows[row].role) ? 1 : 0;
        behind += lockcore::isBehindSomebody(queue.rows[row].role) ? 1 : 0;
    }
    const bool isElection = queue.kind == lockcore::DirectoryKind::Election;
    return {{isElection ? DetailText::tr("Leaders for certain") : DetailText::tr("Holders for certain"),
             first, DetailText::tr("Contenders that nothing blocks.")},
            {isElection ? DetailText::tr("Standbys for certain") : DetailText::tr("Waiters for certain"),
             behind, DetailText::tr("Contenders that wait for a predecessor.")},
            {basis.isUnseen ? DetailText::tr("Not known") : DetailText::tr("Hold or wait"),
             basis.openRoles.size(), basis.openRoleReason}};
}

/// Those that the kind has, and those that are there all the same.
std::vector<RoleField> roleFields(const LockQueue& queue) {
    const lockcore::RoleCounts counts = queue.counts();
    const bool hasHolders = lockcore::hasHolders(queue.kind);
    const bool isElection = queue.kind == lockcore::DirectoryKind::Election;
    std::vector<RoleField> fields;
    if (hasHolders) {
        fields.push_back(
            {DetailText::tr("Holders"), counts.holders, DetailText::tr("Contenders that nothing blocks.")});
        fields.push_back({DetailText::tr("Waiters"), counts.waiters,
                          DetailText::tr("Contenders that wait for a predecessor.")});
    } else if (isElection) {
        fields.push_back({DetailText::tr("Leaders"), counts.leaders,
                          DetailText::tr("The first of the candidates, which nothing blocks.")});
        fields.push_back({DetailText::tr("Standbys"), counts.standbys,
                          DetailText::tr("Candidates that take over when those before them have gone.")});
    }
    if (counts.members > 0 || (!hasHolders && !isElection))
        fields.push_back({DetailText::tr("Members"), counts.members,
                          DetailText::tr("Children that are there together: nobody waits for anybody.")});
    return fields;
}

/// What a directory is, and what that rests on.
DetailField kindField(const LockQueue& queue) {
    const bool isGroupByDefault =
        queue.dialect == lockcore::Dialect::Sequential && queue.kind == lockcore::DirectoryKind::Membership;
    return {DetailText::tr("Kind"), kindWord(queue.kind),
            isGroupByDefault
                ? DetailText::tr("Sequential children of no known library: taken for a group, unless the "
                                 "servers' watch tables show that each watches the one before it. If it is "
                                 "a lock, mark its path.")
                : DetailText::tr("What the children are together, inferred from their names, from the "
                                 "directory and from what its clients watch. A mark of its path counts for "
                                 "more.")};
}

DetailGroup queueGroup(const LockQueue& queue, const DetailBasis& basis) {
    DetailGroup group{.title = DetailText::tr("Queue"),
                      .evidence = queue.freshness == lockcore::Freshness::Named
                                      ? DetailText::tr("Inferred from the names that a server listed")
                                      : DetailText::tr("Inferred from the child list"),
                      .readAtUnixMs = queue.readAtUnixMs};
    const QString dialect = dialectWord(queue);
    group.fields.push_back(
        {DetailText::tr("Dialect"),
         queue.mixed ? DetailText::tr("%1, mixed with others").arg(dialect) : dialect,
         DetailText::tr("Library whose naming most contenders follow. Contenders of different "
                        "dialects do not exclude each other.")});
    group.fields.push_back(kindField(queue));
    const bool isOpen = basis.isUnseen || !basis.openRoles.empty();
    for (const RoleField& role : isOpen ? openRoleFields(queue, basis) : roleFields(queue))
        group.fields.push_back({role.name, numberText(role.count), role.meaning});
    if (queue.capacity)
        group.fields.push_back(
            {DetailText::tr("Permits"), numberText(*queue.capacity),
             DetailText::tr("How many may hold at a time, as the directory's data says.")});
    const auto foreign = static_cast<std::size_t>(
        std::ranges::count(queue.rows, lockcore::Role::Foreign, &lockcore::QueueRow::role));
    if (foreign > 0) {
        group.fields.push_back({DetailText::tr("Other children"), numberText(foreign),
                                DetailText::tr("Children without a sequence number: no part of the queue.")});
    }
    return group;
}

/// In the largest unit in which it is one or more.
QString requestRateText(double perSecond) {
    const auto text = [](double rate) { return QLocale().toString(rate, 'f', rate < 10 ? 1 : 0); };
    if (perSecond >= 1) return DetailText::tr("%1 per second", "rate").arg(text(perSecond));
    if (perSecond * 60 >= 1) return DetailText::tr("%1 per minute", "rate").arg(text(perSecond * 60));
    if (perSecond * 3600 >= 1) return DetailText::tr("%1 per hour", "rate").arg(text(perSecond * 3600));
    return DetailText::tr("%1 per day", "rate").arg(text(perSecond * 86'400));
}

/// Up to when the counters were read: of the time since then they tell nothing, as while no server answers.
DetailGroup useGroup(const LockQueue& queue, const DetailBasis& basis) {
    const lockcore::LockUse use = lockcore::lockUse(*queue.stat, basis.evidence.now(queue.readAtUnixMs));
    const auto text = [](std::int64_t value) { return QLocale().toString(static_cast<qlonglong>(value)); };
    DetailGroup group{.title = DetailText::tr("Use"),
                      .evidence = DetailText::tr("Worked out from the directory's counters"),
                      .readAtUnixMs = queue.readAtUnixMs};
    group.fields.push_back({DetailText::tr("Requests so far"), text(use.requests),
                            DetailText::tr("Children ever created: how often the lock was asked for since "
                                           "the directory exists.")});
    group.fields.push_back({DetailText::tr("Finished"), text(use.finished),
                            DetailText::tr("Requests whose contender has left again.")});
    if (use.perSecond) {
        group.fields.push_back(
            {DetailText::tr("Requests"), requestRateText(*use.perSecond),
             DetailText::tr("On average from when the directory was created to when it was read.")});
    }
    group.fields.push_back({DetailText::tr("Next number"), text(use.nextSequence),
                            DetailText::tr("Sequence number that the next contender gets.")});
    group.fields.push_back(
        {DetailText::tr("Numbers left"), text(use.numbersLeft),
         DetailText::tr("Until the directory's sequence numbers are used up. It has to be deleted and "
                        "created anew before that: afterwards locks are no longer safe.")});
    return group;
}

QString permissionsText(int permissions) {
    if (permissions == lockcore::permission::kAll) return DetailText::tr("everything");
    QStringList words;
    if (permissions & lockcore::permission::kRead) words << DetailText::tr("read");
    if (permissions & lockcore::permission::kWrite) words << DetailText::tr("write");
    if (permissions & lockcore::permission::kCreate) words << DetailText::tr("create");
    if (permissions & lockcore::permission::kDelete) words << DetailText::tr("delete");
    if (permissions & lockcore::permission::kAdmin) words << DetailText::tr("set permissions");
    return words.isEmpty() ? DetailText::tr("nothing") : QLocale().createSeparatedList(words);
}

/// Without what follows a user's name in the scheme "digest": it is made of the password.
QString whoText(const lockcore::AclEntry& entry) {
    const std::size_t end = entry.scheme == "digest" ? entry.id.find(':') : std::string::npos;
    return displayText(entry.scheme + ':' + entry.id.substr(0, end));
}

DetailField accessField(const lockcore::LockAccess& access) {
    DetailField field{
        .label = DetailText::tr("Access"),
        .meaning = DetailText::tr(
            "Who may do what, by the directory's access control list: who may create contenders "
            "here, and delete them. Each contender has a list of its own.")};
    if (!access.access) {
        field.value = DetailText::tr("not known: %1", "why").arg(errorText(access.access.error()));
        return field;
    }
    QStringList lines;
    for (const lockcore::AclEntry& entry : *access.access)
        lines
            << DetailText::tr("%1: %2", "who, what").arg(whoText(entry), permissionsText(entry.permissions));
    field.value = lines.join(QLatin1Char('\n'));
    return field;
}

/// The server counts with a sign, though nothing is negative about it.
QString childChangesText(std::int32_t cversion) {
    return QLocale().toString(static_cast<qulonglong>(static_cast<std::uint32_t>(cversion)));
}

DetailGroup directoryGroup(const LockQueue& queue, const DetailBasis& basis) {
    const Stat& stat = *queue.stat;
    DetailGroup group{.title = DetailText::tr("Directory"),
                      .evidence = DetailText::tr("Read from ZooKeeper"),
                      .readAtUnixMs = queue.readAtUnixMs};
    group.fields.push_back(pathField(queue.path));
    group.fields.push_back({DetailText::tr("Created"), momentWithAge(stat.ctimeMs, stat.czxid, basis.now()),
                            DetailText::tr("By the clock of ZooKeeper's leader.")});
    if (auto clock = clockField(basis.evidence)) group.fields.push_back(std::move(*clock));
    group.fields.push_back({DetailText::tr("Children"), QLocale().toString(stat.numChildren),
                            DetailText::tr("All children of the directory.")});
    group.fields.push_back({DetailText::tr("Child changes"), childChangesText(stat.cversion),
                            DetailText::tr("cversion: grows with each child that is created or deleted, and "
                                           "begins anew after 2³² of them.")});
    group.fields.push_back({DetailText::tr("Last change"), zxidText(stat.pzxid),
                            DetailText::tr("pzxid: transaction that last changed the child list."), true});
    if (basis.access && basis.access->lockPath == queue.path)
        group.fields.push_back(accessField(*basis.access));
    return group;
}

bool isNothingKnown(const LockQueue& queue) {
    const bool isGone = queue.freshness == lockcore::Freshness::Gone;
    return isUnrecorded(queue) ||
           (isGone && queue.rows.empty() && queue.kind == lockcore::DirectoryKind::Unknown);
}

}  // namespace

QString zxidText(lockcore::Zxid id) {
    return QString::fromStdString(lockcore::toHex(id));
}

void addIfAny(Details& details, DetailGroup group) {
    if (!group.fields.empty()) details.groups.push_back(std::move(group));
}

QString numberText(std::size_t value) {
    return QLocale().toString(static_cast<qulonglong>(value));
}

QString momentWithAge(std::int64_t serverMs, lockcore::Zxid zxid, const lockcore::ObservedNow& now) {
    if (serverMs == 0) return DetailText::tr("not known");
    return DetailText::tr("%1 (%2 ago)", "moment, age")
        .arg(momentText(serverMs), roughAgeText(0, now.since(serverMs, zxid).count()));
}

/// Not as an id, which has one line.
DetailField pathField(const std::string& path) {
    return {.label = DetailText::tr("Path"),
            .value = displayText(path),
            .meaning = DetailText::tr("Path of the znode, relative to the chroot of the connection."),
            .isPath = true};
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
        case lockcore::Freshness::Named: {
            if (isUnrecorded(queue)) return DetailText::tr("Not recorded at this moment.");
            const QString source = DetailText::tr("Known by the names that a server listed at %1.")
                                       .arg(momentText(queue.readAtUnixMs));
            return queue.problem ? source + QLatin1Char(' ') + errorText(*queue.problem) : source;
        }
    }
    return {};
}

std::optional<DetailField> clockField(const QueueEvidence& evidence) {
    using namespace std::chrono_literals;
    const auto ahead = evidence.clockAhead();
    if (!ahead || (*ahead < 1s && *ahead > -1s)) return std::nullopt;
    const QString difference = durationText(std::chrono::abs(*ahead));
    return DetailField{DetailText::tr("Server clock"),
                       *ahead > 0ms ? DetailText::tr("%1 ahead", "duration").arg(difference)
                                    : DetailText::tr("%1 behind", "duration").arg(difference),
                       DetailText::tr("Clock of ZooKeeper's leader, compared with this machine's. Ages "
                                      "are told with this taken into account.")};
}

Details describeLock(const LockQueue& queue, const DetailBasis& basis) {
    // What it was and who was in it nobody knows.
    if (isNothingKnown(queue)) return {.title = displayText(queue.path), .problem = problemOf(queue)};
    Details details{.title = displayText(queue.path),
                    .subtitle = basis.openRoles.empty() && !basis.isUnseen
                                    ? countsText(queue.kind, queue.counts())
                                    : openCountsText(queue.counts()),
                    .problem = problemOf(queue)};
    addIfAny(details, bitingBugsGroup(queue.dialect, basis));
    details.groups.push_back(queueGroup(queue, basis));
    if (queue.stat) {
        details.groups.push_back(useGroup(queue, basis));
        details.groups.push_back(directoryGroup(queue, basis));
    }
    addIfAny(details, possibleBugsGroup(queue, basis));
    return details;
}

}  // namespace lockscope
