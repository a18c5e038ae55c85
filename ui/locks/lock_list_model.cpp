// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "locks/lock_list_model.h"

#include "findings/finding_locks.h"
#include "findings/finding_text.h"
#include "hosts/host_text.h"
#include "queue/listening.h"
#include "theme/state_palette.h"
#include "widgets/roles.h"
#include "words/display_text.h"
#include "words/short_number.h"
#include "words/unrecorded_lock.h"
#include "words/wording.h"

#include <lockcore/observe/permits.h>
#include <lockcore/observe/verified_queues.h>

#include <QLocale>
#include <QScopedValueRollback>
#include <algorithm>
#include <cmath>
#include <utility>

namespace lockscope {

namespace {

using lockcore::Freshness;

LockSummary summaryOf(const lockcore::DiscoveredLock& lock, const lockcore::LockCatalog& catalog) {
    return {.path = lock.path,
            .dialect = lock.dialect,
            .kind = lock.kind,
            .counts = lockcore::countsOf(lock),
            .inDoubt = lock.inDoubt > 0,
            .readAtUnixMs = catalog.readAtUnixMs};
}

LockSummary summaryOf(const lockcore::LockQueue& queue) {
    return {.path = queue.path,
            .dialect = queue.dialect,
            .unknownDialect = queue.unknownDialect,
            .kind = queue.kind,
            .counts = queue.counts(),
            .inDoubt = !lockcore::mayWaitForOthers(queue).empty(),
            .observed = true,
            .freshness = queue.freshness,
            .unrecorded = isUnrecorded(queue),
            .readAtUnixMs = queue.readAtUnixMs};
}

/// By its names the catalogue knows Curator's semaphores, and kazoo's by the lock beside them only: other
/// names of theirs are the same as a party's.
std::optional<std::string> waitersBeside(const lockcore::DiscoveredLock& lock) {
    const bool isCurators = lock.dialect == lockcore::Dialect::CuratorSemaphore;
    lockcore::LockQueue permits;
    permits.path = lock.path;
    permits.dialect = isCurators ? lock.dialect : lockcore::Dialect::KazooSemaphore;
    permits.kind = lockcore::DirectoryKind::Semaphore;
    return lockcore::waitersPath(permits);
}

QString countText(const LockSummary& lock, std::size_t count) {
    return hasCounts(lock) ? shortNumber(count) : QStringLiteral("–");
}

QString wholeCount(const LockSummary& lock, std::size_t count) {
    return hasCounts(lock) ? QLocale().toString(static_cast<qulonglong>(count)) : QStringLiteral("–");
}

QString stateOf(const LockSummary& lock) {
    return lock.unrecorded ? LockListModel::tr("not recorded") : freshnessWord(lock.freshness);
}

std::optional<Tone> freshnessTone(const LockSummary& lock) {
    switch (lock.freshness) {
        case Freshness::Live: return std::nullopt;
        case Freshness::Stale: return Tone::Warning;
        case Freshness::Gone: return Tone::Gone;
        case Freshness::Failed: return Tone::Fault;
        case Freshness::Named: return Tone::Warning;
    }
    return std::nullopt;
}

/// In thousandths of a request per second: numbers are compared whole.
std::int64_t requestsToSort(const std::optional<SeenRate>& rate) {
    return rate ? std::llround(rate->perSecond * 1000) : -1;
}

/// Beside the path, as the dialect's column has no room in a narrow list.
std::optional<Tone> pathTone(const LockSummary& lock) {
    if (lock.alert.findings == 0) return freshnessTone(lock);
    return severityTone(lock.alert.worst);
}

}  // namespace

std::optional<LoadMeasure> measureOfColumn(int column) {
    switch (column) {
        case LockListModel::LongestWait: return LoadMeasure::LongestWait;
        case LockListModel::HoldAge: return LoadMeasure::HoldAge;
        case LockListModel::Blocked: return LoadMeasure::Blocked;
        default: return std::nullopt;
    }
}

bool isLoadColumn(int column) {
    return column == LockListModel::Requests || column == LockListModel::Lengths ||
           measureOfColumn(column).has_value();
}

QString loadColumnName(int column) {
    switch (column) {
        case LockListModel::LongestWait: return QStringLiteral("longest-wait");
        case LockListModel::HoldAge: return QStringLiteral("hold-age");
        case LockListModel::Blocked: return QStringLiteral("blocked");
        case LockListModel::Requests: return QStringLiteral("requests");
        case LockListModel::Lengths: return QStringLiteral("lengths");
        default: return {};
    }
}

std::map<std::string, LockAlert> alertsByLock(const std::vector<lockcore::Finding>& findings) {
    std::map<std::string, LockAlert> alerts;
    for (const lockcore::Finding& finding : findings) {
        if (finding.severity == lockcore::Severity::Information && !isNote(finding)) continue;
        for (const std::string& path : locksOf(finding)) {
            LockAlert& alert = alerts[path];
            alert.worst = std::max(alert.worst, finding.severity);
            ++alert.findings;
        }
    }
    return alerts;
}

namespace {

/// Nobody looked, or looked too late, or changes came and went: that has its time.
bool areChangesUnseen(const std::string& lock, const lockcore::ClusterAssessment& assessment) {
    return assessment.coverage &&
           std::ranges::any_of(assessment.coverage->gaps, [&](const lockcore::Gap& gap) {
               const bool isOfChanges =
                   gap.kind == lockcore::GapKind::LockUnread || gap.kind == lockcore::GapKind::ChangesUnseen;
               return isOfChanges && gap.path == lock && gap.fromUnixMs != 0;
           });
}

}  // namespace

std::map<std::string, JudgedDirectory> judgedDirectories(const lockcore::ClusterAssessment& assessment) {
    std::map<std::string, JudgedDirectory> judged;
    for (const auto& lock : assessment.sample->locks) {
        const bool wasRead = lock->freshness == Freshness::Live;
        const auto waiters = lockcore::waitersIn(*lock);
        const bool isPlain = lockcore::hasHolders(lock->kind) && !lock->capacity && !waiters &&
                             !lock->mixed && lock->dialect != lockcore::Dialect::Sequential;
        if (waiters) judged[waiters->path].partOf = lock->path;
        const bool isUnseen = assessment.unseen.contains(lock->path);
        const bool isOther = wasRead && !isPlain;
        if (!isOther && !isUnseen) continue;
        JudgedDirectory& directory = judged[lock->path];
        const std::string whole = isOther ? std::string() : directory.partOf;
        directory = {.dialect = lock->dialect, .kind = lock->kind, .counts = lock->counts()};
        directory.partOf = whole;
        directory.inDoubt = assessment.inDoubt.contains(lock->path);
        directory.isUnseen = isUnseen;
        directory.isOrderUnsure = isUnseen && !areChangesUnseen(lock->path, assessment);
        const auto leader = std::ranges::find(lock->rows, lockcore::Role::Leader, &lockcore::QueueRow::role);
        if (leader == lock->rows.end()) continue;
        const auto* client = sessionOf(&assessment, *leader->contender);
        if (client) directory.leaderHost = client->address;
    }
    return judged;
}

bool hasCounts(const LockSummary& lock) {
    const bool mayBeHeld = lockcore::hasHolders(lock.kind) || lock.kind == lockcore::DirectoryKind::Unknown;
    return mayBeHeld && !lock.inDoubt && !lock.isUnseen && !lock.unrecorded;
}

LockListModel::LockListModel(QObject* parent) : SortedRowsModel(parent) {
    // Connected before any view or proxy is, which compare rows when they are told of the same.
    connect(this, &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex& first, const QModelIndex& last) {
                forgetSortValues(first.row(), last.row());
            });
    connect(this, &QAbstractItemModel::rowsInserted, this, [this] { m_sortValues.clear(); });
    connect(this, &QAbstractItemModel::rowsRemoved, this, [this] { m_sortValues.clear(); });
    connect(this, &QAbstractItemModel::modelReset, this, &LockListModel::takeSortMoment);
}

void LockListModel::setCatalog(std::shared_ptr<const lockcore::LockCatalog> catalog) {
    m_catalog = std::move(catalog);
    findParts();
    merge();
}

void LockListModel::setQueue(const std::shared_ptr<const lockcore::LockQueue>& queue) {
    m_queues[queue->path] = queue;
    // Queues change often and the list may be long: touch one row where that is enough.
    const int row = rowOf(queue->path);
    const auto summary = summaryFor(queue->path);
    if (row >= 0 && summary) {
        replaceRow(row, *summary);
    } else {
        merge();
    }
}

void LockListModel::setObserved(const std::set<std::string>& paths) {
    const auto forgotten =
        std::erase_if(m_queues, [&](const auto& entry) { return !paths.contains(entry.first); });
    if (forgotten > 0) merge();
}

void LockListModel::setKept(const std::string& path) {
    if (m_kept == path) return;
    m_kept = path;
    merge();
}

void LockListModel::setLeftOut(std::set<std::string> paths) {
    if (m_leftOut == paths) return;
    m_leftOut = std::move(paths);
    merge();
}

void LockListModel::setFavourites(std::set<std::string> paths, bool mayChange) {
    if (mayChange != m_mayChangeFavourites) {
        m_mayChangeFavourites = mayChange;
        if (rowCount() > 0) Q_EMIT dataChanged(index(0, Favourite), index(rowCount() - 1, Favourite));
    }
    if (m_favourites == paths) return;
    // The rows shown are in the order of the favourites before: what is merged finds none of them by key.
    m_favourites = std::move(paths);
    merge();
}

void LockListModel::setAlerts(std::map<std::string, LockAlert> alerts) {
    if (m_alerts == alerts) return;
    m_alerts = std::move(alerts);
    merge();
}

void LockListModel::setJudged(std::map<std::string, JudgedDirectory> judged) {
    if (m_judged == judged) return;
    m_judged = std::move(judged);
    findParts();
    merge();
}

void LockListModel::findParts() {
    m_wholes.clear();
    for (const auto& [path, directory] : m_judged)
        if (!directory.partOf.empty()) m_wholes[path] = directory.partOf;
    if (!m_catalog) return;
    for (const lockcore::DiscoveredLock& lock : m_catalog->locks)
        if (const auto waiters = waitersBeside(lock); waiters && listed(*waiters))
            m_wholes[*waiters] = lock.path;
}

std::string LockListModel::wholeOf(const std::string& path) const {
    const auto found = m_wholes.find(path);
    // One of the user's marks hides the semaphore: then its lock is not hidden with it.
    return found == m_wholes.end() || m_leftOut.contains(found->second) ? std::string() : found->second;
}

/// A queue that is observed is newer than what was judged, but knows nothing of hosts.
void LockListModel::judge(LockSummary& lock) const {
    const auto found = m_judged.find(lock.path);
    if (found == m_judged.end()) return;
    lock.isUnseen = found->second.isUnseen;
    lock.isOrderUnsure = found->second.isOrderUnsure;
    if (!found->second.partOf.empty()) return;
    lock.leaderHost = found->second.leaderHost;
    if (lock.observed) {
        lock.inDoubt = lock.inDoubt && m_loads.hasOpenRoles(*m_queues.at(lock.path));
        return;
    }
    lock.inDoubt = found->second.inDoubt;
    lock.dialect = found->second.dialect;
    lock.kind = found->second.kind;
    lock.counts = found->second.counts;
}

LockAlert LockListModel::alertOf(const std::string& path) const {
    const auto found = m_alerts.find(path);
    return found == m_alerts.end() ? LockAlert() : found->second;
}

void LockListModel::clear() {
    m_catalog.reset();
    m_queues.clear();
    m_kept.clear();
    m_judged.clear();
    m_wholes.clear();
    m_loads.setAssessment(nullptr);
    merge();
}

void LockListModel::tellLoads() {
    takeSortMoment();
    if (rowCount() > 0) Q_EMIT dataChanged(index(0, LongestWait), index(rowCount() - 1, Lengths));
}

const std::optional<LockLoad>& LockListModel::loadOfLock(const LockSummary& lock) const {
    const auto observed = m_queues.find(lock.path);
    return m_loads.of(lock.path, observed == m_queues.end() ? nullptr : observed->second);
}

void LockListModel::takeSortMoment() {
    m_sortMomentUnixMs = m_loads.now();
    m_sortValues.clear();
}

void LockListModel::forgetSortValues(int first, int last) {
    const int end = std::min(last + 1, static_cast<int>(m_sortValues.size()));
    for (int row = first; row < end; ++row)
        m_sortValues[static_cast<std::size_t>(row)].reset();
}

/// A sort asks for each many times.
std::int64_t LockListModel::sortValue(int row, int column) const {
    if (std::exchange(m_sortColumn, column) != column) m_sortValues.clear();
    m_sortValues.resize(rows().size());
    const auto at = static_cast<std::size_t>(row);
    auto& value = m_sortValues[at];
    if (!value) value = computedSortValue(rows()[at], column);
    return *value;
}

std::int64_t LockListModel::computedSortValue(const LockSummary& lock, int column) const {
    if (const auto measure = measureOfColumn(column)) {
        const auto known = measured(loadOfLock(lock), *measure, m_sortMomentUnixMs);
        return known ? std::int64_t{known->least.count()} : -1;
    }
    switch (column) {
        case Holders: return hasCounts(lock) ? static_cast<std::int64_t>(lock.counts.holders) : -1;
        case Waiters: return hasCounts(lock) ? static_cast<std::int64_t>(lock.counts.waiters) : -1;
        case Favourite: return lock.favourite ? 1 : 0;
        case DialectName: return static_cast<std::int64_t>(lock.dialect);
        case Requests: return requestsToSort(m_loads.rateOf(lock.path));
        case Lengths: {
            const auto bounds = waiterBounds(m_loads.pointsOf(lock.path));
            return bounds ? static_cast<std::int64_t>(bounds->second) : -1;
        }
        default: return 0;
    }
}

std::weak_ordering LockListModel::compare(int a, int b, int column) const {
    const auto keyOf = [this, column](int row) {
        return std::pair<std::int64_t, std::string_view>(sortValue(row, column),
                                                         rows()[static_cast<std::size_t>(row)].path);
    };
    return keyOf(a) <=> keyOf(b);
}

const lockcore::DiscoveredLock* LockListModel::listed(const std::string& path) const {
    if (!m_catalog) return nullptr;
    const auto& locks = m_catalog->locks;
    const auto found =
        std::lower_bound(locks.begin(), locks.end(), path,
                         [](const auto& lock, const std::string& wanted) { return lock.path < wanted; });
    return found != locks.end() && found->path == path ? &*found : nullptr;
}

std::optional<LockSummary> LockListModel::summaryFor(const std::string& path) const {
    auto summary = unsortedSummaryFor(path);
    if (!summary) return summary;
    judge(*summary);
    summary->favourite = m_favourites.contains(path);
    summary->alert = alertOf(path);
    return summary;
}

std::optional<LockSummary> LockListModel::unsortedSummaryFor(const std::string& path) const {
    if (!wholeOf(path).empty() || (path != m_kept && m_leftOut.contains(path))) return std::nullopt;
    const lockcore::DiscoveredLock* lock = listed(path);
    const auto observed = m_queues.find(path);
    if (observed != m_queues.end()) {
        const lockcore::LockQueue& queue = *observed->second;
        // A live queue is told of every change; the catalogue only knows more where that is no longer so.
        const bool isNewest =
            queue.freshness == Freshness::Live || !lock || queue.readAtUnixMs >= m_catalog->readAtUnixMs;
        const bool isWanted = lock || queue.freshness != Freshness::Gone || path == m_kept;
        if (isNewest && isWanted) return summaryOf(queue);
    }
    if (lock) return summaryOf(*lock, *m_catalog);
    if (path != m_kept) return std::nullopt;
    LockSummary kept{.path = path};
    if (const int row = rowOf(path); row >= 0) {
        const LockSummary& shown = rows()[static_cast<std::size_t>(row)];
        kept.dialect = shown.dialect;
        kept.unknownDialect = shown.unknownDialect;
        kept.kind = shown.kind;
    }
    return kept;
}

/// Views choose another lock when rows come and go, and the choice merges again: that has to wait until they
/// have been told of all that changed.
void LockListModel::merge() {
    m_mergesAgain = true;
    if (m_isMerging) return;
    const QScopedValueRollback merging(m_isMerging, true);
    while (std::exchange(m_mergesAgain, false))
        showRows(merged());
}

std::vector<LockSummary> LockListModel::merged() const {
    std::set<std::string> paths;
    if (m_catalog) {
        for (const lockcore::DiscoveredLock& lock : m_catalog->locks)
            paths.insert(paths.end(), lock.path);
    }
    for (const auto& entry : m_queues)
        paths.insert(entry.first);
    if (!m_kept.empty()) paths.insert(m_kept);
    std::vector<LockSummary> locks;
    locks.reserve(paths.size());
    for (const std::string& path : paths) {
        if (auto summary = summaryFor(path)) locks.push_back(std::move(*summary));
    }
    // By path already, so that this costs next to nothing where few locks are favourites or have findings.
    std::ranges::stable_sort(locks, {}, [](const LockSummary& lock) {
        return std::pair(!lock.favourite, -static_cast<int>(lock.alert.worst));
    });
    return locks;
}

int LockListModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant LockListModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const LockSummary& lock = rowAt(index);
    if (index.column() == Favourite) return favouriteData(lock, role);
    switch (role) {
        case Qt::DisplayRole: return displayText(lock, index.column());
        case CopyRole: return wholeText(lock, index.column());
        case Qt::AccessibleTextRole:
            return index.column() == Path ? accessiblePath(lock) : wholeText(lock, index.column());
        case Qt::ToolTipRole: return plainToolTip(toolTip(lock, index.column()));
        case Qt::TextAlignmentRole: return alignmentOf(index.column());
        case ToneRole: {
            const auto tone = index.column() == Path          ? pathTone(lock)
                              : index.column() == DialectName ? freshnessTone(lock)
                                                              : std::nullopt;
            return tone ? QVariant(static_cast<int>(*tone)) : QVariant();
        }
        case SparklineDelegate::LengthsRole:
            return index.column() == Lengths ? QVariant::fromValue(m_loads.lengthsOf(lock.path)) : QVariant();
        default: return {};
    }
}

QString LockListModel::displayText(const LockSummary& lock, int column) const {
    switch (column) {
        case Path: return lockscope::displayText(lock.path);
        case Holders: return countText(lock, lock.counts.holders);
        case Waiters: return countText(lock, lock.counts.waiters);
        case DialectName: return dialectText(lock);
        case Requests: return rateText(m_loads.rateOf(lock.path));
        case Lengths: return lengthsText(m_loads.pointsOf(lock.path));
        default: break;
    }
    const auto measure = measureOfColumn(column);
    return measure ? loadText(loadOfLock(lock), *measure, m_loads.now()) : QString();
}

/// As the cell shows it, but for numbers that have no room there.
QString LockListModel::wholeText(const LockSummary& lock, int column) const {
    if (column == Holders) return wholeCount(lock, lock.counts.holders);
    if (column == Waiters) return wholeCount(lock, lock.counts.waiters);
    return displayText(lock, column);
}

QString LockListModel::toolTip(const LockSummary& lock, int column) const {
    if (const auto measure = measureOfColumn(column))
        return loadSentence(loadOfLock(lock), *measure, m_loads.now());
    if (column == Requests) return rateSentence(m_loads.rateOf(lock.path));
    if (column == Lengths) return tr("Waiters lately: %1", "how many").arg(displayText(lock, column));
    if (column == Holders && hasCounts(lock)) return tr("Holders: %1").arg(wholeText(lock, column));
    if (column == Waiters && hasCounts(lock)) return tr("Waiters: %1").arg(wholeText(lock, column));
    if (column == Holders || column == Waiters)
        if (const QString why = whyNotCounted(lock); !why.isEmpty()) return why;
    return pathToolTip(lock);
}

QString LockListModel::whyNotCounted(const LockSummary& lock) {
    if (lock.inDoubt)
        return tr(
            "Not known: contenders of several libraries share the lock, and no server has shown whether "
            "they wait for each other.");
    if (lock.isOrderUnsure)
        return tr(
            "Not known: in what order they came, or how many may hold the lock, is not in the recording.");
    if (lock.isUnseen) return tr("Not known: changes of the lock may have gone unseen at this moment.");
    return {};
}

QVariant LockListModel::favouriteData(const LockSummary& lock, int role) const {
    switch (role) {
        case Qt::CheckStateRole: return static_cast<int>(lock.favourite ? Qt::Checked : Qt::Unchecked);
        case Qt::AccessibleTextRole: return lock.favourite ? tr("Favourite") : tr("No favourite");
        case Qt::ToolTipRole:
            if (!m_mayChangeFavourites) return {};
            return lock.favourite ? tr("A favourite, listed first. Click to list it in its place.")
                                  : tr("Click to make it a favourite, which is listed first.");
        default: return {};
    }
}

Qt::ItemFlags LockListModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = SortedRowsModel::flags(index);
    const bool isSwitch = index.isValid() && index.column() == Favourite && m_mayChangeFavourites;
    return isSwitch ? flags | Qt::ItemIsUserCheckable : flags;
}

bool LockListModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::CheckStateRole || !flags(index).testFlag(Qt::ItemIsUserCheckable)) return false;
    // A copy: the row may move before the signal's last receiver has read it.
    const std::string path = rowAt(index).path;
    Q_EMIT favouriteAsked(path, value.toInt() == Qt::Checked);
    return true;
}

QString LockListModel::accessiblePath(const LockSummary& lock) const {
    QString text = displayText(lock, Path);
    if (lock.favourite) text = tr("%1, favourite", "path").arg(text);
    if (lock.freshness != Freshness::Live) text = tr("%1, %2", "path, state").arg(text, stateOf(lock));
    return lock.alert.findings > 0 ? tr("%1, %2", "path, what is wrong").arg(text, alertText(lock)) : text;
}

QString LockListModel::alertText(const LockSummary& lock) {
    return tr("findings: %1, the worst: %2")
        .arg(QLocale().toString(static_cast<qulonglong>(lock.alert.findings)),
             severityWord(lock.alert.worst));
}

/// Dialect, and of what has no holders whom there is instead.
QString LockListModel::kindText(const LockSummary& lock) {
    const QString dialect = dialectWord(lock.dialect, lock.unknownDialect);
    const bool isKnown = lock.kind != lockcore::DirectoryKind::Unknown;
    const bool isCounted =
        isKnown && !lock.inDoubt && !lock.isUnseen && lock.counts != lockcore::RoleCounts();
    if (lockcore::hasHolders(lock.kind) || !isCounted) return dialect;
    if (lock.kind != lockcore::DirectoryKind::Election)
        return tr("%1 · %2", "dialect, numbers").arg(countsText(lock.kind, lock.counts), dialect);
    if (lock.leaderHost.empty())
        return tr("%1 · %2", "dialect, numbers").arg(dialect, countsText(lock.kind, lock.counts));
    return tr("Leader %1 · %2", "host, dialect").arg(placeText(lock.leaderHost), dialect);
}

QString LockListModel::dialectText(const LockSummary& lock) const {
    const bool isKnown = lock.dialect != lockcore::Dialect::Unknown || !lock.unknownDialect.empty();
    if (lock.freshness == Freshness::Live) return isKnown ? kindText(lock) : QStringLiteral("–");
    if (!isKnown) return stateOf(lock);
    return tr("%1, %2", "state, dialect").arg(stateOf(lock), kindText(lock));
}

QString LockListModel::pathToolTip(const LockSummary& lock) const {
    QString path = lockscope::displayText(lock.path);
    if (lock.alert.findings > 0) path = tr("%1 – %2", "path, what is wrong").arg(path, alertText(lock));
    if (lock.readAtUnixMs == 0) return path;
    const QString moment = momentText(lock.readAtUnixMs);
    if (lock.observed)
        return tr("%1 – %2 – read by our own watch at %3").arg(path, dialectText(lock), moment);
    return tr("%1 – %2 – as listed by discovery at %3").arg(path, dialectText(lock), moment);
}

QVariant LockListModel::alignmentOf(int column) {
    const bool isNumber =
        column == Holders || column == Waiters || column == Requests || measureOfColumn(column);
    return QVariant::fromValue(Qt::Alignment((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
}

QVariant LockListModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (section == Favourite && (role == Qt::ToolTipRole || role == Qt::AccessibleTextRole))
        return tr("Favourite");
    if (role == Qt::ToolTipRole && section == Blocked)
        return tr("Client-seconds: how long all who wait have waited, together");
    if (role == Qt::ToolTipRole && section == Requests)
        return tr("How often the lock was asked for in a second, by what was seen lately");
    if (role == Qt::ToolTipRole && section == Lengths)
        return tr("Waiters of the last minutes, as far as they were seen; sorted by the most");
    if (role == Qt::TextAlignmentRole) return alignmentOf(section);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Path: return tr("Lock");
        case Holders: return tr("Hold");
        case Waiters: return tr("Wait");
        case DialectName: return tr("Dialect");
        case LongestWait: return tr("Longest wait");
        case HoldAge: return tr("Held for");
        case Blocked: return tr("Blocked");
        case Requests: return tr("Requests/s");
        case Lengths: return tr("Waiters lately");
        default: return {};
    }
}

LockFilterModel::LockFilterModel(QObject* parent) : QSortFilterProxyModel(parent) {}

void LockFilterModel::setFilter(const QString& words) {
    m_words = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

void LockFilterModel::sort(int column, Qt::SortOrder order) {
    if (auto* const locks = static_cast<LockListModel*>(sourceModel())) locks->takeSortMoment();
    QSortFilterProxyModel::sort(column, order);
}

bool LockFilterModel::filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const {
    const QString path = sourceModel()->index(sourceRow, LockListModel::Path, sourceParent).data().toString();
    return std::all_of(m_words.begin(), m_words.end(),
                       [&](const QString& word) { return path.contains(word, Qt::CaseInsensitive); });
}

bool LockFilterModel::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const auto* const locks = static_cast<const LockListModel*>(sourceModel());
    return std::is_lt(locks->compare(left.row(), right.row(), left.column()));
}

}  // namespace lockscope
