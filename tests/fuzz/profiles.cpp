// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "fuzz_targets.h"

#include "audit/audit_reader.h"
#include "connect/connection_check.h"
#include "connect/profile_json.h"

using namespace lockscope;

namespace {

QByteArray bytesOf(std::string_view input) {
    return {input.data(), static_cast<qsizetype>(input.size())};
}

ConnectionOptions withoutSecrets(ConnectionOptions profile) {
    profile.adminCredentials = {};
    return profile;
}

}  // namespace

std::string checkProfiles(std::string_view input) {
    const auto profiles = profilesFromFile(bytesOf(input));
    if (!profiles) return profiles.error().isEmpty() ? "an error without words" : "";
    const auto again = profilesFromFile(profilesToFile(*profiles));
    if (!again || again->size() != profiles->size()) return "what was written can't be read";
    for (std::size_t i = 0; i < profiles->size(); ++i) {
        const ConnectionOptions& profile = (*profiles)[i];
        if (!profile.profile.id.isEmpty() || !profile.credentials.password.isEmpty())
            return "an id or a password of a file";
        if (!optionsProblem(profile).isEmpty()) return "a profile that nobody could have typed";
        if (!(withoutSecrets(profile) == (*again)[i])) return "what was written is another one";
    }
    return {};
}

std::string checkAuditLine(std::string_view input) {
    const auto record = parseAuditLine(bytesOf(input));
    if (!record) return {};
    if (record->action.isEmpty()) return "a record of nothing";
    return {};
}
