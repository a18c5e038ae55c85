// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/row_subject.h"
#include "findings/checked_scope.h"
#include "widgets/empty_state.h"
#include "words/session_id_stream.h"
#include "words/wall_clock.h"

#include <lockcore/observe/findings.h>

#include <QMenu>
#include <QStringList>
#include <QWidget>
#include <optional>
#include <string>
#include <vector>

class QLabel;
class QPushButton;
class QStackedWidget;

namespace lockscope {

class ClusterDocument;
class EmptyState;
class ReadOnlyText;
class FindingOrder;
class FindingsModel;
class StableTableView;
class SteadyLabel;

/// What is wrong, worst first, and beside it why we think so and what to do: of the worst, until a person
/// has chosen another. Lives on the GUI thread.
class FindingsPanel : public QWidget {
    Q_OBJECT

public:
    explicit FindingsPanel(QWidget* parent = nullptr);

    /// Shows what is known of the document's cluster, as long as both live.
    void follow(ClusterDocument& document);

    void setFindings(std::vector<lockcore::Finding> findings, const CheckedScope& scope);
    /// Nothing can be checked, because of `why`, a sentence: what is shown is what was found last. Empty: it
    /// can.
    void setBlocked(const QString& why);
    /// Nothing has been checked yet, or no longer holds.
    void clear();
    /// The clock by which ages are shown: that of an opened snapshot stands still.
    void setClock(WallClock clock);

    /// Empty without a selection.
    std::optional<lockcore::Finding> currentFinding() const;
    StableTableView* view() const { return m_table; }

Q_SIGNALS:
    /// Where the user wants to look: the most exact place that the finding has.
    void contenderActivated(const std::string& path, const std::string& name);
    void lockActivated(const std::string& path);
    void sessionActivated(lockcore::SessionId session);
    /// One of the directories without children that a finding counts is to be shown.
    void emptyDirectoryWanted();
    /// A possible deadlock is to be shown as a picture.
    void graphRequested();
    /// The finding is not to be told again; `lock` is "*" for all locks.
    void suppressRequested(const std::string& lock, lockcore::FindingKind kind);
    /// The menu of a row is about to be shown: whoever can do more with what the row is about adds that.
    void menuWanted(QMenu* menu, const lockscope::RowSubject& row);

private:
    void countIn(const std::vector<lockcore::Finding>& findings);
    /// Row of the model; −1 without a selection.
    int currentRow() const;
    void buildTable();
    QWidget* buildText();
    QWidget* buildBlocked();
    void choosePage();
    void choose();
    int rowToSelect() const;
    void selectFinding();
    bool isUnseen() const;
    QString reportOf(const lockcore::Finding& finding) const;
    void showCurrent();
    void showAges();
    void goTo(const lockcore::Finding& finding);
    void showMenu(const QPoint& position);
    bool hasOnlyUnchecked() const;

    WallClock m_now;
    FindingsModel* m_model;
    FindingOrder* m_order;
    QStackedWidget* m_stack;
    StableTableView* m_table;
    EmptyState* m_empty;
    ReadOnlyText* m_text;
    QPushButton* m_show;
    QPushButton* m_showGraph;
    QPushButton* m_suppress;
    SteadyLabel* m_checked;
    QWidget* m_blockedLine = nullptr;
    QLabel* m_blockedText = nullptr;
    QString m_blocked;
    bool m_isAnythingOpen = true;  ///< a cluster or a file
    std::optional<CheckedScope> m_scope;
    std::string m_shown;              ///< identity of the finding that the text is about
    std::string m_chosen;             ///< … of the one that a person has chosen; empty for none
    bool m_isChangingItself = false;  ///< what is selected meanwhile is nobody's choice
};

}  // namespace lockscope
