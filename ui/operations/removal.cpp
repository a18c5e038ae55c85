// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/removal.h"

#include "hosts/host_text.h"
#include "queue/contender_text.h"
#include "queue/listening.h"
#include "queue/queue_model.h"
#include "sessions/session_text.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <lockcore/observe/contender_times.h>
#include <lockcore/observe/role_doubt.h>
#include <lockcore/session/connect_string.h>

#include <QCoreApplication>
#include <QLocale>

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
    std::vector<std::size_t> open;  ///< rows of which it is not known whether they hold, sorted

    bool isOpen() const { return std::ranges::binary_search(open, row); }
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

/// Of holders.
QString whoIsNext(const Case& about) {
    if (!about.open.empty()) return Removal::tr("not known");
    const auto next = nextHolders(about.queue, about.row);
    const bool isHolder = about.queue.rows[about.row].role == lockcore::Role::Holder;
    const std::size_t otherHolders = about.queue.holders() - (isHolder ? 1 : 0);
    if (next.size() == 1) return whoIs(*next.front(), sessionOf(about.assessment, *next.front()));
    if (!next.empty()) return Removal::tr("%1 readers together").arg(next.size());
    if (otherHolders > 0)
        return Removal::tr("nobody else now: %n other holder(s) stay(s)", nullptr,
                           static_cast<int>(otherHolders));
    return Removal::tr("nobody: the lock is free then");
}

lockcore::ObservedNow nowOf(const Case& about) {
    lockcore::ObservedNow now{about.now};
    if (about.assessment) now.clocks = about.assessment->sample->clocks;
    return now;
}

QString ghostText(const Case& about, const lockcore::SessionView& client) {
    const auto within = expiresWithin(client, about.now);
    if (!within)
        return Removal::tr(
            "connected to no server (a ghost): its session ends by itself unless it comes back");
    return Removal::tr(
               "connected to no server (a ghost): its session ends by itself within %1 unless it comes back")
        .arg(durationText(*within));
}

QString clientState(const Case& about) {
    const lockcore::SessionView* const client = about.client();
    const auto state = client ? client->state : lockcore::SessionState::Unknown;
    switch (state) {
        case lockcore::SessionState::Connected:
            return client->silentFor ? Removal::tr("connected and answers")
                                     : Removal::tr("connected; whether it answers is not known yet");
        case lockcore::SessionState::Silent:
            if (client->silentFor)
                return Removal::tr("connected but silent for at least %1: it may be frozen or cut off")
                    .arg(atLeastDurationText(*client->silentFor));
            return Removal::tr("connected but silent: it may be frozen or cut off");
        case lockcore::SessionState::Ghost: return ghostText(about, *client);
        case lockcore::SessionState::Unknown: break;
    }
    return Removal::tr("whether it is connected is not known");
}

QString hostOfClient(const Case& about) {
    const lockcore::SessionView* const client = about.client();
    if (client && !client->address.empty()) return placeInFull(client->address);
    const std::string& data = about.contender().data;
    if (data.empty() || !looksLikeText(data) || data.size() > 64) return Removal::tr("host not known");
    return Removal::tr("host not known; its data: “%1”").arg(displayText(data));
}

QString sessionOfClient(const Case& about) {
    const lockcore::SessionId owner = lockcore::ownerOf(about.contender());
    if (owner != lockcore::SessionId::None) return displayText(lockcore::toHex(owner));
    return about.contender().stat ? Removal::tr("none: no session's end removes the znode")
                                  : Removal::tr("not known");
}

/// When it came, and of a holder for how long it has held, as far as the directory tells.
void addTimes(RemovalConsequences& result, const Case& about) {
    const lockcore::ObservedNow now = nowOf(about);
    const auto times = lockcore::contenderTimes(about.contender(), about.queue.rows[about.row].role,
                                                lockcore::directoryPast(about.queue), std::nullopt, now);
    if (times.queued) {
        const QString age = ageText(0, times.queued->count());
        result.facts.push_back({Removal::tr("Since"),
                                now.isCompared(about.contender().stat->czxid)
                                    ? Removal::tr("%1 ago", "duration").arg(age)
                                    : Removal::tr("%1 ago, by this machine's clock", "duration").arg(age)});
    }
    const bool isHolder = about.queue.rows[about.row].role == lockcore::Role::Holder;
    if (isHolder && !about.isOpen() && times.held)
        result.facts.push_back({Removal::tr("Holding for"), durationWords(*times.held)});
}

/// `place` is what the directory is, `who` what the contender is there.
void addFacts(RemovalConsequences& result, const Case& about, const QString& place, const QString& who) {
    result.facts = {{place, displayText(about.queue.path)},
                    {who, hostOfClient(about)},
                    {Removal::tr("Znode"), displayText(about.contender().name)},
                    {Removal::tr("Session"), sessionOfClient(about)},
                    {Removal::tr("Client"), clientState(about)}};
    addTimes(result, about);
}

QString countFact(std::size_t count) {
    return QLocale().toString(static_cast<qulonglong>(count));
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
        result.sentences << (about.isOpen()
                                 ? Removal::tr("It was asked to release, and is still there.")
                                 : Removal::tr("It was asked to release, and still holds the lock."));
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

void addSofterWayFromGhost(RemovalConsequences& result, const Case& about) {
    const lockcore::SessionView* const client = about.client();
    if (client && client->state == lockcore::SessionState::Ghost) addSofterWay(result, about);
}

void describeHolder(RemovalConsequences& result, const Case& about) {
    result.title = Removal::tr("Force the release of %1?").arg(displayText(about.queue.path));
    result.verb = Removal::tr("Delete the holder's znode");
    addFacts(result, about, Removal::tr("Lock"), Removal::tr("Holder"));
    const QString waiters = countFact(about.queue.waiters());
    result.facts.push_back({Removal::tr("Waiting behind it"),
                            about.open.empty() ? waiters : Removal::tr("at least %1").arg(waiters)});
    result.facts.push_back({Removal::tr("Next to hold"), whoIsNext(about)});
    result.consequence = Removal::tr(
        "The holder's program is not stopped: it may go on working beside the next holder, and most "
        "libraries do not tell it that its znode is gone.");
    addSofterWay(result, about);
}

/// By its name alone it would hold, or lead.
void describeOpen(RemovalConsequences& result, const Case& about) {
    result.title = Removal::tr("Delete a contender of %1?").arg(displayText(about.queue.path));
    result.verb = Removal::tr("Delete the contender's znode");
    const bool isLock = about.queue.rows[about.row].role == lockcore::Role::Holder;
    addFacts(result, about, isLock ? Removal::tr("Lock") : Removal::tr("Election"), Removal::tr("Contender"));
    result.facts.push_back({Removal::tr("Role"), Removal::tr("not known")});
    result.facts.push_back(
        {isLock ? Removal::tr("Next to hold") : Removal::tr("Next to lead"), whoIsNext(about)});
    result.consequence = Removal::tr(
        "It may have its turn or wait for it: in the one case its program is not stopped, and may go on "
        "working beside the next one; in the other it loses its place in the queue, and is not told.");
    result.sentences << openRoleSentence();
    addSofterWay(result, about);
}

void describeWaiter(RemovalConsequences& result, const Case& about) {
    const auto& rows = about.queue.rows;
    const auto before =
        std::count_if(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(about.row),
                      [](const lockcore::QueueRow& each) { return each.role != lockcore::Role::Foreign; });
    result.title = Removal::tr("Evict a waiter of %1?").arg(displayText(about.queue.path));
    result.verb = Removal::tr("Delete the waiter's znode");
    addFacts(result, about, Removal::tr("Lock"), Removal::tr("Waiter"));
    result.facts.push_back({Removal::tr("Before it"), countFact(static_cast<std::size_t>(before))});
    if (!nextHolders(about.queue, about.row).empty())
        result.facts.push_back({Removal::tr("Next to hold"), whoIsNext(about)});
    result.consequence = Removal::tr(
        "It loses its place in the queue, and its program is not told: depending on its library it queues up "
        "again, fails or waits forever.");
    addSofterWayFromGhost(result, about);
}

void describeLeader(RemovalConsequences& result, const Case& about) {
    const auto next = nextHolders(about.queue, about.row);
    result.title = Removal::tr("Depose the leader of %1?").arg(displayText(about.queue.path));
    result.verb = Removal::tr("Delete the leader's znode");
    addFacts(result, about, Removal::tr("Election"), Removal::tr("Leader"));
    result.facts.push_back({Removal::tr("Next to lead"),
                            !about.open.empty() ? Removal::tr("not known")
                            : next.empty()
                                ? Removal::tr("nobody: nobody stands by")
                                : whoIs(*next.front(), sessionOf(about.assessment, *next.front()))});
    result.consequence = Removal::tr(
        "The leader's program is not stopped: it may go on beside the next leader, and some libraries do not "
        "tell it that its znode is gone.");
    addSofterWayFromGhost(result, about);
}

void describeStandby(RemovalConsequences& result, const Case& about) {
    result.title = Removal::tr("Remove a candidate of %1?").arg(displayText(about.queue.path));
    result.verb = Removal::tr("Delete the candidate's znode");
    addFacts(result, about, Removal::tr("Election"), Removal::tr("Candidate"));
    result.consequence = Removal::tr(
        "Its program is not told: depending on its library it joins again at the end, or never leads.");
}

void describeMember(RemovalConsequences& result, const Case& about) {
    result.title = Removal::tr("Delete a member of %1?").arg(displayText(about.queue.path));
    result.verb = Removal::tr("Delete the member's znode");
    addFacts(result, about, Removal::tr("Group"), Removal::tr("Member"));
    result.consequence = Removal::tr(
        "Whoever looks for the members of this group no longer finds it, while its program goes on and may "
        "not learn of it.");
}

void describeForeign(RemovalConsequences& result, const Case& about) {
    result.title = Removal::tr("Delete a child of %1?").arg(displayText(about.queue.path));
    result.verb = Removal::tr("Delete the child");
    addFacts(result, about, Removal::tr("Directory"), Removal::tr("Child"));
    result.consequence =
        Removal::tr("It is no contender that Lockscope knows: nothing tells what it is for.");
}

void describeRow(RemovalConsequences& result, const Case& about) {
    if (about.isOpen()) {
        describeOpen(result, about);
        return;
    }
    switch (about.queue.rows[about.row].role) {
        case lockcore::Role::Holder: describeHolder(result, about); break;
        case lockcore::Role::Waiter: describeWaiter(result, about); break;
        case lockcore::Role::Leader: describeLeader(result, about); break;
        case lockcore::Role::Standby: describeStandby(result, about); break;
        case lockcore::Role::Member: describeMember(result, about); break;
        case lockcore::Role::Foreign: describeForeign(result, about); break;
    }
}

/// It is not there any more.
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
    result.facts = {
        {Removal::tr("Directory"), displayText(request.lockPath)},
        {Removal::tr("Children"), Removal::tr("none: nobody holds the lock, and nobody waits for it")}};
    result.consequence = Removal::tr(
        "The next client that wants the lock has to make the directory again, where its library does that "
        "and it may; its counter then begins at 0 again.");
    result.sentences << Removal::tr(
        "If somebody queues up before it is deleted, the server refuses, and nothing is changed.");
    return result;
}

}  // namespace

QString whoIs(const lockcore::Contender& contender, const lockcore::SessionView* client) {
    const QString name = displayText(contender.name);
    if (!contender.stat) return name;
    const QString session = displayText(lockcore::toHex(contender.stat->ephemeralOwner));
    if (client && !client->address.empty())
        return Removal::tr("%3 (%1, session %2)", "znode, session, host")
            .arg(name, session, placeInFull(client->address));
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
        const auto row = static_cast<std::size_t>(found - queue->rows.begin());
        const auto open = lockcore::rowsInDoubt(*queue, assessment);
        result.possible = true;
        result.role = std::ranges::binary_search(open, row) ? lockcore::Role::Foreign : found->role;
        describeRow(result, {*queue, row, assessment, now, open});
    }
    if (queue && queue->freshness == lockcore::Freshness::Stale)
        result.sentences << Removal::tr(
            "The queue could not be read lately: all this is as of the last read.");
    return result;
}

std::string nameToType(const std::string& lockPath) {
    return std::string(lockcore::nodeName(lockPath));
}

}  // namespace lockscope
