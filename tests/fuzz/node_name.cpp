// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "fuzz_targets.h"

#include <lockcore/observe/lock_queue.h>
#include <lockcore/recipes/sequence.h>

#include <algorithm>

using namespace lockcore;

namespace {

std::string checkName(const std::string& name) {
    const NodeName parsed = parseNodeName(name);
    if (!(parsed == parseNodeName(name))) return "two readings of a name differ";
    if (name.find(parsed.id) == std::string::npos) return "an id that is not in the name";
    const bool isRecognised = parsed.dialect != Dialect::Unknown && parsed.dialect != Dialect::Sequential;
    if (!isRecognised && !parsed.id.empty()) return "an id by no pattern";
    if (isRecognised && parseNodeName(name, parsed.dialect) != parsed)
        return "its own row reads it otherwise";
    if (!parsed.sequence) {
        const bool isQueued =
            parsed.dialect != Dialect::Unknown && isForQueues(dialectInfo(parsed.dialect).kind);
        if (isQueued && parsed.id != name) return "a contender without a number";
        return {};
    }
    if (parsed.dialect == Dialect::Unknown) return "a number without a dialect";
    constexpr std::int64_t kMost = (std::int64_t{1} << 31) - 1;
    if (*parsed.sequence > kMost || *parsed.sequence < -kMost - 1) return "a number that no server gives";
    return {};
}

const DialectInfo& queueOf(const QueueRow& row) {
    return dialectInfo(dialectInfo(row.contender->parsed.dialect).queue);
}

bool isWriter(const QueueRow& row) {
    return row.contender->parsed.mode != LockMode::Read || queueOf(row).rule != BlockRule::ReadersShare;
}

std::string checkRow(const std::vector<QueueRow>& rows, std::size_t index) {
    const QueueRow& row = rows[index];
    const NodeName& parsed = row.contender->parsed;
    if (parsed.sequence && row.role == Role::Foreign) return "a foreign contender";
    if (parsed.dialect == Dialect::Unknown && row.role != Role::Foreign) return "a contender by no pattern";
    if (queueOf(row).rule == BlockRule::AllHold && isBehindSomebody(row.role)) return "waits for nobody";
    if (!row.predecessor) return {};
    if (!isBehindSomebody(row.role)) return "a predecessor of who does not wait";
    if (*row.predecessor >= index) return "a predecessor that is not before";
    if (queueOf(rows[*row.predecessor]).dialect != queueOf(row).dialect) return "waits for a stranger";
    return {};
}

/// True for the reader that a Curator writer has become.
bool isDowngradeOf(const QueueRow& reader, const QueueRow& writer) {
    const NodeName& parsed = reader.contender->parsed;
    return parsed.dialect == Dialect::CuratorReadWrite && *parsed.sequence < kSequenceLimit &&
           parsed.sequence == writer.contender->parsed.sequence;
}

/// Who holds exclusively holds alone in its queue.
std::string checkExclusion(const std::vector<QueueRow>& rows) {
    for (const DialectInfo& info : dialects()) {
        if (info.rule == BlockRule::AllHold) continue;
        const QueueRow* writer = nullptr;
        bool hasStranger = false;
        for (const QueueRow& row : rows) {
            if (!isFirstInLine(row.role) || queueOf(row).dialect != info.dialect) continue;
            if (isWriter(row) && writer) return "two exclusive holders";
            if (isWriter(row)) writer = &row;
            hasStranger = hasStranger || (writer && !isWriter(row) && !isDowngradeOf(row, *writer));
        }
        if (hasStranger) return "an exclusive holder beside another";
    }
    return {};
}

}  // namespace

std::string checkNodeNames(std::string_view input) {
    std::vector<std::shared_ptr<const Contender>> contenders;
    while (!input.empty()) {
        const std::string name(input.substr(0, input.find('\n')));
        input.remove_prefix(std::min(name.size() + 1, input.size()));
        if (std::string problem = checkName(name); !problem.empty()) return problem;
        contenders.push_back(std::make_shared<const Contender>(Contender{name, parseNodeName(name)}));
    }
    const std::size_t count = contenders.size();
    const std::vector<QueueRow> rows = arrangeQueue(std::move(contenders));
    if (rows.size() != count) return "contenders were lost";
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (std::string problem = checkRow(rows, i); !problem.empty()) return problem;
    return checkExclusion(rows);
}
