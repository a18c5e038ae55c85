// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_connection.h"
#include "bridge/no_answer.h"
#include "document/cluster_document.h"

#include <QObject>

namespace lockscope {

class WindowMessages;

/// Says what stands between a connection and the locks: above the tabs, and by the document where the list
/// of locks is empty. Lives on the GUI thread.
class ConnectionNotes : public QObject {
    Q_OBJECT

public:
    ConnectionNotes(ClusterDocument& document, const ClusterConnection& connection, WindowMessages& messages,
                    QObject* parent);

private:
    void begin();
    void showStatus();
    void showProblem();
    void noteList();
    EmptyContent emptyList() const;
    Explanation explanationOf(const lockcore::ConnectionProblem& problem) const;
    QString blockedBy() const;
    bool servesNobody() const;

    ClusterDocument& m_document;
    const ClusterConnection& m_connection;
    WindowMessages& m_messages;
    ServerInquiry m_inquiry;  ///< of a problem that servers without a quorum may be the cause of
};

}  // namespace lockscope
