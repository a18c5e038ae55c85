// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace lockscope {

/// One line of the audit file as it was written: see AuditLog. A field that does not apply is empty.
struct AuditRecord {
    QString act;                                ///< of the lines of one act; empty in lines of older versions
    std::optional<std::int64_t> atUnixMs = {};  ///< empty where the time can't be read
    QString user;
    QString cluster;
    QString server;
    QString session;
    QString action;
    QString detail;
    QString lock;
    QString contender;
    QString czxid;
    QString outcome;
    QString code;
    QString error;
    QString reason;  ///< what the operator said it is for
};

/// Empty unless the line is a JSON object that names an action. Pure.
std::optional<AuditRecord> parseAuditLine(const QByteArray& line);

/// Reads what is appended to the audit file, by this program or by others, in small portions. One thread at a
/// time, never the GUI thread: a file system may let it wait.
class AuditReader {
public:
    /// Of one portion: little enough for a model to take its rows between two frames.
    static constexpr qint64 kPortionBytes = 128 * 1024;
    /// Of a file that is longer, what is before is left out.
    static constexpr qint64 kMostBytes = 16 * 1024 * 1024;

    explicit AuditReader(QString file) : m_file(std::move(file)) {}

    struct Portion {
        std::vector<AuditRecord> records;  ///< oldest first
        std::size_t damaged = 0;           ///< lines that are no records
        bool isAnother = false;  ///< the file was replaced or cut: what was read before is not in it
        bool hasMore = false;    ///< call again
        bool isReadable = true;  ///< false: there is a file, but it can't be read
    };

    /// The next portion of whole lines. A line without its end is still being written.
    Portion read();

    const QString& file() const { return m_file; }

private:
    bool isSameFile(int handle, qint64 size);

    QString m_file;
    qint64 m_offset = 0;
    std::uint64_t m_inode = 0;
    bool m_skipsLine = false;  ///< until the end of the line in which reading began, or that is too long
    bool m_skippedIsDamaged = false;
};

}  // namespace lockscope
