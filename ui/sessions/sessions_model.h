// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/row_ranges.h"

#include <lockcore/observe/assessment.h>
#include <lockcore/observe/findings.h>

#include <QSortFilterProxyModel>
#include <compare>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lockscope {

/// How many findings concern a session, and how bad the worst of them is.
struct FindingCount {
    std::size_t count = 0;
    lockcore::Severity worst = lockcore::Severity::Information;  ///< where there are any

    auto operator<=>(const FindingCount&) const = default;
};

using FindingCounts = std::map<lockcore::SessionId, FindingCount>;

FindingCounts countBySession(const std::vector<lockcore::Finding>& findings);

struct SessionRow {
    lockcore::SessionView session;
    FindingCount findings = {};
    std::size_t openHolds = 0;  ///< the last of session.holds: of these it is not known whether it holds them
    std::size_t openWaits = 0;  ///< likewise the last of session.waits
    std::size_t openLeads = 0;
    std::size_t openStandbys = 0;
    bool isOwn = false;  ///< of this program
};

struct SessionRowTraits {
    static lockcore::SessionId keyOf(const SessionRow& row) { return row.session.session; }
    static bool same(const SessionRow& a, const SessionRow& b);
};

/// The sessions of all contenders, by id. Lives on the GUI thread.
class SessionsModel : public SortedRowsModel<SessionRow, SessionRowTraits> {
    Q_OBJECT

public:
    enum Column { Session, Host, Server, State, Timeout, Holds, Waits, Others, Findings, ColumnCount };

    explicit SessionsModel(QObject* parent = nullptr);

    /// Rows of which it is not known whether they hold or wait, by the lock's path.
    using InDoubt = decltype(lockcore::ClusterAssessment::inDoubt);

    /// Shows newer sessions by row ranges. Sessions that `findings` does not have count as without any.
    void setSessions(std::vector<lockcore::SessionView> sessions, const FindingCounts& findings,
                     const InDoubt& inDoubt = {});
    /// Why that is not known of locks that went unseen, by path: unseenQueueText(). Of others it is
    /// openRoleSentence().
    void setUnseen(std::map<std::string, QString> reasons) { m_unseen = std::move(reasons); }
    /// Whose rows are the user's own, and say so.
    void setOwnSessions(const std::set<lockcore::SessionId>& sessions);
    /// Nobody tells of them any more: states are those of when they were told.
    void setOutdated(bool outdated);

    const SessionRow& at(int row) const { return rows()[static_cast<std::size_t>(row)]; }
    /// True where some take part in elections or groups.
    bool hasOthers() const;
    /// −1 if it is not shown.
    int rowOf(lockcore::SessionId session) const { return findRow(session); }
    /// Which of two rows is less by a column; by Findings the worse one is the greater. Total: ends with the
    /// id.
    std::weak_ordering compare(int a, int b, int column) const;

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    /// What a filter finds: as copied, but it asks no resolver for the names of thousands of hosts.
    QString searchedText(int row, int column) const;

private:
    QString displayText(const SessionRow& row, int column) const;
    /// Its state is that of a moment since which nobody has told.
    bool isUnknownNow(const lockcore::SessionView& session) const;
    QString stateInFull(const lockcore::SessionView& session) const;
    QString copyText(const SessionRow& row, int column) const;
    QString placesToolTip(const std::vector<lockcore::ContenderPlace>& places, std::size_t open) const;
    QString toolTip(const SessionRow& row, int column) const;

    std::set<lockcore::SessionId> m_ownSessions;
    std::map<std::string, QString> m_unseen;
    bool m_isOutdated = false;
};

/// Sessions in the order of a column, and only those that the filter lets through. Lives on the GUI thread.
class SessionOrder : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit SessionOrder(QObject* parent = nullptr);
    /// Names of hosts may be others than before.
    void filterAgain() { invalidateFilter(); }

protected:
    bool filterAcceptsRow(int sourceRow, const QModelIndex& sourceParent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
};

/// rowsOfOpenRole() of all locks, by path.
SessionsModel::InDoubt openRolesOf(const lockcore::ClusterAssessment& assessment);

/// "silent 6 s of 10 s": whether the session's client is there, with the facts that say so.
QString sessionStateText(const lockcore::SessionView& session);

}  // namespace lockscope
