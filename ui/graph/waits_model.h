// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "graph/graph_picture.h"
#include "widgets/row_ranges.h"

namespace lockscope {

/// One edge of the graph in words.
struct WaitRow {
    EdgeKey key;
    QString who;            ///< the session's id, or "+38" for folded ones
    QString whoInFull;      ///< "38 more sessions"
    std::string contender;  ///< name of the first one
    QString host;
    QString mode;
    QString age;
    QString note;  ///< what the picture tells by a thick or double line
    bool inCycle = false;

    bool isFolded() const { return key.session == lockcore::SessionId::None; }
};

struct WaitRowTraits {
    static const EdgeKey& keyOf(const WaitRow& row) { return row.key; }
    static bool same(const WaitRow& a, const WaitRow& b);
};

/// The graph as a table: who holds and who waits for what, for those who can't see the picture, and for
/// copying. Lives on the GUI thread.
class WaitsModel : public SortedRowsModel<WaitRow, WaitRowTraits> {
    Q_OBJECT

public:
    enum Column { Session, Host, What, Lock, Mode, Age, Note, ColumnCount };

    explicit WaitsModel(QObject* parent = nullptr);

    /// Shows a newer graph by row ranges.
    void setGraph(const ClusterGraph& graph);

    const WaitRow& at(int row) const { return rows()[static_cast<std::size_t>(row)]; }
    /// −1 if it is not shown.
    int rowOf(const EdgeKey& key) const { return findRow(key); }

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    static QString cellText(const WaitRow& row, int column);
};

}  // namespace lockscope
