// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "fuzz_targets.h"

#include <lockcore/history/snapshot.h>

using namespace lockcore;

std::string checkSnapshotJson(std::string_view input) {
    const auto snapshot = snapshotFromJson(input);
    if (!snapshot) return snapshot.error().what.empty() ? "an error without words" : "";
    const std::string written = toJson(*snapshot);
    const auto again = snapshotFromJson(written);
    if (!again) return "what was written can't be read";
    return toJson(*again) == written ? "" : "writing again writes something else";
}
