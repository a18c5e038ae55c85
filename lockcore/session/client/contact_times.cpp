// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "contact_times.h"

namespace lockcore {

/// Answers come in the order of the requests, so the last one's send time is the newest.
void ContactTimes::answered(std::chrono::nanoseconds sentAt, bool isWrite) {
    m_heard.store(sentAt);
    if (isWrite) m_written.store(sentAt);
}

Contact ContactTimes::read() const {
    return {m_written.load(), m_heard.load(), m_served.load(), m_timeout.load(), {}, {}};
}

}  // namespace lockcore
