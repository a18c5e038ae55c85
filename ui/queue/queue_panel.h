// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/row_subject.h"
#include "widgets/empty_state.h"
#include "widgets/update_pace.h"

#include <lockcore/observe/assessment.h>
#include <lockcore/observe/findings.h>

#include <QWidget>
#include <memory>
#include <string>
#include <vector>

class QLabel;
class QLineEdit;
class QMenu;
class QStackedWidget;
class QToolButton;

namespace lockscope {

class ClusterDocument;
class DeparturesView;
class ElidedLabel;
class QueueModel;
class QueueView;
class StateMark;
class SteadyLabel;

/// The selected lock in the centre of the window: its path, its numbers and what they mean; below them its
/// queue, or why there is none; at the bottom who has left. Lives on the GUI thread.
class QueuePanel : public QWidget {
    Q_OBJECT

public:
    explicit QueuePanel(QWidget* parent = nullptr);

    /// Shows what is known of the document's cluster, as long as both live.
    void follow(ClusterDocument& document);

    /// Null shows `content` of setEmptyContent().
    void setQueue(std::shared_ptr<const lockcore::LockQueue> queue);
    /// What the servers say of clients and watches; null where they were not asked.
    void setAssessment(std::shared_ptr<const lockcore::ClusterAssessment> assessment);
    /// What is wrong with the locks of the cluster, the worst first.
    void setFindings(const std::vector<lockcore::Finding>& findings);
    /// Other than live: what is shown is not kept current, and says so.
    void setPace(UpdatePace pace);
    /// The servers are away: what is shown is as of the last read, and is shown grey.
    void setSuspended(bool suspended);
    /// What to say while no lock is selected.
    void setEmptyContent(const EmptyContent& content);

    /// Shows the line that filters the queue, and puts the focus there.
    void focusFilter();

    QueueModel* model() const { return m_model; }
    QueueView* view() const { return m_view; }
    DeparturesView* departures() const { return m_departures; }

Q_SIGNALS:
    /// On the header, which tells the selected lock.
    void headerMenuRequested(const QPoint& globalPosition);
    /// The button of the empty state while no lock is selected.
    void emptyActionTriggered();
    /// The button beside the sentence: all that is known of this lock is wanted as text.
    void summaryRequested();
    /// Before `menu`, which is about one that has left, is shown: for what can be done with any row.
    void menuWanted(QMenu* menu, const lockscope::RowSubject& row);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fillHeader();
    QWidget* buildFilter();
    void closeFilter();
    void showFiltered();
    void showHeader(const lockcore::LockQueue& queue);
    void showSentence();
    void showDepartures();
    void choosePage();
    EmptyContent emptyQueueContent(const lockcore::LockQueue& queue) const;
    EmptyContent unrecordedContent() const;

    void showMoment(const ClusterDocument& document);
    void takeLock(const lockcore::LockQueue* queue);
    void takeFindings(const std::string& lockPath);

    UpdatePace m_pace = UpdatePace::Live;
    std::vector<lockcore::Finding> m_allFindings;
    std::vector<lockcore::Finding> m_findings;  ///< about this lock
    std::shared_ptr<const lockcore::ClusterAssessment> m_assessment;
    bool m_isSuspended = false;
    const ClusterDocument* m_document = nullptr;  ///< that is followed
    QueueModel* m_model;
    QueueView* m_view;
    QStackedWidget* m_stack;
    DeparturesView* m_departures;
    EmptyState* m_noLock;
    EmptyState* m_emptyQueue;
    QWidget* m_header;
    ElidedLabel* m_path;
    QLabel* m_numbers;
    StateMark* m_mark;
    QLabel* m_freshness;
    SteadyLabel* m_sentence;
    QToolButton* m_copySummary;
    QWidget* m_filterLine;
    QLineEdit* m_filter;
    QLabel* m_filtered;  ///< how many rows are left
};

}  // namespace lockscope
