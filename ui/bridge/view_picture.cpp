// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/view_picture.h"

#include <QBuffer>
#include <QFileInfo>
#include <QPainter>
#include <QPixmap>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QWidget>

namespace lockscope {
namespace {

QByteArray asSvg(QWidget& widget) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(widget.size());
    generator.setViewBox(widget.rect());
    generator.setTitle(widget.window()->windowTitle());
    // Fonts are scaled by the device's resolution: without this the text would not fit where it stands on
    // screen.
    generator.setResolution(widget.logicalDpiX());
    QPainter painter(&generator);
    widget.render(&painter);
    painter.end();
    return bytes;
}

QByteArray asPixels(QWidget& widget, const QByteArray& format) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!widget.grab().save(&buffer, format.constData())) bytes.clear();
    return bytes;
}

}  // namespace

bool isPictureFile(const QString& file) {
    const QString suffix = QFileInfo(file).suffix().toLower();
    return suffix == QStringLiteral("png") || suffix == QStringLiteral("svg");
}

lockcore::Result<void> writePicture(QWidget& widget, const QString& file) {
    const QByteArray suffix = QFileInfo(file).suffix().toLower().toLatin1();
    const QByteArray bytes = suffix == "svg" ? asSvg(widget) : asPixels(widget, suffix);
    const std::string path = file.toStdString();
    if (bytes.isEmpty())
        return lockcore::fail(lockcore::ErrorCode::BadArguments, "the file name must end in .png or .svg",
                              path);
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size() || !out.commit())
        return lockcore::fail(lockcore::ErrorCode::Io, out.errorString().toStdString(), path);
    return {};
}

}  // namespace lockscope
