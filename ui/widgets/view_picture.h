// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/result.h>

#include <QSize>
#include <QString>

#include <functional>

class QPainter;
class QRectF;
class QWidget;

namespace lockscope {

/// Something to be written as a picture.
struct Painting {
    QSize size;  ///< in logical pixels
    QString title;
    int dotsPerInch;  ///< of the screen for which it is made
    std::function<void(QPainter& painter, const QRectF& target)> paint;
};

/// Writes what has been painted by then, which takes its time: any thread.
using PictureWriter = std::function<lockcore::Result<void>()>;

/// Paints now, for `file`: .svg as vectors, anything else that Qt can write as pixels. A half written file is
/// never left. GUI thread.
PictureWriter paintedFor(const QString& file, const Painting& painting);

/// What `widget` shows likewise, in the widget's size. GUI thread.
PictureWriter paintedFor(const QString& file, QWidget& widget);

/// Fails, and says so in English: where there is nothing to be painted.
PictureWriter nothingToPaint(const char* why, const QString& file);

/// True where a picture is meant by the name of `file`, false for snapshots as JSON.
bool isPictureFile(const QString& file);

}  // namespace lockscope
