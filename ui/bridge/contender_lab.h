// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/lab/contenders.h>

#include <utility>

namespace lockscope {

/// Contenders of the lab on a loop of their own, so that they don't slow the session of the window. Any
/// thread.
class ContenderLab {
public:
    /// `session` is how each contender's is opened. `sink` is called on the lab's loop.
    ContenderLab(lockcore::SessionOptions session, lockcore::Contenders::Sink sink)
        : m_contenders(m_loop, std::move(session), std::move(sink)) {}

    lockcore::Contenders& contenders() { return m_contenders; }

private:
    lockcore::EventLoop m_loop;  // outlives the contenders, whose destructor waits for it
    lockcore::Contenders m_contenders;
};

}  // namespace lockscope
