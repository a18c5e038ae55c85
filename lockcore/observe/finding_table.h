// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/findings.h>

#include <span>
#include <string_view>
#include <vector>

namespace lockcore {

class FindingContext;

/// What a finding is about, which makes it the same one in the next sample.
enum class FindingSubject {
    Place,       ///< a lock, a server or this program
    Sessions,    ///< these sessions in a lock
    Contenders,  ///< these contenders: a lock may have several of the kind at a time
    Clients,     ///< the clients of some hosts; where no host is known these contenders
};

/// When a finding is certain.
enum class FindingProof {
    AtOnce,
    SecondSurvey,      ///< when the servers tell the same once more
    SecondWatchTable,  ///< … their watch tables
    Lasting,           ///< when it was seen for so long, as its detector says
};

/// Who can't get on because of it.
enum class FindingBlocks {
    Nobody,
    BehindNamed,  ///< who waits for its contenders
    Queue,        ///< all waiters of its lock
};

/// How bad a case of a kind is. What that means is in the table.
enum class Degree { Usual, Grave };

/// One row of the table of kinds. The words are the window's: ui/findings/finding_text.cpp.
struct FindingRow {
    FindingKind kind;
    std::string_view key;  ///< stable, for files and --json
    Severity usual = Severity::Warning;
    Severity grave = Severity::Fault;
    FindingSubject subject = FindingSubject::Place;
    FindingProof proof = FindingProof::AtOnce;
    FindingBlocks blocks = FindingBlocks::Nobody;
    /// Finds all of the kind; one that finds several kinds at a time stands in the row of each. Null where
    /// no detector does.
    void (*detect)(const FindingContext& context, std::vector<Finding>& findings) = nullptr;
    /// Of children whose recipe nobody knows nothing is certain: a queue of jobs, or the members of a group,
    /// look the same. Information there.
    bool needsKnownRecipe = false;
};

/// The table, in the order of FindingKind.
std::span<const FindingRow> findingTable();
const FindingRow& findingRow(FindingKind kind);
/// When that one is certain: a case of a kind may be told by other facts than the usual one.
FindingProof proofOf(const Finding& finding);

}  // namespace lockcore
