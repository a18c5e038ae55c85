// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/removal.h"

#include "models/display_text.h"
#include "models/queue_model.h"
#include "models/wall_clock.h"
#include "models/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>
#include <vector>

namespace lockscope {
namespace {

struct Removal {
    Q_DECLARE_TR_FUNCTIONS(lockscope::Removal)
};

/// "0x1000… (10.0.0.7)": who it is, as far as the znode tells.
QString whoIs(const lockcore::Contender& contender) {
    const QString name = displayText(contender.name);
    if (!contender.stat) return name;
    const std::string session = lockcore::toHex(contender.stat->ephemeralOwner);
    if (contender.data.empty() || !looksLikeText(contender.data) || contender.data.size() > 64)
        return Removal::tr("%1, session %2").arg(name, displayText(session));
    return Removal::tr("%1, session %2, data “%3”")
        .arg(name, displayText(session), displayText(contender.data));
}

/// Names of the contenders that hold once `removed` is gone and do not hold now.
std::vector<const lockcore::Contender*> nextHolders(const lockcore::LockQueue& queue, std::size_t removed) {
    std::vector<std::shared_ptr<const lockcore::Contender>> rest;
    std::set<const lockcore::Contender*> holders;
    for (std::size_t row = 0; row < queue.rows.size(); ++row) {
        if (queue.rows[row].role == lockcore::Role::Holder) holders.insert(queue.rows[row].contender.get());
        if (row != removed) rest.push_back(queue.rows[row].contender);
    }
    std::vector<const lockcore::Contender*> next;
    for (const lockcore::QueueRow& row : lockcore::arrangeQueue(std::move(rest)))
        if (row.role == lockcore::Role::Holder && !holders.contains(row.contender.get()))
            next.push_back(row.contender.get());
    return next;
}

QString whoIsNext(const lockcore::LockQueue& queue, std::size_t removed) {
    const auto next = nextHolders(queue, removed);
    const std::size_t otherHolders =
        queue.holders() - (queue.rows[removed].role == lockcore::Role::Holder ? 1 : 0);
    if (!next.empty()) {
        if (next.size() == 1) return Removal::tr("Next to hold the lock: %1.").arg(whoIs(*next.front()));
        return Removal::tr("Next to hold the lock: readers together, %1 of them.").arg(next.size());
    }
    if (otherHolders > 0)
        return Removal::tr("Other holders stay (%1): nobody else is granted the lock now.").arg(otherHolders);
    return Removal::tr("Nobody waits: the lock is free then.");
}

QString howLong(const lockcore::Contender& contender) {
    if (!contender.stat) return {};
    return Removal::tr("Its znode has been there for %1, by this machine's clock.")
        .arg(ageText(contender.stat->ctimeMs, systemNowUnixMs()));
}

void describeHolder(RemovalConsequences& result, const lockcore::LockQueue& queue, std::size_t row) {
    const lockcore::Contender& contender = *queue.rows[row].contender;
    result.title = Removal::tr("Force the release of %1?").arg(displayText(queue.path));
    result.verb = Removal::tr("Force release");
    result.canAsk = !lockcore::dialectInfo(contender.parsed.dialect).revokePayload.empty();
    result.sentences
        << Removal::tr("Holder: %1.").arg(whoIs(contender)) << howLong(contender)
        << Removal::tr("Waiting behind it: %1.").arg(queue.waiters()) << whoIsNext(queue, row)
        << Removal::tr(
               "The old holder is not stopped: it may go on working beside the next one, and most "
               "libraries do not tell it that its znode is gone.");
    if (result.canAsk)
        result.sentences << Removal::tr(
            "It can be asked to release instead. Whether it listens to that is not known.");
}

void describeWaiter(RemovalConsequences& result, const lockcore::LockQueue& queue, std::size_t row) {
    const auto before =
        std::count_if(queue.rows.begin(), queue.rows.begin() + static_cast<std::ptrdiff_t>(row),
                      [](const lockcore::QueueRow& each) { return each.role != lockcore::Role::Foreign; });
    result.title = Removal::tr("Evict a waiter of %1?").arg(displayText(queue.path));
    result.verb = Removal::tr("Evict");
    result.sentences << Removal::tr("Waiter: %1.").arg(whoIs(*queue.rows[row].contender))
                     << howLong(*queue.rows[row].contender)
                     << Removal::tr("It loses its place in the queue; contenders before it: %1.").arg(before)
                     << Removal::tr(
                            "Its program is not told: depending on its library it queues up again, fails or "
                            "waits for ever.");
    const auto next = nextHolders(queue, row);
    if (!next.empty()) result.sentences << whoIsNext(queue, row);
}

void describeForeign(RemovalConsequences& result, const lockcore::LockQueue& queue, std::size_t row) {
    result.title = Removal::tr("Delete a child of %1?").arg(displayText(queue.path));
    result.verb = Removal::tr("Delete");
    result.sentences << Removal::tr("Child: %1.").arg(whoIs(*queue.rows[row].contender))
                     << Removal::tr("It is no contender that Lockscope knows: nothing tells what it is for.");
}

}  // namespace

RemovalConsequences removalConsequences(const RemovalRequest& request, const lockcore::LockQueue* queue) {
    RemovalConsequences result;
    const auto wanted = keyOf(*request.contender);
    const auto found = queue ? std::find_if(queue->rows.begin(), queue->rows.end(),
                                            [&](const auto& row) { return wanted.matches(*row.contender); })
                             : std::vector<lockcore::QueueRow>::const_iterator{};
    if (!queue || found == queue->rows.end()) {
        result.title = Removal::tr("%1 is gone").arg(displayText(request.contender->name));
        result.verb = Removal::tr("Remove");
        result.sentences << Removal::tr(
            "The contender has left the queue by itself. There is nothing to remove.");
        return result;
    }
    const auto row = static_cast<std::size_t>(found - queue->rows.begin());
    result.possible = true;
    result.role = found->role;
    switch (found->role) {
        case lockcore::Role::Holder: describeHolder(result, *queue, row); break;
        case lockcore::Role::Waiter: describeWaiter(result, *queue, row); break;
        case lockcore::Role::Foreign: describeForeign(result, *queue, row); break;
    }
    if (queue->freshness != lockcore::Freshness::Live)
        result.sentences << Removal::tr(
            "The queue could not be read lately: all this is as of the last read.");
    result.sentences.removeAll(QString());
    return result;
}

}  // namespace lockscope
