// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view_picture.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QPixmap>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QWidget>

namespace lockscope {
namespace {

/// Most pixels in one direction: larger paintings are made smaller, as few programs can show them.
constexpr int kMostPixels = 16'000;

QByteArray suffixOf(const QString& file) {
    return QFileInfo(file).suffix().toLower().toLatin1();
}

QByteArray asSvg(const Painting& painting) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(painting.size);
    generator.setViewBox(QRect({0, 0}, painting.size));
    generator.setTitle(painting.title);
    // Fonts are scaled by the device's resolution: without this the text would not fit where it stands on
    // screen.
    generator.setResolution(painting.dotsPerInch);
    QPainter painter(&generator);
    painting.paint(painter, QRectF({0, 0}, painting.size));
    painter.end();
    return bytes;
}

template <class Pixels>
QByteArray encoded(const Pixels& pixels, const QByteArray& format) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!pixels.save(&buffer, format.constData())) bytes.clear();
    return bytes;
}

QByteArray asPixels(const Painting& painting, const QByteArray& format) {
    QImage image(painting.size.boundedTo({kMostPixels, kMostPixels}), QImage::Format_RGB32);
    QPainter painter(&image);
    painting.paint(painter, QRectF(image.rect()));
    painter.end();
    return encoded(image, format);
}

lockcore::Result<void> writeEncoded(const QByteArray& bytes, const QString& file) {
    if (bytes.isEmpty())
        return lockcore::fail(lockcore::ErrorCode::BadArguments, "the file name must end in .png or .svg",
                              file.toStdString());
    return writeBytes(bytes, file);
}

}  // namespace

bool isPictureFile(const QString& file) {
    const QByteArray suffix = suffixOf(file);
    return suffix == "png" || suffix == "svg";
}

lockcore::Result<void> writeBytes(const QByteArray& bytes, const QString& file) {
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size() || !out.commit())
        return lockcore::fail(lockcore::ErrorCode::Io, out.errorString().toStdString(), file.toStdString());
    return {};
}

lockcore::Result<void> writePicture(const Painting& painting, const QString& file) {
    const QByteArray suffix = suffixOf(file);
    return writeEncoded(suffix == "svg" ? asSvg(painting) : asPixels(painting, suffix), file);
}

lockcore::Result<void> writePicture(QWidget& widget, const QString& file) {
    const QByteArray suffix = suffixOf(file);
    if (suffix != "svg") return writeEncoded(encoded(widget.grab(), suffix), file);
    return writePicture({widget.size(), widget.window()->windowTitle(), widget.logicalDpiX(),
                         [&widget](QPainter& painter, const QRectF&) { widget.render(&painter); }},
                        file);
}

}  // namespace lockscope
