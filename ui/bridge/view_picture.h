// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/result.h>

#include <QString>

class QWidget;

namespace lockscope {

/// Writes what `widget` shows as a picture: .svg as vectors, anything else that Qt can write as pixels, in
/// the widget's size. A half written file is never left. GUI thread.
lockcore::Result<void> writePicture(QWidget& widget, const QString& file);

/// True where writePicture() is meant by the name of `file`, false for snapshots as JSON.
bool isPictureFile(const QString& file);

}  // namespace lockscope
