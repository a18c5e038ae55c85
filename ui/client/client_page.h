// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/client_details.h"
#include "client/known_client.h"
#include "document/row_subject.h"
#include "words/session_id_stream.h"
#include "words/wall_clock.h"

#include <QMenu>
#include <QPointer>
#include <QTimer>
#include <QWidget>
#include <string>
#include <vector>

class QLabel;
class QStackedWidget;

namespace lockscope {

class ClientContendersModel;
class ClusterDocument;
class DetailGroups;
class EventLogModel;
class StableTableView;
class StateMark;
class SteadyLabel;
struct ClientContender;

/// Everything of one session in one place: where its client is and whether it lives, all of its contenders,
/// what is wrong with it and what it did. One that has gone stays as it was known last, and says so. Lives on
/// the GUI thread.
class ClientPage : public QWidget {
    Q_OBJECT

public:
    explicit ClientPage(QWidget* parent = nullptr);

    /// Must outlive the page.
    void setLogModel(EventLogModel* model);
    /// Shows what is known of the document's cluster, and the session that is selected in it, as long as both
    /// live.
    void follow(ClusterDocument& document);
    void setClock(WallClock clock);

    /// None: that no session is selected.
    void showSession(lockcore::SessionId session);
    lockcore::SessionId session() const { return m_session; }
    /// Keys go to its contenders, or to its events where it has none.
    void takeFocus();

    StableTableView* contenders() const { return m_contenders; }
    StableTableView* events() const { return m_events; }

Q_SIGNALS:
    /// Another session was selected, whose page is shown.
    void shown();
    /// At which the user wants to look.
    void contenderActivated(const std::string& path, const std::string& name);
    void lockActivated(const std::string& path);
    /// The menu of a row is about to be shown: whoever can do more with what the row is about adds that.
    void menuWanted(QMenu* menu, const lockscope::RowSubject& row);

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* buildPage();
    QWidget* buildHeader();
    QWidget* buildContenders();
    QWidget* buildEvents();
    QWidget* section(SteadyLabel& title, StableTableView& table);
    void begin();
    void takeCheck();
    void updateClient();
    void readLog();
    void refresh();
    void showContenders(std::vector<ClientContender> contenders);
    /// What runs with the clock, of what is known already.
    void showTimes();
    void takeFindings();
    void showDetails();
    ClientBasis basis() const;
    void showTitles();
    void activateContender(const QModelIndex& index);
    void activateEvent(const QModelIndex& index);
    void showContenderMenu(const QPoint& position);
    void showEventMenu(const QPoint& position);

    QPointer<ClusterDocument> m_document;
    WallClock m_now;
    ClientMemory m_memory;
    KnownClient m_client;
    ClientBasis m_basis;
    bool m_hasOldQueues = false;  ///< some have changed since its contenders were looked for
    QTimer m_logReading;          ///< many events that change at once are read once
    lockcore::SessionId m_session = lockcore::SessionId::None;

    ClientContendersModel* m_contendersModel;
    ClientEvents* m_eventsModel;
    QStackedWidget* m_stack;
    QLabel* m_title;
    QLabel* m_subtitle;
    QWidget* m_problemLine;
    StateMark* m_problemMark;
    SteadyLabel* m_problem;
    DetailGroups* m_groups;
    SteadyLabel* m_contendersTitle;
    StableTableView* m_contenders;
    SteadyLabel* m_eventsTitle;
    StableTableView* m_events;
};

}  // namespace lockscope
