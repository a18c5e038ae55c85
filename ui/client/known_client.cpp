// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/known_client.h"

#include "client/client_contenders.h"
#include "client/client_events.h"
#include "events/event_log_model.h"

#include <algorithm>
#include <utility>

namespace lockscope {

namespace {

using lockcore::ClientConnection;
using lockcore::ServerReport;
using lockcore::SessionId;
using lockcore::SessionState;
using lockcore::SessionView;

SessionView viewOf(const ClientConnection& connection, const ServerReport& server) {
    const bool isSilent = connection.silentFor * 2 > connection.timeout;
    return {.session = connection.session,
            .state = isSilent ? SessionState::Silent : SessionState::Connected,
            .address = connection.address,
            .server = server.server,
            .lastServer = server.server,
            .seenUnixMs = server.readAtUnixMs,
            .toldAtUnixMs = server.readAtUnixMs,
            .readings = connection.readings,
            .createdBy = static_cast<int>(static_cast<std::uint64_t>(connection.session) >> 56),
            .timeout = connection.timeout,
            .silentFor = connection.silentFor};
}

/// What the log knows of it: that its session has ended, and where its client was.
void readEvents(KnownClient& client, const ClientEvents& events) {
    for (int row = 0; row < events.rowCount(); ++row) {
        const LogEvent& event = events.at(row);
        if (client.address.empty()) client.address = event.address;
        const bool hasExpired = event.kind == EventKind::SessionExpired;
        if (client.endedUnixMs || (!hasExpired && event.kind != EventKind::SessionEnded)) continue;
        client.endedUnixMs = event.atUnixMs;
        client.hasExpired = hasExpired;
    }
}

}  // namespace

void ClientMemory::take(std::shared_ptr<const lockcore::ClusterAssessment> assessment) {
    if (!assessment) {
        m_departed.clear();
        m_order.clear();
    } else if (m_newest) {
        for (const SessionView& view : m_newest->sessions)
            if (!sessionIn(assessment.get(), view.session)) keep(view, m_newest->sample->takenAtUnixMs);
    }
    m_newest = std::move(assessment);
}

void ClientMemory::keep(const SessionView& view, std::int64_t asOfUnixMs) {
    Departed departed{view, asOfUnixMs};
    for (auto* places : {&departed.view.holds, &departed.view.waits, &departed.view.leads,
                         &departed.view.standsBy, &departed.view.memberOf})
        places->clear();
    std::erase(m_order, view.session);
    m_order.push_back(view.session);
    m_departed.insert_or_assign(view.session, std::move(departed));
    if (m_order.size() <= kMostDeparted) return;
    m_departed.erase(m_order.front());
    m_order.pop_front();
}

KnownClient ClientMemory::find(SessionId session, const ClientEvents& events, bool hasContenders) const {
    KnownClient client{.session = session};
    if (const SessionView* listed = sessionIn(m_newest.get(), session)) {
        client.presence = ClientPresence::Listed;
        client.view = *listed;
        client.asOfUnixMs = m_newest->sample->takenAtUnixMs;
        client.address = listed->address;
        return client;
    }
    if (const auto departed = m_departed.find(session); departed != m_departed.end()) {
        client.view = departed->second.view;
        client.asOfUnixMs = departed->second.asOfUnixMs;
        client.address = client.view->address;
    }
    readEvents(client, events);
    if (hasContenders)
        client.presence = m_newest ? ClientPresence::Newer : ClientPresence::NotChecked;
    else if (client.endedUnixMs)
        client.presence = ClientPresence::Ended;
    else if (client.view || events.rowCount() > 0)
        client.presence = ClientPresence::Gone;
    else
        client.presence = m_newest ? ClientPresence::Unseen : ClientPresence::NotChecked;
    findConnection(client);
    return client;
}

/// A client may stay connected without a contender.
void ClientMemory::findConnection(KnownClient& client) const {
    if (!m_newest || client.presence == ClientPresence::Ended) return;
    for (const ServerReport& server : m_newest->sample->servers) {
        if (server.livingSessions && server.livingSessions->contains(client.session))
            client.livesOn = server.server;
        if (!server.connections) continue;
        const auto found = std::ranges::find(*server.connections, client.session, &ClientConnection::session);
        if (found == server.connections->end()) continue;
        client.livesOn = server.server;
        client.view = viewOf(*found, server);
        client.asOfUnixMs = server.readAtUnixMs;
        client.address = found->address;
        break;
    }
    if (!client.livesOn.empty() && client.presence != ClientPresence::Newer)
        client.presence = ClientPresence::Idle;
}

}  // namespace lockscope
