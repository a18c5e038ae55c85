// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/state_palette.h"

#include "theme/theme.h"

#include <QCache>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPixmap>
#include <QPolygonF>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace lockscope {

namespace {

constexpr std::size_t kTones = 6;

double linear(double channel) {
    return channel <= 0.03928 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& color) {
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

QColor blend(const QColor& over, const QColor& under, double share) {
    const auto mix = [share](float a, float b) {
        return static_cast<float>(share * static_cast<double>(a) + (1.0 - share) * static_cast<double>(b));
    };
    return QColor::fromRgbF(mix(over.redF(), under.redF()), mix(over.greenF(), under.greenF()),
                            mix(over.blueF(), under.blueF()));
}

/// Moves `color` towards `pole` (black or white) until it stands out enough from both backgrounds.
QColor withContrast(const QColor& color, const QColor& pole, const QPalette& palette, double ratio) {
    const QColor window = palette.color(QPalette::Window);
    const QColor base = palette.color(QPalette::Base);
    constexpr int kSteps = 25;
    for (int step = 0; step < kSteps; ++step) {
        const QColor candidate = blend(pole, color, static_cast<double>(step) / kSteps);
        if (contrastRatio(candidate, window) >= ratio && contrastRatio(candidate, base) >= ratio) {
            return candidate;
        }
    }
    return pole;
}

QPolygonF octagon(const QRectF& box) {
    const double cut = box.width() * 0.29;
    return QPolygonF({{box.left() + cut, box.top()},
                      {box.right() - cut, box.top()},
                      {box.right(), box.top() + cut},
                      {box.right(), box.bottom() - cut},
                      {box.right() - cut, box.bottom()},
                      {box.left() + cut, box.bottom()},
                      {box.left(), box.bottom() - cut},
                      {box.left(), box.top() + cut}});
}

/// An octagon with an exclamation mark left out.
QPainterPath warningSign(const QRectF& box) {
    QPainterPath path;
    path.setFillRule(Qt::OddEvenFill);
    path.addPolygon(octagon(box));
    path.closeSubpath();
    const double width = std::max(1.5, box.width() / 6);
    const double left = box.center().x() - width / 2;
    path.addRect(QRectF(left, box.top() + box.height() * 0.2, width, box.height() * 0.36));
    path.addRect(QRectF(left, box.top() + box.height() * 0.68, width, box.height() * 0.16));
    return path;
}

}  // namespace

double contrastRatio(const QColor& a, const QColor& b) {
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

StatePalette::StatePalette(const QPalette& palette) : m_palette(palette), m_dark(isDark(palette)) {}

QColor StatePalette::color(Tone tone) const {
    switch (tone) {
        case Tone::Holder: return m_dark ? QColor(0x1F, 0xBF, 0x91) : QColor(0x00, 0x9E, 0x73);
        case Tone::Waiter: return m_palette.color(QPalette::Text);
        case Tone::Warning: return m_dark ? QColor(0xF2, 0xB5, 0x2E) : QColor(0xE6, 0x9F, 0x00);
        case Tone::Fault: return m_dark ? QColor(0xFF, 0x85, 0x3D) : QColor(0xD5, 0x5E, 0x00);
        case Tone::Info: return m_dark ? QColor(0x56, 0xB4, 0xE9) : QColor(0x00, 0x72, 0xB2);
        case Tone::Gone: return blend(m_palette.color(QPalette::Text), m_palette.color(QPalette::Base), 0.62);
    }
    return {};
}

/// Contrasts are made of powers, and a table asks for each of its cells: those of the palette that was used
/// last are kept. GUI thread.
QColor StatePalette::textColor(Tone tone) const {
    static qint64 known = 0;
    static std::array<QColor, kTones> colors;
    if (std::exchange(known, m_palette.cacheKey()) != m_palette.cacheKey()) colors = {};
    QColor& ink = colors[static_cast<std::size_t>(tone)];
    const QColor pole = m_dark ? QColor(Qt::white) : QColor(Qt::black);
    if (!ink.isValid()) ink = withContrast(color(tone), pole, m_palette, 4.5);
    return ink;
}

QColor StatePalette::background(Tone tone) const {
    return blend(color(tone), m_palette.color(QPalette::Window), 0.14);
}

namespace {

/// A mark as pixels.
struct MarkKey {
    Tone tone;
    QRgb fill;
    QRgb outline;
    QRectF square;  ///< within its pixmap
    double pixelRatio;

    bool operator==(const MarkKey&) const = default;
    friend std::size_t qHash(const MarkKey& key, std::size_t seed = 0) {
        return qHashMulti(seed, static_cast<int>(key.tone), key.fill, key.outline, key.square.x(),
                          key.square.y(), key.square.width(), key.pixelRatio);
    }
};

/// True where a pixmap looks as the strokes would: on pixels, and neither scaled nor between them.
bool isOnPixels(const QPainter& painter) {
    const QTransform& transform = painter.worldTransform();
    return painter.paintEngine()->type() == QPaintEngine::Raster &&
           transform.type() <= QTransform::TxTranslate && transform.dx() == std::round(transform.dx()) &&
           transform.dy() == std::round(transform.dy());
}

void strokeMark(QPainter& painter, const QRectF& square, Tone tone, const QColor& fill,
                const QColor& outline) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double line = std::max(1.0, square.width() / 8.0);
    const QRectF box = square.adjusted(line / 2, line / 2, -line / 2, -line / 2);
    painter.setPen(QPen(outline, line, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(fill);
    switch (tone) {
        case Tone::Holder: painter.drawRect(box); break;
        case Tone::Waiter:
            painter.setPen(QPen(outline, line * 1.25));
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(box);
            break;
        case Tone::Warning:
            painter.drawPolygon(
                QPolygonF({{box.center().x(), box.top()}, box.bottomRight(), box.bottomLeft()}));
            break;
        case Tone::Fault:
            // In the size of a line of text, round corners would make a disc of it.
            painter.fillPath(warningSign(box), fill);
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(outline, line, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
            painter.drawPolygon(octagon(box));
            break;
        case Tone::Info: painter.drawEllipse(box); break;
        case Tone::Gone:
            painter.drawLine(box.topLeft(), box.bottomRight());
            painter.drawLine(box.topRight(), box.bottomLeft());
            break;
    }
    painter.restore();
}

const QPixmap& pixmapOf(const MarkKey& key) {
    static QCache<MarkKey, QPixmap> known(256);
    if (const QPixmap* const pixmap = known.object(key)) return *pixmap;
    const QSizeF size(std::ceil(key.square.right()) + 1, std::ceil(key.square.bottom()) + 1);
    auto* const made = new QPixmap((size * key.pixelRatio).toSize());
    made->setDevicePixelRatio(key.pixelRatio);
    made->fill(Qt::transparent);
    QPainter painter(made);
    strokeMark(painter, key.square, key.tone, QColor::fromRgba(key.fill), QColor::fromRgba(key.outline));
    painter.end();
    known.insert(key, made);
    return *made;
}

}  // namespace

void paintMark(QPainter& painter, const QRectF& square, Tone tone, const QColor& fill,
               const QColor& outline) {
    if (!isOnPixels(painter)) {
        strokeMark(painter, square, tone, fill, outline);
        return;
    }
    // A pixel around it for what the edges spread.
    const QPointF corner(std::floor(square.x()) - 1, std::floor(square.y()) - 1);
    painter.drawPixmap(corner, pixmapOf({tone, fill.rgba(), outline.rgba(), square.translated(-corner),
                                         painter.device()->devicePixelRatioF()}));
}

}  // namespace lockscope
