// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/lab/local_ensemble.h>

#include <QtGlobal>

#include <chrono>
#include <memory>
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
