// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/feed/acquire_request.h>

#include <string_view>

namespace lockcore {
namespace {

constexpr std::string_view kLeases = "/leases";

std::string recipeName(const AcquireRequest& request) {
    switch (request.recipe) {
        case AcquireRecipe::Mutex: return "mutex";
        case AcquireRecipe::Read: return "read";
        case AcquireRecipe::Write: return "write";
        case AcquireRecipe::Semaphore: break;
    }
    return "semaphore " + std::to_string(request.leases) + " of " + std::to_string(request.maxLeases);
}

}  // namespace

std::string semaphorePath(const std::string& lockPath) {
    // "/leases" itself is the path of a semaphore: a lock can't be the root.
    const bool isLeases = lockPath.ends_with(kLeases) && lockPath.size() > kLeases.size();
    return isLeases ? lockPath.substr(0, lockPath.size() - kLeases.size()) : lockPath;
}

std::string contendersPath(const AcquireRequest& request) {
    if (request.recipe != AcquireRecipe::Semaphore) return request.lockPath;
    return semaphorePath(request.lockPath).append(kLeases);
}

std::string describeRequest(const AcquireRequest& request) {
    const std::string recipe = recipeName(request);
    switch (request.patience) {
        case Patience::Unlimited: break;
        case Patience::TryOnly: return recipe + ", try";
        case Patience::Limited: return recipe + ", for " + std::to_string(request.limit.count()) + " ms";
    }
    return recipe;
}

}  // namespace lockcore
