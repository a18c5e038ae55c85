// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "overview/trouble.h"
#include "theme/state_palette.h"

#include <QString>
#include <QWidget>

#include <cstddef>

namespace lockscope {

/// What a trouble looks like. A value.
struct TroubleShape {
    enum class Kind {
        None,
        Ring,   ///< sessions that wait for each other
        Queue,  ///< who holds, and who stands behind
    };
    Kind kind = Kind::None;
    std::size_t first = 0;  ///< sessions of the ring, or holders
    Tone firstTone = Tone::Holder;
    std::size_t behind = 0;

    bool operator==(const TroubleShape&) const = default;
};

/// Pure.
TroubleShape shapeOf(const Trouble& trouble);

/// A small picture of a trouble, with what remains of it below. Says nothing that the words beside it don't.
/// Lives on the GUI thread.
class TroublePicture : public QWidget {
    Q_OBJECT

public:
    explicit TroublePicture(QWidget* parent = nullptr);

    void show(const TroubleShape& shape, const QString& remaining);
    using QWidget::show;

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintRing(QPainter& painter, const QRectF& area) const;
    void paintQueue(QPainter& painter, const QRectF& area) const;
    double markSide() const;

    TroubleShape m_shape;
    QString m_remaining;
};

}  // namespace lockscope
