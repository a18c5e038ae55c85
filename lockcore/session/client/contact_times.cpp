// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "contact_times.h"

#include <algorithm>
#include <utility>

namespace lockcore {

/// Answers come in the order of the requests, so the last one's send time is the newest. While a request is
/// unanswered the C client sends no ping (zookeeper_interest() asks for an empty list of sent requests), so
/// that its signs of life were as far apart as the request and its answer.
void ContactTimes::answered(std::chrono::nanoseconds now, std::chrono::nanoseconds sentAt, bool isWrite) {
    noteLate(now - sentAt - m_timeout.load() / 3);
    m_heard.store(sentAt);
    if (isWrite) m_written.store(sentAt);
}

void ContactTimes::visited(std::chrono::nanoseconds now) {
    const auto timeout = m_timeout.load();
    if (now - m_windowBegan > timeout) {
        m_mostBefore = std::exchange(m_mostNow, std::chrono::nanoseconds(0));
        m_windowBegan = now;
    }
    const auto late = m_due.count() == 0 ? std::chrono::nanoseconds(0) : now - m_due;
    noteLate(late);
    if (late > timeout / 3) m_resumed.store(now);
}

void ContactTimes::noteLate(std::chrono::nanoseconds late) {
    m_mostNow = std::max(m_mostNow, late);
    m_late.store(std::max(m_mostNow, m_mostBefore));
}

void ContactTimes::served(std::chrono::nanoseconds now, std::chrono::nanoseconds due) {
    m_served.store(now);
    m_due = due;
}

/// What may only be too old is read first.
Contact ContactTimes::read() const {
    Contact contact;
    contact.written = m_written.load();
    contact.heard = m_heard.load();
    contact.served = m_served.load();
    contact.resumed = m_resumed.load();
    contact.late = m_late.load();
    contact.timeout = m_timeout.load();
    return contact;
}

}  // namespace lockcore
