// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "events/event_log_model.h"

#include <lockcore/observe/server_report.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lockscope {

/// Which servers have stopped answering, and which answer again, by one reading of them after the other.
/// Lives on the GUI thread (translated).
class ServerAnswersLog {
public:
    /// Readings in a row without an answer: one alone may be a server that was slow for a moment.
    static constexpr std::size_t kMissedToTell = 2;

    /// What is new in `servers`. A reading that was taken before counts once.
    std::vector<LogEvent> take(const std::vector<lockcore::ServerReport>& servers);

private:
    struct Known {
        std::int64_t readAtUnixMs = 0;
        std::int64_t answeredAtUnixMs = 0;  ///< last; 0: never
        std::size_t missed = 0;             ///< readings since
    };

    std::map<std::string, Known> m_known;
};

}  // namespace lockscope
