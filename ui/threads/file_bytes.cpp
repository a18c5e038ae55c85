// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "threads/file_bytes.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QtConcurrentRun>

namespace lockscope {
namespace {

struct FileText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::FileText)
};

}  // namespace

QFuture<FileBytes> readInBackground(const QString& file, qsizetype most) {
    return QtConcurrent::run([file, most]() -> FileBytes {
        if (QFileInfo::exists(file) && !QFileInfo(file).isFile())
            return tl::unexpected(FileText::tr("it is no file"));
        QFile source(file);
        if (!source.open(QIODevice::ReadOnly)) return tl::unexpected(source.errorString());
        return source.read(most);
    });
}

/// A disk that gets full in the middle takes a part, and tells why with what is written next.
bool writeAll(QFileDevice& out, const QByteArray& bytes) {
    for (qint64 done = 0; done < bytes.size();) {
        const qint64 written = out.write(bytes.constData() + done, bytes.size() - done);
        if (written <= 0) return false;
        done += written;
    }
    if (out.flush()) return true;
    return out.flush();
}

lockcore::Result<void> writeBytes(const QByteArray& bytes, const QString& file) {
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly) || !writeAll(out, bytes) || !out.commit())
        return lockcore::fail(lockcore::ErrorCode::Io, out.errorString().toStdString(), file.toStdString());
    return {};
}

}  // namespace lockscope
