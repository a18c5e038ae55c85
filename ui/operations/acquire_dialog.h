// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"

#include <lockcore/feed/acquire_request.h>
#include <lockcore/observe/lock_queue.h>

#include <QDialog>

#include <memory>
#include <string>

class QButtonGroup;
class QDoubleSpinBox;
class QLabel;
class QLayout;
class QPushButton;
class QRadioButton;
class QSpinBox;

namespace lockscope {

class ClusterDocument;

/// True where this program holds the lock, or waits for it.
bool hasOwnContender(const ClusterDocument& document, const std::string& lockPath);

/// Asks how this program shall acquire a lock, and tells what that would come to now: follows the queue while
/// it is open. Lives on the GUI thread.
class AcquireDialog : public QDialog {
    Q_OBJECT

public:
    /// `queue` is null where the lock was not read. `ownContender`: this program has one there already. On a
    /// production cluster it says so, and Enter acquires nothing.
    AcquireDialog(QWidget* parent, std::string lockPath, std::shared_ptr<const lockcore::LockQueue> queue,
                  bool ownContender, Environment environment = Environment::None);

    /// Shows what becomes known of the lock, and closes with its cluster, as long as both live.
    void follow(const ClusterDocument& document);
    /// A newer queue; those of other locks are ignored.
    void setQueue(const std::shared_ptr<const lockcore::LockQueue>& queue);

    lockcore::AcquireRequest request() const;

private:
    void buildButtons(Environment environment);
    QLayout* buildRecipes();
    QLayout* buildPatience();
    QRadioButton* addChoice(QButtonGroup* group, int id, const QString& text, const char* name);
    void offerWhatFits();
    void showOutlook();

    const std::string m_lockPath;
    std::shared_ptr<const lockcore::LockQueue> m_queue;
    bool m_ownContender;
    QButtonGroup* m_recipes;
    QButtonGroup* m_patience;
    QSpinBox* m_leases;
    QSpinBox* m_maxLeases;
    QDoubleSpinBox* m_limit;
    QLabel* m_misfit;
    QLabel* m_outlook;
    QPushButton* m_acquire;
};

}  // namespace lockscope
