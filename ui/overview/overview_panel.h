// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/row_subject.h"
#include "findings/checked_scope.h"
#include "overview/trouble.h"
#include "words/session_id_stream.h"
#include "words/wall_clock.h"

#include <QWidget>

#include <optional>
#include <string>

class QLabel;
class QMenu;
class QStackedWidget;

namespace lockscope {

class BusyLocksModel;
class BusyLocksView;
class ClusterDocument;
class EmptyState;
class StateMark;
class SteadyLabel;
class TroubleList;
class TroublesModel;
class TroublesPage;

/// What hurts, worst first, and the busiest locks where there is room. Where nothing hurts: what was checked,
/// and the busiest locks. Lives on the GUI thread.
class OverviewPanel : public QWidget {
    Q_OBJECT

public:
    explicit OverviewPanel(QWidget* parent = nullptr);

    /// Shows what is known of the document's cluster, as long as both live.
    void follow(const ClusterDocument& document);

    /// Gives the focus to the worst that hurts, where anything does.
    void takeFocus();

    TroubleList* troubles() const;
    /// Where nothing hurts, and below what does.
    BusyLocksView* busyLocks() const { return m_busy; }
    BusyLocksView* busyLocksBelow() const;

Q_SIGNALS:
    /// Where the user wants to look.
    void contenderActivated(const std::string& path, const std::string& name);
    void lockActivated(const std::string& path);
    void sessionActivated(lockcore::SessionId session);
    /// A deadlock is to be shown as a picture, once its place is chosen.
    void graphRequested();
    /// Before `menu`, which is about `row`, is shown: for what can be done with any row.
    void menuWanted(QMenu* menu, const lockscope::RowSubject& row);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* buildBlocked();
    QWidget* buildQuiet();
    void begin();
    void takeFindings();
    void showBusy();
    void choosePage();
    void showAges();
    bool isLooking() const;
    EmptyContent lookingContent() const;
    void showQuiet();
    QString footerText() const;
    void goTo(const Trouble& trouble);
    void copySummary(const Trouble& trouble);

    const ClusterDocument* m_document = nullptr;
    TroublesModel* m_model;
    BusyLocksModel* m_busyModel;
    QStackedWidget* m_pages;
    EmptyState* m_empty;
    TroublesPage* m_troubles;
    StateMark* m_quietMark = nullptr;
    QLabel* m_quietTitle = nullptr;
    SteadyLabel* m_quietText = nullptr;
    BusyLocksView* m_busy = nullptr;
    QWidget* m_blockedLine = nullptr;
    SteadyLabel* m_blockedText = nullptr;
    std::optional<CheckedScope> m_scope;
    std::size_t m_more = 0;
    std::size_t m_remarks = 0;
    bool m_hasLooked = false;  ///< all locks of this cluster were read at least once
};

}  // namespace lockscope
