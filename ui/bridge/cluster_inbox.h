// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_connection.h"
#include "bridge/gui_thread.h"
#include "bridge/mailbox.h"

#include <functional>
#include <string>

namespace lockscope {

/// Where the loops of one session leave their values. Any thread.
struct ClusterConnection::Inbox {
    explicit Inbox(ClusterConnection* connection)
        : gui(connection),
          queues([this, connection] { wake(connection); }),
          catalogs([this, connection] { wake(connection); }),
          assessments([this, connection] { wake(connection); }),
          contenders([this, connection] { wake(connection); }),
          watchCounts([this, connection] { wake(connection); }) {}

    void wake(ClusterConnection* connection) {
        gui.post([connection] { connection->inboxFilled(); });
    }

    /// For values that are few and of which each one counts.
    void post(std::function<void()> task) { gui.post(std::move(task)); }

    GuiThread gui;
    Mailbox<std::string, lockcore::LockQueue> queues;
    Mailbox<int, lockcore::LockCatalog> catalogs;
    Mailbox<int, lockcore::ClusterAssessment> assessments;
    Mailbox<int, lockcore::ContendersView> contenders;
    Mailbox<int, std::size_t> watchCounts;
};

}  // namespace lockscope
