// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the client does as time goes on, and what it knows of when it was heard.
#include "fake_session.h"

#include "contact_times.h"
#include "fake_zookeeper.h"
#include "manual_loop.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr auto kPingAfter = FakeSession::kTimeout / 3;
constexpr auto kBreakAfter = FakeSession::kTimeout * 2 / 3;
/// How often a client without a connection comes to its turn.
constexpr std::chrono::seconds kLookWhileDown{1};

}  // namespace

void FakeSession::keepTime() {
    m_times = std::make_unique<ContactTimes>();
    m_times->negotiated(kTimeout);
    m_times->answered(m_loop.bootTime(), m_loop.bootTime(), true);
    noteConnected();
    look();
}

Contact FakeSession::contact() const {
    if (!m_times) {
        Contact contact = m_contact;
        contact.served = m_pausedSince.value_or(m_loop.bootTime());
        return contact;
    }
    using std::chrono::milliseconds;
    Contact contact = m_times->read();
    contact.tick = std::chrono::duration_cast<milliseconds>(m_cluster.tick());
    contact.syncLimit = std::chrono::duration_cast<milliseconds>(m_cluster.syncLimit());
    return contact;
}

void FakeSession::setPaused(bool paused) {
    const auto now = m_loop.bootTime();
    if (m_pausedSince && !paused) {
        m_contact.late = now - *m_pausedSince;
        if (m_contact.late > m_contact.timeout / 3) m_contact.resumed = now;
        if (now - *m_pausedSince > kBreakAfter) m_unheardSince = now;
    }
    if (!paused) {
        m_pausedSince.reset();
    } else if (!m_pausedSince) {
        m_pausedSince = now;
    }
}

void FakeSession::setCut(bool cut) {
    const bool isMended = m_isCut && !cut;
    m_isCut = cut;
    m_arrived = cut ? m_deliveries.size() : 0;
    // What was sent meanwhile comes through then.
    if (isMended && isServed() && !m_requests.empty()) m_cluster.heard(m_server, m_status.session);
}

/// A server reads a request as soon as it comes, whenever it gets to applying it.
void FakeSession::noteSent() {
    m_lastSent = m_loop.bootTime();
    if (isServed() && !m_isCut) m_cluster.heard(m_server, m_status.session);
}

void FakeSession::noteConnected() {
    m_lastSent = m_lastHeard = m_loop.bootTime();
    m_unheardSince.reset();  // it was asked for after the pause
    m_askedAt = {};
    m_cluster.connected(m_status.session);
}

void FakeSession::ping() {
    noteSent();
    if (m_isCut) return;
    const auto health = m_cluster.health(m_server);
    const bool isDropped = m_server == 0 && m_cluster.isClosing(m_status.session);
    const bool isAnswered =
        isServed() && !isDropped &&
        (health == FakeZooKeeper::Health::Well || health == FakeZooKeeper::Health::CutOff);
    if (isAnswered && !m_isSlow) m_lastHeard = m_loop.bootTime();
}

void FakeSession::look() {
    if (!m_times || m_link == Link::Over) return;
    const auto now = m_loop.bootTime();
    m_times->visited(now);
    if (m_link == Link::Up && now - m_lastHeard >= kBreakAfter) disconnect(true);
    const bool isUp = m_link == Link::Up;
    if (isUp && now - m_lastSent >= kPingAfter && m_inFlight == 0) ping();
    m_nextLook = now + kLookWhileDown;
    if (isUp) {
        const auto pingIn = m_lastSent + kPingAfter - now;
        m_nextLook = std::min(m_lastHeard + kBreakAfter, now + (pingIn.count() > 0 ? pingIn : kPingAfter));
    }
    m_times->served(now, isUp ? m_nextLook : std::chrono::nanoseconds(0));
    askAfterPause();
}

/// As the real session: the client tells nothing of the answers to its pings.
void FakeSession::askAfterPause() {
    const auto contact = m_times->read();
    if (contact.resumed <= contact.heard || contact.resumed <= m_askedAt) return;
    if (m_link != Link::Up || m_untold != 0) return;
    m_askedAt = m_loop.bootTime();
    exists("/", {}, [](const Result<Stat>&) {});
}

TimePoint FakeSession::nextLook() const {
    if (m_link == Link::Over) return TimePoint::max();
    // A clock that follows another is read to a microsecond only.
    return inWorld(m_nextLook) + std::chrono::microseconds(2);
}

TimePoint FakeSession::inWorld(std::chrono::nanoseconds bootTime) const {
    return static_cast<const ManualLoop&>(m_loop).clock().inWorld(bootTime);
}

bool FakeSession::isAtRest() const {
    const bool isLate = m_link != Link::Over && m_loop.bootTime() >= m_nextLook;
    return !isPaused() && isTold() && !isLate && !static_cast<const ManualLoop&>(m_loop).isReady();
}

Duration FakeSession::downFor() const {
    return m_downSince ? m_loop.bootTime() - *m_downSince : Duration(0);
}

}  // namespace lockcore
