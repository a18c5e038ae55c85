// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_connection.h"
#include "document/cluster_document.h"
#include "operations/dialogs.h"

#include <QCoreApplication>

#include <functional>
#include <memory>
#include <string>

namespace lockscope {

/// Role of the selected contender in the selected queue, if it is still there.
std::optional<lockcore::Role> selectedRole(const Selection& selection);

/// True where that is what it would be by its name alone: whether it holds is not known. `assessment` may be
/// null.
bool isSelectedRoleOpen(const Selection& selection, const lockcore::ClusterAssessment* assessment);

/// True where the selected lock is a directory that has no children, as far as it is known now.
bool isEmptyDirectory(const Selection& selection);

/// The operator's actions: asks what there is to ask, then commands the connection. On a production cluster
/// nothing is done without a question, but that contenders are stopped. Lives on the GUI thread.
class LockOperations {
    Q_DECLARE_TR_FUNCTIONS(lockscope::LockOperations)

public:
    /// `document`: of `connection`, which is only commanded.
    LockOperations(QWidget& window, ClusterConnection& connection, const ClusterDocument& document,
                   Dialogs& dialogs)
        : m_window(window), m_connection(connection), m_document(document), m_dialogs(dialogs) {}

    void acquire(const Selection& selection);
    /// What this program has of the selected lock: the selected contender if it is ours, else the oldest.
    void release(const Selection& selection);
    void askToRelease(const Selection& selection);
    void remove(const Selection& selection);
    /// The directory of the selected lock, which has no contenders.
    void deleteParent(const Selection& selection);

    /// Null if this program neither holds nor waits for the lock.
    const lockcore::OwnHold* ownHold(const Selection& selection) const;

private:
    bool isOnProduction() const;
    void onceConfirmed(Question question, const std::function<void()>& act);
    void askRemoval(const RemovalRequest& request);
    void decided(const RemovalRequest& request, const RemovalDecision& decision);

    QWidget& m_window;
    ClusterConnection& m_connection;
    const ClusterDocument& m_document;
    Dialogs& m_dialogs;
};

}  // namespace lockscope
