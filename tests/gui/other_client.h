// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "live_session.h"

#include <lockcore/recipes/mutex.h>
#include <lockcore/session/connect_string.h>

#include <future>
#include <memory>
#include <string>
#include <vector>

/// A client on the same cluster that is not the program under test. Lives on the test's thread, and blocks
/// it.
class OtherClient {
public:
    explicit OtherClient(const std::string& connectString) : m_session(connectString) {}

    LiveSession& session() { return m_session; }

    /// Creates a znode, and its parents as persistent ones.
    lockcore::Result<lockcore::CreatedNode> create(const std::string& path, const std::string& data = {},
                                                   lockcore::NodeKind kind = lockcore::NodeKind::Persistent) {
        const std::string parent(lockcore::parentPath(path));
        if (parent != "/" && !exists(parent)) (void)create(parent);
        return m_session.await<lockcore::CreatedNode>([&](lockcore::Session& session, auto done) {
            session.create(path, data, kind, std::move(done));
        });
    }

    bool exists(const std::string& path) {
        return m_session
            .await<lockcore::Stat>(
                [&](lockcore::Session& session, auto done) { session.exists(path, {}, std::move(done)); })
            .has_value();
    }

    bool remove(const std::string& path) {
        return m_session
            .await<void>(
                [&](lockcore::Session& session, auto done) { session.remove(path, -1, std::move(done)); })
            .has_value();
    }

    std::vector<std::string> children(const std::string& path) {
        const auto list = m_session.await<lockcore::ChildList>(
            [&](lockcore::Session& session, auto done) { session.children(path, {}, std::move(done)); });
        return list ? list->names : std::vector<std::string>{};
    }

    /// Blocks until it holds the mutex.
    lockcore::Hold hold(const std::string& lockPath) {
        auto hold = lockcore::Mutex(m_session.session(), lockPath).acquireFor(std::chrono::seconds(30));
        return hold ? std::move(*hold) : lockcore::Hold();
    }

    /// Blocks until it has a place in the mutex's queue, which cancelling gives up.
    lockcore::Acquisition queue(const std::string& lockPath) {
        std::promise<void> queued;
        auto acquisition = lockcore::Mutex(m_session.session(), lockPath)
                               .acquireAsync(
                                   lockcore::Owner::unique(), std::nullopt, [](const auto&) {},
                                   [&](const lockcore::Queued&) { queued.set_value(); });
        queued.get_future().wait();
        return acquisition;
    }

private:
    LiveSession m_session;
};
