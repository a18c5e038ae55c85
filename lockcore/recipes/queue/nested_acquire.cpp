// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "nested_acquire.h"

#include <utility>

namespace lockcore {

NestedAcquire::NestedAcquire(Request request, std::shared_ptr<HeldNode> node)
    : LimitedCall(std::move(request)), m_node(std::move(node)) {}

void NestedAcquire::connected() {
    if (std::exchange(m_isAsking, true)) return;
    m_node->verify([call = self<NestedAcquire>()](const Result<void>& result) {
        call->m_isAsking = false;
        if (!call->isFinished()) call->verified(result);
    });
}

/// What was asked before the loop had noticed a pause proves nothing of the time after it.
void NestedAcquire::verified(const Result<void>& result) {
    const bool isOld = result && zookeeper().contact().isInDoubt(zookeeper().loop().bootTime());
    const bool isUnknown = !result && isAmbiguous(result.error().code);
    if (isOld || isUnknown) {
        if (isConnectedNow()) connected();
    } else if (result) {
        finish({});
    } else {
        failWith(result.error().code);
    }
}

}  // namespace lockcore
