// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/result.h>

#include <QByteArray>
#include <QString>

namespace lockscope {

/// Appends `line`, which ends with a newline, and returns when it is on the disk: a machine that stops then
/// still has it. What a crash or a full disk left of an earlier line is ended first. The file and its
/// directory are made where they are missing; only its owner may read it. Any thread but the GUI's: a file
/// system may let it wait.
///
/// One write to a file that is open for appending, so that several programs can share it.
lockcore::Result<void> appendToDisk(const QString& file, const QByteArray& line);

}  // namespace lockscope
