// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue/acquire_outlook.h"

#include "words/display_text.h"
#include "words/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace lockscope {
namespace {

struct Acquiring {
    Q_DECLARE_TR_FUNCTIONS(lockscope::Acquiring)
};

constexpr std::array kRecipes{lockcore::AcquireRecipe::Mutex, lockcore::AcquireRecipe::Read,
                              lockcore::AcquireRecipe::Write, lockcore::AcquireRecipe::Semaphore};

/// The dialect whose queue a contender of that recipe stands in.
lockcore::Dialect queueOfRecipe(lockcore::AcquireRecipe recipe) {
    switch (recipe) {
        case lockcore::AcquireRecipe::Mutex: return lockcore::Dialect::CuratorMutex;
        case lockcore::AcquireRecipe::Read:
        case lockcore::AcquireRecipe::Write: return lockcore::Dialect::CuratorReadWrite;
        case lockcore::AcquireRecipe::Semaphore: break;
    }
    return lockcore::Dialect::CuratorSemaphore;
}

/// How many contenders a new one waits for.
std::size_t countBefore(lockcore::AcquireRecipe recipe, const lockcore::LockQueue& queue) {
    const auto isBefore = [recipe](const lockcore::QueueRow& row) {
        if (row.role == lockcore::Role::Foreign) return false;
        return recipe != lockcore::AcquireRecipe::Read ||
               row.contender->parsed.mode != lockcore::LockMode::Read;
    };
    return static_cast<std::size_t>(std::ranges::count_if(queue.rows, isBefore));
}

QString patienceText(const lockcore::AcquireRequest& request) {
    switch (request.patience) {
        case lockcore::Patience::TryOnly:
            return Acquiring::tr("It would end at once without the lock, and leave nothing in the queue.");
        case lockcore::Patience::Limited:
            return Acquiring::tr("It queues up at the end and gives up its place after %1.")
                .arg(durationText(request.limit));
        case lockcore::Patience::Unlimited: break;
    }
    return Acquiring::tr("It queues up at the end and waits, for as long as it takes.");
}

QString leasesText(const lockcore::AcquireRequest& request, const lockcore::LockQueue& queue) {
    const auto taken = static_cast<int>(queue.holders());
    if (taken > request.maxLeases)
        return Acquiring::tr("There are %n lease(s) already: its other clients go by a larger number.",
                             nullptr, taken);
    if (request.leases > request.maxLeases)
        return Acquiring::tr("That is more than there are: it can't be granted.");
    if (taken + request.leases <= request.maxLeases)
        return Acquiring::tr("%n lease(s) are taken: it is granted at once, unless others queue for them.",
                             nullptr, taken);
    return Acquiring::tr("%n lease(s) are taken: too few are free now.", nullptr, taken);
}

QString lockText(const lockcore::AcquireRequest& request, const lockcore::LockQueue& queue) {
    const std::size_t before = countBefore(request.recipe, queue);
    if (before > 0) return Acquiring::tr("%n contender(s) are before it.", nullptr, static_cast<int>(before));
    if (queue.holders() > 0)
        return Acquiring::tr("Only readers are there: it is granted at once, together with them.");
    return Acquiring::tr("Nobody is before it: it is granted at once.");
}

/// True where somebody is in the way now.
bool isTaken(const lockcore::AcquireRequest& request, const lockcore::LockQueue& queue) {
    if (request.recipe != lockcore::AcquireRecipe::Semaphore) return countBefore(request.recipe, queue) > 0;
    return queue.waiters() > 0 || static_cast<int>(queue.holders()) + request.leases > request.maxLeases;
}

}  // namespace

QString recipeWord(lockcore::AcquireRecipe recipe) {
    switch (recipe) {
        case lockcore::AcquireRecipe::Mutex: return Acquiring::tr("mutex");
        case lockcore::AcquireRecipe::Read: return Acquiring::tr("read lock");
        case lockcore::AcquireRecipe::Write: return Acquiring::tr("write lock");
        case lockcore::AcquireRecipe::Semaphore: break;
    }
    return Acquiring::tr("semaphore");
}

QString recipeMisfit(lockcore::AcquireRecipe recipe, lockcore::Dialect dialect) {
    const lockcore::DialectInfo& info = lockcore::dialectInfo(dialect);
    // Who joined an election would lead.
    const bool isLock = info.queue == queueOfRecipe(recipe) && lockcore::hasHolders(info.kind);
    if (dialect == lockcore::Dialect::Unknown || isLock) return {};
    return Acquiring::tr("The clients of this lock (%1) would not see it.").arg(dialectWord(dialect));
}

bool isAcquirable(lockcore::Dialect dialect) {
    return std::ranges::any_of(kRecipes, [dialect](lockcore::AcquireRecipe recipe) {
        return recipeMisfit(recipe, dialect).isEmpty();
    });
}

QStringList acquireOutlook(const lockcore::AcquireRequest& request, const lockcore::LockQueue* queue,
                           bool ownContender) {
    QStringList sentences;
    const bool isRead = queue && queue->freshness != lockcore::Freshness::Failed;
    if (!isRead) {
        sentences << Acquiring::tr("The queue could not be read: who is before it is not known.");
    } else if (queue->freshness == lockcore::Freshness::Gone) {
        sentences << Acquiring::tr("The directory does not exist: it is made, and the lock granted at once.");
    } else {
        const bool isSemaphore = request.recipe == lockcore::AcquireRecipe::Semaphore;
        sentences << (isSemaphore ? leasesText(request, *queue) : lockText(request, *queue));
        if (isTaken(request, *queue)) sentences << patienceText(request);
        if (queue->freshness != lockcore::Freshness::Live)
            sentences << Acquiring::tr(
                "The queue could not be read lately: all this is as of the last read.");
    }
    if (ownContender)
        sentences << Acquiring::tr(
            "This program has a contender there already. The new one is one more: it waits behind it as "
            "behind any other.");
    sentences << Acquiring::tr("What is granted is kept until you release it or the session ends.");
    return sentences;
}

}  // namespace lockscope
