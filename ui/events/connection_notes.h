// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_connection.h"
#include "bridge/no_answer.h"
#include "document/cluster_document.h"

#include <QObject>

namespace lockscope {

class LockListView;
class WindowMessages;

/// Says what stands between a connection and the locks: above the tabs, and where the list of locks is empty.
/// Lives on the GUI thread.
class ConnectionNotes : public QObject {
    Q_OBJECT

public:
    ConnectionNotes(ClusterDocument& document, const ClusterConnection& connection, LockListView& locks,
                    WindowMessages& messages, QObject* parent);

private:
    void begin();
    void showStatus();
    void showCatalog();
    void showProblem();
    void showEmptyList();
    Explanation explanationOf(const lockcore::ConnectionProblem& problem) const;
    QString blockedBy() const;
    bool servesNobody() const;

    ClusterDocument& m_document;
    const ClusterConnection& m_connection;
    LockListView& m_locks;
    WindowMessages& m_messages;
    ServerInquiry m_inquiry;  ///< of a problem that servers without a quorum may be the cause of
};

}  // namespace lockscope
