// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "locks/lock_list_model.h"
#include "widgets/empty_state.h"

#include <QModelIndex>
#include <QTimer>
#include <QWidget>
#include <map>
#include <set>
#include <string>

class QLineEdit;
class QLabel;
class QStackedWidget;
class QTreeView;

namespace lockscope {

class ClusterDocument;
class LockFilterModel;
class SearchNote;
class LockGroupsModel;

/// The list of locks with its filter. Knows which locks are on screen, so that only those are observed. Lives
/// on the GUI thread.
class LockListView : public QWidget {
    Q_OBJECT

public:
    /// Most often that visiblePathsChanged() is sent.
    static constexpr int kVisiblePathsMs = 150;

    explicit LockListView(QWidget* parent = nullptr);

    /// Shows what is known of the document's cluster, as long as both live.
    void follow(ClusterDocument& document);

    /// Must outlive the view.
    void setLockModel(LockListModel* model);
    /// What to say while no lock is known at all.
    void setEmptyContent(const EmptyContent& content);
    /// Above the list, whatever is in it: that there may be more locks. An empty text says nothing.
    void setSearchNote(const QString& text, const QString& detail);

    /// Empty without a selection.
    const std::string& currentLock() const { return m_current; }
    /// Selects it if it is listed, or as soon as it is.
    void selectLock(const std::string& path);
    /// The same, as a person does it in the list.
    void chooseLock(const std::string& path);
    /// Until the user chooses another one, or selectLock() does.
    void deselect();
    /// True from selectLock() until that lock is listed, or another one is chosen.
    bool awaitsLock() const { return !m_wanted.empty(); }
    void focusFilter();
    /// With headings by directory, which can be collapsed.
    void setGrouped(bool grouped);
    /// Columns of loads that the user has shown or hidden, by loadColumnName(): the others are shown where
    /// there is room. Names of no column do nothing.
    void setChosenColumns(const std::map<QString, bool>& chosen);
    /// Marks the locks with something wrong, and lists them first.
    void setAlerts(std::map<std::string, LockAlert> alerts);
    void setJudged(std::map<std::string, JudgedDirectory> judged);

Q_SIGNALS:
    void currentLockChanged(const std::string& path);
    /// A person has chosen it, which may be the current one already.
    void lockChosen(const std::string& path);
    /// The locks whose rows can be seen; none while the list is hidden.
    void visiblePathsChanged(const std::set<std::string>& paths);
    void contextMenuRequested(const QPoint& globalPosition);
    void pinWanted();
    void emptyActionTriggered();
    /// All that setChosenColumns() takes, after the user has chosen another one.
    void columnsChosen(const std::map<QString, bool>& chosen);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildList();
    void buildHeader();
    void setColumnWidths();
    int widthOf(int column) const;
    int numberWidth(int column) const;
    void showColumnMenu(const QPoint& position);
    void showLoads();
    void modelChanged();
    void followSelection();
    void noteChosen(const QModelIndex& heading, bool isOpen);
    bool opensByItself() const;
    bool isToBeOpen(const QModelIndex& heading) const;
    void expandHeading(const QModelIndex& heading);
    void expandHeadings();
    std::string lockAt(const QModelIndex& index) const;
    QModelIndex indexOf(const std::string& path) const;
    bool leaveFilter(int key);
    void restoreCurrent();
    void highlightCurrent();
    void setCurrent(const std::string& path);
    void scheduleVisible();
    void reportVisible();
    std::set<std::string> visiblePaths() const;

    LockListModel* m_model = nullptr;
    LockFilterModel* m_filterModel;
    LockGroupsModel* m_groups;
    QLineEdit* m_filter;
    SearchNote* m_searchNote;
    QTreeView* m_list;
    QLabel* m_count;
    bool m_isUnrecorded = false;  ///< at the moment of the recording that is shown
    QStackedWidget* m_stack;
    EmptyState* m_noLocks;
    EmptyState* m_noMatch;
    std::string m_current;
    std::string m_wanted;  ///< to be selected once it is listed
    std::set<std::string> m_reportedVisible;
    std::map<std::string, bool> m_chosenOpen;  ///< headings that the user has opened or closed
    bool m_wereOpen = true;                    ///< the others, when they were opened or closed last
    bool m_isArranging = false;                ///< what opens and closes meanwhile is nobody's choice
    std::map<QString, bool> m_chosenColumns;   ///< which the user has shown or hidden himself
    std::set<int> m_loadColumns;               ///< of LockListModel's last ones, those that are shown
    bool m_isGrouped = false;
    bool m_losingRows = false;
    bool m_isRestoring = false;  ///< what becomes current meanwhile is nobody's choice
    QTimer m_visibleTimer;
};

}  // namespace lockscope
