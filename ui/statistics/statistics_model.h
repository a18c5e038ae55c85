// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "statistics/statistics_shapes.h"
#include "widgets/row_ranges.h"

#include <lockcore/lab/fairness.h>
#include <lockcore/observe/lock_statistics.h>

#include <QString>

#include <compare>
#include <optional>

namespace lockscope {

/// One number, in the order in which they are shown.
enum class Measure {
    Watched,
    Unseen,
    Requests,
    Grants,
    WaitMedian,
    WaitP95,
    WaitMax,
    HoldMedian,
    HoldP95,
    HoldMax,
    HoldsExpired,
    HoldsRemoved,
    InQueue,
    LongestQueue,
    GiveUps,
    Order,
    Inversions,
    Transitions,
    JainSessions,
    JainHosts,
    LabGrants,
    LabInversions,
    LabWaits,
    LabJain,
    Share,
};

struct StatisticRow {
    Measure measure = Measure::Watched;
    QString of;  ///< whose, of a share; empty else
    QString name;
    QString value;
    QString basis;  ///< what the number rests on
    auto key() const { return std::pair(measure, of); }
};

struct StatisticRowTraits {
    static auto keyOf(const StatisticRow& row) { return row.key(); }
    static bool same(const StatisticRow& a, const StatisticRow& b);
};

/// What is shown of one lock: its statistics, and the lab's own measure of its contenders there.
struct ShownStatistics {
    lockcore::LockStatistics lock;
    std::optional<lockcore::FairnessReport> lab = {};
    ShareScope scope = ShareScope::Hosts;
};

/// The numbers of the charts and more, each with what it rests on. Lives on the GUI thread.
class StatisticsModel : public SortedRowsModel<StatisticRow, StatisticRowTraits> {
    Q_OBJECT

public:
    enum Column { Name, Value, Basis, ColumnCount };

    explicit StatisticsModel(QObject* parent = nullptr);

    /// Shows newer numbers by row ranges.
    void setStatistics(const ShownStatistics& statistics);
    void clear();

    const StatisticRow& at(int row) const { return rows()[static_cast<std::size_t>(row)]; }
    /// −1 if it is not shown.
    int rowOf(Measure measure, const QString& of = {}) const { return findRow(std::pair(measure, of)); }

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
};

/// "1.2 s", "1.2 s – 3.0 s" where only bounds are known, "–" for nothing. GUI thread.
QString knownText(const std::optional<lockcore::KnownDuration>& duration);
/// "12:00:01 – 12:03:00", with dates where they differ. GUI thread.
QString spanText(const lockcore::TimeSpan& span);

}  // namespace lockscope
