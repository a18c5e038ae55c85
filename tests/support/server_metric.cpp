// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "server_metric.h"

#include <QTcpSocket>

qint64 serverMetric(const lockcore::LocalCluster& server, const QByteArray& key) {
    constexpr int kLimitMs = 5'000;
    QTcpSocket socket;
    socket.connectToHost(QStringLiteral("127.0.0.1"), server.port());
    if (!socket.waitForConnected(kLimitMs)) return -1;
    socket.write("mntr");
    QByteArray answer;
    while (socket.waitForReadyRead(kLimitMs))
        answer += socket.readAll();
    for (const auto& line : answer.split('\n')) {
        const auto fields = line.split('\t');
        if (fields.size() == 2 && fields[0] == key) return static_cast<qint64>(fields[1].toDouble());
    }
    return -1;
}
