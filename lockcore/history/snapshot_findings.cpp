// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "snapshot_findings.h"

#include "snapshot_coverage.h"
#include "snapshot_format.h"
#include "snapshot_servers.h"
#include "snapshot_values.h"

#include <lockcore/foreign_text.h>
#include <lockcore/history/snapshot.h>

#include <array>

namespace lockcore {

namespace {

using Json = nlohmann::json;

/// Far more than a deadlock has, which is told as a whole; other kinds name some of whom they are about.
constexpr std::size_t kMostListed = 100'000;
constexpr std::size_t kMostEvidence = 10;

Json blockedJson(const BlockedClients& blocked) {
    Json json{{"isExact", blocked.isExact}};
    putCount(json, "directly", blocked.directly);
    putCount(json, "inAll", blocked.inAll);
    putMs(json, "waitedMs", blocked.waited);
    return json;
}

BlockedClients readBlocked(const JsonField& field) {
    BlockedClients blocked;
    blocked.directly = readCount(field.member("directly"));
    blocked.inAll = readCount(field.member("inAll"));
    blocked.isExact = field.member("isExact").boolean();
    blocked.waited = readMs(field.member("waitedMs"));
    return blocked;
}

void putNamed(Json& json, const Finding& finding) {
    putList(json, "contenders", finding.contenders);
    putList(json, "locks", finding.locks);
    putList(json, "hosts", finding.hosts);
    putList(json, "addresses", finding.addresses);
    for (const SessionId session : finding.sessions)
        json["sessions"].push_back(toHex(session));
    for (const Evidence evidence : finding.evidence)
        json["evidence"].push_back(evidenceName(evidence));
    for (const Gap& gap : finding.gaps)
        json["notRead"].push_back(gapJson(gap));
}

void readNamed(const JsonField& field, Finding& finding) {
    finding.contenders = readListIfAny(field, "contenders", kMostListed);
    finding.locks = readListIfAny(field, "locks", kMostListed);
    finding.hosts = readListIfAny(field, "hosts", kMostListed);
    finding.addresses = readListIfAny(field, "addresses", kMostListed);
    forEachIfAny(field, "sessions", kMostListed,
                 [&](const JsonField& session) { finding.sessions.push_back(session.sessionId()); });
    forEachIfAny(field, "evidence", kMostEvidence,
                 [&](const JsonField& evidence) { finding.evidence.push_back(readEvidence(evidence)); });
    forEachIfAny(field, "notRead", kMostGaps,
                 [&](const JsonField& gap) { finding.gaps.push_back(readGap(gap)); });
    if (finding.addresses.size() > finding.sessions.size())
        field.member("addresses").reject("there are fewer sessions");
    if (finding.locks.size() > finding.contenders.size())
        field.member("locks").reject("there are fewer contenders");
}

}  // namespace

nlohmann::json findingJson(const Finding& finding) {
    Json json{{"kind", findingKey(finding.kind)},
              {"severity", severityName(finding.severity)},
              {"stage", findingStageName(finding.stage)},
              {"since", timeJson(finding.sinceUnixMs)}};
    if (finding.verifiedUnixMs != 0) json["verified"] = timeJson(finding.verifiedUnixMs);
    putBytesIfAny(json, "lock", finding.lock);
    putBytesIfAny(json, "server", finding.server);
    putBytesIfAny(json, "detail", finding.detail);
    putNamed(json, finding);
    if (finding.isOfThreads) json["ofThreads"] = true;
    if (finding.blocked) json["blocked"] = blockedJson(*finding.blocked);
    putMs(json, "durationMs", finding.duration);
    putMs(json, "remainingMs", finding.remaining);
    putCount(json, "count", finding.count);
    return json;
}

std::string toJson(const Finding& finding) {
    return withoutHidden(findingJson(finding).dump(-1, ' ', false, Json::error_handler_t::replace));
}

Finding readFinding(const JsonField& field) {
    static constexpr std::array kSeverities{Severity::Information, Severity::Warning, Severity::Fault};
    static constexpr std::array kStages{FindingStage::Suspected, FindingStage::Verified};
    Finding finding;
    finding.kind = readName(field.member("kind"), findingKinds(), findingKey);
    finding.severity = readName(field.member("severity"), kSeverities, severityName);
    finding.stage = readName(field.member("stage"), kStages, findingStageName);
    finding.sinceUnixMs = readTime(field.member("since"));
    finding.verifiedUnixMs = readTimeIfTold(field, "verified").value_or(0);
    finding.lock = readBytesIfAny(field, "lock");
    finding.server = readBytesIfAny(field, "server");
    finding.detail = readBytesIfAny(field, "detail");
    readNamed(field, finding);
    if (field.has("ofThreads")) finding.isOfThreads = field.member("ofThreads").boolean();
    if (field.has("blocked")) finding.blocked = readBlocked(field.member("blocked"));
    finding.duration = readMsIfTold(field, "durationMs");
    finding.remaining = readMsIfTold(field, "remainingMs");
    finding.count = readCountIfTold(field, "count");
    return finding;
}

}  // namespace lockcore
