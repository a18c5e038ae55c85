// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "details/details.h"
#include "queue/queue_model.h"
#include "words/wall_clock.h"

#include <lockcore/observe/assessment.h>

#include <QWidget>
#include <memory>
#include <optional>
#include <string>

class QLabel;
class QStackedWidget;
class QTabWidget;

namespace lockscope {

class ClusterDocument;
class DetailGroups;
class ReadOnlyText;
class EmptyState;
class StateMark;
class WrappedText;

/// Everything known about the selected lock or contender, with evidence and age; its data as text and hex.
/// Plain text only, all of it selectable. Lives on the GUI thread.
class DetailsPanel : public QWidget {
    Q_OBJECT

public:
    explicit DetailsPanel(QWidget* parent = nullptr);

    /// Shows what is known of the document's cluster, as long as both live.
    void follow(ClusterDocument& document, std::shared_ptr<const SeenTakeovers> takeovers);

    /// The contender `key` of `queue`, or the lock itself without a key. Null shows that nothing is selected.
    /// A contender that has left stays shown as last known, and says so.
    void showDetails(std::shared_ptr<const lockcore::LockQueue> queue, std::optional<ContenderKey> key = {});
    void setClock(WallClock clock);
    /// What the servers say of sessions and watches; null where they were not asked.
    void setAssessment(std::shared_ptr<const lockcore::ClusterAssessment> assessment);

Q_SIGNALS:
    /// The user wants to see this session.
    void sessionActivated(lockcore::SessionId session);

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* buildHeader();
    QWidget* buildData();
    void applyFonts();
    void showNothing(bool isAnythingOpen);
    Details currentDetails() const;
    void takeEvidence();
    void render();
    void showData(const Details& details);

    std::shared_ptr<const lockcore::LockQueue> m_queue;
    std::optional<std::size_t> m_row;  ///< of the contender in m_queue; empty: the lock itself
    std::optional<ContenderKey> m_key;
    bool m_hasLeft = false;
    std::shared_ptr<const lockcore::ClusterAssessment> m_assessment;
    DetailBasis m_basis;  ///< of what is shown
    WallClock m_now;

    QStackedWidget* m_stack;
    EmptyState* m_nothing;
    WrappedText* m_title;
    QLabel* m_subtitle;
    QWidget* m_problemLine;
    StateMark* m_problemMark;
    QLabel* m_problem;
    DetailGroups* m_groups;
    QWidget* m_dataBox;
    QTabWidget* m_dataTabs;
    ReadOnlyText* m_dataText;
    ReadOnlyText* m_dataHex;
    QLabel* m_dataBound;
    std::string m_shownData;
};

}  // namespace lockscope
