// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "overview/ordered_rows.h"
#include "overview/trouble.h"
#include "words/wall_clock.h"

#include <string>
#include <vector>

namespace lockscope {

struct TroubleTraits {
    static const std::string& keyOf(const Trouble& trouble) { return trouble.identity; }
    static bool same(const Trouble& a, const Trouble& b);
};

/// What hurts, worst first, as a list. Lives on the GUI thread.
class TroublesModel : public OrderedRowsModel<Trouble, TroubleTraits> {
    Q_OBJECT

public:
    explicit TroublesModel(QObject* parent = nullptr);

    /// The end of a trouble that is shown already does not move away by a jitter of clocks and readings.
    void setTroubles(std::vector<Trouble> troubles);
    void setClock(WallClock clock);
    std::int64_t now() const { return m_now(); }
    /// What remains is shown anew.
    void countDown();
    /// Names of hosts may be others than before.
    void tellAgain();

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    WallClock m_now;
};

}  // namespace lockscope
