// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/session_id_text.h"

namespace lockscope {

bool looksLikeSessionId(const QString& text) {
    return text.trimmed().startsWith(QLatin1String("0x"), Qt::CaseInsensitive);
}

std::optional<lockcore::SessionId> sessionFromText(const QString& text) {
    if (!looksLikeSessionId(text)) return std::nullopt;
    bool isNumber = false;
    const qulonglong id = text.trimmed().mid(2).toULongLong(&isNumber, 16);
    if (!isNumber || id == 0) return std::nullopt;
    return lockcore::SessionId{static_cast<std::int64_t>(id)};
}

}  // namespace lockscope
