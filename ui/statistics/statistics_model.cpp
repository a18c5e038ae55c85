// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "statistics/statistics_model.h"

#include "fairness/fairness_text.h"
#include "widgets/roles.h"
#include "words/display_text.h"
#include "words/moment.h"
#include "words/wording.h"

#include <QLocale>

#include <algorithm>
#include <chrono>
#include <limits>
#include <tuple>
#include <utility>

namespace lockscope {
namespace {

using lockcore::LockStatistics;

QString countText(std::size_t count) {
    return QLocale().toString(static_cast<qulonglong>(count));
}

QString perSecondText(const std::optional<double>& rate) {
    if (!rate) return QStringLiteral("–");
    return StatisticsModel::tr("%1/s").arg(QLocale().toString(*rate, 'f', *rate < 10 ? 2 : 1));
}

QString indexText(double index) {
    return QLocale().toString(index, 'f', 3);
}

/// Collects rows in the order of Measure.
class Rows {
public:
    void add(Measure measure, const QString& name, const QString& value, const QString& basis) {
        m_rows.push_back({measure, {}, name, value, basis});
    }
    void addShare(const NamedShare& share, const QString& basis) {
        m_rows.push_back({Measure::Share, share.whole, share.name, countText(share.grants), basis});
    }
    std::vector<StatisticRow> take() { return std::move(m_rows); }

private:
    std::vector<StatisticRow> m_rows;
};

bool isEndUnseen(const LockStatistics& it) {
    return !it.unseenSpans.empty() && it.unseenSpans.back().toUnixMs == it.span.toUnixMs;
}

QString missedText(const LockStatistics& it) {
    const int changes =
        static_cast<int>(std::min<std::int64_t>(it.unseenChanges, std::numeric_limits<int>::max()));
    if (changes > 0 && it.mayBeMoreUnseen)
        return StatisticsModel::tr("%n change(s) at least happened between two reads", nullptr, changes);
    if (changes > 0) return StatisticsModel::tr("%n change(s) happened between two reads", nullptr, changes);
    return it.mayBeMoreUnseen ? StatisticsModel::tr("There may be changes that were not seen")
           : isEndUnseen(it)  ? StatisticsModel::tr("What changed meanwhile is not known")
                              : StatisticsModel::tr("Every change was seen");
}

void addBasis(Rows& rows, const LockStatistics& it) {
    if (it.clockWentBack)
        rows.add(Measure::Watched, StatisticsModel::tr("Watched for"), QStringLiteral("–"),
                 StatisticsModel::tr("This machine's clock was set back meanwhile: durations may be wrong"));
    else
        rows.add(Measure::Watched, StatisticsModel::tr("Watched for"), durationText(it.watched()),
                 spanText(it.span));
    QString missed = missedText(it);
    if (it.forgotten > 0)
        missed = StatisticsModel::tr("%1; the %n oldest turn(s) had to make room", nullptr,
                                     static_cast<int>(it.forgotten))
                     .arg(missed);
    rows.add(Measure::Unseen, StatisticsModel::tr("Not watched for"), durationText(it.unseen), missed);
}

/// Grants that had to make room are in no number that `basis` is of.
QString keptBasis(const QString& basis, const LockStatistics& it) {
    if (it.forgottenGrants == 0) return basis;
    return StatisticsModel::tr("%1; %n earlier grant(s) not kept", nullptr,
                               static_cast<int>(it.forgottenGrants))
        .arg(basis);
}

QString requestsBasis(const LockStatistics& it) {
    if (it.requests)
        return StatisticsModel::tr("%1 by the directory's counter, %2")
            .arg(countText(static_cast<std::size_t>(it.requests->requests)), spanText(it.requests->span));
    if (it.clockWentBack)
        return StatisticsModel::tr("This machine's clock was set back meanwhile: the rate is not known");
    return StatisticsModel::tr("The directory was not read twice");
}

void addRates(Rows& rows, const LockStatistics& it) {
    rows.add(Measure::Requests, StatisticsModel::tr("Requests"),
             it.requests ? perSecondText(it.requests->perSecond) : QStringLiteral("–"), requestsBasis(it));
    const QString seen = it.unclearEnds == 0
                             ? StatisticsModel::tr("%n grant(s) seen", nullptr, static_cast<int>(it.grants))
                             : StatisticsModel::tr("%1 grants seen, and %2 more at most")
                                   .arg(countText(it.grants), countText(it.unclearEnds));
    rows.add(Measure::Grants, StatisticsModel::tr("Grants"), perSecondText(it.grantsPerSecond),
             keptBasis(seen, it));
}

QString countedText(const lockcore::DurationStatistics& durations, const QString& what) {
    if (durations.unknown == 0) return what;
    return StatisticsModel::tr("%1; %n left out: nobody saw the begin", nullptr,
                               static_cast<int>(durations.unknown))
        .arg(what);
}

/// Holds that their clients did not end themselves.
void addHoldEnds(Rows& rows, const LockStatistics& it) {
    using lockcore::EndKind;
    const auto count = [&](EndKind kind) { return countText(it.holdsEndedAs(kind)); };
    rows.add(
        Measure::HoldsExpired, StatisticsModel::tr("Holds that expired"), count(EndKind::SessionExpired),
        StatisticsModel::tr("%1 more went with their session, closed or expired; of %2 it is not known how "
                            "they ended")
            .arg(count(EndKind::SessionEnded), count(EndKind::Unknown)));
    rows.add(Measure::HoldsRemoved, StatisticsModel::tr("Holds removed by others"),
             count(EndKind::RemovedByOther),
             StatisticsModel::tr("While the holder's session lived; %1 more were removed by this program")
                 .arg(count(EndKind::RemovedHere)));
}

void addDurations(Rows& rows, const LockStatistics& it) {
    const QString waits =
        countedText(it.waits, StatisticsModel::tr("%n wait(s) that ended in a grant", nullptr,
                                                  static_cast<int>(it.waits.known.size())));
    rows.add(Measure::WaitMedian, StatisticsModel::tr("Wait, median"), knownText(it.waits.median), waits);
    rows.add(Measure::WaitP95, StatisticsModel::tr("Wait, 95 %"), knownText(it.waits.p95), waits);
    rows.add(Measure::WaitMax, StatisticsModel::tr("Wait, longest"), knownText(it.waits.max), waits);
    const QString holds = countedText(it.holds, StatisticsModel::tr("%n hold(s) that ended", nullptr,
                                                                    static_cast<int>(it.holds.known.size())));
    rows.add(Measure::HoldMedian, StatisticsModel::tr("Hold, median"), knownText(it.holds.median), holds);
    rows.add(Measure::HoldP95, StatisticsModel::tr("Hold, 95 %"), knownText(it.holds.p95), holds);
    rows.add(Measure::HoldMax, StatisticsModel::tr("Hold, longest"), knownText(it.holds.max), holds);
    addHoldEnds(rows, it);
}

void addQueue(Rows& rows, const LockStatistics& it) {
    if (isEndUnseen(it)) {
        rows.add(Measure::InQueue, StatisticsModel::tr("In the queue"), QStringLiteral("–"),
                 StatisticsModel::tr("Nothing was seen of it at the end"));
    } else if (!it.lengths.empty()) {
        const auto& last = it.lengths.back();
        const QString text =
            last.inDoubt == 0
                ? StatisticsModel::tr("%1 holding, %2 waiting at the end")
                      .arg(countText(last.holders), countText(last.waiters))
                : StatisticsModel::tr("%1 holding, %2 waiting, %3 of which it is not known, at the end")
                      .arg(countText(last.holders), countText(last.waiters), countText(last.inDoubt));
        rows.add(Measure::InQueue, StatisticsModel::tr("In the queue"),
                 countText(last.holders + last.waiters + last.inDoubt), text);
    }
    const bool wasWatched = it.watched().count() > 0;
    rows.add(Measure::LongestQueue, StatisticsModel::tr("Longest queue"),
             wasWatched ? countText(it.longestQueue) : QStringLiteral("–"),
             wasWatched ? StatisticsModel::tr("Most that waited at one time, while it was watched")
                        : StatisticsModel::tr("Nothing was seen of it in all of that time"));
    const bool isClear = it.unclearEnds == 0;
    rows.add(Measure::GiveUps, StatisticsModel::tr("Gave up"),
             isClear ? countText(it.giveUps)
                     : StatisticsModel::tr("%1 – %2", "counts")
                           .arg(countText(it.giveUps), countText(it.giveUps + it.unclearEnds)),
             isClear ? StatisticsModel::tr("Waiters that left without a grant")
                     : StatisticsModel::tr("%1 certainly left without a grant, %2 may have held")
                           .arg(countText(it.giveUps), countText(it.unclearEnds)));
}

void addFairness(Rows& rows, const LockStatistics& it) {
    rows.add(Measure::Order, StatisticsModel::tr("Order of grants"), fairnessWord(it.order.fairness()),
             fairnessSentence(it.order));
    rows.add(Measure::Inversions, StatisticsModel::tr("Out of order"), countText(it.inversions),
             keptBasis(StatisticsModel::tr("Grants past one that queued earlier and waited on"), it));
    rows.add(Measure::Transitions, StatisticsModel::tr("Changes of holder"), countText(it.transitions),
             keptBasis(StatisticsModel::tr("Grants to another session than the one before"), it));
    rows.add(Measure::JainSessions, StatisticsModel::tr("Jain index, sessions"),
             it.bySession.grants.empty() ? QStringLiteral("–") : indexText(it.bySession.jain),
             StatisticsModel::tr("1 where all of %n session(s) got the same", nullptr,
                                 static_cast<int>(it.bySession.grants.size())));
    rows.add(Measure::JainHosts, StatisticsModel::tr("Jain index, hosts"),
             it.byHost.grants.empty() ? QStringLiteral("–") : indexText(it.byHost.jain),
             it.byHost.unknown == 0 ? StatisticsModel::tr("1 where all of %n host(s) got the same", nullptr,
                                                          static_cast<int>(it.byHost.grants.size()))
                                    : StatisticsModel::tr("%n grant(s) left out: no server told the host",
                                                          nullptr, static_cast<int>(it.byHost.unknown)));
}

void addLab(Rows& rows, const lockcore::FairnessReport& lab) {
    const QString basis = StatisticsModel::tr("Measured by the contenders of this program");
    rows.add(Measure::LabGrants, StatisticsModel::tr("Lab: grants"), countText(lab.grants), basis);
    const auto inversions = lockcore::inversionsOf(lab);
    rows.add(Measure::LabInversions, StatisticsModel::tr("Lab: out of order"),
             inversions ? countText(*inversions) : QStringLiteral("–"), basis);
    rows.add(Measure::LabWaits, StatisticsModel::tr("Lab: wait, median"), durationText(lab.waitMedian),
             StatisticsModel::tr("95 %: %1, longest: %2")
                 .arg(durationText(lab.waitP95), durationText(lab.waitMax)));
    rows.add(Measure::LabJain, StatisticsModel::tr("Lab: Jain index"),
             lab.grants == 0 ? QStringLiteral("–") : indexText(lab.jainIndex), basis);
}

void addShares(Rows& rows, const LockStatistics& it, ShareScope scope) {
    std::vector<NamedShare> shares = namedShares(it, scope);
    std::ranges::sort(shares, {}, &NamedShare::whole);
    const auto share = [&](std::uint64_t grants) {
        const double part = it.grants == 0 ? 0 : static_cast<double>(grants) / static_cast<double>(it.grants);
        return StatisticsModel::tr("Grants, %1 % of those seen").arg(QLocale().toString(100 * part, 'f', 1));
    };
    for (const NamedShare& named : shares)
        rows.addShare(named, share(named.grants));
}

}  // namespace

QString knownText(const std::optional<lockcore::KnownDuration>& duration) {
    if (!duration) return QStringLiteral("–");
    const QString least = atLeastDurationText(duration->least);
    if (!duration->most) return StatisticsModel::tr("≥ %1").arg(least);
    if (duration->least == *duration->most) return durationText(duration->least);
    const QString most = atMostDurationText(*duration->most);
    return least == most ? least : StatisticsModel::tr("%1 – %2", "durations").arg(least, most);
}

QString spanText(const lockcore::TimeSpan& span) {
    const QDateTime from = shownMoment(span.fromUnixMs);
    const QDateTime to = shownMoment(span.toUnixMs);
    const QString clock = QStringLiteral("HH:mm:ss");
    const QString begin =
        from.date() == to.date() ? from.time().toString(clock) : momentText(span.fromUnixMs);
    return StatisticsModel::tr("%1 – %2", "times of day")
        .arg(begin, from.date() == to.date() ? to.time().toString(clock) : momentText(span.toUnixMs));
}

bool StatisticRowTraits::same(const StatisticRow& a, const StatisticRow& b) {
    return std::tie(a.name, a.value, a.basis) == std::tie(b.name, b.value, b.basis);
}

StatisticsModel::StatisticsModel(QObject* parent) : SortedRowsModel(parent) {}

void StatisticsModel::setStatistics(const ShownStatistics& statistics) {
    Rows rows;
    addBasis(rows, statistics.lock);
    addRates(rows, statistics.lock);
    addDurations(rows, statistics.lock);
    addQueue(rows, statistics.lock);
    addFairness(rows, statistics.lock);
    if (statistics.lab) addLab(rows, *statistics.lab);
    addShares(rows, statistics.lock, statistics.scope);
    showRows(rows.take());
}

void StatisticsModel::clear() {
    showRows({});
}

int StatisticsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant StatisticsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const StatisticRow& row = rowAt(index);
    if (role == Qt::TextAlignmentRole) return headerData(index.column(), Qt::Horizontal, role);
    if (role == Qt::ToolTipRole) return plainToolTip(row.basis);
    if (role == CopyRole && index.column() == Name && row.measure == Measure::Share) return row.of;
    if (role != Qt::DisplayRole && role != CopyRole) return {};
    switch (index.column()) {
        case Name: return row.name;
        case Value: return row.value;
        case Basis: return row.basis;
        default: return {};
    }
}

QVariant StatisticsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::Alignment((section == Value ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Name: return tr("Number");
        case Value: return tr("Value");
        case Basis: return tr("Rests on");
        default: return {};
    }
}

}  // namespace lockscope
