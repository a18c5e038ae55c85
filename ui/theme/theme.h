// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QPalette>

class QApplication;

namespace lockscope {

enum class ThemeChoice { System, Light, Dark };

/// Sets the Fusion style, and the palette: the desktop's own for System, ours for Light and Dark.
void applyTheme(QApplication& application, ThemeChoice choice);

/// By the lightness of text and window: Qt 6.4 can't tell the desktop's colour scheme.
bool isDark(const QPalette& palette);

/// The grid that everything stands on: space between related things.
constexpr int gridStep() {
    return 4;
}
/// Space round content and between groups.
constexpr int contentMargin() {
    return 8;
}

/// Height of a table row in this font: a line of text and the grid above and below.
int rowHeight(const QFont& font);

/// Monospaced, in the size of `base`: ids, node names, node data.
QFont idFont(const QFont& base);
/// `base` where its digits are equally wide, so that numbers stand under each other; else monospaced.
QFont numberFont(const QFont& base);
/// In the size of `base`, for headings. Bold also in Chinese, whose fonts mostly have no bold face: one is
/// made up for what is bold, and for no weight below.
QFont headingFont(const QFont& base);
/// The one larger size, for titles: a heading, too.
QFont titleFont(const QFont& base);

}  // namespace lockscope
