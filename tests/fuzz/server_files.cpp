// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// What ZooKeeper's servers write: transaction logs, snapshots, audit logs.
#include "fuzz_targets.h"
#include "server_files/audit_log_reader.h"
#include "server_files/snapshot_reader.h"
#include "server_files/transaction_replay.h"
#include "server_files/txn_log_reader.h"

#include <algorithm>

using namespace lockcore;

namespace {

/// What must hold of each turn.
struct CheckedTurns : PastSink {
    std::string problem;

    void turn(PastTurn turn) override {
        if ((turn.end == PastEnd::Open) == turn.left.has_value())
            problem = "an end without a time, or a time without";
        if (turn.granted && !turn.queued) problem = "granted without having queued";
        if (turn.data.size() > kMostPastData) problem = "too much data";
    }
    void session(PastSession session) override {
        if (session.expired && !session.ended) problem = "expired without an end";
    }
};

bool isWithin(std::string_view part, std::string_view whole) {
    return part.size() <= whole.size();
}

}  // namespace

std::string checkTxnLog(std::string_view input) {
    auto reader = TxnLogReader::open(FileBytes::of(input, "log.1"));
    if (!reader) return reader.error().what.empty() ? "an error without words" : "";
    CheckedTurns turns;
    const LockMarks marks;
    TransactionReplay replay(marks, turns);
    Transaction transaction;
    for (;;) {
        const auto read = reader->next(transaction);
        if (!read && read.error().what.empty()) return "an error without words";
        if (!read || !*read) break;
        for (const TxnPart& part : transaction.parts)
            if (!isWithin(part.path, input) || !isWithin(part.data, input)) return "more than there is";
        replay.apply(transaction);
    }
    replay.finish();
    if (reader->position() > input.size()) return "read beyond the end";
    return turns.problem;
}

std::string checkServerSnapshot(std::string_view input) {
    std::size_t told = 0;
    const ServerSnapshotSinks sinks{[&](SessionId, std::int32_t) { told += 12; },
                                    [&](std::string_view path, std::string_view data, const Stat&) {
                                        told += path.size() + data.size();
                                    }};
    const auto read = readServerSnapshot(FileBytes::of(input, "snapshot.1"), sinks);
    if (!read && read.error().what.empty()) return "an error without words";
    return told > input.size() ? "more than there is" : "";
}

std::string checkServerAuditLog(std::string_view input) {
    AuditLogReader reader(FileBytes::of(input, "audit.log"));
    ServerAuditEntry entry;
    for (;;) {
        const auto read = reader.next(entry);
        if (!read) return "an error, though all is there";
        if (!*read) break;
        if (entry.operation.empty() || entry.result.empty()) return "an entry that says nothing";
    }
    const auto lines = static_cast<std::uint64_t>(std::ranges::count(input, '\n')) + 1;
    return reader.entries() + reader.otherLines() > lines ? "more lines than there are" : "";
}
