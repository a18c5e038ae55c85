// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>

class QPainter;
class QRectF;

namespace lockscope {

/// What a thing on screen means. Each tone has one colour and one shape (see paintMark), and is never shown
/// by colour alone.
enum class Tone { Holder, Waiter, Warning, Fault, Info, Gone };

/// The colours of the tones (Okabe–Ito) on the background of one palette. GUI thread.
class StatePalette {
public:
    explicit StatePalette(const QPalette& palette);

    /// For fills and lines. Contrast with the background is at least 3:1, except for the orange of warnings
    /// on white: paintMark() gives every shape an outline in textColor().
    QColor color(Tone tone) const;
    /// For words and outlines: the same hue, with at least 4.5:1.
    QColor textColor(Tone tone) const;
    /// A faint fill behind a message of this tone; ordinary text stays readable on it.
    QColor background(Tone tone) const;

private:
    QPalette m_palette;
    bool m_dark;
};

/// Draws the shape that stands for `tone` into a square: holder a filled square, waiter a hollow circle,
/// warning a triangle, fault an octagon with an exclamation mark, information a disc, gone a cross.
void paintMark(QPainter& painter, const QRectF& square, Tone tone, const QColor& fill, const QColor& outline);

/// Contrast ratio of two opaque colours, 1 to 21, as WCAG defines it.
double contrastRatio(const QColor& a, const QColor& b);

}  // namespace lockscope
