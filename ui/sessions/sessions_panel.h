// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/row_subject.h"
#include "sessions/sessions_model.h"
#include "words/session_id_stream.h"
#include "words/wall_clock.h"

#include <QMenu>
#include <QWidget>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

class QLineEdit;
class QStackedWidget;

namespace lockscope {

class ClusterDocument;
class EmptyState;
class StableTableView;
class SteadyLabel;

/// The sessions behind all contenders, worst first, with a filter. Lives on the GUI thread.
class SessionsPanel : public QWidget {
    Q_OBJECT

public:
    explicit SessionsPanel(QWidget* parent = nullptr);

    /// Shows what is known of the document's cluster, as long as both live.
    void follow(ClusterDocument& document);

    void setSessions(std::vector<lockcore::SessionView> sessions, const FindingCounts& findings,
                     const SessionsModel::InDoubt& inDoubt = {});
    /// When they were as they are shown.
    void setCheckedAt(std::int64_t unixMs);
    /// The clock by which the age is shown: that of an opened snapshot stands still.
    void setClock(WallClock clock);
    /// Nothing has been checked yet, or no longer holds.
    void clear();

    /// None without a selection.
    lockcore::SessionId currentSession() const;
    /// Does nothing where it is not shown.
    void selectSession(lockcore::SessionId session);
    StableTableView* view() const { return m_table; }
    /// As if it had been typed.
    void setFilter(const QString& words);

Q_SIGNALS:
    /// None: no longer one.
    void currentSessionChanged(lockcore::SessionId session);
    /// A contender of a session, at which the user wants to look.
    void contenderActivated(const std::string& path, const std::string& name);
    /// The menu of a row is about to be shown: whoever can do more with what the row is about adds that.
    void menuWanted(QMenu* menu, const lockscope::RowSubject& row);

private:
    void buildTable();
    void choosePage();
    void reportCurrent();
    void showAge();
    void activate(const QModelIndex& index);
    void showMenu(const QPoint& position);
    void addPlaces(QMenu& menu, const std::vector<lockcore::ContenderPlace>& places);
    void activatePlace(const lockcore::ContenderPlace& place);

    SessionsModel* m_model;
    SessionOrder* m_order;
    QLineEdit* m_filter;
    QStackedWidget* m_stack;
    StableTableView* m_table;
    EmptyState* m_empty;
    SteadyLabel* m_age;
    WallClock m_now;
    std::optional<std::int64_t> m_checkedAtUnixMs;
    bool m_checked = false;
    const ClusterDocument* m_document = nullptr;  ///< that is followed
    lockcore::SessionId m_reported = lockcore::SessionId::None;
};

}  // namespace lockscope
