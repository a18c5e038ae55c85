// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_connection.h"
#include "threads/gui_thread.h"
#include "threads/mailbox.h"

#include <lockcore/feed/newest_facts.h>

#include <functional>

namespace lockscope {

/// Where the loops of one session, or of the lab, leave what they tell. Any thread.
struct ClusterConnection::Inbox {
    explicit Inbox(ClusterConnection* connection)
        : gui(connection),
          facts([this, connection] { wake(connection); }),
          contenders([this, connection] { wake(connection); }) {}

    void wake(ClusterConnection* connection) {
        gui.post([connection] { connection->inboxFilled(); });
    }

    /// For what is no fact: that something which was asked for is done.
    void post(std::function<void()> task) { gui.post(std::move(task)); }

    GuiThread gui;
    lockcore::NewestFacts facts;
    Mailbox<int, lockcore::ContendersView> contenders;
};

}  // namespace lockscope
