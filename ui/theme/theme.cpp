// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/theme.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontMetrics>
#include <QPainter>
#include <QProxyStyle>
#include <QStyle>
#include <QStyleFactory>
#include <QStyleOption>
#include <QToolTip>

namespace lockscope {

namespace {

constexpr int kCellMargin = contentMargin();
constexpr int kArrowSide = 10;  // of a sorted column
constexpr int kArrowMargin = gridStep();

/// Fusion with more air between the columns of tables, where text of one cell would touch that of the next.
class AiryFusion : public QProxyStyle {
public:
    AiryFusion() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override {
        switch (metric) {
            case PM_HeaderMargin: return kCellMargin;
            case PM_FocusFrameHMargin: return kCellMargin - 1;  // item views add one
            default: return QProxyStyle::pixelMetric(metric, option, widget);
        }
    }

    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                           const QWidget* widget) const override {
        QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
        // The margin is meant for the sides only.
        if (type == CT_HeaderSection && widget) size.setHeight(rowHeight(widget->font()));
        return size;
    }

    QRect subElementRect(SubElement element, const QStyleOption* option,
                         const QWidget* widget) const override {
        const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
        if (header && element == SE_HeaderLabel) return labelOf(*header);
        if (header && element == SE_HeaderArrow) return arrowOf(*header);
        return QProxyStyle::subElementRect(element, option, widget);
    }

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override {
        // Fusion mixes the colours of its outlines first, for each cell, and paints nothing of its own here.
        if (element == PE_PanelItemViewRow || element == PE_PanelItemViewItem) {
            // NOLINTNEXTLINE(bugprone-parent-virtual-call)
            QCommonStyle::drawPrimitive(element, option, painter, widget);
            return;
        }
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        if (element == PE_IndicatorCheckBox || element == PE_IndicatorRadioButton)
            drawOutline(*painter, *option, element == PE_IndicatorRadioButton);
    }

    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override {
        const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
        if (element != CE_Header || !header) {
            QProxyStyle::drawControl(element, option, painter, widget);
            return;
        }
        // Fusion asks itself where the parts are, not its proxy. It takes the margin off above and below
        // them, too, which leaves nothing of the arrow.
        painter->save();
        painter->setClipRect(header->rect);
        drawControl(CE_HeaderSection, header, painter, widget);
        QStyleOptionHeaderV2 part;
        if (const auto* whole = qstyleoption_cast<const QStyleOptionHeaderV2*>(option)) {
            part = *whole;
        } else {
            part.QStyleOptionHeader::operator=(*header);
            part.version = QStyleOptionHeaderV2::Version;
        }
        part.rect = labelOf(*header);
        drawControl(CE_HeaderLabel, &part, painter, widget);
        if (header->sortIndicator != QStyleOptionHeader::None) {
            part.rect = arrowOf(*header);
            drawPrimitive(PE_IndicatorHeaderArrow, &part, painter, widget);
        }
        painter->restore();
    }

    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override {
        const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
        if (control == CC_ScrollBar && bar)
            drawScrollBar(*bar, *painter, widget);
        else
            QProxyStyle::drawComplexControl(control, option, painter, widget);
    }

private:
    /// Flat. Fusion fills it with gradients, which Qt spreads over threads: painting a table waited longer
    /// for its scroll bar than for all its cells.
    void drawScrollBar(const QStyleOptionSlider& bar, QPainter& painter, const QWidget* widget) const {
        painter.fillRect(bar.rect, bar.palette.color(QPalette::Window));
        const bool isUpright = bar.orientation == Qt::Vertical;
        const bool isEnabled = bar.state & State_Enabled;
        QStyleOption arrow = bar;
        if (!isEnabled) arrow.state &= ~State_Enabled;
        arrow.rect = subControlRect(CC_ScrollBar, &bar, SC_ScrollBarSubLine, widget);
        drawPrimitive(isUpright ? PE_IndicatorArrowUp : PE_IndicatorArrowLeft, &arrow, &painter, widget);
        arrow.rect = subControlRect(CC_ScrollBar, &bar, SC_ScrollBarAddLine, widget);
        drawPrimitive(isUpright ? PE_IndicatorArrowDown : PE_IndicatorArrowRight, &arrow, &painter, widget);
        if (!isEnabled || bar.maximum <= bar.minimum) return;
        QColor ink = bar.palette.color(QPalette::PlaceholderText);
        const bool isHeld = (bar.activeSubControls & SC_ScrollBarSlider) && (bar.state & State_Sunken);
        ink.setAlphaF(isHeld ? 1.0F : bar.state & State_MouseOver ? 0.8F : 0.6F);
        const QRect slider = subControlRect(CC_ScrollBar, &bar, SC_ScrollBarSlider, widget);
        const double gap = (isUpright ? slider.width() : slider.height()) / 4.0;
        const QRectF thumb =
            isUpright ? QRectF(slider).adjusted(gap, 1, -gap, -1) : QRectF(slider).adjusted(1, gap, -1, -gap);
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        painter.drawRoundedRect(thumb, gap, gap);
        painter.restore();
    }

    /// Fusion's own is a little darker than the window: next to nothing on a dark one.
    static void drawOutline(QPainter& painter, const QStyleOption& option, bool isRound) {
        const bool isEnabled = option.state & State_Enabled;
        QColor ink = option.palette.color(QPalette::PlaceholderText);
        if (!isEnabled) ink.setAlphaF(ink.alphaF() / 2);
        const QRectF edge = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5);
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(ink);
        painter.setBrush(Qt::NoBrush);
        if (isRound)
            painter.drawEllipse(edge);
        else
            painter.drawRoundedRect(edge, 2, 2);
        painter.restore();
    }

    static QRect labelOf(const QStyleOptionHeader& header) {
        const bool isSorted = header.sortIndicator != QStyleOptionHeader::None;
        const int right = isSorted ? kArrowSide + 2 * kArrowMargin : kCellMargin;
        const QRect label = header.rect.adjusted(kCellMargin, 0, -right, 0);
        return visualRect(header.direction, header.rect, label);
    }

    static QRect arrowOf(const QStyleOptionHeader& header) {
        QRect arrow(0, 0, kArrowSide, kArrowSide);
        arrow.moveCenter(header.rect.center());
        arrow.moveRight(header.rect.right() - kArrowMargin);
        return visualRect(header.direction, header.rect, arrow);
    }
};

struct Shades {
    QColor window, base, alternate, button, text, dimmed, highlight, link;
};

constexpr QRgb kWhite = 0xFFFFFFFF;

QPalette paletteOf(const Shades& shades) {
    // Fusion derives its frames and bevels from button and window.
    QPalette palette(shades.button, shades.window);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText,
                                           QPalette::BrightText, QPalette::ToolTipText}) {
        palette.setColor(role, shades.text);
    }
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        palette.setColor(QPalette::Disabled, role, shades.dimmed);
    }
    palette.setColor(QPalette::Base, shades.base);
    palette.setColor(QPalette::AlternateBase, shades.alternate);
    palette.setColor(QPalette::ToolTipBase, shades.base);
    palette.setColor(QPalette::PlaceholderText, shades.dimmed);
    palette.setColor(QPalette::Highlight, shades.highlight);
    palette.setColor(QPalette::HighlightedText, QColor(kWhite));
    palette.setColor(QPalette::Disabled, QPalette::Highlight, shades.dimmed);
    palette.setColor(QPalette::Link, shades.link);
    palette.setColor(QPalette::LinkVisited, shades.link);
    return palette;
}

QPalette lightPalette() {
    return paletteOf({.window = QColor(0xF1, 0xF2, 0xF4),
                      .base = QColor(kWhite),
                      .alternate = QColor(0xF6, 0xF7, 0xF9),
                      .button = QColor(0xE8, 0xEA, 0xED),
                      .text = QColor(0x1B, 0x1D, 0x20),
                      .dimmed = QColor(0x66, 0x6B, 0x72),
                      .highlight = QColor(0x0A, 0x69, 0xA8),
                      .link = QColor(0x00, 0x66, 0xA3)});
}

QPalette darkPalette() {
    return paletteOf({.window = QColor(0x28, 0x2A, 0x2E),
                      .base = QColor(0x1D, 0x1F, 0x22),
                      .alternate = QColor(0x23, 0x25, 0x29),
                      .button = QColor(0x38, 0x3B, 0x41),
                      .text = QColor(0xE4, 0xE6, 0xE9),
                      .dimmed = QColor(0x93, 0x98, 0xA0),
                      .highlight = QColor(0x1B, 0x65, 0x9C),
                      .link = QColor(0x6C, 0xB8, 0xEC)});
}

bool hasTabularDigits(const QFontMetrics& metrics) {
    const int width = metrics.horizontalAdvance(QLatin1Char('0'));
    for (char digit = '1'; digit <= '9'; ++digit) {
        if (metrics.horizontalAdvance(QLatin1Char(digit)) != width) return false;
    }
    return true;
}

}  // namespace

void applyTheme(QApplication& application, ThemeChoice choice) {
    application.setStyle(new AiryFusion);
    switch (choice) {
        // An empty palette lets the desktop's own through, now and whenever it changes.
        case ThemeChoice::System: application.setPalette(QPalette()); break;
        case ThemeChoice::Light: application.setPalette(lightPalette()); break;
        case ThemeChoice::Dark: application.setPalette(darkPalette()); break;
    }
    QToolTip::setPalette(application.palette());
}

bool isDark(const QPalette& palette) {
    return palette.color(QPalette::WindowText).lightnessF() > palette.color(QPalette::Window).lightnessF();
}

int rowHeight(const QFont& font) {
    return QFontMetrics(font).height() + 2 * gridStep();
}

QFont idFont(const QFont& base) {
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (base.pointSizeF() > 0) {
        font.setPointSizeF(base.pointSizeF());
    } else {
        font.setPixelSize(base.pixelSize());
    }
    font.setStrikeOut(base.strikeOut());
    return font;
}

QFont numberFont(const QFont& base) {
    return hasTabularDigits(QFontMetrics(base)) ? base : idFont(base);
}

QFont headingFont(const QFont& base) {
    QFont font = base;
    font.setWeight(QFont::Bold);
    return font;
}

QFont titleFont(const QFont& base) {
    QFont font = headingFont(base);
    if (base.pointSizeF() > 0) {
        font.setPointSizeF(base.pointSizeF() * 1.25);
    } else {
        font.setPixelSize(base.pixelSize() * 5 / 4);
    }
    return font;
}

}  // namespace lockscope
