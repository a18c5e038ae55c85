// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/client_contenders.h"
#include "widgets/row_ranges.h"
#include "words/wall_clock.h"

#include <lockcore/observe/leader_clocks.h>

#include <string>
#include <tuple>
#include <vector>

namespace lockscope {

struct ClientContenderTraits {
    static std::tuple<const std::string&, const std::string&> keyOf(const ClientContender& row) {
        return {row.lock, row.contender->name};
    }
    static bool same(const ClientContender& a, const ClientContender& b);
};

/// The contenders of one client across all locks. Lives on the GUI thread.
class ClientContendersModel : public SortedRowsModel<ClientContender, ClientContenderTraits> {
    Q_OBJECT

public:
    enum Column { Lock, Role, Since, Place, WaitsFor, Blocks, ColumnCount };

    explicit ClientContendersModel(QObject* parent = nullptr);

    /// Shows newer ones by row ranges.
    void setContenders(std::vector<ClientContender> contenders);
    /// By which it is told since when they are there.
    void setClocks(WallClock clock, lockcore::LeaderClocks clocks);
    /// They are not there any more: what is shown is how they were at that moment.
    void setPast(std::int64_t asOfUnixMs);
    void setPresent();
    bool isPast() const { return m_asOfUnixMs != 0; }
    /// The times of all rows are others by now.
    void tick();

    const ClientContender& at(int row) const { return rows()[static_cast<std::size_t>(row)]; }

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString displayText(const ClientContender& row, int column) const;
    QString toolTip(const ClientContender& row, int column) const;
    QString sinceText(const ClientContender& row) const;
    QString sinceSentence(const ClientContender& row) const;
    lockcore::ObservedNow now() const;
    lockcore::ContenderTimes timesOf(const ClientContender& row) const;

    WallClock m_now;
    lockcore::LeaderClocks m_clocks;
    std::int64_t m_asOfUnixMs = 0;  ///< 0: they are there
};

}  // namespace lockscope
