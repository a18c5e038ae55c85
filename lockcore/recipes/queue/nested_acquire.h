// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "common/limited_call.h"
#include "held_node.h"

#include <memory>

namespace lockcore {

/// Lives on the session's loop. An owner acquires again what it may have lost meanwhile: done where the
/// leader has shown the znode to a question that was asked after the doubt arose, HoldLost where it is gone.
/// Asks again after a reconnect.
///
/// Counts as a hold from the start, so that the znode stays if the others are released meanwhile.
class NestedAcquire : public LimitedCall {
public:
    /// `node` must have taken the nested hold. It is given back where `done` gets an error.
    NestedAcquire(Request request, std::shared_ptr<HeldNode> node);

private:
    void connected() override;
    void abandoned() override { m_node->releaseOne(); }
    void verified(const Result<void>& result);

    const std::shared_ptr<HeldNode> m_node;
    bool m_isAsking = false;
};

}  // namespace lockcore
