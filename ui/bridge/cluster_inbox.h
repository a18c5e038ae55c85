// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_connection.h"
#include "threads/background.h"
#include "threads/mailbox.h"

#include <lockcore/feed/newest_facts.h>
#include <lockcore/feed/permit_waiters.h>

#include <QMetaObject>

#include <functional>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

namespace lockscope {

/// Where the loops of one session, or of the lab, leave what they tell. Made and closed on the GUI thread;
/// any thread.
struct ClusterConnection::Inbox : std::enable_shared_from_this<Inbox> {
    explicit Inbox(ClusterConnection* connection)
        : window(windowThread()),
          facts([this, connection] { wake(connection); }),
          contenders([this, connection] { wake(connection); }) {}

    void wake(ClusterConnection* connection) {
        post([connection] { connection->inboxFilled(); });
    }

    /// Runs `task` on the GUI thread unless this is closed by then. For wake-ups, and for what is no fact:
    /// that something which was asked for is done.
    void post(std::function<void()> task) {
        auto run = [inbox = weak_from_this(), task = std::move(task)] {
            if (const auto open = inbox.lock(); open && open->isOpen) task();
        };
        QMetaObject::invokeMethod(&window, std::move(run), Qt::QueuedConnection);
    }

    /// GUI thread. What is to be told for a fact: who waits for permits is told as before, until it is known.
    std::vector<lockcore::Fact> completed(const lockcore::Fact& fact) {
        using Queue = std::shared_ptr<const lockcore::LockQueue>;
        using Assessment = std::shared_ptr<const lockcore::ClusterAssessment>;
        if (const auto* const queue = std::get_if<Queue>(&fact.what))
            return {{fact.atUnixMs, waiters.complete(*queue)}};
        std::vector<lockcore::Fact> all{fact};
        if (const auto* const assessment = std::get_if<Assessment>(&fact.what))
            for (const Queue& settled : waiters.settle(*(*assessment)->sample))
                all.push_back({fact.atUnixMs, settled});
        return all;
    }

    /// GUI thread. Its connection is not called any more.
    void close() { isOpen = false; }

    QObject& window;
    bool isOpen = true;  ///< GUI thread
    lockcore::NewestFacts facts;
    Mailbox<int, lockcore::ContendersView> contenders;
    lockcore::PermitWaiters waiters;  ///< of the session before, until this one knows; GUI thread
};

}  // namespace lockscope
