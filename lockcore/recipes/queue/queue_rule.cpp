// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "queue_rule.h"

#include <lockcore/recipes/sequence.h>

#include <algorithm>

namespace lockcore {

namespace {

/// Sequence number of `name` if it is `marker` and a number at its end, as Curator's sort key has it.
std::optional<std::int64_t> sequenceAfter(std::string_view name, std::string_view marker) {
    const auto suffix = parseSequenceSuffix(name);
    if (!suffix) return std::nullopt;
    name.remove_suffix(suffix->length);
    return name.ends_with(marker) ? std::optional(suffix->number) : std::nullopt;
}

bool isReadWrite(ContenderKind kind) {
    return kind == ContenderKind::Read || kind == ContenderKind::Write;
}

/// Sequence number of `name` if it may block a contender of this kind.
std::optional<std::int64_t> blockerSequence(ContenderKind kind, std::string_view name) {
    const auto contender = parseContender(kind, name);
    if (!contender || (kind == ContenderKind::Read && !contender->isWriter)) return std::nullopt;
    return contender->sequence;
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

ContenderKind contenderKind(LockMode mode) {
    switch (mode) {
        case LockMode::Exclusive: return ContenderKind::Mutex;
        case LockMode::Read: return ContenderKind::Read;
        case LockMode::Write: return ContenderKind::Write;
    }
    return ContenderKind::Mutex;
}

std::string_view nameMarker(ContenderKind kind) {
    switch (kind) {
        case ContenderKind::Mutex: return "lock-";
        case ContenderKind::Read: return "__READ__";
        case ContenderKind::Write: return "__WRIT__";
        case ContenderKind::Latch: return "latch-";
        case ContenderKind::Lease: return "lease-";
    }
    return "";
}

std::optional<ContenderName> parseContender(ContenderKind family, std::string_view name) {
    if (!isReadWrite(family)) {
        const auto sequence = sequenceAfter(name, nameMarker(family));
        return sequence ? std::optional(ContenderName{*sequence, true}) : std::nullopt;
    }
    if (const auto writer = sequenceAfter(name, nameMarker(ContenderKind::Write))) {
        return ContenderName{*writer, true};
    }
    const auto reader = sequenceAfter(name, nameMarker(ContenderKind::Read));
    return reader ? std::optional(ContenderName{*reader, false}) : std::nullopt;
}

Place findPlace(ContenderKind kind, std::string_view own, const std::vector<std::string>& names,
                std::string_view ignored) {
    Place place;
    const auto self = parseContender(kind, own);
    std::optional<std::int64_t> nearest;
    const std::string* blocker = nullptr;
    for (const auto& name : names) {
        if (name == own) {
            place.listed = true;
            continue;
        }
        const auto sequence = name == ignored ? std::nullopt : blockerSequence(kind, name);
        if (!sequence || !self || *sequence > self->sequence) continue;
        if (nearest && *sequence <= *nearest) continue;
        nearest = sequence;
        blocker = &name;
    }
    if (blocker != nullptr) place.wait = *blocker;
    return place;
}

bool isTaken(ContenderKind kind, const std::vector<std::string>& names) {
    return std::ranges::any_of(
        names, [kind](const std::string& name) { return blockerSequence(kind, name).has_value(); });
}

int countLeases(const std::vector<std::string>& names) {
    return static_cast<int>(std::ranges::count_if(names, [](const std::string& name) {
        return parseContender(ContenderKind::Lease, name).has_value();
    }));
}

}  // namespace lockcore
