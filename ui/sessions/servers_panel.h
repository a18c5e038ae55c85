// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/own_load.h"
#include "document/row_subject.h"
#include "words/wall_clock.h"

#include <lockcore/observe/cluster_sample.h>

#include <QMenu>
#include <QWidget>
#include <memory>
#include <string>

class QSplitter;
class QStackedWidget;

namespace lockscope {

class ClusterDocument;
class EmptyState;
class ReadOnlyText;
class RemedyList;
class ServersModel;
class StableTableView;
class SteadyLabel;

/// The servers, what each of them told and how, and beside them what a silent one would have added and which
/// line of its configuration would allow it. Lives on the GUI thread.
class ServersPanel : public QWidget {
    Q_OBJECT

public:
    /// Why there is no sample.
    enum class Absence { NotConnected, NotAskedYet, Offline };

    explicit ServersPanel(QWidget* parent = nullptr);

    /// Shows what is known of the document's cluster, as long as both live.
    void follow(ClusterDocument& document);

    void setSample(const std::shared_ptr<const lockcore::ClusterSample>& sample);
    void clear(Absence absence);
    void setOwnCost(const OwnCost& cost);
    void setClock(WallClock clock);
    /// Vertical: the text is below the table, for where there is little width.
    void setOrientation(Qt::Orientation orientation);

    /// Null without a selection.
    const lockcore::ServerReport* currentServer() const;
    StableTableView* view() const { return m_table; }

Q_SIGNALS:
    /// The menu of a row is about to be shown: whoever can do more with what the row is about adds that.
    void menuWanted(QMenu* menu, const lockscope::RowSubject& row);
    /// Enter, or a double click: who is connected to it is wanted.
    void serverActivated(const std::string& server);

private:
    void buildTable();
    void showMenu(const QPoint& position);
    QWidget* buildDetail();
    void selectWorst();
    void showCurrent();
    void showAges();

    ServersModel* m_model;
    QStackedWidget* m_stack;
    QSplitter* m_splitter;
    StableTableView* m_table;
    EmptyState* m_empty;
    ReadOnlyText* m_text;
    RemedyList* m_remedies;
    SteadyLabel* m_cost;
    std::string m_shown;  ///< the server that the text is about
};

}  // namespace lockscope
