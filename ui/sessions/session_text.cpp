// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/session_text.h"

#include "hosts/host_text.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <algorithm>

namespace lockscope {

namespace {

using lockcore::SessionDoubt;
using lockcore::SessionState;
using lockcore::SessionView;

struct SessionText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::SessionText)
};

bool isConnected(const SessionView& session) {
    return session.state == SessionState::Connected || session.state == SessionState::Silent;
}

QString lastSeenAge(const SessionView& session) {
    return ageText(session.seenUnixMs, session.toldAtUnixMs);
}

/// Where no server has the client now, `host` is where it was.
QString withAge(const SessionView& session, const QString& host) {
    if (session.address.empty()) return QStringLiteral("–");
    if (isConnected(session) || session.seenUnixMs == 0) return host;
    return SessionText::tr("%1 · %2 ago", "host, age").arg(host, lastSeenAge(session));
}

}  // namespace

QString hostText(const SessionView& session) {
    return withAge(session, placeText(session.address));
}

QString hostInFull(const SessionView& session) {
    return withAge(session, placeInFull(session.address));
}

QString hostSentence(const SessionView& session) {
    if (session.address.empty()) return SessionText::tr("No server has told where its client is.");
    if (isConnected(session) || session.seenUnixMs == 0)
        return SessionText::tr("Its client is at %1.", "host").arg(placeInFull(session.address));
    return SessionText::tr("Its client was at %1, connected to %2, when a server told of it last, %3 before.",
                           "host, server, age")
        .arg(placeInFull(session.address), displayText(session.lastServer), lastSeenAge(session));
}

QString doubtText(const SessionView& session) {
    switch (session.doubt) {
        case SessionDoubt::Unread: {
            if (session.unreadServers.empty())
                return SessionText::tr("unknown: not all servers were readable");
            QStringList servers;
            for (const std::string& server : session.unreadServers)
                servers << displayText(server);
            return SessionText::tr("unknown: %1 not readable", "servers")
                .arg(servers.join(QStringLiteral(", ")));
        }
        case SessionDoubt::NotAsked: return SessionText::tr("unknown: not all servers were asked");
        case SessionDoubt::TooEarly: return SessionText::tr("unknown: not found, looked once");
        case SessionDoubt::Settling:
            if (session.settling.empty()) return SessionText::tr("unknown: reconnected just now");
            return SessionText::tr("unknown: %1 has just started to serve", "server")
                .arg(displayText(session.settling));
        case SessionDoubt::Ended: return SessionText::tr("has ended since");
        case SessionDoubt::None:
        case SessionDoubt::NoServer: break;
    }
    return SessionText::tr("unknown");
}

std::optional<std::chrono::milliseconds> expiresWithin(const SessionView& session, std::int64_t nowUnixMs) {
    if (!session.expiresIn) return std::nullopt;
    const std::chrono::milliseconds since(std::max<std::int64_t>(0, nowUnixMs - session.toldAtUnixMs));
    return std::max(std::chrono::milliseconds::zero(), *session.expiresIn - since);
}

QString stateBasis(const SessionView& session) {
    if (session.readings == 0) return {};
    const QString readings = QLocale().toString(static_cast<qulonglong>(session.readings));
    if (isConnected(session))
        return SessionText::tr("Looks at the servers in a row that found no newer answer to its client: %1.")
            .arg(readings);
    return SessionText::tr("Looks at all servers in a row that did not find its client: %1.").arg(readings);
}

}  // namespace lockscope
