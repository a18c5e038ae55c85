// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// acting_program CLUSTER AUDIT_FILE: reads the queue of "/lock", says "READ", and when it is sent a line
// forces the release of the lock. It ends only by being killed: what tst_acts needs to see what is written
// down then.
#include "bridge/cluster_connection.h"

#include <QCoreApplication>

#include <iostream>
#include <string>

using namespace lockscope;

int main(int count, char** arguments) {
    const QCoreApplication application(count, arguments);
    if (count != 3) return 2;
    AuditLog audit(QString::fromLocal8Bit(arguments[2]));
    ClusterConnection connection(audit);
    bool isRead = false;
    QObject::connect(&connection, &ClusterConnection::queueChanged,
                     [&](const std::shared_ptr<const lockcore::LockQueue>& queue) {
                         if (isRead || queue->rows.empty() || !isComplete(*queue)) return;
                         isRead = true;
                         std::cout << "READ" << std::endl;
                         std::string line;
                         std::getline(std::cin, line);
                         connection.removeContender("/lock", queue->rows.front().contender,
                                                    lockcore::Role::Holder);
                     });
    connection.open({QString::fromLocal8Bit(arguments[1])});
    connection.setReadOnly(false);
    connection.setObserved({"/lock"});
    return QCoreApplication::exec();
}
