// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QTcpSocket>

#include <cstdint>

/// What a plain HTTP client gets from a port of this machine, with its head; empty where nobody answers.
inline QByteArray scraped(std::uint16_t port, const QByteArray& request = "GET /metrics") {
    QTcpSocket socket;
    socket.connectToHost(QStringLiteral("127.0.0.1"), port);
    if (!socket.waitForConnected()) return {};
    socket.write(request + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    QByteArray answer;
    while (socket.waitForReadyRead())
        answer += socket.readAll();
    return answer;
}

/// What stands behind that sample; empty where there is none.
inline QByteArray sampleValue(const QByteArray& text, const QByteArray& sample) {
    for (const QByteArray& line : text.split('\n'))
        if (line.startsWith(sample + ' ')) return line.mid(sample.size() + 1).trimmed();
    return {};
}
