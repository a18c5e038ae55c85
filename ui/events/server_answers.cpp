// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/server_answers.h"

#include "words/display_text.h"
#include "words/wording.h"

#include <QCoreApplication>

namespace lockscope {
namespace {

struct ServerAnswersText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ServerAnswersText)
};

}  // namespace

std::vector<LogEvent> ServerAnswersLog::take(const std::vector<lockcore::ServerReport>& servers) {
    std::vector<LogEvent> events;
    for (const lockcore::ServerReport& server : servers) {
        if (server.standing != lockcore::ServerStanding::Member) continue;
        Known& known = m_known[server.server];
        if (server.readAtUnixMs == known.readAtUnixMs) continue;
        known.readAtUnixMs = server.readAtUnixMs;
        const QString name = displayText(server.server);
        const auto tell = [&](Severity severity, const QString& text) {
            events.push_back({server.readAtUnixMs, severity, EventKind::Server, {}, text});
        };
        // Who says that it serves nobody is there: that is a finding.
        if (!server.hasAnswered() && !server.servesNobody()) {
            ++known.missed;
            if (known.missed == kMissedToTell && known.answeredAtUnixMs != 0)
                tell(Severity::Warning,
                     ServerAnswersText::tr("Server %1 does not answer any more; it answered last at %2.",
                                           "server, time of day")
                         .arg(name, timeOfDayText(known.answeredAtUnixMs)));
            continue;
        }
        if (known.missed >= kMissedToTell && known.answeredAtUnixMs != 0)
            tell(Severity::Information,
                 ServerAnswersText::tr("Server %1 answers again.", "server").arg(name));
        known.answeredAtUnixMs = server.readAtUnixMs;
        known.missed = 0;
    }
    return events;
}

}  // namespace lockscope
