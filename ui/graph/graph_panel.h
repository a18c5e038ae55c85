// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/row_subject.h"
#include "graph/cluster_graph.h"
#include "graph/graph_layout.h"
#include "graph/graph_view.h"
#include "widgets/view_picture.h"
#include "words/session_id_stream.h"

#include <lockcore/observe/request_log.h>

#include <QList>
#include <QWidget>

#include <memory>
#include <optional>
#include <set>
#include <string>

class QAction;
class QComboBox;
class QLabel;
class QMenu;
class QStackedWidget;
class QToolButton;

namespace lockscope {

class ClusterDocument;
class ElidedLabel;
class EmptyState;
class GraphLayouter;
class PanelHeader;
class ReadOnlyText;
class StableTableView;
class WaitsModel;

/// Who waits for whom across locks, as a picture and in words. Lives on the GUI thread; works on nothing
/// while it can't be seen.
class GraphPanel : public QWidget {
    Q_OBJECT

public:
    /// Shows `tools` as buttons.
    explicit GraphPanel(const QList<QAction*>& tools, QWidget* parent = nullptr);
    ~GraphPanel() override;

    /// Shows what is known of the document's cluster, as long as both live.
    void follow(ClusterDocument& document);

    /// Null: nothing has been checked yet, or no longer holds.
    void setAssessment(std::shared_ptr<const lockcore::ClusterAssessment> assessment);
    /// What is selected elsewhere; empty and None for nothing.
    void setSelectedLock(const std::string& path);
    void setSelectedSession(lockcore::SessionId session);
    /// What contenders of a lab are called; never null.
    void setContenderNames(std::shared_ptr<const ContenderNames> names);
    /// The sessions of this program.
    void setOwnSessions(const std::set<lockcore::SessionId>& sessions);
    void setScope(GraphScope scope);
    GraphScope scope() const { return m_scope; }
    /// The table and the circles below the picture, which fills the panel without them.
    void setWordsShown(bool shown);

    GraphView* view() const { return m_view; }
    StableTableView* table() const { return m_table; }
    const ClusterGraph& graph() const { return m_graph; }

    /// The whole picture, whatever part of it is in view: .dot, .svg or pixels by the name of `file`.
    PictureWriter pictureFor(const QString& file) const;

Q_SIGNALS:
    /// The user has chosen a lock or a session.
    void lockActivated(const std::string& path);
    void sessionActivated(lockcore::SessionId session);
    /// … or wants to look at a contender in its queue.
    void contenderActivated(const std::string& path, const std::string& name);
    /// Before `menu`, which is about `row`, is shown: for what can be done with any row.
    void menuWanted(QMenu* menu, const lockscope::RowSubject& row);

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    PanelHeader* buildHeader(const QList<QAction*>& tools);
    QWidget* buildWords();
    void connectView();
    void refresh(GraphView::Reason reason);
    void showPicture(const std::shared_ptr<const GraphPicture>& picture,
                     const std::shared_ptr<const GraphLayout>& layout);
    void showFailure(const lockcore::Error& error);
    void showWords();
    void showEmpty();
    void focusOn(const NodeKey& key);
    void showSelection();
    void showHint();
    void choose(const NodeKey& key);
    /// Draws all waiters of the lock, until something else is shown.
    void unfold(const std::string& lock);
    void activateRow(int row);
    void showNodeMenu(const NodeKey& key, const QPoint& globalPosition);
    void showRowMenu(const QPoint& position);
    void copyWords() const;

    std::shared_ptr<const lockcore::ClusterAssessment> m_assessment;
    std::optional<lockcore::TimeSpan> m_unrecorded;  ///< it tells of nothing: nothing was recorded then
    ClusterGraph m_graph;
    GraphScope m_scope = GraphScope::AcrossLocks;
    NodeKey m_focus;  ///< what was selected last: the neighbourhood is its
    NodeKey m_lock;
    NodeKey m_session;
    std::set<std::string> m_unfolded;
    std::set<lockcore::SessionId> m_ownSessions;
    std::shared_ptr<const ContenderNames> m_names = std::make_shared<const ContenderNames>();
    GraphView::Reason m_reason = GraphView::Reason::UserChoice;  ///< for what is being laid out
    bool m_isStale = true;                                       ///< m_graph is not of what is set above

    GraphLayouter* m_layouter;
    WaitsModel* m_model;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    GraphView* m_view;
    StableTableView* m_table;
    ReadOnlyText* m_cycles;
    QWidget* m_words = nullptr;
    QToolButton* m_wordsShown = nullptr;
    QComboBox* m_scopes;
    ElidedLabel* m_summary;
    QLabel* m_hint;
};

}  // namespace lockscope
