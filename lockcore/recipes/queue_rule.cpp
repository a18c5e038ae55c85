// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "queue_rule.h"

#include <lockcore/recipes/sequence.h>

#include <cstdint>

namespace lockcore {

namespace {

/// Sequence number of `name` if it is `marker` and a number at its end, as Curator's sort key has it.
std::optional<std::int64_t> sequenceAfter(std::string_view name, std::string_view marker) {
    const auto suffix = parseSequenceSuffix(name);
    if (!suffix) return std::nullopt;
    name.remove_suffix(suffix->length);
    return name.ends_with(marker) ? std::optional(suffix->number) : std::nullopt;
}

std::optional<std::int64_t> blockerSequence(LockMode mode, std::string_view name) {
    switch (mode) {
        case LockMode::Exclusive: return sequenceAfter(name, nameMarker(LockMode::Exclusive));
        case LockMode::Read: return sequenceAfter(name, nameMarker(LockMode::Write));
        case LockMode::Write:
            if (const auto writer = sequenceAfter(name, nameMarker(LockMode::Write))) return writer;
            return sequenceAfter(name, nameMarker(LockMode::Read));
    }
    return std::nullopt;
}

}  // namespace

std::string_view lockModeName(LockMode mode) {
    switch (mode) {
        case LockMode::Exclusive: return "exclusive";
        case LockMode::Read: return "read";
        case LockMode::Write: return "write";
    }
    return "";
}

std::string_view nameMarker(LockMode mode) {
    switch (mode) {
        case LockMode::Exclusive: return "lock-";
        case LockMode::Read: return "__READ__";
        case LockMode::Write: return "__WRIT__";
    }
    return "";
}

Place findPlace(LockMode mode, std::string_view own, const std::vector<std::string>& names) {
    Place place;
    const auto ownSequence = sequenceAfter(own, nameMarker(mode));
    std::optional<std::int64_t> nearest;
    const std::string* blocker = nullptr;
    for (const auto& name : names) {
        if (name == own) {
            place.listed = true;
            continue;
        }
        const auto sequence = blockerSequence(mode, name);
        if (!sequence || !ownSequence || *sequence > *ownSequence) continue;
        if (nearest && *sequence <= *nearest) continue;
        nearest = sequence;
        blocker = &name;
    }
    if (blocker != nullptr) place.wait = *blocker;
    return place;
}

}  // namespace lockcore
