// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "finding_detectors.h"

#include <lockcore/recipes/sequence.h>

#include <algorithm>
#include <vector>

namespace lockcore {

namespace {

using Rows = std::vector<const QueueRow*>;

/// One lock as the clients of one library see it.
class LibraryView {
public:
    LibraryView(const LockQueue& lock, Dialect dialect) : m_lock(lock), m_dialect(dialect) {}

    /// The rows that make a situation: those that suffer from it, or the children that bring it about. None
    /// for situations that the numbers or the watch tables show.
    Rows rowsIn(BugSituation situation) const {
        switch (situation) {
            case BugSituation::ForeignChild: return foreignChildren();
            case BugSituation::ChildSortsFirst: return childrenBeforeContenders();
            case BugSituation::WaitsByPolling:
            case BugSituation::WaiterRemovesPredecessor: return waiters();
            case BugSituation::SemiSharedBeforeExclusive: return exclusiveBehindSemiShared();
            case BugSituation::DowngradeWithWaitingWriter:
            case BugSituation::ReaderBeforeWaitingWriter:
            case BugSituation::EqualNumbers:
            case BugSituation::NegativeNumbers: return {};
        }
        return {};
    }

private:
    bool isOwn(const QueueRow& row) const {
        return row.role != Role::Foreign && row.contender->parsed.dialect == m_dialect;
    }
    bool isForeign(const QueueRow& row) const {
        return row.role == Role::Foreign ||
               dialectInfo(row.contender->parsed.dialect).queue != dialectInfo(m_dialect).queue;
    }

    template <class Wanted>
    Rows rowsThat(Wanted wanted) const {
        Rows rows;
        for (const QueueRow& row : m_lock.rows)
            if (wanted(row)) rows.push_back(&row);
        return rows;
    }
    Rows foreignChildren() const {
        return rowsThat([&](const QueueRow& row) { return isForeign(row); });
    }
    Rows waiters() const {
        return rowsThat([&](const QueueRow& row) { return row.role == Role::Waiter && isOwn(row); });
    }

    /// Contenders are sorted by the text of their number, other children by their whole name. Contenders of
    /// other libraries are a finding of their own.
    Rows childrenBeforeContenders() const {
        std::string_view last;
        for (const QueueRow& row : m_lock.rows) {
            const std::string_view name = row.contender->name;
            const auto number = isOwn(row) ? parseSequenceSuffix(name) : std::nullopt;
            if (number) last = std::max(last, name.substr(name.size() - number->length));
        }
        return rowsThat(
            [&](const QueueRow& row) { return row.role == Role::Foreign && row.contender->name < last; });
    }

    /// Hive looks for SHARED and EXCLUSIVE alone before it grants an exclusive lock.
    Rows exclusiveBehindSemiShared() const {
        bool isBehind = false;
        return rowsThat([&](const QueueRow& row) {
            isBehind = isBehind || (isOwn(row) && row.contender->name.starts_with("LOCK-SEMI_SHARED-"));
            return isBehind && isOwn(row) && !asksToShare(row);
        });
    }

    const LockQueue& m_lock;
    const Dialect m_dialect;
};

/// What comes of it: two may hold, or nobody ever gets the lock; somebody may be hurt; it only costs.
Severity severityOf(BugSituation situation) {
    switch (situation) {
        case BugSituation::WaitsByPolling: return Severity::Information;
        case BugSituation::ForeignChild:
        case BugSituation::WaiterRemovesPredecessor: return Severity::Warning;
        default: return Severity::Fault;
    }
}

void addBugsOf(const LockQueue& lock, Dialect dialect, Findings& findings) {
    const LibraryView view(lock, dialect);
    for (const KnownBug& bug : knownBugs(dialect)) {
        const Rows rows = view.rowsIn(bug.situation);
        if (rows.empty()) continue;
        Finding finding = findingAt(lock, FindingKind::DialectBug);
        finding.severity = severityOf(bug.situation);
        finding.detail = bug.id;
        finding.count = rows.size();
        for (const QueueRow* row : rows)
            nameContender(finding, *row);
        findings.push_back(std::move(finding));
    }
}

}  // namespace

void findLibraryBugs(const FindingContext& context, Findings& findings) {
    std::vector<Dialect> dialects;
    for (const LockQueue* const lock : context.eventful()) {
        // Mostly one: a set of its own for each of ten thousand locks would take longer than all else here.
        dialects.clear();
        for (const QueueRow& row : lock->rows) {
            const Dialect dialect = row.contender->parsed.dialect;
            const bool isKnown = std::ranges::find(dialects, dialect) != dialects.end();
            if (row.role != Role::Foreign && !isKnown) dialects.push_back(dialect);
        }
        std::ranges::sort(dialects);
        for (const Dialect dialect : dialects)
            addBugsOf(*lock, dialect, findings);
    }
}

void findDialectBugs(const FindingContext& context, Findings& findings) {
    findStrangeNumbers(context, findings);
    findLibraryBugs(context, findings);
    findWatchBugs(context, findings);
}

}  // namespace lockcore
