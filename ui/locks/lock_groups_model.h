// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "locks/lock_list_model.h"

#include <QAbstractItemModel>
#include <QTimer>

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockscope {

/// How many hold and wait for the locks below a heading; empty where none of these has holders.
struct LockTotals {
    std::optional<std::size_t> holders = {};
    std::optional<std::size_t> waiters = {};
};

/// The locks that a filter lets through, below headings by the directory in which they lie. A heading stands
/// where the first of its locks would: the list stays worst first. It tells how many hold and wait below it.
/// Lives on the GUI thread.
///
/// Follows the filter at most once in a turn of the event loop, by single rows as far as they are few.
class LockGroupsModel : public QAbstractItemModel {
    Q_OBJECT

public:
    /// `locks`, with a LockListModel below it, outlives this model.
    LockGroupsModel(LockFilterModel& locks, QObject* parent);

    /// While it is not active it is empty, and costs nothing.
    void setActive(bool active);

    /// Of a lock's row; empty for a heading.
    std::string lockAt(const QModelIndex& index) const;
    /// The directory of a heading; empty for a lock.
    std::string headingAt(const QModelIndex& index) const;
    /// Invalid where it is not shown.
    QModelIndex indexOf(const std::string& lock) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    using QObject::parent;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

private:
    /// Of indexes of locks: says which heading is above, also while headings come and go. 0: a heading.
    using GroupId = quintptr;

    struct Group {
        GroupId id = 0;
        std::string directory = {};
        LockAlert alert = {};  ///< the worst of its locks; findings of all
        std::vector<std::string> locks = {};
        mutable std::optional<LockTotals> totals = {};  ///< empty until somebody asks
    };

    const LockListModel* lockModel() const;
    const std::string& lockOfSource(int row) const;
    QModelIndex sourceOf(const QModelIndex& index) const;
    QVariant headingData(const Group& group, int role) const;
    QVariant totalData(const Group& group, int column, int role) const;
    const LockTotals& totalsOf(const Group& group) const;
    void tellTotals(int row);
    const Group* groupOf(const QModelIndex& index) const;

    std::vector<Group> wanted() const;
    void follow();
    bool followHeadings(const std::vector<Group>& newer, int& steps);
    bool followHeading(int row, const Group& newer, int& steps);
    bool followLocks(int row, const Group& newer, int& steps);
    bool removeLocks(int row, const std::vector<std::string>& newer, int& steps);
    bool arrangeLocks(int row, const std::vector<std::string>& newer, int& steps);
    void number();
    void forward(const QModelIndex& first, const QModelIndex& last);
    void noteInserted(int first, int last);
    void tellInserted();
    void tellAll();

    LockFilterModel& m_source;
    std::vector<Group> m_groups;
    std::unordered_map<GroupId, int> m_rows;  ///< of the headings
    GroupId m_lastId = 0;
    bool m_active = false;
    /// By the filter since the last time: a lock that went and came again may look otherwise.
    std::vector<std::string> m_inserted;
    QTimer m_pending;
};

}  // namespace lockscope
