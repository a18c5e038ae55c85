// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "locks/lock_load.h"
#include "widgets/row_ranges.h"

#include <lockcore/observe/assessment.h>
#include <lockcore/observe/discovery.h>
#include <lockcore/observe/findings.h>
#include <lockcore/observe/lock_queue.h>

#include <QSortFilterProxyModel>
#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace lockscope {

/// What one of LockListModel's last columns tells of waits and holds; empty for the others.
std::optional<LoadMeasure> measureOfColumn(int column);
/// True for the last columns, which tell how much a lock is used.
bool isLoadColumn(int column);
/// What settings call one of those: stable. Empty for the others.
QString loadColumnName(int column);

/// What is wrong with a lock. A value.
struct LockAlert {
    lockcore::Severity worst = lockcore::Severity::Information;
    std::size_t findings = 0;

    bool operator==(const LockAlert&) const = default;
};

/// By path, of warnings and faults, and of notes (isNote()). Pure.
std::map<std::string, LockAlert> alertsByLock(const std::vector<lockcore::Finding>& findings);

/// What the reading of a directory has shown beyond the names that the catalogue goes by. A value.
struct JudgedDirectory {
    lockcore::Dialect dialect = lockcore::Dialect::Unknown;
    lockcore::DirectoryKind kind = lockcore::DirectoryKind::Unknown;
    lockcore::RoleCounts counts = {};
    std::string leaderHost = {};  ///< of an election, where a server told
    std::string partOf = {};      ///< the lock in which clients wait for permits: the path of those
    bool inDoubt = false;         ///< the counts are, as ClusterAssessment::inDoubt says
    bool isUnseen = false;        ///< … as ClusterAssessment::unseen says
    bool isOrderUnsure = false;   ///< … though all changes were seen

    bool operator==(const JudgedDirectory&) const = default;
};

/// By path, of those that are no plain locks by their names, or not known for sure. Pure.
std::map<std::string, JudgedDirectory> judgedDirectories(const lockcore::ClusterAssessment& assessment);

/// One lock of the list: what the newer of catalogue and queue says of it.
struct LockSummary {
    std::string path;
    lockcore::Dialect dialect = lockcore::Dialect::Unknown;
    std::string unknownDialect = {};  ///< as LockQueue has it
    lockcore::DirectoryKind kind = lockcore::DirectoryKind::Unknown;
    lockcore::RoleCounts counts = {};
    /// Several libraries' contenders share it, and who of them waits for whom is not known.
    bool inDoubt = false;
    bool isUnseen = false;        ///< what it shows at the moment that is shown is not known for sure
    bool isOrderUnsure = false;   ///< … though all its changes were seen
    std::string leaderHost = {};  ///< of an election; empty: not known
    /// How the numbers are known: by a live queue, or only by the catalogue.
    bool observed = false;
    lockcore::Freshness freshness = lockcore::Freshness::Live;
    bool unrecorded = false;  ///< a recording does not tell whether it was there
    std::int64_t readAtUnixMs = 0;
    bool favourite = false;  ///< the user wants it listed first
    LockAlert alert = {};
};

/// False for what has no holders, as an election: it is neither held nor free. And where they are in doubt.
bool hasCounts(const LockSummary& lock);

struct LockSummaryTraits {
    /// Favourites first, then the worst, then by path. Not by what changes all the time: a list that is
    /// looked at must not jump.
    struct Key {
        bool ordinary;
        int soundness;  ///< the less, the worse
        std::string_view path;
        // NOLINTNEXTLINE(modernize-use-nullptr)
        auto operator<=>(const Key&) const = default;
    };
    static Key keyOf(const LockSummary& lock) { return keyOf(lock.path, lock.favourite, lock.alert); }
    static Key keyOf(std::string_view path, bool favourite, const LockAlert& alert) {
        return {!favourite, -static_cast<int>(alert.worst), path};
    }
    /// When it was read is in no cell.
    static bool same(const LockSummary& a, const LockSummary& b) {
        const auto shown = [](const LockSummary& lock) {
            return std::tie(lock.path, lock.dialect, lock.unknownDialect, lock.kind, lock.leaderHost,
                            lock.inDoubt, lock.isUnseen, lock.isOrderUnsure, lock.observed, lock.freshness,
                            lock.unrecorded, lock.favourite, lock.alert);
        };
        return shown(a) == shown(b) && a.counts == b.counts;
    }
};

/// All known locks, favourites first, then the worst, by path. Lives on the GUI thread.
///
/// Merges the catalogue of discovery with the queues that are observed live: the newer wins for each path. A
/// lock that the catalogue no longer lists stays, with what its queue says or 0 and 0, while it is observed
/// or kept.
class LockListModel : public SortedRowsModel<LockSummary, LockSummaryTraits> {
    Q_OBJECT

public:
    /// The last ones cost more than others: they are worked out when they are asked for.
    enum Column {
        Path,
        Holders,
        Waiters,
        DialectName,
        Favourite,
        LongestWait,
        HoldAge,
        Blocked,
        Requests,
        Lengths,  ///< of its queue, lately
        ColumnCount
    };

    explicit LockListModel(QObject* parent = nullptr);

    void setCatalog(std::shared_ptr<const lockcore::LockCatalog> catalog);
    void setQueue(const std::shared_ptr<const lockcore::LockQueue>& queue);
    /// `paths` are the ones that are observed; queues of all others are forgotten.
    void setObserved(const std::set<std::string>& paths);
    /// Keeps this lock in the list whatever the catalogue says (it is selected, or was asked for); empty
    /// keeps none.
    void setKept(const std::string& path);
    /// Leaves these out unless one is kept: the user says that they are no locks.
    void setLeftOut(std::set<std::string> paths);
    /// The user may change them: then favouriteAsked() tells what a click on the star wants.
    void setFavourites(std::set<std::string> paths, bool mayChange);
    void setAlerts(std::map<std::string, LockAlert> alerts);
    /// What is known by reading counts for more than the catalogue, which knows names.
    void setJudged(std::map<std::string, JudgedDirectory> judged);
    /// From whom to know how long clients wait and hold.
    LockLoads& loads() { return m_loads; }
    /// What they tell is another, of all locks.
    void tellLoads();
    void clear();

    /// Times are compared as they are at this moment until it is called again: an order by what grows
    /// meanwhile would be none.
    void takeSortMoment();
    /// Which of two rows is less by a column. Unknown is less than anything. Total: ends with the path.
    std::weak_ordering compare(int a, int b, int column) const;
    const std::vector<LockSummary>& locks() const { return rows(); }
    /// The semaphore in whose queue the contenders of this lock stand as waiters: that is listed instead.
    /// Empty for others.
    std::string wholeOf(const std::string& path) const;
    /// −1 if it is not listed.
    int rowOf(const std::string& path) const {
        return findRow(LockSummaryTraits::keyOf(path, m_favourites.contains(path), alertOf(path)));
    }
    /// Null before the first pass of discovery.
    const std::shared_ptr<const lockcore::LockCatalog>& catalog() const { return m_catalog; }

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// Takes the check state of a favourite, and only asks for it: who remembers favourites sets them.
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

Q_SIGNALS:
    void favouriteAsked(const std::string& path, bool favourite);

private:
    /// Null where the catalogue doesn't list it.
    const lockcore::DiscoveredLock* listed(const std::string& path) const;
    LockAlert alertOf(const std::string& path) const;
    void findParts();
    /// What is known of one lock; empty where it should not be shown.
    std::optional<LockSummary> summaryFor(const std::string& path) const;
    std::optional<LockSummary> unsortedSummaryFor(const std::string& path) const;
    void judge(LockSummary& lock) const;
    void merge();
    std::vector<LockSummary> merged() const;
    void forgetSortValues(int first, int last);
    std::int64_t sortValue(int row, int column) const;
    std::int64_t computedSortValue(const LockSummary& lock, int column) const;
    QString displayText(const LockSummary& lock, int column) const;
    QString wholeText(const LockSummary& lock, int column) const;
    QString toolTip(const LockSummary& lock, int column) const;
    static QString whyNotCounted(const LockSummary& lock);
    const std::optional<LockLoad>& loadOfLock(const LockSummary& lock) const;
    QVariant favouriteData(const LockSummary& lock, int role) const;
    QString accessiblePath(const LockSummary& lock) const;
    static QString alertText(const LockSummary& lock);
    QString dialectText(const LockSummary& lock) const;
    static QString kindText(const LockSummary& lock);
    QString pathToolTip(const LockSummary& lock) const;
    static QVariant alignmentOf(int column);

    std::shared_ptr<const lockcore::LockCatalog> m_catalog;
    std::map<std::string, std::shared_ptr<const lockcore::LockQueue>> m_queues;
    std::string m_kept;
    std::set<std::string> m_leftOut;
    std::set<std::string> m_favourites;
    bool m_mayChangeFavourites = false;
    std::map<std::string, LockAlert> m_alerts;
    std::map<std::string, JudgedDirectory> m_judged;
    std::map<std::string, std::string> m_wholes;  ///< of locks that are part of a semaphore, by their path
    LockLoads m_loads;
    std::int64_t m_sortMomentUnixMs = 0;
    mutable int m_sortColumn = -1;
    mutable std::vector<std::optional<std::int64_t>> m_sortValues;  ///< by row, of that column
    bool m_isMerging = false;
    bool m_mergesAgain = false;
};

/// The locks whose path has all words of the filter, in any letter case; in the order of a column once it is
/// sorted by one. Lives on the GUI thread.
class LockFilterModel : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit LockFilterModel(QObject* parent = nullptr);
    void setFilter(const QString& words);
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

protected:
    bool filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    QStringList m_words;
};

}  // namespace lockscope
