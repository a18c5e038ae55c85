// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "metrics_address.h"

#include "bridge/explanation.h"

#include <prometheus/collectable.h>

#include <memory>
#include <mutex>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

struct mg_connection;
struct mg_context;

namespace lockscope {

/// Answers GET /metrics by OpenMetrics, on this address alone, by threads of its own. Its owner lives on the
/// main thread.
class MetricsServer {
public:
    using Sources = std::vector<std::shared_ptr<const prometheus::Collectable>>;

    /// Tells at once where the address can't be had. Each of `sources` is asked on the server's threads.
    static tl::expected<std::unique_ptr<MetricsServer>, Explanation> start(const MetricsAddress& address,
                                                                           Sources sources);
    /// Waits for the answers under way, for a moment.
    ~MetricsServer();
    MetricsServer(const MetricsServer&) = delete;
    MetricsServer& operator=(const MetricsServer&) = delete;

private:
    explicit MetricsServer(Sources sources) : m_sources(std::move(sources)) {}
    bool listen(const MetricsAddress& address);
    static int note(const mg_connection* connection, const char* message);
    static int answer(mg_connection* connection, void* server);
    std::string text() const;

    const Sources m_sources;
    std::mutex m_mutex;
    std::string m_problem;  ///< the first one that the library tells, guarded by m_mutex
    mg_context* m_context = nullptr;
};

}  // namespace lockscope
