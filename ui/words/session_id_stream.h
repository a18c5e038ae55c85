// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/ids.h>

#include <QDataStream>

/// To be included where a signal carries a session id: Qt's own operators for enumerations don't compile
/// where the 64-bit integer below is a long.
namespace lockcore {

inline QDataStream& operator<<(QDataStream& stream, SessionId session) {
    return stream << static_cast<qint64>(session);
}

inline QDataStream& operator>>(QDataStream& stream, SessionId& session) {
    qint64 id = 0;
    stream >> id;
    session = SessionId{id};
    return stream;
}

}  // namespace lockcore
