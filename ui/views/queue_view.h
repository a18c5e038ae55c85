// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/queue_model.h"
#include "views/stable_table_view.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope {

class QueueDelegate;

/// The queue of one lock as a table with the wait chain in its first column. Lives on the GUI thread.
///
/// Selection, current row and what is scrolled to follow the contender, not the row number, also through
/// resets.
class QueueView : public StableTableView {
    Q_OBJECT

public:
    explicit QueueView(QWidget* parent = nullptr);
    ~QueueView() override;

    /// Once; must outlive the view.
    void setQueueModel(QueueModel* model);

    /// Null without a current row. It may have left the queue already: it is the one that was seen.
    std::shared_ptr<const lockcore::Contender> currentContender() const;
    std::vector<std::shared_ptr<const lockcore::Contender>> selectedContenders() const;
    void selectContender(const ContenderKey& key);

Q_SIGNALS:
    /// The current contender is another one, or none (null). Not sent for changes of the same contender.
    void currentContenderChanged(std::shared_ptr<const lockcore::Contender> contender);
    /// Menu key or right click, at a global position; the row under it is current then.
    void contextMenuRequested(const QPoint& globalPosition);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void applyMetrics() override;

private:
    struct Remembered;

    void showColumnMenu(const QPoint& position);
    void showModeWhereItDiffers();
    void refreshChain();
    void widenGutter();
    void repaintClockColumn();
    void remember();
    void restore();
    void reportCurrent();

    QueueModel* m_model = nullptr;
    QueueDelegate* m_delegate;
    std::unique_ptr<Remembered> m_remembered;
    std::optional<ContenderKey> m_reported;
    std::string m_shownPath;
    bool m_restoring = false;
    bool m_modeIsChosen = false;  ///< the user said whether that column is to be shown
};

}  // namespace lockscope
