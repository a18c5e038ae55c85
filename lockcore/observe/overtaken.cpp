// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "overtaken.h"

#include "contender_facts.h"

#include <algorithm>
#include <limits>
#include <map>

namespace lockcore {

namespace {

/// Only a queue has an order. A read lock of Curator may be younger than its place, which was a write lock's.
bool standsInOrder(const QueueRow& row) {
    const NodeName& name = row.contender->parsed;
    const bool mayReplace = asksToShare(row) && name.dialect == Dialect::CuratorReadWrite;
    return isInQueue(row.role) && name.sequence && row.contender->stat && !mayReplace &&
           dialectInfo(name.dialect).rule != BlockRule::AllHold;
}

/// The oldest of a library's contenders up to some row; None where the age of one is not known.
struct Oldest {
    Zxid writer = Zxid{std::numeric_limits<std::int64_t>::max()};
    Zxid any = writer;

    void take(const QueueRow& row) {
        const Zxid created = standsInOrder(row) ? row.contender->stat->czxid : Zxid::None;
        any = std::min(any, created);
        if (!asksToShare(row)) writer = std::min(writer, created);
    }
};

}  // namespace

std::vector<std::size_t> overtakers(const LockQueue& lock) {
    if (lock.rows.size() < 2) return {};
    std::vector<std::size_t> rows;
    std::map<Dialect, Zxid> oldestBehind;
    for (std::size_t row = lock.rows.size(); row-- > 0;) {
        if (!standsInOrder(lock.rows[row])) continue;
        const Contender& contender = *lock.rows[row].contender;
        const Zxid created = contender.stat->czxid;
        const auto oldest = oldestBehind.try_emplace(contender.parsed.dialect, created).first;
        if (oldest->second < created) rows.push_back(row);
        oldest->second = std::min(oldest->second, created);
    }
    return {rows.rbegin(), rows.rend()};
}

std::vector<std::size_t> overtakenHolders(const LockQueue& lock) {
    std::vector<std::size_t> rows;
    std::map<Dialect, Oldest> before;
    for (std::size_t row = 0; row < lock.rows.size(); ++row) {
        const QueueRow& each = lock.rows[row];
        if (!isInQueue(each.role)) continue;
        Oldest& oldest = before[each.contender->parsed.dialect];
        const Zxid first = asksToShare(each) ? oldest.writer : oldest.any;
        const bool isOvertaken = each.role == Role::Waiter && each.predecessor && standsInOrder(each) &&
                                 each.contender->stat->czxid < first;
        if (isOvertaken) rows.push_back(row);
        oldest.take(each);
    }
    return rows;
}

}  // namespace lockcore
