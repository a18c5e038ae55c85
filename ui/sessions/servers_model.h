// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/row_ranges.h"
#include "words/wall_clock.h"

#include <lockcore/observe/cluster_sample.h>

#include <memory>
#include <optional>
#include <string>

namespace lockscope {

/// One server; the report lives in its sample, which may be large.
using ServerRow = std::shared_ptr<const lockcore::ServerReport>;

struct ServerRowTraits {
    static const std::string& keyOf(const ServerRow& row) { return row->server; }
    static bool same(const ServerRow& a, const ServerRow& b);
};

/// The servers of a sample by name, with each rung of the evidence ladder. Lives on the GUI thread.
class ServersModel : public SortedRowsModel<ServerRow, ServerRowTraits> {
    Q_OBJECT

public:
    /// The rungs come early: where there is little room they are what matters.
    enum Column {
        Server,
        Role,
        Status,  ///< the first rung; the others follow in the order of the ladder
        Connections,
        Ephemerals,
        Watches,
        Metrics,
        Clients,
        ClockAhead,
        Age,
        Version,
        ColumnCount
    };

    explicit ServersModel(QObject* parent = nullptr);

    /// Shows the servers of a newer sample by row ranges; null shows none.
    void setSample(const std::shared_ptr<const lockcore::ClusterSample>& sample);
    void setClock(WallClock clock);

    const lockcore::ServerReport& at(int row) const { return *rows()[static_cast<std::size_t>(row)]; }
    /// −1 if it is not shown.
    int rowOf(const std::string& server) const { return findRow(server); }

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString displayText(const lockcore::ServerReport& report, int column) const;
    QString copyText(const lockcore::ServerReport& report, int column) const;
    QString toolTip(const lockcore::ServerReport& report, int column) const;

    WallClock m_now;
};

/// The rung that a column shows; empty for the other columns.
std::optional<lockcore::Evidence> evidenceOfColumn(int column);

}  // namespace lockscope
