// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/recipes/revoke.h>

#include <memory>
#include <utility>

namespace lockcore {

void askToRelease(const std::shared_ptr<ZooKeeper>& session, std::string node, Completion<void> done) {
    session->loop().post([session, node = std::move(node), done = std::move(done)] {
        session->set(node, kRevokePayload, -1,
                     [done](const Result<Stat>& result) { done(result.map([](const Stat&) {})); });
    });
}

}  // namespace lockcore
