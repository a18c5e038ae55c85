// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/result.h>

#include <QByteArray>
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

/// Writes a painting: .svg as vectors, anything else that Qt can write as pixels. A half written file is
/// never left. GUI thread.
lockcore::Result<void> writePicture(const Painting& painting, const QString& file);

/// Writes what `widget` shows likewise, in the widget's size. GUI thread.
lockcore::Result<void> writePicture(QWidget& widget, const QString& file);

/// Writes a whole file or none. Any thread.
lockcore::Result<void> writeBytes(const QByteArray& bytes, const QString& file);

/// True where writePicture() is meant by the name of `file`, false for snapshots as JSON.
bool isPictureFile(const QString& file);

}  // namespace lockscope
