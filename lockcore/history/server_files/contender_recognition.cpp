// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "contender_recognition.h"

#include <lockcore/session/connect_string.h>

#include <utility>

namespace lockcore {

namespace {

std::optional<RecognisedContender> asNode(std::string_view path, Dialect dialect) {
    NodeName parsed;
    parsed.dialect = dialect;
    return RecognisedContender{path, path, std::move(parsed)};
}

bool mayQueue(const NodeName& parsed, bool isMarked, bool isEphemeral) {
    if (parsed.dialect == Dialect::Sequential) return isMarked && parsed.sequence;
    return isForQueues(dialectInfo(parsed.dialect).kind) && (parsed.sequence || isEphemeral);
}

}  // namespace

std::optional<RecognisedContender> recogniseContender(std::string_view path, bool isEphemeral,
                                                      const LockMarks& marks,
                                                      const IsContended& isContended) {
    const bool hasMarks = !marks.all().empty();
    const auto ownMark = hasMarks ? marks.dialectOf(path) : std::nullopt;
    if (ownMark && dialectInfo(*ownMark).rule == BlockRule::SingleNode) return asNode(path, *ownMark);
    if (isEphemeral && !(hasMarks && marks.isNotALock(path))) {
        const auto found = singleNodePlace(path);
        if (found && found->place->beside.empty()) return asNode(path, found->dialect);
    }
    const std::string_view directory = parentPath(path);
    const std::string_view name = nodeName(path);
    if (hasMarks && marks.isNotALock(directory)) return std::nullopt;
    if (const auto mark = hasMarks ? marks.dialectOf(directory) : std::nullopt) {
        NodeName parsed = parseNodeName(name, *mark);
        if (!mayQueue(parsed, true, isEphemeral)) return std::nullopt;
        return RecognisedContender{directory, name, std::move(parsed)};
    }
    NodeName parsed = parseNodeName(name);
    // Who waits for a lease of kazoo's semaphore does so in a lock of its own beside it.
    if (parsed.dialect == Dialect::HexMember && isContended(std::string(directory) + "-__lock__"))
        parsed = parseNodeName(name, Dialect::KazooSemaphore);
    if (!mayQueue(parsed, false, isEphemeral)) {
        const auto told = dialectOfPlace(directory);
        if (!told) return std::nullopt;
        parsed = parseNodeName(name, *told);
        if (!mayQueue(parsed, false, isEphemeral)) return std::nullopt;
    }
    return RecognisedContender{directory, name, std::move(parsed)};
}

}  // namespace lockcore
