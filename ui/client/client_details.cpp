// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/client_details.h"

#include "details/client_groups.h"
#include "findings/finding_text.h"
#include "hosts/host_text.h"
#include "sessions/session_text.h"
#include "words/coverage_text.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <QCoreApplication>

#include <array>
#include <utility>

namespace lockscope {

namespace {

using lockcore::SessionState;
using lockcore::SessionView;

struct ClientText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ClientText)
};

constexpr qsizetype kMostData = 5;

QString idOf(const KnownClient& client) {
    return QString::fromStdString(lockcore::toHex(client.session));
}

bool isConnectedNow(const KnownClient& client) {
    return client.view && !client.view->server.empty() && client.presence != ClientPresence::Gone &&
           client.presence != ClientPresence::Ended;
}

QString titleOf(const KnownClient& client, bool isOwn) {
    if (client.address.empty()) return isOwn ? youText({}) : ClientText::tr("Host not told");
    const QString host = isOwn ? youText(placeText(client.address)) : placeText(client.address);
    return isConnectedNow(client) ? host : ClientText::tr("%1, last known", "host").arg(host);
}

QString presenceText(const KnownClient& client, std::int64_t nowUnixMs) {
    switch (client.presence) {
        case ClientPresence::Listed:
            return client.view->doubt == lockcore::SessionDoubt::Ended
                       ? ClientText::tr("Its session has ended since its contenders were read.")
                       : QString();
        case ClientPresence::NotChecked: return ClientText::tr("The servers were not asked about it yet.");
        case ClientPresence::Newer:
            return ClientText::tr(
                "Its contenders came after the last check: what the servers know of it is told with the "
                "next one.");
        case ClientPresence::Unseen: return ClientText::tr("No contender of this session has been seen.");
        case ClientPresence::Idle:
            return ClientText::tr("It has no known contender. Its session lives, as %1 tells.", "server")
                .arg(displayText(client.livesOn));
        case ClientPresence::Ended: {
            const QString age = roughAgeText(*client.endedUnixMs, nowUnixMs);
            return client.hasExpired ? ClientText::tr("Its session expired %1 ago.", "age").arg(age)
                                     : ClientText::tr("Its session ended %1 ago.", "age").arg(age);
        }
        case ClientPresence::Gone:
            return ClientText::tr(
                "It has no known contender any more. Whether its session lives is not known.");
    }
    return {};
}

/// What is shown of somebody who is not there is older than the rest of the window.
QString ageOfView(const KnownClient& client, std::int64_t nowUnixMs) {
    const bool isOld = client.presence == ClientPresence::Ended || client.presence == ClientPresence::Gone;
    if (!isOld || !client.view) return {};
    return ClientText::tr("Shown as last known, %1 ago.", "age")
        .arg(roughAgeText(client.asOfUnixMs, nowUnixMs));
}

/// Of one whose state no check has told: its host may be known from elsewhere.
DetailGroup hostGroup(const KnownClient& client, bool isOwn) {
    if (client.view) return clientGroup(&*client.view, isOwn);
    DetailGroup group = clientGroup(nullptr, isOwn);
    if (client.address.empty()) return group;
    group.fields.front().value = placeInFull(client.address);
    group.evidence = ClientText::tr("Told by the event log");
    return group;
}

/// When the session ends unless its client is heard of.
QString endText(const KnownClient& client, std::int64_t nowUnixMs) {
    if (client.isEndPutOff)
        return ClientText::tr("not known: servers have answered since that they serve nobody",
                              "when a session ends");
    const SessionView& view = *client.view;
    const auto left = expiresWithin(view, nowUnixMs);
    if (left && left->count() == 0) return ClientText::tr("at any moment: its time is over");
    if (left)
        return ClientText::tr("in ≤ %1, at %2 at the latest", "duration, time of day")
            .arg(atMostText(*left), timeOfDayText(view.toldAtUnixMs + view.expiresIn->count()));
    if (view.timeout)
        return ClientText::tr("not told; about %1 after its client was heard of last", "timeout")
            .arg(durationText(*view.timeout));
    return ClientText::tr("not told");
}

DetailGroup sessionGroup(const KnownClient& client, std::int64_t nowUnixMs) {
    DetailGroup group{.title = ClientText::tr("Session"),
                      .evidence = ClientText::tr("No server has told of this session")};
    if (client.view) group = connectionGroup(*client.view);
    group.title = ClientText::tr("Session");
    group.fields.insert(group.fields.begin(),
                        {ClientText::tr("Id"), idOf(client),
                         ClientText::tr("By which servers, logs and commands know the session."), true});
    if (client.endedUnixMs)
        group.fields.push_back({ClientText::tr("Ended"), momentText(*client.endedUnixMs),
                                ClientText::tr("When it was seen that its contenders went with it.")});
    else if (client.view)
        group.fields.push_back(
            {ClientText::tr("Ends"), endText(client, nowUnixMs),
             ClientText::tr("When ZooKeeper ends the session, and removes its contenders, unless its client "
                            "is heard of before.")});
    return group;
}

/// What its clients wrote into its znodes, which many do to say who they are.
DetailGroup identityGroup(const std::vector<ClientContender>& contenders) {
    DetailGroup group{.title = ClientText::tr("Identity"),
                      .evidence = ClientText::tr("Read from ZooKeeper: data of its znodes")};
    QStringList seen;
    for (const ClientContender& contender : contenders) {
        const auto& stat = contender.contender->stat;
        if (!stat || stat->dataLength == 0 || seen.size() == kMostData) continue;
        const QString data = dataSummary(*contender.contender);
        if (seen.contains(data)) continue;
        seen << data;
        group.fields.push_back(
            {ClientText::tr("Data"), data, ClientText::tr("In %1", "lock").arg(displayText(contender.lock))});
    }
    return group;
}

DetailGroup findingGroup(const ClientBasis& basis) {
    DetailGroup group{.title = ClientText::tr("Findings"), .readAtUnixMs = basis.checkedAtUnixMs};
    if (basis.checkedAtUnixMs == 0)
        group.evidence = ClientText::tr("Not checked yet");
    else if (basis.findings.empty())
        group.evidence = ClientText::tr("None concerns it, as far as was checked");
    else
        group.evidence = ClientText::tr("Checked");
    for (const lockcore::Finding& finding : basis.findings) {
        const QString what = ClientText::tr("%1 · %2", "what is wrong, on what")
                                 .arg(findingTitle(finding), findingObject(finding));
        group.fields.push_back({severityWord(finding.severity), what, findingEvidence(finding)});
    }
    return group;
}

/// Which servers could tell where the client is, and did not.
DetailGroup gapGroup(const KnownClient& client, const ClientBasis& basis) {
    DetailGroup group{.title = ClientText::tr("Not told"),
                      .evidence = ClientText::tr("Where the client is, and whether it is there"),
                      .readAtUnixMs = basis.checkedAtUnixMs};
    const bool isKnown = isConnectedNow(client) || client.presence == ClientPresence::Ended ||
                         (client.view && client.view->state != SessionState::Unknown);
    if (isKnown || basis.gaps.empty()) return group;
    for (const QString& text : gapTexts(basis.gaps, kMostData))
        group.fields.push_back({ClientText::tr("Servers"), text,
                                ClientText::tr("Why it is not known which server has the client.")});
    group.fields.push_back({ClientText::tr("What to do"), gapAdvice(lockcore::Aspect::Liveness, basis.gaps),
                            ClientText::tr("What makes these servers tell.")});
    return group;
}

}  // namespace

Details describeClient(const KnownClient& client, const ClientBasis& basis) {
    QStringList problem;
    for (const QString& text : {presenceText(client, basis.nowUnixMs), ageOfView(client, basis.nowUnixMs)})
        if (!text.isEmpty()) problem << text;
    Details details{.title = titleOf(client, basis.isOwn),
                    .subtitle = ClientText::tr("Session %1").arg(idOf(client)),
                    .problem = problem.join(QLatin1Char(' '))};
    details.groups = {hostGroup(client, basis.isOwn), sessionGroup(client, basis.nowUnixMs)};
    std::array optional{gapGroup(client, basis), identityGroup(basis.contenders)};
    for (DetailGroup& group : optional)
        if (!group.fields.empty()) details.groups.push_back(std::move(group));
    details.groups.push_back(findingGroup(basis));
    return details;
}

}  // namespace lockscope
