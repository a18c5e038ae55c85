// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "watch_screen.h"

#include <QCoreApplication>

namespace lockscope {
namespace {

struct ScreenText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::WatchText)
};

constexpr QSize kClassicScreen{80, 24};

}  // namespace

QByteArray frameOf(QStringList lines, const QSize& screen) {
    const auto rows = std::max(screen.height(), 1);
    if (lines.size() > rows) {
        const int more = static_cast<int>(lines.size()) - (rows - 1);
        lines.resize(rows - 1);
        lines << ScreenText::tr("… %n more line(s)", "", more);
    }
    QByteArray frame("\x1b[H");
    for (qsizetype i = 0; i < lines.size(); ++i) {
        if (i > 0) frame += "\r\n";
        frame += lines[i].toUtf8() + "\x1b[K";
    }
    return frame + "\x1b[J";
}

WatchScreen::WatchScreen() {
    take();
}

WatchScreen::~WatchScreen() {
    const auto row = std::min<qsizetype>(m_rows, size().height());
    writeOutput("\x1b[" + QByteArray::number(row) + ";1H\r\n" + kLeaveScreen);
}

QSize WatchScreen::size() {
    return screenSize().value_or(kClassicScreen);
}

void WatchScreen::take() {
    writeOutput("\x1b[?25l\x1b[?7l" + QByteArray(size().height(), '\n'));
}

Written WatchScreen::draw(const QStringList& lines) {
    m_rows = lines.size();
    return writeOutput(frameOf(lines, size()));
}

}  // namespace lockscope
