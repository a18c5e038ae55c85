// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QChartView>

#include <cstdint>

class QAbstractAxis;
class QValueAxis;

namespace lockscope {

class StatePalette;

/// As wide as Latin letters and digits are on average: a font of Chinese tells the width of one of its own.
int letterWidth(const QFontMetrics& metrics);

/// A chart in the colours and the font of the window, without animation. What it shows is said in words by
/// its accessible description, and by the table beside it. Lives on the GUI thread.
class StatisticsChart : public QChartView {
    Q_OBJECT

public:
    explicit StatisticsChart(const QString& title, QWidget* parent = nullptr);

    /// The least in which nothing is cut off.
    QSize sizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

    /// The axis belongs to the chart from now on. It has no title of its own, which a low chart would cut
    /// off: the chart's title tells what is counted along what.
    void addAxis(QAbstractAxis* axis, Qt::Alignment alignment);
    /// The one of numbers that are counted, from 0 on.
    void addCountAxis(Qt::Alignment alignment);
    void showCounts(std::uint64_t greatest, int mostTicks);
    /// Gives series their colours; called again after each change of the palette.
    virtual void paintSeries(const StatePalette& colors) = 0;
    /// Makes labels fit; called after each change of the size.
    virtual void fit() = 0;
    /// To be called once all is built.
    void applyLook();
    /// Ticks of an axis along the bottom that fit beside each other, where each is as wide as `label`.
    int ticksThatFit(const QString& label) const;

private:
    QValueAxis* m_count = nullptr;
};

}  // namespace lockscope
