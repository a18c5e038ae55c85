// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fairness/fairness_text.h"

#include <QWidget>

#include <vector>

namespace lockscope {

/// @{ The same picture in any square: where a point is, of so many, and all of it. GUI thread.
QPointF fairnessPlace(const FairnessPoint& point, std::size_t count, const QRectF& square);
void paintFairness(QPainter& painter, const std::vector<FairnessPoint>& points, const QRectF& square,
                   const QPalette& palette);
/// How many points can be told apart on a side of that length.
std::size_t fairnessRoom(double side);
/// @}

/// Grants by their arrival (to the right) and their turn (upwards): those on the diagonal came in order,
/// those below and right of it overtook somebody. As many of the last ones as fit; the sentence beside it
/// and a table tell the same. Lives on the GUI thread.
class FairnessPicture : public QWidget {
    Q_OBJECT

public:
    explicit FairnessPicture(QWidget* parent = nullptr);

    void setOrder(lockcore::GrantOrder order);
    /// How high it is, in lines of its font.
    void setLines(int lines);
    const std::vector<FairnessPoint>& points() const { return m_points; }
    /// Where a point is painted.
    QPointF placeOf(const FairnessPoint& point) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void showPoints();
    /// What points are painted in: a square.
    QRectF area() const;
    /// Null where none is near.
    const FairnessPoint* pointAt(const QPointF& place) const;

    lockcore::GrantOrder m_order;
    std::vector<FairnessPoint> m_points;
    int m_lines = 5;
};

}  // namespace lockscope
