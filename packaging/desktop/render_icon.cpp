// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
//
// Writes an SVG icon as PNG in the sizes of the desktop's icon theme: render_icon SVG DIRECTORY KIND SIZE…,
// into DIRECTORY/48x48/KIND/NAME.png and so on, where KIND is a folder of the theme, such as apps.
#include <QDir>
#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QSvgRenderer>

#include <cstdio>

namespace {

bool render(QSvgRenderer& svg, int size, const QString& file) {
    QImage image(size, size, QImage::Format_ARGB32);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    svg.render(&painter);
    painter.end();
    return QDir().mkpath(QFileInfo(file).path()) && image.save(file);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 5) {
        std::fputs("render_icon SVG DIRECTORY KIND SIZE...\n", stderr);
        return 2;
    }
    const QString source = QString::fromLocal8Bit(argv[1]);
    QSvgRenderer svg(source);
    if (!svg.isValid()) {
        std::fprintf(stderr, "render_icon: %s is no SVG picture that Qt can read\n", argv[1]);
        return 1;
    }
    for (int i = 4; i < argc; ++i) {
        const QString size = QString::fromLocal8Bit(argv[i]);
        const QString file = QStringLiteral("%1/%2x%2/%3/%4.png")
                                 .arg(QString::fromLocal8Bit(argv[2]), size, QString::fromLocal8Bit(argv[3]),
                                      QFileInfo(source).completeBaseName());
        if (size.toInt() < 1 || !render(svg, size.toInt(), file)) {
            std::fprintf(stderr, "render_icon: %s could not be written\n", file.toLocal8Bit().constData());
            return 1;
        }
    }
    return 0;
}
