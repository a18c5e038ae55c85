// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/observe/queue_difference.h>
#include <lockcore/observe/role_doubt.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_map>

namespace lockcore {

namespace {

/// Null where the sample does not have it.
const LockQueue* sampledLock(const ClusterAssessment& checked, std::string_view path) {
    const auto& locks = checked.sample->locks;
    const auto found = std::ranges::lower_bound(
        locks, path, {}, [](const auto& lock) -> std::string_view { return lock->path; });
    return found != locks.end() && (*found)->path == path ? found->get() : nullptr;
}

}  // namespace

std::vector<std::size_t> rowsInDoubt(const LockQueue& lock, const ClusterAssessment* checked) {
    std::vector<std::size_t> rows = mayWaitForOthers(lock);
    const LockQueue* const sampled = rows.empty() || !checked ? nullptr : sampledLock(*checked, lock.path);
    if (!sampled) return rows;
    const auto open = checked->inDoubt.find(lock.path);
    std::unordered_map<std::string_view, const Contender*> known;
    for (std::size_t i = 0; i < sampled->rows.size(); ++i) {
        const bool isOpen = open != checked->inDoubt.end() && std::ranges::binary_search(open->second, i);
        // Who stood behind somebody then has not been looked at for this.
        if (!isOpen && isFirstInLine(sampled->rows[i].role))
            known.emplace(sampled->rows[i].contender->name, sampled->rows[i].contender.get());
    }
    std::erase_if(rows, [&](std::size_t row) {
        const Contender& contender = *lock.rows[row].contender;
        const auto found = known.find(contender.name);
        return found != known.end() && isSameContender(*found->second, contender);
    });
    return rows;
}

bool isUnseen(const LockQueue& lock, const ClusterAssessment* checked) {
    // Another moment's queue of that path may be seen.
    return checked && checked->unseen.contains(lock.path) && sampledLock(*checked, lock.path) == &lock;
}

std::vector<std::size_t> rowsOfOpenRole(const LockQueue& lock, const ClusterAssessment* checked) {
    std::vector<std::size_t> inDoubt = rowsInDoubt(lock, checked);
    if (!isUnseen(lock, checked)) return inDoubt;
    const std::vector<std::size_t>& unseen = checked->unseen.find(lock.path)->second;
    std::vector<std::size_t> rows;
    std::ranges::set_union(inDoubt, unseen, std::back_inserter(rows));
    return rows;
}

}  // namespace lockcore
