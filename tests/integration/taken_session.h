// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <lockcore/ids.h>

#include <QByteArray>
#include <QDataStream>
#include <QElapsedTimer>
#include <QTcpSocket>
#include <QtEndian>

#include <cstdint>
#include <string>

/// The password of a session, as ZooKeeper makes it of its id: by java.util.Random.
inline QByteArray passwordOf(lockcore::SessionId session) {
    constexpr std::uint64_t kSuperSecret = 0xB3415C00;
    constexpr std::uint64_t kMultiplier = 0x5DEECE66D;
    constexpr std::uint64_t kMask = (std::uint64_t{1} << 48) - 1;
    std::uint64_t seed = ((static_cast<std::uint64_t>(raw(session)) ^ kSuperSecret) ^ kMultiplier) & kMask;
    QByteArray password;
    while (password.size() < 16) {
        seed = (seed * kMultiplier + 0xB) & kMask;
        auto bits = static_cast<std::uint32_t>(seed >> 16);
        for (int i = 0; i < 4; ++i, bits >>= 8)
            password.append(static_cast<char>(bits & 0xFF));
    }
    return password;
}

/// Takes a session as anybody may who knows its id and password, and closes it; true: the server has it no
/// more.
inline bool takeAndClose(const std::string& server, lockcore::SessionId session) {
    constexpr int kPatienceMs = 10'000;
    constexpr std::int32_t kCloseSession = -11;
    constexpr qint64 kAnswer = 4 + 4 + 4 + 8;
    const auto id = static_cast<qint64>(raw(session));
    const QString address = QString::fromStdString(server);
    QTcpSocket socket;
    socket.connectToHost(address.section(QLatin1Char(':'), 0, 0),
                         address.section(QLatin1Char(':'), 1, 1).toUShort());
    if (!socket.waitForConnected(kPatienceMs)) return false;
    const auto send = [&](const QByteArray& packet) {
        QByteArray length(4, 0);
        qToBigEndian(static_cast<qint32>(packet.size()), length.data());
        socket.write(length + packet);
    };
    QByteArray connect;
    QDataStream(&connect, QIODevice::WriteOnly)
        << qint32(0) << qint64(0) << qint32(10'000) << id << passwordOf(session) << false;
    send(connect);
    while (socket.bytesAvailable() < kAnswer)
        if (!socket.waitForReadyRead(kPatienceMs)) return false;
    // Of one that is over it gives none.
    if (qFromBigEndian<qint64>(socket.readAll().constData() + 12) != id) return true;
    QByteArray close;
    QDataStream(&close, QIODevice::WriteOnly) << qint32(1) << kCloseSession;
    send(close);
    while (socket.waitForReadyRead(kPatienceMs))
        socket.readAll();
    return false;
}

/// Until the server at "127.0.0.1:PORT" has it no more: its own client may be sooner, and take it back.
inline bool closeSessionOfOther(const std::string& server, lockcore::SessionId session) {
    QElapsedTimer clock;
    clock.start();
    while (!takeAndClose(server, session))
        if (clock.hasExpired(60'000)) return false;
    return true;
}
