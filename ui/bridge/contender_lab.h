// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/lab/contenders.h>

#include <functional>
#include <memory>

namespace lockscope {

/// Contenders of the lab on a loop of their own, so that they don't slow the session of the window. Any
/// thread.
class ContenderLab {
public:
    /// `sink` is called on the lab's loop.
    ContenderLab(const std::string& connectString, std::chrono::milliseconds sessionTimeout,
                 lockcore::Contenders::Sink sink)
        : m_contenders(m_loop, {connectString, sessionTimeout}, std::move(sink)) {}

    lockcore::Contenders& contenders() { return m_contenders; }

private:
    lockcore::EventLoop m_loop;  // outlives the contenders, whose destructor waits for it
    lockcore::Contenders m_contenders;
};

}  // namespace lockscope
