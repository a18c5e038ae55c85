// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lock_list_model.h"
#include "views/empty_state.h"

#include <QModelIndex>
#include <QTimer>
#include <QWidget>
#include <set>
#include <string>

class QLineEdit;
class QLabel;
class QStackedWidget;
class QTreeView;

namespace lockscope {

class LockFilterModel;

/// The list of locks with its filter. Knows which locks are on screen, so that only those are observed. Lives
/// on the GUI thread.
class LockListView : public QWidget {
    Q_OBJECT

public:
    /// Most often that visiblePathsChanged() is sent.
    static constexpr int kVisiblePathsMs = 150;

    explicit LockListView(QWidget* parent = nullptr);

    /// Must outlive the view.
    void setLockModel(LockListModel* model);
    /// What to say while no lock is known at all.
    void setEmptyContent(const EmptyContent& content);

    /// Empty without a selection.
    const std::string& currentLock() const { return m_current; }
    /// Selects it if it is listed, or as soon as it is.
    void selectLock(const std::string& path);
    /// Until the user chooses another one, or selectLock() does.
    void deselect();
    void focusFilter();
    /// Marks the locks with something wrong, and lists them first.
    void setAlerts(std::map<std::string, LockAlert> alerts);

Q_SIGNALS:
    void currentLockChanged(const std::string& path);
    /// The locks whose rows can be seen; none while the list is hidden.
    void visiblePathsChanged(const std::set<std::string>& paths);
    void contextMenuRequested(const QPoint& globalPosition);
    void emptyActionTriggered();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildList();
    void setColumnWidths();
    void modelChanged();
    QModelIndex indexOf(const std::string& path) const;
    void restoreCurrent();
    void setCurrent(const std::string& path);
    void scheduleVisible();
    void reportVisible();
    std::set<std::string> visiblePaths() const;

    LockListModel* m_model = nullptr;
    LockFilterModel* m_filterModel;
    QLineEdit* m_filter;
    QTreeView* m_list;
    QLabel* m_count;
    QStackedWidget* m_stack;
    EmptyState* m_noLocks;
    EmptyState* m_noMatch;
    std::string m_current;
    std::string m_wanted;  ///< to be selected once it is listed
    std::set<std::string> m_reportedVisible;
    bool m_losingRows = false;
    QTimer m_visibleTimer;
};

}  // namespace lockscope
