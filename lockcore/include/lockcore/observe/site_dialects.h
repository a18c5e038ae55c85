// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/observe/dialect.h>

#include <deque>
#include <string>
#include <vector>

namespace lockcore {

/// Dialects of a site's own libraries: rows as those of this library, and what they point to. Can be moved,
/// which leaves what rows point to where it is, but not copied. history/dialect_files.h reads them from
/// files.
struct SiteDialects {
    SiteDialects() = default;
    SiteDialects(SiteDialects&&) = default;
    SiteDialects& operator=(SiteDialects&&) = default;

    /// The value of the next row: the row's `dialect`.
    Dialect nextDialect() const {
        return static_cast<Dialect>(static_cast<std::size_t>(Dialect::Unknown) + 1 + rows.size());
    }

    std::vector<DialectInfo> rows;

    std::deque<std::string> texts;
    std::deque<std::vector<NamePattern>> names;
    std::deque<std::vector<NodePlace>> places;
    std::deque<std::vector<KnownBug>> bugs;
};

/// Makes them part of the table, instead of those that were: dialects(), parseNodeName() and all that is
/// built on them know them from then on.
///
/// Once for the process, before it has a second thread and before anything was recognised: it is not
/// synchronised, and values of Dialect from before may mean something else. One table for the process, since
/// a Dialect is a plain number in values that cross threads, outlive connections and are compared with
/// each other: with two tables it would need the table at its side everywhere, and the wrong one would be
/// taken somewhere.
void useSiteDialects(SiteDialects dialects);

}  // namespace lockcore
