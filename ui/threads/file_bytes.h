// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/result.h>

#include <QByteArray>
#include <QFileDevice>
#include <QFuture>
#include <QString>

#include <tl/expected.hpp>

namespace lockscope {

/// The failed side says why not, in words to stand behind a colon.
using FileBytes = tl::expected<QByteArray, QString>;

/// No more than `most` bytes of a file, read on another thread: it may be far away. What is no file, such as
/// a pipe, might never end, and is not read. Any thread.
QFuture<FileBytes> readInBackground(const QString& file, qsizetype most);

/// To the disk, so that an error is known before a QSaveFile is committed, which forgets it. Any thread.
bool writeAll(QFileDevice& out, const QByteArray& bytes);

/// Writes a whole file or none. Any thread.
lockcore::Result<void> writeBytes(const QByteArray& bytes, const QString& file);

}  // namespace lockscope
