// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include <lockcore/history/redaction.h>

#include "redacted_json.h"
#include "snapshot_work.h"

#include <utility>

namespace lockcore {

namespace {

/// By what a file has of it: what is not written there is not handed on.
void learnFrom(const Snapshot& snapshot, Redactor& redactor,
               void (Redactor::*learn)(TextKind, std::string_view)) {
    SnapshotWork work({});
    (void)toJson(snapshot, work, [&](nlohmann::json& part) {
        editTexts(part, {}, [&](TextKind kind, const std::string& text) {
            (redactor.*learn)(kind, text);
            return text;
        });
    });
}

}  // namespace

Result<Snapshot> redacted(const Snapshot& snapshot, const RedactionChoice& choice) {
    Redactor redactor(choice);
    learnFrom(snapshot, redactor, &Redactor::learn);
    learnFrom(snapshot, redactor, &Redactor::learnParts);
    SnapshotWork work({});
    const std::string text = toJson(snapshot, work, [&](nlohmann::json& part) {
        editTexts(part, {},
                  [&](TextKind kind, const std::string& each) { return redactor.hidden(kind, each); });
    });
    auto result = snapshotFromJson(text);
    if (result) result->program += " (redacted: " + redactionNote(choice) + ")";
    return result;
}

}  // namespace lockcore
