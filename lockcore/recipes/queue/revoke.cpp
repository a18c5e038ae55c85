// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/recipes/revoke.h>

#include "common/await.h"

#include <memory>
#include <utility>

namespace lockcore {

void askToRelease(const std::shared_ptr<ZooKeeper>& session, std::string node, Completion<void> done) {
    const auto ask = [session, node](const Completion<void>& asked) {
        session->set(node, kRevokePayload, -1,
                     [asked](const Result<Stat>& result) { asked(result.map([](const Stat&) {})); });
    };
    postOrRefuse(session->loop(), "Asking to release", node, std::move(done), ask);
}

}  // namespace lockcore
