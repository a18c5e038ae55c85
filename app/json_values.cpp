// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "json_values.h"

#include "findings/finding_text.h"

#include <lockcore/foreign_text.h>

namespace lockscope {
namespace {

ReportValue blockedJson(const lockcore::BlockedClients& blocked) {
    return {{"directly", blocked.directly},
            {"inAll", blocked.inAll},
            {"isExact", blocked.isExact},
            {"waitedMs", blocked.waited.count()}};
}

}  // namespace

void putMs(ReportValue& json, const char* key, const std::optional<std::chrono::milliseconds>& duration) {
    if (duration) json[key] = duration->count();
}

void putText(ReportValue& json, const char* key, const std::string& value) {
    if (!value.empty()) json[key] = value;
}

ReportValue problemJson(const lockcore::Error& error) {
    ReportValue json{{"code", lockcore::errorName(error.code)}, {"what", error.what}};
    putText(json, "path", error.path);
    putText(json, "server", error.server);
    return json;
}

ReportValue findingJson(const lockcore::Finding& finding) {
    ReportValue json{{"kind", lockcore::findingKey(finding.kind)},
                     {"severity", lockcore::severityName(finding.severity)},
                     {"stage", lockcore::findingStageName(finding.stage)},
                     {"sinceMs", finding.sinceUnixMs}};
    if (finding.verifiedUnixMs != 0) json["verifiedMs"] = finding.verifiedUnixMs;
    putText(json, "lock", finding.lock);
    putText(json, "server", finding.server);
    putText(json, "detail", finding.detail);
    if (!finding.contenders.empty()) json["contenders"] = finding.contenders;
    if (!finding.locks.empty()) json["locks"] = finding.locks;
    for (const auto session : finding.sessions)
        json["sessions"].push_back(toHex(session));
    if (!finding.hosts.empty()) json["hosts"] = finding.hosts;
    if (!finding.hosts.empty()) json["addresses"] = finding.addresses;
    if (finding.isOfThreads) json["ofThreads"] = true;
    if (finding.blocked) json["blocked"] = blockedJson(*finding.blocked);
    putMs(json, "durationMs", toldDuration(finding));
    putMs(json, "remainingMs", finding.remaining);
    if (finding.count) json["count"] = *finding.count;
    for (const auto evidence : finding.evidence)
        json["evidence"].push_back(lockcore::evidenceName(evidence));
    return json;
}

std::string jsonText(const ReportValue& json, JsonLayout layout) {
    const int indent = layout == JsonLayout::Pretty ? 1 : -1;
    return lockcore::withoutHidden(json.dump(indent, ' ', false, ReportValue::error_handler_t::replace)) +
           "\n";
}

}  // namespace lockscope
