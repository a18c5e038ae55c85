// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "database.h"

#include <lockcore/observe/request_log.h>
#include <lockcore/result.h>
#include <lockcore/session/zookeeper.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

/// When a recorder had no connection. On one thread.
class Outages {
public:
    /// Until that time, as the file has them.
    Outages(Database& database, std::int64_t untilUnixMs);

    /// In order, each from the last answer that came.
    std::vector<TimeSpan> spans() const;
    /// Why a lock was not watched from then on.
    std::optional<Error> reasonOf(std::int64_t fromUnixMs, const std::string& path) const;

private:
    struct Change {
        std::int64_t atUnixMs;
        std::string state;
        std::string server;

        bool isOutage() const;
        Error reason(const std::string& path) const;
    };

    void takeBeginnings(std::vector<TimeSpan>& spans) const;

    Database& m_database;
    const std::int64_t m_untilUnixMs;
    std::vector<Change> m_changes;
};

}  // namespace lockcore
