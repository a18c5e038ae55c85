// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "diff_report.h"

#include "json_values.h"

#include <array>

namespace lockscope {
namespace {

std::string_view momentKindKey(FileMoment::Kind kind) {
    static constexpr std::array<std::string_view, 3> kKeys{"snapshot", "recording", "servers-files"};
    return kKeys.at(static_cast<std::size_t>(kind));
}

ReportValue comparedJson(const ComparedFile& compared) {
    return {{"file", compared.file.toStdString()},
            {"kind", momentKindKey(compared.moment.kind)},
            {"cluster", compared.moment.cluster},
            {"atMs", compared.moment.checked->sample->takenAtUnixMs}};
}

ReportValue knownHoldersJson(const std::vector<lockcore::KnownHolder>& holders) {
    ReportValue json = ReportValue::array();
    for (const lockcore::KnownHolder& holder : holders) {
        ReportValue one{{"name", holder.name}};
        if (holder.session != lockcore::SessionId::None) one["session"] = toHex(holder.session);
        json.push_back(std::move(one));
    }
    return json;
}

void putPlace(ReportValue& json, const char* key, const lockcore::ContenderState& state) {
    json[key] = {{"role", ReportValue()}, {"ahead", state.place}};
    if (state.isRoleKnown) json[key]["role"] = lockcore::roleName(state.role);
}

ReportValue contenderDiffJson(const lockcore::ContenderDifference& contender) {
    ReportValue json{{"name", contender.name}, {"change", lockcore::contenderChangeName(contender.change)}};
    if (contender.session != lockcore::SessionId::None) json["session"] = toHex(contender.session);
    if (contender.czxid != lockcore::Zxid::None) json["fencingToken"] = toHex(contender.czxid);
    if (contender.change != lockcore::ContenderChange::Came) putPlace(json, "before", contender.before);
    if (contender.change != lockcore::ContenderChange::Went) putPlace(json, "after", contender.after);
    if (contender.isOutOfTurn) json["outOfTurn"] = true;
    return json;
}

ReportValue lockDiffJson(const lockcore::LockDifference& lock) {
    ReportValue json{{"path", lock.path},
                     {"change", lockcore::lockChangeName(lock.change)},
                     {"kindBefore", lockcore::directoryKindName(lock.kindBefore)},
                     {"kindAfter", lockcore::directoryKindName(lock.kindAfter)},
                     {"holdersBefore", knownHoldersJson(lock.holdersBefore)},
                     {"holdersAfter", knownHoldersJson(lock.holdersAfter)},
                     {"contenders", ReportValue::array()}};
    for (const lockcore::ContenderDifference& each : lock.contenders)
        json["contenders"].push_back(contenderDiffJson(each));
    return json;
}

ReportValue sessionFactsJson(const lockcore::SessionFacts& facts) {
    ReportValue json{{"state", lockcore::sessionStateName(facts.state)}};
    putText(json, "server", facts.server);
    putText(json, "address", facts.address);
    return json;
}

ReportValue sessionDiffJson(const lockcore::SessionDifference& session) {
    ReportValue json{{"session", toHex(session.session)},
                     {"change", lockcore::lockChangeName(session.change)}};
    if (session.change != lockcore::LockChange::Came) json["before"] = sessionFactsJson(session.before);
    if (session.change != lockcore::LockChange::Went) json["after"] = sessionFactsJson(session.after);
    return json;
}

ReportValue notComparedJson(const lockcore::NotCompared& open) {
    ReportValue json{{"aspect", lockcore::aspectKey(open.aspect)},
                     {"side", lockcore::momentSideName(open.side)}};
    putText(json, "lock", open.lock);
    if (open.count > 0) json["count"] = open.count;
    if (open.isUnlooked) json["unlooked"] = true;
    return json;
}

template <class Values, class ToJson>
ReportValue diffListJson(const Values& values, ToJson toJson) {
    ReportValue json = ReportValue::array();
    for (const auto& value : values)
        json.push_back(toJson(value));
    return json;
}

}  // namespace

std::string diffJson(const ComparedFile& before, const ComparedFile& after,
                     const lockcore::ClusterDifference& difference) {
    const ReportValue json{{"before", comparedJson(before)},
                           {"after", comparedJson(after)},
                           {"same", difference.isSame()},
                           {"partial", !difference.notCompared.empty()},
                           {"locksCompared", difference.locksCompared},
                           {"locks", diffListJson(difference.locks, lockDiffJson)},
                           {"sessions", diffListJson(difference.sessions, sessionDiffJson)},
                           {"opened", diffListJson(difference.opened, findingJson)},
                           {"closed", diffListJson(difference.closed, findingJson)},
                           {"notCompared", diffListJson(difference.notCompared, notComparedJson)}};
    return jsonText(json, JsonLayout::Pretty);
}

}  // namespace lockscope
