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
    if (parsed.sequence.has_value() == (parsed.dialect == Dialect::Unknown))
        return "a contender without a number";
    if (!parsed.sequence) return {};
    constexpr std::int64_t kMost = (std::int64_t{1} << 31) - 1;
    if (*parsed.sequence > kMost || *parsed.sequence < -kMost - 1) return "a number that no server gives";
    if (name.find(parsed.id) == std::string::npos) return "an id that is not in the name";
    if (parsed.id.empty() != (parsed.dialect == Dialect::Sequential)) return "a dialect without an id";
    return {};
}

bool isWriter(const QueueRow& row) {
    return row.contender->parsed.mode != LockMode::Read;
}

std::string checkRow(const std::vector<QueueRow>& rows, std::size_t index) {
    const QueueRow& row = rows[index];
    const NodeName& parsed = row.contender->parsed;
    if (parsed.sequence.has_value() == (row.role == Role::Foreign)) return "a foreign contender";
    if (!row.predecessor) return {};
    if (row.role != Role::Waiter) return "a predecessor of who does not wait";
    if (*row.predecessor >= index) return "a predecessor that is not before";
    if (rows[*row.predecessor].contender->parsed.dialect != parsed.dialect) return "waits for a stranger";
    return {};
}

/// Who holds exclusively holds alone in its dialect, but for the reader that a Curator writer became.
std::string checkExclusion(const std::vector<QueueRow>& rows) {
    for (const DialectInfo& info : dialects()) {
        const QueueRow* writer = nullptr;
        std::size_t strangers = 0;
        for (const QueueRow& row : rows) {
            const NodeName& parsed = row.contender->parsed;
            if (row.role != Role::Holder || parsed.dialect != info.dialect) continue;
            if (isWriter(row) && writer) return "two exclusive holders";
            if (isWriter(row)) writer = &row;
            if (writer && !isWriter(row))
                strangers += info.dialect != Dialect::CuratorReadWrite ||
                             parsed.sequence != writer->contender->parsed.sequence ||
                             *parsed.sequence >= kSequenceLimit;
        }
        if (strangers > 0) return "an exclusive holder beside another";
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
