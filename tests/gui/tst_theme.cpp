// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "test_program.h"
#include "theme/state_palette.h"
#include "theme/theme.h"
#include "widgets/stable_table_view.h"
#include "widgets/table_delegate.h"

#include <QApplication>
#include <QFontDatabase>
#include <QHeaderView>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyle>
#include <QStyleOptionButton>
#include <QStyleOptionHeader>
#include <QStyleOptionViewItem>

#include <algorithm>

using namespace lockscope;

namespace {

struct MutedInk : TableDelegate {
    using TableDelegate::mutedInkOf;
};

QImage drawn(Tone tone, int side) {
    QImage image(side, side, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    QPainter painter(&image);
    paintMark(painter, QRectF(0, 0, side, side), tone, Qt::black, Qt::black);
    return image;
}

/// Where two pictures differ clearly, and in how many pixels.
struct Differences {
    QRect area = {};
    int count = 0;
};

Differences differences(const QImage& a, const QImage& b) {
    Differences found;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x) {
            if (std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y))) <= 60) continue;
            found.area |= QRect(x, y, 1, 1);
            ++found.count;
        }
    }
    return found;
}

}  // namespace

class TestTheme : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        // The offscreen platform says this of every window.
        QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
        applyTheme(*qApp, ThemeChoice::Light);
    }

    void faultIsNoDiscInTheSizeOfALine_data() {
        QTest::addColumn<int>("side");
        for (const int side : {8, 10, 12, 16, 24})
            QTest::addRow("%d", side) << side;
    }

    void faultIsNoDiscInTheSizeOfALine() {
        QFETCH(int, side);
        const QImage fault = drawn(Tone::Fault, side);
        QVERIFY(differences(fault, drawn(Tone::Info, side)).count >= side / 2);
        // The exclamation mark is left out of the middle.
        QVERIFY(qGray(fault.pixel(side / 2, side * 2 / 5)) > 100);
    }

    /// Fonts for it mostly have no bold face.
    void headingsAreBoldInChineseToo() {
        if (QFontDatabase::families(QFontDatabase::SimplifiedChinese).isEmpty())
            QSKIP("no font has Chinese letters");
        const auto ink = [](const QFont& font) {
            QImage image(200, 60, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            painter.setFont(font);
            painter.drawText(image.rect(), Qt::AlignCenter, QString::fromUtf8("客户端"));
            painter.end();
            int sum = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    sum += 255 - qGray(image.pixel(x, y));
            return sum;
        };
        const QFont plain = qApp->font();
        QVERIFY2(ink(headingFont(plain)) > ink(plain) * 5 / 4, qPrintable(QString::number(ink(plain))));
        QFont large = plain;
        large.setPointSizeF(titleFont(plain).pointSizeF());
        QVERIFY2(ink(titleFont(plain)) > ink(large) * 5 / 4, qPrintable(QString::number(ink(large))));
    }

    void arrowOfASortedColumnIsSeen() {
        QStandardItemModel model(1, 2);
        model.setHorizontalHeaderLabels({QStringLiteral("One"), QStringLiteral("Two")});
        StableTableView table;
        table.setModel(&model);
        table.resize(400, 200);
        table.show();  // laid out from here on: all pictures are of one size
        QCoreApplication::processEvents();
        QHeaderView* header = table.horizontalHeader();
        const auto picture = [&](bool sorted) {
            header->setSortIndicatorShown(sorted);
            return header->viewport()->grab().toImage();
        };
        for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            header->setSortIndicator(1, order);
            const QRect arrow = differences(picture(false), picture(true)).area;
            QVERIFY2(arrow.width() >= 6 && arrow.height() >= 3,
                     qPrintable(QStringLiteral("%1 × %2").arg(arrow.width()).arg(arrow.height())));
        }
    }

    void dimmedTextCanBeRead_data() {
        QTest::addColumn<ThemeChoice>("theme");
        QTest::newRow("light") << ThemeChoice::Light;
        QTest::newRow("dark") << ThemeChoice::Dark;
    }

    /// As WCAG 2 wants it of text.
    void dimmedTextCanBeRead() {
        constexpr double kLeast = 4.5;
        QFETCH(ThemeChoice, theme);
        applyTheme(*qApp, theme);
        const QPalette palette = qApp->palette();
        for (const auto ground : {QPalette::Window, QPalette::Base, QPalette::AlternateBase}) {
            const double contrast =
                contrastRatio(palette.color(QPalette::PlaceholderText), palette.color(ground));
            QVERIFY2(contrast >= kLeast, qPrintable(QString::number(contrast)));
        }
        QStyleOptionViewItem selected;
        selected.palette = palette;
        selected.state = QStyle::State_Enabled | QStyle::State_Active | QStyle::State_Selected;
        QImage image(1, 1, QImage::Format_RGB32);
        image.fill(palette.color(QPalette::Highlight));
        QPainter painter(&image);
        painter.fillRect(image.rect(), MutedInk::mutedInkOf(selected));
        painter.end();
        const double contrast = contrastRatio(image.pixelColor(0, 0), palette.color(QPalette::Highlight));
        QVERIFY2(contrast >= kLeast, qPrintable(QString::number(contrast)));
    }

    void emptyBoxesAndCirclesAreSeen_data() {
        QTest::addColumn<ThemeChoice>("theme");
        QTest::newRow("light") << ThemeChoice::Light;
        QTest::newRow("dark") << ThemeChoice::Dark;
    }

    void emptyBoxesAndCirclesAreSeen() {
        QFETCH(ThemeChoice, theme);
        applyTheme(*qApp, theme);
        const QPalette palette = qApp->palette();
        for (const auto element : {QStyle::PE_IndicatorCheckBox, QStyle::PE_IndicatorRadioButton}) {
            QStyleOptionButton option;
            option.palette = palette;
            option.rect = QRect(0, 0, 14, 14);
            option.state = QStyle::State_Enabled | QStyle::State_Off;
            QImage image(option.rect.size(), QImage::Format_ARGB32_Premultiplied);
            image.fill(palette.color(QPalette::Window));
            QPainter painter(&image);
            qApp->style()->drawPrimitive(element, &option, &painter);
            painter.end();
            // Across the middle there is an edge on either side.
            for (const int from : {0, image.width() - 3}) {
                double best = 1;
                for (int x = from; x < from + 3; ++x)
                    best = std::max(best, contrastRatio(image.pixelColor(x, image.height() / 2),
                                                        palette.color(QPalette::Window)));
                QVERIFY2(best >= 3, qPrintable(QString::number(best)));
            }
        }
    }

    void arrowTakesNoMoreThanItsRoomFromTheWords() {
        QStyleOptionHeader option;
        option.orientation = Qt::Horizontal;
        option.direction = Qt::LeftToRight;
        option.rect = QRect(0, 0, 100, 24);
        const QStyle* style = qApp->style();
        const QRect plain = style->subElementRect(QStyle::SE_HeaderLabel, &option);
        option.sortIndicator = QStyleOptionHeader::SortDown;
        const QRect label = style->subElementRect(QStyle::SE_HeaderLabel, &option);
        const QRect arrow = style->subElementRect(QStyle::SE_HeaderArrow, &option);
        QVERIFY(option.rect.contains(arrow));
        QVERIFY(arrow.height() >= 8);
        QVERIFY(label.right() < arrow.left());
        QVERIFY(plain.width() - label.width() <= 16);
    }
};

LOCKSCOPE_TEST(TestTheme)
#include "tst_theme.moc"
