// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit_reader.h"

#include <QDateTime>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <sys/stat.h>

#include <algorithm>

namespace lockscope {

std::optional<AuditRecord> parseAuditLine(const QByteArray& line) {
    const QJsonDocument document = QJsonDocument::fromJson(line);
    if (!document.isObject()) return std::nullopt;
    const QJsonObject fields = document.object();
    const auto text = [&](const char* key) { return fields.value(QLatin1String(key)).toString(); };
    AuditRecord record;
    record.action = text("action");
    if (record.action.isEmpty()) return std::nullopt;
    const QDateTime time = QDateTime::fromString(text("time"), Qt::ISODateWithMs);
    if (time.isValid()) record.atUnixMs = time.toMSecsSinceEpoch();
    record.act = text("act");
    record.user = text("user");
    record.cluster = text("cluster");
    record.server = text("server");
    record.session = text("session");
    record.detail = text("detail");
    record.lock = text("lock");
    record.contender = text("contender");
    record.czxid = text("czxid");
    record.outcome = text("outcome");
    record.code = text("code");
    record.error = text("error");
    record.reason = text("reason");
    // Older lines have the error under the name of the reason.
    if (!record.code.isEmpty() && record.error.isEmpty()) record.error.swap(record.reason);
    return record;
}

/// Forgets what it knew of another file.
bool AuditReader::isSameFile(int handle, qint64 size) {
    struct stat facts {};
    const std::uint64_t inode = fstat(handle, &facts) == 0 ? facts.st_ino : 0;
    const bool isSame = m_inode == inode && size >= m_offset;
    if (!isSame) {
        m_offset = std::max<qint64>(0, size - kMostBytes);
        m_skipsLine = m_offset > 0;
        m_skippedIsDamaged = false;
    }
    m_inode = inode;
    return isSame;
}

AuditReader::Portion AuditReader::read() {
    Portion portion;
    QFile in(m_file);
    if (!in.exists()) {
        portion.isAnother = m_inode != 0;
        m_inode = 0;
        m_offset = 0;
        return portion;
    }
    if (!in.open(QIODevice::ReadOnly)) {
        portion.isReadable = false;
        return portion;
    }
    const qint64 size = in.size();
    const bool isFirst = m_inode == 0;
    portion.isAnother = !isSameFile(in.handle(), size) && !isFirst;
    in.seek(m_offset);
    const QByteArray bytes = in.read(kPortionBytes);
    qsizetype begin = 0;
    for (qsizetype end = bytes.indexOf('\n'); end >= 0; begin = end + 1, end = bytes.indexOf('\n', begin)) {
        if (m_skipsLine) {
            portion.damaged += m_skippedIsDamaged ? 1U : 0U;
            m_skipsLine = m_skippedIsDamaged = false;
            continue;
        }
        if (auto record = parseAuditLine(bytes.mid(begin, end - begin)))
            portion.records.push_back(std::move(*record));
        else
            ++portion.damaged;
    }
    // No record is that long.
    const bool isTooLong = begin == 0 && bytes.size() == kPortionBytes;
    if (isTooLong && !m_skipsLine) m_skipsLine = m_skippedIsDamaged = true;
    m_offset += isTooLong ? bytes.size() : begin;
    portion.hasMore = (begin > 0 || isTooLong) && m_offset < size;
    return portion;
}

}  // namespace lockscope
