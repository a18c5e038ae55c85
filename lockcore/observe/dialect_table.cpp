// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "library_dialects.h"
#include "product_dialects.h"

#include <lockcore/observe/site_dialects.h>

#include <algorithm>
#include <utility>

namespace lockcore {

namespace {

/// What no library's name is on.
constexpr std::array kGeneric{
    // Leases of a kazoo semaphore, members of its double barrier, and many a service's registration.
    DialectInfo{.dialect = Dialect::HexMember,
                .key = "hex-members",
                .name = "Members with 32-digit names",
                .kind = DirectoryKind::Membership,
                .names = dialect_rows::kHexNames,
                .rule = BlockRule::AllHold,
                .watch = WaiterWatch::Nothing,
                .reading = SequenceReading::None},
    // Members of Curator's double barrier, and many a service's registration.
    DialectInfo{.dialect = Dialect::UuidMember,
                .key = "uuid-members",
                .name = "Members with UUIDs for names",
                .kind = DirectoryKind::Membership,
                .names = dialect_rows::kUuidNames,
                .rule = BlockRule::AllHold,
                .watch = WaiterWatch::Nothing,
                .reading = SequenceReading::None},
    // Never looked for: most ephemerals without a number are no locks.
    DialectInfo{.dialect = Dialect::PlainNode,
                .key = "plain-node",
                .name = "Single ephemeral znode",
                .rule = BlockRule::SingleNode,
                .watch = WaiterWatch::TheNode,
                .reading = SequenceReading::None},
    DialectInfo{.dialect = Dialect::Members,
                .key = "members",
                .name = "Members",
                .kind = DirectoryKind::Membership,
                .rule = BlockRule::AllHold,
                .watch = WaiterWatch::Nothing},
    // The rule is for those that turn out to queue.
    DialectInfo{.dialect = Dialect::Sequential,
                .key = "sequential",
                .name = "Sequential nodes",
                .kind = DirectoryKind::Membership},
    DialectInfo{.dialect = Dialect::Unknown,
                .key = "unknown",
                .name = "Unknown",
                .kind = DirectoryKind::Unknown,
                .rule = BlockRule::AllHold,
                .watch = WaiterWatch::Nothing,
                .reading = SequenceReading::None},
};

template <std::size_t... Sizes>
constexpr auto joined(const std::array<DialectInfo, Sizes>&... parts) {
    std::array<DialectInfo, (Sizes + ...)> all{};
    auto end = all.begin();
    ((end = std::ranges::copy(parts, end).out), ...);
    return all;
}

constexpr std::array kBuiltIn = joined(dialect_rows::kLibraries, dialect_rows::kProducts, kGeneric);

constexpr bool isInOrder() {
    for (std::size_t i = 0; i < kBuiltIn.size(); ++i)
        if (kBuiltIn[i].dialect != static_cast<Dialect>(i)) return false;
    return kBuiltIn.size() == static_cast<std::size_t>(Dialect::Unknown) + 1;
}
static_assert(isInOrder(), "a row for each Dialect, in its order");

/// A site's dialects, as long as they are in use, and all rows with theirs.
struct SiteTable {
    SiteDialects site;
    std::vector<DialectInfo> rows;
};

constinit std::span<const DialectInfo> knownRows = kBuiltIn;

SiteTable& siteTable() {
    static SiteTable table;
    return table;
}

}  // namespace

std::span<const DialectInfo> dialects() {
    return knownRows;
}

std::span<const DialectInfo> builtInDialects() {
    return kBuiltIn;
}

std::span<const DialectInfo> siteDialects() {
    return knownRows.subspan(kBuiltIn.size());
}

const DialectInfo& dialectInfo(Dialect dialect) {
    const auto index = static_cast<std::size_t>(dialect);
    return index < knownRows.size() ? knownRows[index] : kBuiltIn.back();
}

void useSiteDialects(SiteDialects site) {
    SiteTable& table = siteTable();
    table.site = std::move(site);
    table.rows.assign(kBuiltIn.begin(), kBuiltIn.end());
    table.rows.insert(table.rows.end(), table.site.rows.begin(), table.site.rows.end());
    knownRows = table.rows;
}

}  // namespace lockcore
