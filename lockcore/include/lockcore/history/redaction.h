// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/history/snapshot.h>
#include <lockcore/result.h>

#include <stop_token>
#include <string>
#include <vector>

namespace lockcore {

/// What nobody is to read in what is handed on.
struct RedactionChoice {
    /// Addresses, and the names that servers and clients have in what tells of them, wherever else these are
    /// written. Of a name that stands in data or a sentence alone no more than a domain that is known.
    bool hosts = false;
    bool data = false;   ///< of znodes
    bool users = false;  ///< who acted, or was signed in: "alice/host@REALM" as a whole, alice, and REALM
    /// All parts of paths; of names that a library may have made what is not the library's: its marks, ids
    /// and numbers stay. A sequence number or a UUID makes any part of a path look like one.
    bool paths = false;
    /// Any text, in whatever case: a part of paths and names by choice.
    std::vector<std::string> words = {};

    bool isEmpty() const { return !hosts && !data && !users && !paths && words.empty(); }
    bool operator==(const RedactionChoice&) const = default;
};

/// "hosts, data, words": what is hidden, for whoever gets it.
std::string redactionNote(const RedactionChoice& choice);

/// The same without what was chosen, which is replaced one by one: whoever was the same is the same still
/// ("host-3", "user-1", "part-7", "data-2"), in locks, coverage, problems and findings alike. Session ids,
/// transaction ids, times and the ids that libraries put into numbered names stay: they tell who is who, and
/// nothing else. Names that would become the same stay two ("host-3~2"). `program` says that it was done.
/// Fails only where the result would be no snapshot. Pure.
Result<Snapshot> redacted(const Snapshot& snapshot, const RedactionChoice& choice);

/// The same of a recording, into a new file: no page of it was in the old one. It is written beside its place
/// and has it once it is whole; what is there already stays, and is an Error (Io). Cancelled where no more
/// was wanted. Blocks.
Result<void> redactRecording(const std::string& recording, const std::string& file,
                             const RedactionChoice& choice, std::stop_token stop = {});

}  // namespace lockcore
