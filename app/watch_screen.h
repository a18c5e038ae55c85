// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "terminal.h"

#include <QByteArray>
#include <QSize>
#include <QStringList>

namespace lockscope {

/// What gives the terminal back: lines wrap, and the cursor is there.
inline constexpr char kLeaveScreen[] = "\x1b[?7h\x1b[?25h";

/// What draws `lines` in place of the frame before: each one is erased only behind what it says, so that
/// nothing flickers. Of more lines than the screen has rows the last one tells how many are left. GUI thread,
/// for the translations.
QByteArray frameOf(QStringList lines, const QSize& screen);

/// A terminal whose contents are drawn again and again. What it had before is scrolled up and kept. Without a
/// cursor while it lives. Main thread.
class WatchScreen {
public:
    WatchScreen();
    ~WatchScreen();
    WatchScreen(const WatchScreen&) = delete;
    WatchScreen& operator=(const WatchScreen&) = delete;

    /// As it is now; of a terminal that does not tell, the classic 80 × 24.
    static QSize size();

    /// Takes the terminal: again, where somebody else has used it.
    void take();
    Written draw(const QStringList& lines);

private:
    qsizetype m_rows = 0;  ///< of the last frame
};

}  // namespace lockscope
