// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "queue/queue_model.h"
#include "widgets/stable_table_view.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockscope {

class QueueDelegate;

/// The queue of one lock as a table with the wait chain in its first column. Lives on the GUI thread.
///
/// Selection, current row and what is scrolled to follow the contender, not the row number, also through
/// resets. Which contender is the selected one is kept elsewhere: the view tells which one is chosen here.
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
    /// As if somebody had clicked on it.
    void selectContender(const ContenderKey& key);
    /// Scrolls to it, as it was selected elsewhere; null: none is selected any more.
    void showSelected(const std::shared_ptr<const lockcore::Contender>& contender);
    /// Grey: what is shown may be over by now.
    void setDimmed(bool dimmed);
    bool isDimmed() const;

    /// Hides the rows that don't have all of these words in name, session, host or data; empty hides none. A
    /// hidden row is not current: what is done must hit what can be seen.
    void setFilter(const QString& typed);
    /// Names of hosts may be others than before.
    void filterAgain();
    bool isFiltered() const { return !m_words.empty(); }
    int shownRows() const;

Q_SIGNALS:
    /// Another contender has become the current one, or none (null), by a person or a filter. Not sent for
    /// changes of the same contender, nor where it has left: that is no choice.
    void contenderChosen(std::shared_ptr<const lockcore::Contender> contender);
    /// These contenders are on screen, and were not read yet.
    void unreadShown(const std::vector<std::string>& names);
    /// Menu key or right click, at a global position; the row under it is current then.
    void contextMenuRequested(const QPoint& globalPosition);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool keepsPlace() const override { return !isFiltered(); }
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void applyMetrics() override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

protected Q_SLOTS:
    void rowsInserted(const QModelIndex& parent, int first, int last) override;
    void dataChanged(const QModelIndex& topLeft, const QModelIndex& bottomRight,
                     const QList<int>& roles = {}) override;

private:
    struct Remembered;

    void hideUnmatched(int first, int last);
    void showColumnMenu(const QPoint& position);
    void showColumnsByRoom();
    void showModeWhereItDiffers();
    void refreshChain();
    void layoutRows(int first, int last);
    void layoutVisibleRows();
    /// First and last row on screen, also where the last one leaves room below it.
    std::pair<int, int> visibleRows() const;
    void tellUnread();
    void widenGutter();
    void widenSequence();
    void repaintTimes();
    void remember();
    void restore();
    void reportCurrent();

    QueueModel* m_model = nullptr;
    QueueDelegate* m_delegate;
    std::unique_ptr<Remembered> m_remembered;
    std::optional<ContenderKey> m_selected;  ///< as was told last, here or from elsewhere
    std::string m_shownPath;
    std::vector<std::string> m_words;  ///< of the filter, in lower case
    bool m_isChanging = false;         ///< what is current meanwhile was chosen by nobody here
    bool m_isTelling = false;
    bool m_laysOutVisible = false;  ///< the chain of the visible rows alone, when they are painted
    std::set<int> m_chosenColumns;  ///< of which the user said whether they are to be shown
};

}  // namespace lockscope
