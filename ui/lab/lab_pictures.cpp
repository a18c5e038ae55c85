// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_pictures.h"

#include "fairness/fairness_picture.h"
#include "lab/lab_words.h"
#include "theme/state_palette.h"
#include "theme/theme.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockscope {
namespace {

using lockcore::Distribution;
using lockcore::Duration;

struct LabPicturesText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::LabPictures)
};

constexpr double kPictureWidth = 960;
constexpr double kChartGap = 24;
constexpr double kPlotHeight = 120;
constexpr std::size_t kTimeBins = 30;
constexpr std::size_t kMostTimeTicks = 6;
constexpr std::size_t kSquaresInRow = 4;
constexpr double kSecondLine = 2;
/// Shorter ones are of one class; longer ones are no times.
constexpr Duration kLeastShown{100};
constexpr Duration kMostShown = std::chrono::hours(24 * 365);

/// 1, 2 or 5 times a power of ten: the greatest that is no more than `ns`, or the least that is no less.
double roundTime(double ns, bool up) {
    const double power = std::pow(10, std::floor(std::log10(ns)));
    constexpr double kSteps[] = {1, 2, 5, 10};
    double below = power;
    for (const double step : kSteps) {
        if (step * power >= ns * (1 - 1e-9))
            return up || step * power <= ns * (1 + 1e-9) ? step * power : below;
        below = step * power;
    }
    return below;
}

double nanoseconds(Duration time) {
    return static_cast<double>(std::clamp(time, kLeastShown, kMostShown).count());
}

/// Where a time is between two others, 0 to 1, as its logarithm.
double placeBetween(double ns, Duration from, Duration to) {
    return std::log(ns / nanoseconds(from)) / std::log(nanoseconds(to) / nanoseconds(from));
}

/// "20 ms": ticks are round.
QString tickText(Duration time) {
    const auto ns = static_cast<qlonglong>(time.count());
    const auto text = [ns](qlonglong unit, const char* word) {
        return QStringLiteral("%1 %2").arg(QLocale().toString(ns / unit), QString::fromUtf8(word));
    };
    if (ns < 1'000) return text(1, "ns");
    if (ns < 1'000'000) return text(1'000, "µs");
    return ns < 1'000'000'000 ? text(1'000'000, "ms") : text(1'000'000'000, "s");
}

QString legendTime(Duration time) {
    return labMeasureText(static_cast<double>(time.count()), lockcore::MeasureUnit::Time);
}

/// A round share that no bin is above.
double topShare(double greatest) {
    for (const double top : {0.05, 0.1, 0.2, 0.4, 0.6, 0.8})
        if (greatest <= top) return top;
    return 1;
}

/// What is painted into one chart, and where. A value.
struct TimesPlot {
    const TimesChart& chart;
    const QStringList& runs;
    const ReportLook& look;
    QRectF area;  ///< of the bins
    TimeBins bins;
    double top = 1;

    QColor faint() const {
        QColor color = look.palette.color(QPalette::Text);
        color.setAlphaF(0.25F);
        return color;
    }
    QPen ink() const { return {look.palette.color(QPalette::Text)}; }
    /// The first run is filled, the second one a line: told apart without colours, too.
    QColor colorOf(std::size_t run) const {
        const StatePalette tones(look.palette);
        return run == 0 ? tones.color(Tone::Info) : tones.color(Tone::Fault);
    }
};

void paintElided(QPainter& painter, const QPointF& at, double width, const QString& text) {
    const QFontMetricsF metrics(painter.font());
    painter.drawText(at, metrics.elidedText(text, Qt::ElideRight, width));
}

void paintAxes(QPainter& painter, const TimesPlot& plot) {
    const QFontMetricsF metrics(plot.look.font);
    for (const double share : {0.0, 0.5, 1.0}) {
        const double y = plot.area.bottom() - share * plot.area.height();
        painter.setPen(plot.faint());
        painter.drawLine(QPointF(plot.area.left(), y), QPointF(plot.area.right(), y));
        const QString text = LabPicturesText::tr("%1 %", "a share of all").arg(share * plot.top * 100);
        painter.setPen(plot.ink());
        painter.drawText(QPointF(plot.area.left() - metrics.horizontalAdvance(text) - gridStep(),
                                 y + metrics.capHeight() / 2),
                         text);
    }
    double taken = 0;
    for (const Duration tick : timeTicks(plot.bins.from, plot.bins.to, kMostTimeTicks)) {
        const double x = plot.area.left() +
                         plot.area.width() * placeBetween(nanoseconds(tick), plot.bins.from, plot.bins.to);
        painter.setPen(plot.faint());
        painter.drawLine(QPointF(x, plot.area.top()), QPointF(x, plot.area.bottom()));
        const QString text = tickText(tick);
        const double width = metrics.horizontalAdvance(text);
        const double left =
            std::clamp(x - width / 2, plot.area.left() - 2.0 * contentMargin(), plot.area.right() - width);
        if (left < taken) continue;
        taken = left + width + gridStep();
        painter.setPen(plot.ink());
        painter.drawText(QPointF(left, plot.area.bottom() + metrics.ascent() + gridStep()), text);
    }
}

void paintRun(QPainter& painter, const TimesPlot& plot, std::size_t run) {
    const std::vector<double>& shares = plot.bins.shares[run];
    const double width = plot.area.width() / static_cast<double>(std::max<std::size_t>(shares.size(), 1));
    QPolygonF line;
    for (std::size_t bin = 0; bin < shares.size(); ++bin) {
        const double left = plot.area.left() + width * static_cast<double>(bin);
        const double y = plot.area.bottom() - plot.area.height() * shares[bin] / plot.top;
        line << QPointF(left, y) << QPointF(left + width, y);
    }
    line.prepend(plot.area.bottomLeft());
    line.append(plot.area.bottomRight());
    QColor fill = plot.colorOf(run);
    painter.setPen(run == 0 ? QPen(fill, 1) : QPen(fill, kSecondLine));
    fill.setAlphaF(0.45F);
    painter.setBrush(run == 0 ? QBrush(fill) : QBrush(Qt::NoBrush));
    painter.drawPolygon(line);
}

QString legendText(const Distribution& times) {
    const QString count = QLocale().toString(static_cast<qulonglong>(times.count()));
    if (times.count() == 0) return LabPicturesText::tr("none");
    return LabPicturesText::tr("%1 · median %2 · p95 %3", "how many, times")
        .arg(count, legendTime(times.quantile(0.5)), legendTime(times.quantile(0.95)));
}

/// A table has how many there were.
QString runLegend(const QString& run, const Distribution& times) {
    if (times.count() == 0) return LabPicturesText::tr("%1: none", "run").arg(run);
    return LabPicturesText::tr("%1: median %2 · p95 %3", "run, times")
        .arg(run, legendTime(times.quantile(0.5)), legendTime(times.quantile(0.95)));
}

/// What each run is called where there are two, and its numbers.
void paintLegend(QPainter& painter, const TimesPlot& plot, double top) {
    const QFontMetricsF metrics(plot.look.font);
    const double side = metrics.capHeight();
    for (std::size_t run = 0; run < plot.chart.runs.size(); ++run) {
        const double base = top + metrics.lineSpacing() * static_cast<double>(run) + metrics.ascent();
        const QRectF mark(1, base - side, side, side);
        QColor fill = plot.colorOf(run);
        painter.setPen(run == 0 ? QPen(fill, 1) : QPen(fill, kSecondLine));
        fill.setAlphaF(0.45F);
        painter.setBrush(run == 0 ? QBrush(fill) : QBrush(Qt::NoBrush));
        painter.drawRect(mark);
        painter.setPen(plot.ink());
        const Distribution& times = plot.chart.runs[run];
        const QString text = run < static_cast<std::size_t>(plot.runs.size())
                                 ? runLegend(plot.runs[static_cast<qsizetype>(run)], times)
                                 : legendText(times);
        const double left = side + 2 * gridStep();
        paintElided(painter, {left, base}, plot.area.right() - left, text);
    }
}

void paintTimes(QPainter& painter, TimesPlot plot) {
    painter.setRenderHint(QPainter::Antialiasing);
    const QFontMetricsF metrics(plot.look.font);
    painter.setFont(headingFont(plot.look.font));
    painter.setPen(plot.ink());
    paintElided(painter, {0, metrics.ascent()}, plot.area.right(), plot.chart.title);
    painter.setFont(plot.look.font);
    plot.bins = timeBins(plot.chart.runs, kTimeBins);
    plot.top = topShare(plot.bins.greatest());
    if (plot.bins.to > plot.bins.from) {
        paintAxes(painter, plot);
        for (std::size_t run = 0; run < plot.chart.runs.size(); ++run)
            if (plot.chart.runs[run].count() > 0) paintRun(painter, plot, run);
    } else {
        painter.setPen(plot.faint());
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(plot.area);
        painter.setPen(plot.ink());
        painter.drawText(plot.area, Qt::AlignCenter, LabPicturesText::tr("None was measured"));
    }
    paintLegend(painter, plot, plot.area.bottom() + 2 * metrics.lineSpacing());
}

void paintGround(QPainter& painter, const QSizeF& size, const ReportLook& look) {
    painter.fillRect(QRectF(QPointF(), size), look.palette.color(QPalette::Base));
    painter.setFont(look.font);
}

}  // namespace

double TimeBins::greatest() const {
    double most = 0;
    for (const std::vector<double>& run : shares)
        for (const double share : run)
            most = std::max(most, share);
    return most;
}

TimeBins timeBins(const std::vector<Distribution>& runs, std::size_t count) {
    TimeBins bins;
    double least = 0;
    double most = 0;
    for (const Distribution& run : runs) {
        if (run.count() == 0) continue;
        least = most == 0 ? nanoseconds(run.least()) : std::min(least, nanoseconds(run.least()));
        most = std::max(most, nanoseconds(run.most()));
    }
    bins.shares.resize(runs.size());
    if (most == 0) return bins;
    bins.from = Duration(std::llround(roundTime(least, false)));
    bins.to = Duration(std::llround(roundTime(most, true)));
    if (bins.to == bins.from) bins.to = Duration(std::llround(roundTime(most * 1.5, true)));
    for (std::size_t run = 0; run < runs.size(); ++run) {
        bins.shares[run].assign(count, 0);
        for (const Distribution::Bucket& bucket : runs[run].buckets()) {
            const double middle = std::sqrt(nanoseconds(bucket.from) * nanoseconds(bucket.to));
            const double place = placeBetween(middle, bins.from, bins.to) * static_cast<double>(count);
            const auto bin = static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(count) - 1));
            bins.shares[run][bin] +=
                static_cast<double>(bucket.count) / static_cast<double>(runs[run].count());
        }
    }
    return bins;
}

std::vector<Duration> timeTicks(Duration from, Duration to, std::size_t most) {
    std::vector<Duration> ticks;
    const double end = nanoseconds(to) * 1.001;
    for (double at = roundTime(nanoseconds(from), true); at <= end; at = roundTime(at * 1.5, true))
        ticks.emplace_back(std::llround(at));
    if (ticks.size() <= most) return ticks;
    // Too many: powers of ten alone, as often as there is room.
    std::erase_if(ticks, [](Duration tick) {
        auto ns = tick.count();
        while (ns % 10 == 0)
            ns /= 10;
        return ns != 1;
    });
    std::vector<Duration> fewer;
    const std::size_t step = (ticks.size() + most - 1) / most;
    for (std::size_t i = 0; i < ticks.size(); i += std::max<std::size_t>(step, 1))
        fewer.push_back(ticks[i]);
    return fewer;
}

PagePicture timesPicture(const QString& title, std::vector<TimesChart> charts, const QStringList& runs,
                         const ReportLook& look) {
    const QFontMetricsF metrics(look.font);
    const auto count = static_cast<double>(std::max<std::size_t>(charts.size(), 1));
    const double width = (kPictureWidth - (count - 1) * kChartGap) / count;
    const double left = metrics.horizontalAdvance(QStringLiteral("100 %")) + 2 * gridStep();
    const double top = 1.5 * metrics.lineSpacing();
    const QRectF area(left, top, width - left, kPlotHeight);
    std::size_t lines = 1;
    for (const TimesChart& chart : charts)
        lines = std::max(lines, chart.runs.size());
    const QSizeF size(kPictureWidth,
                      area.bottom() + (2 + static_cast<double>(lines)) * metrics.lineSpacing() + gridStep());
    return {title, size, [charts = std::move(charts), runs, look, area, width, size](QPainter& painter) {
                paintGround(painter, size, look);
                for (std::size_t i = 0; i < charts.size(); ++i) {
                    painter.save();
                    painter.translate(static_cast<double>(i) * (width + kChartGap), 0);
                    paintTimes(painter, {charts[i], runs, look, area, {}, 1});
                    painter.restore();
                }
            }};
}

PagePicture ordersPicture(const QString& title, std::vector<OrderChart> charts, const ReportLook& look) {
    const QFontMetricsF metrics(look.font);
    const double side = (kPictureWidth - static_cast<double>(kSquaresInRow - 1) * kChartGap) /
                        static_cast<double>(kSquaresInRow);
    const double top = 1.5 * metrics.lineSpacing();
    const double high = top + side + kChartGap;
    const std::size_t rows = (charts.size() + kSquaresInRow - 1) / kSquaresInRow;
    const QSizeF size(kPictureWidth, static_cast<double>(rows) * high - kChartGap + 2);
    return {title, size, [charts = std::move(charts), look, side, top, high, size](QPainter& painter) {
                paintGround(painter, size, look);
                for (std::size_t i = 0; i < charts.size(); ++i) {
                    const std::size_t row = i / kSquaresInRow;
                    const std::size_t column = i % kSquaresInRow;
                    const double left = static_cast<double>(column) * (side + kChartGap);
                    const double above = static_cast<double>(row) * high;
                    painter.setPen(look.palette.color(QPalette::Text));
                    paintElided(painter, {left, above + QFontMetricsF(look.font).ascent()}, side,
                                charts[i].title);
                    const QRectF square(left + 1, above + top, side - 2, side - 2);
                    paintFairness(painter, fairnessPoints(charts[i].order, fairnessRoom(square.width())),
                                  square, look.palette);
                }
            }};
}

}  // namespace lockscope
