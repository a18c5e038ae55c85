// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "live_session.h"
#include "test_cluster.h"

#include <lockcore/lab/local_ensemble.h>

#include <QtTest>

#include <chrono>
#include <memory>
#include <string>
#include <utility>

/// Three servers, without AdminServer, that all test functions of a class share. Main thread.
inline lockcore::LocalEnsemble& ensemble() {
    static const auto started = [] {
        lockcore::LocalClusterOptions options;
        options.tickTime = std::chrono::milliseconds(200);
        auto result = lockcore::LocalEnsemble::start(3, options);
        if (!result) qFatal("%s", lockcore::describe(result.error()).c_str());
        return std::move(*result);
    }();
    return *started;
}

/// Creates a znode and returns its path. Servers that the test before has just restarted may answer late, or
/// not at all: who comes too early asks again. Ends the executable with a message where that goes on.
inline std::string createOnceServed(const std::string& connectString, const std::string& path,
                                    const std::string& data, lockcore::NodeKind kind) {
    std::string problem;
    std::string created;
    const auto isCreated = [&] {
        LiveSession session(connectString);
        const auto node = session.await<lockcore::CreatedNode>([&](lockcore::Session& zookeeper, auto done) {
            zookeeper.create(path, data, kind, std::move(done));
        });
        if (!node) problem = lockcore::describe(node.error());
        created = node ? node->path : path;
        // The one that was not answered may have been applied.
        return node || node.error().code == lockcore::ErrorCode::NodeExists;
    };
    if (!QTest::qWaitFor(isCreated, kServerPatienceMs)) qFatal("%s", problem.c_str());
    return created;
}
