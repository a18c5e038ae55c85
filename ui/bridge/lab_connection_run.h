// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/lab_connection.h"
#include "bridge/noted_lab_run.h"
#include "threads/background.h"
#include "threads/mailbox.h"

#include <functional>
#include <future>
#include <memory>
#include <utility>

namespace lockscope {

/// A run, and what its loop shares with the GUI thread. Made and closed there.
struct LabConnection::Run : std::enable_shared_from_this<Run> {
    explicit Run(LabConnection* connection)
        : window(windowThread()),
          views([this, connection] { post([connection] { connection->takeView(); }); }) {}

    /// Any thread. Runs `task` on the GUI thread unless this is closed by then.
    void post(std::function<void()> task) {
        auto run = [weak = weak_from_this(), task = std::move(task)] {
            if (const auto open = weak.lock(); open && open->isOpen) task();
        };
        QMetaObject::invokeMethod(&window, std::move(run), Qt::QueuedConnection);
    }

    /// Once. GUI thread, or that of closing.
    void end(std::function<void(const lockcore::Result<lockcore::LabEnded>&)> done) {
        isEnding = true;
        lab->end([noted = noted, done = std::move(done)](const lockcore::Result<lockcore::LabEnded>& ended) {
            if (noted && ended && ended->leftBehind.empty()) noted->remove();
            done(ended);
        });
    }

    /// Waits for everything.
    void finish() {
        if (!lab) return;
        std::promise<void> dropped;
        lab->loop().post([this, &dropped] {
            play.reset();
            dropped.set_value();
        });
        dropped.get_future().wait();
        if (hasBegun && !isEnding) end([](const lockcore::Result<lockcore::LabEnded>&) {});
        lab.reset();
    }

    QObject& window;
    bool isOpen = true;  ///< GUI thread, as the next two
    bool hasBegun = false;
    bool isEnding = false;
    Mailbox<int, lockcore::LabView> views;
    std::shared_ptr<NotedLabRun> noted;  ///< on the lab's loop; null: on servers of its own
    std::unique_ptr<lockcore::LabRun> lab;
    std::unique_ptr<lockcore::ScenarioPlay> play;  ///< on the lab's loop
};

}  // namespace lockscope
