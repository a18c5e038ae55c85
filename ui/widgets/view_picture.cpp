// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view_picture.h"

#include "threads/file_bytes.h"

#include <QBuffer>
#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QPixmap>
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

QByteArray encoded(const QImage& pixels, const QByteArray& format) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!pixels.save(&buffer, format.constData())) bytes.clear();
    return bytes;
}

QImage asPixels(const Painting& painting) {
    QImage image(painting.size.boundedTo({kMostPixels, kMostPixels}), QImage::Format_RGB32);
    QPainter painter(&image);
    painting.paint(painter, QRectF(image.rect()));
    painter.end();
    return image;
}

lockcore::Result<void> writeEncoded(const QByteArray& bytes, const QString& file) {
    if (bytes.isEmpty())
        return lockcore::fail(lockcore::ErrorCode::BadArguments, "the file name must end in .png or .svg",
                              file.toStdString());
    return writeBytes(bytes, file);
}

/// To encode pixels takes longer than to paint them.
PictureWriter writerOf(const QImage& pixels, const QString& file) {
    return [pixels, file] { return writeEncoded(encoded(pixels, suffixOf(file)), file); };
}

}  // namespace

bool isPictureFile(const QString& file) {
    const QByteArray suffix = suffixOf(file);
    return suffix == "png" || suffix == "svg";
}

PictureWriter paintedFor(const QString& file, const Painting& painting) {
    if (suffixOf(file) != "svg") return writerOf(asPixels(painting), file);
    return [vectors = asSvg(painting), file] { return writeEncoded(vectors, file); };
}

PictureWriter paintedFor(const QString& file, QWidget& widget) {
    if (suffixOf(file) != "svg") return writerOf(widget.grab().toImage(), file);
    return paintedFor(file, {widget.size(), widget.window()->windowTitle(), widget.logicalDpiX(),
                             [&widget](QPainter& painter, const QRectF&) { widget.render(&painter); }});
}

PictureWriter nothingToPaint(const char* why, const QString& file) {
    return [why = std::string(why), file]() -> lockcore::Result<void> {
        return lockcore::fail(lockcore::ErrorCode::BadArguments, why, file.toStdString());
    };
}

}  // namespace lockscope
