// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/removal.h"

#include "queue/contender_text.h"
#include "queue/listening.h"
#include "queue/queue_model.h"
#include "sessions/session_text.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <lockcore/session/connect_string.h>

#include <QCoreApplication>

#include <algorithm>
#include <set>
#include <vector>

namespace lockscope {
namespace {

struct Removal {
    Q_DECLARE_TR_FUNCTIONS(lockscope::Removal)
};

/// What the question is about: one row of a queue, and what is known of the cluster.
struct Case {
    const lockcore::LockQueue& queue;
    std::size_t row;
    const lockcore::ClusterAssessment* assessment;
    std::int64_t now;

    const lockcore::Contender& contender() const { return *queue.rows[row].contender; }
    const lockcore::SessionView* client() const { return sessionOf(assessment, contender()); }
};

/// The contenders that hold, or lead, once `removed` is gone and do not hold now.
std::vector<const lockcore::Contender*> nextHolders(const lockcore::LockQueue& queue, std::size_t removed) {
    std::set<const lockcore::Contender*> holders;
    for (const lockcore::QueueRow& row : queue.rows)
        if (lockcore::isFirstInLine(row.role)) holders.insert(row.contender.get());
    std::vector<const lockcore::Contender*> next;
    for (const lockcore::QueueRow& row : lockcore::rowsWithout(queue, removed))
        if (lockcore::isFirstInLine(row.role) && !holders.contains(row.contender.get()))
            next.push_back(row.contender.get());
    return next;
}

QString whoIsNext(const Case& about) {
    const auto next = nextHolders(about.queue, about.row);
    const bool isHolder = about.queue.rows[about.row].role == lockcore::Role::Holder;
    const std::size_t otherHolders = about.queue.holders() - (isHolder ? 1 : 0);
    if (next.size() == 1)
        return Removal::tr("Next to hold the lock: %1.")
            .arg(whoIs(*next.front(), sessionOf(about.assessment, *next.front())));
    if (!next.empty())
        return Removal::tr("Next to hold the lock: readers together, %1 of them.").arg(next.size());
    if (otherHolders > 0)
        return Removal::tr("Other holders stay (%1): nobody else is granted the lock now.").arg(otherHolders);
    return Removal::tr("Nobody waits: the lock is free then.");
}

QString howLong(const Case& about) {
    if (!about.contender().stat) return {};
    lockcore::ObservedNow now{about.now};
    if (about.assessment) now.clocks = about.assessment->sample->clocks;
    const lockcore::Stat& stat = *about.contender().stat;
    return Removal::tr("Its znode has been there for %1, by this machine's clock.")
        .arg(ageText(0, now.since(stat.ctimeMs, stat.czxid).count()));
}

QString ghostText(const Case& about, const lockcore::SessionView& client) {
    const auto within = expiresWithin(client, about.now);
    if (!within)
        return Removal::tr(
            "Its client is connected to no server (a ghost): the session ends by itself, and "
            "its znodes go, unless the client comes back.");
    return Removal::tr(
               "Its client is connected to no server (a ghost): the session ends by itself within "
               "%1, and its znodes go, unless the client comes back.")
        .arg(durationText(*within));
}

QString clientText(const Case& about) {
    if (about.contender().stat && about.contender().stat->ephemeralOwner == lockcore::SessionId::None)
        return Removal::tr("Its znode is not ephemeral: no session's end removes it.");
    const lockcore::SessionView* const client = about.client();
    const auto state = client ? client->state : lockcore::SessionState::Unknown;
    switch (state) {
        case lockcore::SessionState::Connected: return Removal::tr("Its client is connected and answers.");
        case lockcore::SessionState::Silent:
            if (client->silentFor)
                return Removal::tr("Its client is connected but silent for %1: it may be frozen or cut off.")
                    .arg(durationText(*client->silentFor));
            return Removal::tr("Its client is connected but silent: it may be frozen or cut off.");
        case lockcore::SessionState::Ghost: return ghostText(about, *client);
        case lockcore::SessionState::Unknown: break;
    }
    return Removal::tr("Whether its client is connected is not known.");
}

/// Asking a client that is connected nowhere is useless; its session's end is near.
void addSofterWay(RemovalConsequences& result, const Case& about) {
    const lockcore::SessionView* const client = about.client();
    if (client && client->state == lockcore::SessionState::Ghost) {
        const auto within = expiresWithin(*client, about.now);
        result.softer = SofterWay::WaitForExpiry;
        result.softerVerb = within ? Removal::tr("Wait for expiry (≤ %1)").arg(durationText(*within))
                                   : Removal::tr("Wait for expiry");
        return;
    }
    if (lockcore::dialectInfo(about.contender().parsed.dialect).revokePayload.empty()) return;
    if (isAskedToRelease(about.contender())) {
        result.sentences << Removal::tr("It was asked to release, and still holds the lock.");
        return;
    }
    switch (listeningOf(about.assessment, about.queue.path, about.contender())) {
        case Listening::Maybe:
            result.sentences << Removal::tr(
                "It can be asked to release instead: its client watches its own znode, for that or to learn "
                "that its hold is lost.");
            break;
        case Listening::Unknown:
            result.sentences << Removal::tr(
                "It can be asked to release instead. Whether it listens to that is not known.");
            break;
        case Listening::No:
            result.sentences << Removal::tr(
                "It does not listen to a request to release: its server knows of no watch on its znode.");
            return;
    }
    result.softer = SofterWay::AskToRelease;
    result.softerVerb = Removal::tr("Ask to release");
}

void describeHolder(RemovalConsequences& result, const Case& about) {
    result.title = Removal::tr("Force the release of %1?").arg(displayText(about.queue.path));
    result.verb = Removal::tr("Force release");
    result.sentences
        << Removal::tr("Holder: %1.").arg(whoIs(about.contender(), about.client())) << clientText(about)
        << howLong(about) << Removal::tr("Waiting behind it: %1.").arg(about.queue.waiters())
        << whoIsNext(about)
        << Removal::tr(
               "The old holder is not stopped: it may go on working beside the next one, and most "
               "libraries do not tell it that its znode is gone.");
    addSofterWay(result, about);
}

void describeWaiter(RemovalConsequences& result, const Case& about) {
    const auto& rows = about.queue.rows;
    const auto before =
        std::count_if(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(about.row),
                      [](const lockcore::QueueRow& each) { return each.role != lockcore::Role::Foreign; });
    result.title = Removal::tr("Evict a waiter of %1?").arg(displayText(about.queue.path));
    result.verb = Removal::tr("Evict");
    result.sentences << Removal::tr("Waiter: %1.").arg(whoIs(about.contender(), about.client()))
                     << clientText(about) << howLong(about)
                     << Removal::tr("It loses its place in the queue; contenders before it: %1.").arg(before)
                     << Removal::tr(
                            "Its program is not told: depending on its library it queues up again, fails or "
                            "waits for ever.");
    if (!nextHolders(about.queue, about.row).empty()) result.sentences << whoIsNext(about);
    const lockcore::SessionView* const client = about.client();
    if (client && client->state == lockcore::SessionState::Ghost) addSofterWay(result, about);
}

void describeLeader(RemovalConsequences& result, const Case& about) {
    const auto next = nextHolders(about.queue, about.row);
    result.title = Removal::tr("Depose the leader of %1?").arg(displayText(about.queue.path));
    result.verb = Removal::tr("Depose");
    result.sentences << Removal::tr("Leader: %1.").arg(whoIs(about.contender(), about.client()))
                     << clientText(about) << howLong(about)
                     << (next.empty()
                             ? Removal::tr("Nobody stands by: nobody leads then.")
                             : Removal::tr("Next to lead: %1.")
                                   .arg(whoIs(*next.front(), sessionOf(about.assessment, *next.front()))))
                     << Removal::tr(
                            "The old leader is not stopped: it may go on beside the next one, and some "
                            "libraries do not tell it that its znode is gone.");
    const lockcore::SessionView* const client = about.client();
    if (client && client->state == lockcore::SessionState::Ghost) addSofterWay(result, about);
}

void describeStandby(RemovalConsequences& result, const Case& about) {
    result.title = Removal::tr("Remove a candidate of %1?").arg(displayText(about.queue.path));
    result.verb = Removal::tr("Remove");
    result.sentences << Removal::tr("Candidate: %1.").arg(whoIs(about.contender(), about.client()))
                     << clientText(about) << howLong(about)
                     << Removal::tr(
                            "Its program is not told: depending on its library it joins again at the end, or "
                            "never leads.");
}

void describeMember(RemovalConsequences& result, const Case& about) {
    result.title = Removal::tr("Delete a member of %1?").arg(displayText(about.queue.path));
    result.verb = Removal::tr("Delete");
    result.sentences << Removal::tr("Member: %1.").arg(whoIs(about.contender(), about.client()))
                     << clientText(about) << howLong(about)
                     << Removal::tr(
                            "Who looks for the members of this group does not find it any more, while its "
                            "program goes on and may not learn of it.");
}

void describeForeign(RemovalConsequences& result, const Case& about) {
    result.title = Removal::tr("Delete a child of %1?").arg(displayText(about.queue.path));
    result.verb = Removal::tr("Delete");
    result.sentences << Removal::tr("Child: %1.").arg(whoIs(about.contender(), about.client()))
                     << Removal::tr("It is no contender that Lockscope knows: nothing tells what it is for.");
}

/// Without sentences: it is not there any more.
RemovalConsequences goneConsequences(const std::string& what, const QString& sentence) {
    RemovalConsequences result;
    result.title = Removal::tr("%1 is gone").arg(displayText(what));
    result.verb = Removal::tr("Remove");
    result.sentences << sentence;
    return result;
}

RemovalConsequences directoryConsequences(const RemovalRequest& request, const lockcore::LockQueue* queue) {
    const bool isThere = queue && queue->stat && queue->stat->czxid == request.directory->czxid &&
                         queue->freshness != lockcore::Freshness::Gone;
    if (!isThere)
        return goneConsequences(request.lockPath,
                                Removal::tr("The directory is not there any more. There is nothing to "
                                            "delete."));
    RemovalConsequences result;
    result.title = Removal::tr("Delete the directory %1?").arg(displayText(request.lockPath));
    result.verb = Removal::tr("Delete directory");
    result.possible = queue->rows.empty();
    if (!result.possible) {
        result.sentences << Removal::tr("It has %n child(ren) again: it can't be deleted.", nullptr,
                                        static_cast<int>(queue->rows.size()));
        return result;
    }
    result.sentences << Removal::tr("It has no children: nobody holds the lock, and nobody waits for it.")
                     << Removal::tr(
                            "The next client that wants the lock makes the directory again, if its library "
                            "does that and it may; its counter then begins at 0 again.")
                     << Removal::tr(
                            "If somebody queues up before it is deleted, the server refuses, and nothing is "
                            "changed.");
    return result;
}

}  // namespace

QString whoIs(const lockcore::Contender& contender, const lockcore::SessionView* client) {
    const QString name = displayText(contender.name);
    if (!contender.stat) return name;
    const QString session = displayText(lockcore::toHex(contender.stat->ephemeralOwner));
    if (client && !client->address.empty())
        return Removal::tr("%3 (%1, session %2)", "znode, session, host")
            .arg(name, session, displayText(client->address));
    if (contender.data.empty() || !looksLikeText(contender.data) || contender.data.size() > 64)
        return Removal::tr("%1, session %2").arg(name, session);
    return Removal::tr("%1, session %2, data “%3”").arg(name, session, displayText(contender.data));
}

RemovalConsequences removalConsequences(const RemovalRequest& request, const lockcore::LockQueue* queue,
                                        const lockcore::ClusterAssessment* assessment, std::int64_t now) {
    RemovalConsequences result;
    if (!request.contender) {
        result = directoryConsequences(request, queue);
    } else {
        const auto wanted = keyOf(*request.contender);
        const auto found =
            queue ? std::ranges::find_if(queue->rows,
                                         [&](const auto& row) { return wanted.matches(*row.contender); })
                  : std::vector<lockcore::QueueRow>::const_iterator{};
        if (!queue || found == queue->rows.end())
            return goneConsequences(
                request.contender->name,
                Removal::tr("The contender has left the queue by itself. There is nothing to remove."));
        const Case about{*queue, static_cast<std::size_t>(found - queue->rows.begin()), assessment, now};
        result.possible = true;
        result.role = found->role;
        switch (found->role) {
            case lockcore::Role::Holder: describeHolder(result, about); break;
            case lockcore::Role::Waiter: describeWaiter(result, about); break;
            case lockcore::Role::Leader: describeLeader(result, about); break;
            case lockcore::Role::Standby: describeStandby(result, about); break;
            case lockcore::Role::Member: describeMember(result, about); break;
            case lockcore::Role::Foreign: describeForeign(result, about); break;
        }
    }
    if (queue && queue->freshness == lockcore::Freshness::Stale)
        result.sentences << Removal::tr(
            "The queue could not be read lately: all this is as of the last read.");
    result.sentences.removeAll(QString());
    return result;
}

std::string nameToType(const std::string& lockPath) {
    return std::string(lockcore::nodeName(lockPath));
}

}  // namespace lockscope
