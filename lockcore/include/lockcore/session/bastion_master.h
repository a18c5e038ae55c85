// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/session/event_loop.h>
#include <lockcore/session/route_options.h>

#include <memory>

namespace lockcore {

/// Lives on the loop thread. An ssh that stays logged in at a bastion (ControlMaster), so that each of the
/// many questions beside a session need not log in by itself. A session does not go by it: it would end with
/// this.
///
/// It asks for nothing where the bastion has no `askpass`; else once after each begin(). Where
/// ssh can't log in without a person, and where it is not up yet, shared() is the user's own way, with the
/// user's own running master, if there is one. It is started anew when it ends, after 10 s, later up to 5
/// minutes. Its socket lies in a directory that nobody else can enter.
class BastionMaster {
public:
    BastionMaster(EventLoop& loop, const Bastion& bastion);
    ~BastionMaster();
    BastionMaster(const BastionMaster&) = delete;
    BastionMaster& operator=(const BastionMaster&) = delete;

    /// With an `askpass` it starts now, and not before: when somebody has just answered for the session.
    /// Where it has ended since it may ask once more. Nothing without one: then it has begun by itself.
    void begin();
    /// The same bastion by this one's login, where it is up. A value for any thread. Nothing is asked for.
    const Bastion& shared() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace lockcore
