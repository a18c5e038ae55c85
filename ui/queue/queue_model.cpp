// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue/queue_model.h"

#include "widgets/roles.h"
#include "words/open_role.h"

#include <lockcore/observe/permits.h>
#include <lockcore/observe/role_doubt.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace lockscope {

namespace {

using lockcore::Contender;
using lockcore::kNoRow;
using lockcore::LockQueue;
using lockcore::Role;

/// Who came first has waited longest: the first rows tell how long the bars must be.
constexpr int kScaleRows = 100;

bool asksForMode(const lockcore::QueueRow& row) {
    return row.contender->parsed.mode != lockcore::LockMode::Exclusive;
}

QueueShape shapeOf(const LockQueue& queue) {
    QueueShape shape{.counts = queue.counts(), .isSingleFile = true};
    for (std::size_t place = 0; place < queue.rows.size(); ++place) {
        const lockcore::QueueRow& row = queue.rows[place];
        if (row.predecessor && *row.predecessor + 1 != place) shape.isSingleFile = false;
    }
    return shape;
}

const std::shared_ptr<const LockQueue>& noQueue() {
    static const auto none = std::make_shared<const LockQueue>();
    return none;
}

/// How many runs of neighbours there are in `rows`, which are sorted; no more than one too many is counted.
std::size_t runsIn(const std::vector<std::size_t>& rows) {
    std::size_t runs = rows.empty() ? 0 : 1;
    for (std::size_t i = 1; i < rows.size() && runs <= kMaxRanges; ++i)
        if (rows[i] != rows[i - 1] + 1) ++runs;
    return runs;
}

}  // namespace

bool ContenderKey::matches(const Contender& contender) const {
    if (contender.name != name) return false;
    return czxid == lockcore::Zxid::None || !contender.stat || contender.stat->czxid == czxid;
}

ContenderKey keyOf(const Contender& contender) {
    return {contender.name, contender.stat ? contender.stat->czxid : lockcore::Zxid::None};
}

/// From the queue that is shown to m_queue.
struct QueueModel::Change {
    const LockQueue& before;
    const lockcore::QueueDifference& difference;
    std::vector<lockcore::KeptRun> kept;
    std::vector<lockcore::ChainLink> chainBefore;
    std::vector<std::size_t> openBefore;

    /// Where a row of the queue before is now; kNoRow if it has left.
    std::size_t now(std::size_t row) const {
        const auto next = std::ranges::upper_bound(kept, row, {}, &lockcore::KeptRun::before);
        if (next == kept.begin()) return kNoRow;
        const lockcore::KeptRun& run = *std::prev(next);
        return row - run.before < run.count ? run.after + (row - run.before) : kNoRow;
    }
};

QueueModel::QueueModel(QObject* parent)
    : QAbstractTableModel(parent),
      m_departures(new DeparturesModel(this)),
      m_takeovers(std::make_shared<SeenTakeovers>()),
      m_now(systemNowUnixMs) {}

QueueModel::~QueueModel() = default;

bool QueueModel::isShown(const LockQueue* queue) const {
    return m_queue && queue && m_queue->path == queue->path;
}

lockcore::QueueDifference QueueModel::differenceTo(const LockQueue* queue) const {
    return lockcore::queueDifference(isShown(queue) ? *m_queue : *noQueue(), queue ? *queue : *noQueue());
}

void QueueModel::setQueue(std::shared_ptr<const LockQueue> queue) {
    const bool sameLock = isShown(queue.get());
    const auto difference = differenceTo(queue.get());
    if (sameLock)
        m_departures->add(departuresBy(difference, *queue));
    else
        m_departures->clear();
    takeSeen(queue.get(), sameLock);
    m_takeovers->update(queue ? queue : noQueue(), m_queue, difference);
    show(std::move(queue), difference);
}

void QueueModel::showMoment(std::shared_ptr<const LockQueue> queue, const lockcore::LockPast* past) {
    m_seen = {};
    m_departures->showPast(past);
    m_takeovers->showPast(past);
    const auto difference = differenceTo(queue.get());
    show(std::move(queue), difference);
    cellsChanged(Time, Time);
}

void QueueModel::show(std::shared_ptr<const LockQueue> queue, const lockcore::QueueDifference& difference) {
    if (isShown(queue.get()) && isBounded(difference))
        follow(std::move(queue), difference);
    else
        reset(std::move(queue));
    updateTimeScale();
    Q_EMIT shownChanged();
}

void QueueModel::takeSeen(const LockQueue* queue, bool isSameLock) {
    if (!isSameLock) m_seen = {};
    if (!queue) return;
    if (queue->freshness == lockcore::Freshness::Live)
        m_seen.take(*queue);
    else
        m_seen.hasGap = true;
}

/// Contenders of m_queue that `newer` does not have. A queue that could not be read does not tell who has
/// left.
Departures QueueModel::departuresBy(const lockcore::QueueDifference& difference,
                                    const LockQueue& newer) const {
    using lockcore::Freshness;
    Departures departures;
    if (newer.freshness != Freshness::Live && newer.freshness != Freshness::Gone) return departures;
    departures.notAfterUnixMs = newer.readAtUnixMs;
    departures.notBeforeUnixMs = m_seen.changesNotBefore(newer).value_or(m_queue->readAtUnixMs);
    for (const std::size_t place : difference.removed) {
        const lockcore::QueueRow& row = m_queue->rows[place];
        if (row.role == Role::Foreign) continue;
        ++departures.count;
        if (departures.named.size() < DeparturesModel::kMost)
            departures.named.push_back(departureOf(row, departures));
    }
    return departures;
}

Departure QueueModel::departureOf(const lockcore::QueueRow& row, const Departures& moments) const {
    const Contender& contender = *row.contender;
    const lockcore::SessionView* const client = m_evidence.clientOf(contender);
    const auto times = lockcore::contenderTimes(contender, row.role, m_past, m_takeovers->of(contender),
                                                m_evidence.now(moments.notAfterUnixMs));
    Departure departure{.contender = row.contender,
                        .role = row.role,
                        .address = client ? client->address : std::string(),
                        .isOwn = isOwn(contender),
                        .name = givenName(contender),
                        .lasted = lockcore::isFirstInLine(row.role) ? times.held : times.waited};
    if (departure.lasted) {
        const std::chrono::milliseconds unseen(moments.notAfterUnixMs - moments.notBeforeUnixMs);
        departure.lasted->least =
            std::max(std::chrono::milliseconds::zero(), departure.lasted->least - unseen);
    }
    return departure;
}

bool QueueModel::isBounded(const lockcore::QueueDifference& difference) {
    return difference.inOrder && runsIn(difference.added) <= kMaxRanges &&
           runsIn(difference.removed) <= kMaxRanges;
}

void QueueModel::follow(std::shared_ptr<const LockQueue> newer, const lockcore::QueueDifference& difference) {
    removeLeaving(difference.removed);
    const auto before = std::exchange(m_queue, std::move(newer));
    Change change{*before, difference, lockcore::keptRuns(before->rows.size(), difference), {}, {}};
    change.openBefore = m_openRoles;
    takeOpenRoles();
    if (!m_chain.empty())
        change.chainBefore = std::exchange(
            m_chain,
            linksNow(m_chain, *before, *m_queue, lockcore::rowsAfter(before->rows.size(), difference)));
    m_shape = shapeOf(*m_queue);
    m_past = lockcore::directoryPast(*m_queue);
    countModes(*before, difference.removed, -1);
    countModes(*m_queue, difference.added, 1);
    takePlaces(change);
    insertArrivals(difference.added);
    signalChanged(changedRows(change));
}

/// Before m_queue is replaced, which still has the contenders that leave.
void QueueModel::removeLeaving(const std::vector<std::size_t>& removed) {
    std::vector<RowRange> ranges;
    for (const std::size_t place : removed)
        appendRow(ranges, m_rowOf[place]);
    for (auto range = ranges.rbegin(); range != ranges.rend(); ++range) {
        beginRemoveRows({}, range->first, range->last);
        for (int row = range->first; row <= range->last; ++row)
            m_rowOf[static_cast<std::size_t>(m_rows[static_cast<std::size_t>(row)])] = -1;
        m_rows.erase(m_rows.begin() + range->first, m_rows.begin() + range->last + 1);
        indexRows(range->first);
        endRemoveRows();
    }
}

/// Gives the rows that stay their places in the new m_queue.
void QueueModel::takePlaces(const Change& change) {
    auto row = m_rows.begin();
    for (const lockcore::KeptRun& run : change.kept) {
        const auto end = row + static_cast<std::ptrdiff_t>(run.count);
        std::iota(row, end, static_cast<int>(run.after));
        row = end;
    }
    m_rowOf.assign(queueRows().size(), -1);
    indexRows(0);
}

/// Each run of new contenders is put before the contender behind it, which both queues have.
void QueueModel::insertArrivals(const std::vector<std::size_t>& added) {
    std::vector<RowRange> runs;
    for (const std::size_t place : added)
        appendRow(runs, static_cast<int>(place));
    // Back to front: an insertion does not move the rows above it, where the next ones go.
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        // Between two runs there is always a contender that stays.
        const auto next = static_cast<std::size_t>(run->last) + 1;
        const int before = next < m_rowOf.size() ? m_rowOf[next] : rowCount();
        beginInsertRows({}, before, before + run->size() - 1);
        const auto first = m_rows.insert(m_rows.begin() + before, static_cast<std::size_t>(run->size()), 0);
        std::iota(first, first + run->size(), run->first);
        indexRows(before);
        endInsertRows();
    }
}

/// Rows that were there before, and look different now.
std::vector<RowRange> QueueModel::changedRows(const Change& change) const {
    std::vector<RowRange> changed;
    auto readAnew = change.difference.changed.begin();
    for (const lockcore::KeptRun& run : change.kept) {
        if (run.after != run.before) {  // all have another place
            changed.push_back({m_rowOf[run.after], m_rowOf[run.after + run.count - 1]});
            continue;
        }
        for (std::size_t row = run.after; row < run.after + run.count; ++row) {
            while (readAnew != change.difference.changed.end() && readAnew->after < row)
                ++readAnew;
            const bool isReadAnew = readAnew != change.difference.changed.end() && readAnew->after == row;
            if (isReadAnew || looksDifferent(change, row)) appendRow(changed, m_rowOf[row]);
        }
    }
    return changed;
}

/// Of a contender whose place has not changed.
bool QueueModel::looksDifferent(const Change& change, std::size_t row) const {
    const auto isAnother = [&](const std::optional<std::size_t>& before,
                               const std::optional<std::size_t>& after) {
        return before.has_value() != after.has_value() || (after && change.now(*before) != *after);
    };
    if (isAnother(change.before.rows[row].predecessor, m_queue->rows[row].predecessor)) return true;
    if (change.before.rows[row].role != m_queue->rows[row].role) return true;
    if (std::ranges::binary_search(change.openBefore, row) != std::ranges::binary_search(m_openRoles, row))
        return true;
    if (m_chain.empty()) return false;
    const lockcore::ChainLink& before = change.chainBefore[row];
    const lockcore::ChainLink& after = m_chain[row];
    return before.verdict != after.verdict || before.watchesItself != after.watchesItself ||
           isAnother(before.target, after.target);
}

void QueueModel::reset(std::shared_ptr<const LockQueue> queue) {
    const bool sameLock = m_queue && queue && m_queue->path == queue->path;
    beginResetModel();
    m_queue = std::move(queue);
    if (!sameLock) m_evidence = QueueEvidence(m_assessment, m_queue ? m_queue->path : std::string());
    m_chain = m_queue ? m_evidence.chainFor(*m_queue) : std::vector<lockcore::ChainLink>();
    takeOpenRoles();
    m_past = m_queue ? lockcore::directoryPast(*m_queue) : lockcore::DirectoryPast();
    m_shape = m_queue ? shapeOf(*m_queue) : QueueShape();
    const std::size_t count = queueRows().size();
    m_withMode = static_cast<std::size_t>(std::ranges::count_if(queueRows(), asksForMode));
    m_rows.resize(count);
    std::iota(m_rows.begin(), m_rows.end(), 0);
    m_rowOf = m_rows;
    endResetModel();
}

void QueueModel::takeOpenRoles() {
    m_openRoles =
        m_queue ? lockcore::rowsOfOpenRole(*m_queue, m_assessment.get()) : std::vector<std::size_t>();
    m_isUnseen = m_queue && lockcore::isUnseen(*m_queue, m_assessment.get());
}

QString QueueModel::openRoleReason() const {
    return openRoleText(*m_queue, m_assessment.get());
}

QString QueueModel::unseenReason() const {
    return m_isUnseen ? unseenQueueText(*m_queue, m_assessment.get()) : QString();
}

void QueueModel::countModes(const LockQueue& queue, const std::vector<std::size_t>& rows, int step) {
    for (const std::size_t row : rows)
        if (asksForMode(queue.rows[row])) m_withMode += static_cast<std::size_t>(step);
}

void QueueModel::indexRows(int firstRow) {
    for (auto row = static_cast<std::size_t>(firstRow); row < m_rows.size(); ++row)
        m_rowOf[static_cast<std::size_t>(m_rows[row])] = static_cast<int>(row);
}

void QueueModel::signalChanged(const std::vector<RowRange>& ranges) {
    for (const RowRange& range : bounded(ranges))
        Q_EMIT dataChanged(index(range.first, 0), index(range.last, ColumnCount - 1));
}

void QueueModel::setAssessment(std::shared_ptr<const lockcore::ClusterAssessment> assessment) {
    m_assessment = std::move(assessment);
    m_evidence = QueueEvidence::newer(m_assessment, m_queue ? m_queue->path : std::string(), m_evidence);
    if (!m_queue) return;
    m_chain = m_evidence.chainFor(*m_queue);
    takeOpenRoles();
    cellsChanged(Position, Watches);
    updateTimeScale();
    Q_EMIT shownChanged();
}

void QueueModel::setRemarks(RowRemarks remarks) {
    if (remarks == m_remarks) return;
    m_remarks = std::move(remarks);
    cellsChanged(Position, Position);
    Q_EMIT shownChanged();
}

const RowRemark* QueueModel::remarkOf(const Contender& contender) const {
    if (m_remarks.empty()) return nullptr;
    const auto found = m_remarks.find(contender.name);
    return found == m_remarks.end() ? nullptr : &found->second;
}

void QueueModel::setHighlightedSession(lockcore::SessionId session) {
    if (session == m_highlighted) return;
    m_highlighted = session;
    cellsChanged(Position, static_cast<Column>(ColumnCount - 1));
}

void QueueModel::setOwnSessions(const std::set<lockcore::SessionId>& sessions) {
    if (sessions == m_ownSessions) return;
    m_ownSessions = sessions;
    cellsChanged(Host, Host);
    Q_EMIT shownChanged();
}

void QueueModel::setContenderNames(std::shared_ptr<const ContenderNames> names) {
    const auto before = std::exchange(m_names, std::move(names));
    std::vector<RowRange> renamed;
    for (int row = 0; row < rowCount(); ++row) {
        const Contender& contender = *heldAt(row);
        if (m_names->of(m_queue->path, contender) != before->of(m_queue->path, contender))
            appendRow(renamed, row);
    }
    if (renamed.empty()) return;
    for (const RowRange& range : bounded(std::move(renamed)))
        Q_EMIT dataChanged(index(range.first, Host), index(range.last, Host));
    Q_EMIT shownChanged();
}

void QueueModel::cellsChanged(Column first, Column last) {
    if (!m_rows.empty()) Q_EMIT dataChanged(index(0, first), index(rowCount() - 1, last));
}

void QueueModel::setClock(WallClock clock) {
    m_now = std::move(clock);
    cellsChanged(Time, Time);
    updateTimeScale();
}

void QueueModel::updateTimeScale() {
    std::chrono::milliseconds longest{0};
    for (int row = 0; row < std::min(rowCount(), kScaleRows); ++row)
        if (const auto time = timeOf(shownAt(row)))
            longest = std::max(longest, time->most.value_or(time->least));
    const std::chrono::milliseconds scale = timeScaleFor(longest, m_timeScale);
    if (scale == m_timeScale) return;
    m_timeScale = scale;
    Q_EMIT timeScaleChanged();
}

const std::vector<lockcore::QueueRow>& QueueModel::queueRows() const {
    static const std::vector<lockcore::QueueRow> kNone;
    return m_queue ? m_queue->rows : kNone;
}

const std::shared_ptr<const Contender>& QueueModel::heldAt(int row) const {
    return m_queue->rows[static_cast<std::size_t>(m_rows[static_cast<std::size_t>(row)])].contender;
}

int QueueModel::modelRow(const std::optional<std::size_t>& queueRow) const {
    return queueRow ? m_rowOf[*queueRow] : -1;
}

ShownContender QueueModel::shownAt(int row) const {
    const auto place = static_cast<std::size_t>(m_rows[static_cast<std::size_t>(row)]);
    const auto& rows = m_queue->rows;
    const auto who = [&](const std::optional<std::size_t>& other) {
        return other ? rows[*other].contender.get() : nullptr;
    };
    const lockcore::QueueRow& queued = rows[place];
    ShownContender shown{.contender = queued.contender.get(), .role = queued.role};
    shown.isRoleOpen = std::ranges::binary_search(m_openRoles, place);
    shown.isUnseen = shown.isRoleOpen && m_isUnseen;
    shown.position = lockcore::isInQueue(queued.role) ? static_cast<int>(place) + 1 : 0;
    shown.remark = remarkOf(*queued.contender);
    if (shown.isUnseen) return shown;
    shown.predecessor = modelRow(queued.predecessor);
    shown.waitedFor = who(queued.predecessor);
    shown.waitsForAnyPermit = lockcore::waitsForAnyPermit(*m_queue, place);
    if (m_chain.empty()) return shown;
    const lockcore::ChainLink& link = m_chain[place];
    shown.verdict = link.verdict;
    shown.watchesItself = link.watchesItself;
    shown.target = modelRow(link.target);
    shown.watched = who(link.target);
    return shown;
}

bool QueueModel::isSingleFile() const {
    return m_shape.isSingleFile && !hasModes() && m_chain.empty() && m_remarks.empty();
}

std::shared_ptr<const Contender> QueueModel::contenderAt(int row) const {
    return row >= 0 && row < rowCount() ? heldAt(row) : nullptr;
}

int QueueModel::rowOf(const ContenderKey& key) const {
    const auto found = std::ranges::find_if(
        queueRows(), [&](const lockcore::QueueRow& row) { return key.matches(*row.contender); });
    return found == queueRows().end() ? -1 : modelRow(static_cast<std::size_t>(found - queueRows().begin()));
}

int QueueModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int QueueModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

}  // namespace lockscope
