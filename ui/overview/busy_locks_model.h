// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/recent_lengths.h"
#include "overview/ordered_rows.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lockscope {

struct BusyLockTraits {
    static const std::string& keyOf(const BusyLock& lock) { return lock.path; }
    static bool same(const BusyLock& a, const BusyLock& b) { return a.points == b.points; }
};

/// The locks that most clients wait for, with how many waited lately. Lives on the GUI thread.
class BusyLocksModel : public OrderedRowsModel<BusyLock, BusyLockTraits> {
    Q_OBJECT

public:
    enum Column { Path, Waiters, Rate, Recent, ColumnCount };

    explicit BusyLocksModel(QObject* parent = nullptr);

    /// Seen from `sinceUnixMs` to `untilUnixMs`; of `unknown` others it is not known who waits.
    void setLocks(std::vector<BusyLock> locks, std::int64_t sinceUnixMs, std::int64_t untilUnixMs,
                  std::size_t unknown = 0);
    std::size_t unknown() const { return m_unknown; }
    std::int64_t sinceUnixMs() const { return m_sinceUnixMs; }
    std::int64_t untilUnixMs() const { return m_untilUnixMs; }

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    void spanChanged();

private:
    QString cellText(const BusyLock& lock, int column) const;

    std::size_t m_unknown = 0;
    std::int64_t m_sinceUnixMs = 0;
    std::int64_t m_untilUnixMs = 0;
};

}  // namespace lockscope
