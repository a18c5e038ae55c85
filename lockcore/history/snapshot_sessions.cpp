// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "snapshot_sessions.h"

#include "snapshot_client.h"
#include "snapshot_format.h"
#include "snapshot_values.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lockcore {

namespace {

using Json = nlohmann::json;

void putTimeIfAny(Json& json, const char* key, std::int64_t unixMs) {
    if (unixMs != 0) json[key] = timeJson(unixMs);
}

}  // namespace

nlohmann::json sessionJson(const SessionView& view) {
    Json json = clientJson(view);
    json["state"] = sessionStateName(view.state);
    if (view.doubt != SessionDoubt::None) json["doubt"] = sessionDoubtName(view.doubt);
    putBytesIfAny(json, "server", view.server);
    putBytesIfAny(json, "lastServer", view.lastServer);
    putTimeIfAny(json, "seen", view.seenUnixMs);
    putTimeIfAny(json, "toldAt", view.toldAtUnixMs);
    json["createdBy"] = view.createdBy;
    putMs(json, "expiresInMs", view.expiresIn);
    putList(json, "unreadServers", view.unreadServers);
    putBytesIfAny(json, "settling", view.settling);
    if (view.isMissed) json["missed"] = true;
    if (view.isSilenceUnknown) json["silenceUnknown"] = true;
    return json;
}

SessionView readSession(const JsonField& field) {
    static constexpr std::array kStates{SessionState::Connected, SessionState::Silent, SessionState::Ghost,
                                        SessionState::Unknown};
    static constexpr std::array kDoubts{
        SessionDoubt::None,     SessionDoubt::NoServer, SessionDoubt::Unread, SessionDoubt::NotAsked,
        SessionDoubt::TooEarly, SessionDoubt::Settling, SessionDoubt::Ended};
    auto view = readClient<SessionView>(field);
    view.state = readName(field.member("state"), kStates, sessionStateName);
    if (field.has("doubt")) view.doubt = readName(field.member("doubt"), kDoubts, sessionDoubtName);
    view.server = readBytesIfAny(field, "server");
    view.lastServer = readBytesIfAny(field, "lastServer");
    view.seenUnixMs = readTimeIfTold(field, "seen").value_or(0);
    view.toldAtUnixMs = readTimeIfTold(field, "toldAt").value_or(0);
    view.createdBy = static_cast<int>(field.member("createdBy").integerBetween(0, 255));
    view.expiresIn = readMsIfTold(field, "expiresInMs");
    view.unreadServers = readListIfAny(field, "unreadServers", kMostServers);
    view.settling = readBytesIfAny(field, "settling");
    view.isMissed = field.has("missed") && field.member("missed").boolean();
    view.isSilenceUnknown = field.has("silenceUnknown") && field.member("silenceUnknown").boolean();
    return view;
}

std::vector<SessionView> withPlaces(std::vector<SessionView> told, const ClusterSample& sample) {
    std::ranges::sort(told, {}, &SessionView::session);
    const auto known = told.size();
    for (SessionView& placed : sessionsOf(sample)) {
        const auto end = told.begin() + static_cast<std::ptrdiff_t>(known);
        const auto found = std::lower_bound(
            told.begin(), end, placed.session,
            [](const SessionView& view, SessionId session) { return view.session < session; });
        if (found == end || found->session != placed.session) {
            placed.isMissed = false;  // a file has no readings that came after it
            told.push_back(std::move(placed));
            continue;
        }
        found->holds = std::move(placed.holds);
        found->waits = std::move(placed.waits);
        found->leads = std::move(placed.leads);
        found->standsBy = std::move(placed.standsBy);
        found->memberOf = std::move(placed.memberOf);
    }
    std::ranges::sort(told, {}, &SessionView::session);
    return told;
}

}  // namespace lockcore
