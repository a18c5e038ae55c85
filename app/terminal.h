// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_line.h"

#include <QByteArray>
#include <QObject>
#include <QSize>
#include <QSocketNotifier>

#include <optional>

namespace lockscope {

/// True where a person reads standard output, on a terminal that understands more than lines.
bool isScreen();

/// Columns and rows of the terminal on standard output, where it tells them.
std::optional<QSize> screenSize();

/// Cells of a line on standard output: of the terminal, else as the variable COLUMNS says; without a limit
/// where neither is there, as in a file.
std::optional<qsizetype> outputWidth();

/// Colour is for a screen, unless NO_COLOR is set to anything.
bool wantsColour(ColourChoice choice);

enum class Written {
    Done,
    ReaderGone,  ///< nobody wants more, as behind “| head”: no failure
    Failed,
};

/// All of it on standard output, at once where that is possible.
Written writeOutput(const QByteArray& bytes);

/// One line on standard error that says how far something is, each time in place of the one before; nothing
/// where that is no terminal. Main thread.
class ProgressLine {
public:
    ~ProgressLine() { clear(); }
    void show(const QString& text);
    void clear();

private:
    bool m_isShown = false;
};

/// From now on a reader of standard output that has gone away is an error of writeOutput(), and not the end
/// of this process.
void surviveBrokenPipe();

/// Tells when the terminal has another size, or its user has come back to the program after Ctrl+Z; and makes
/// the terminal usable meanwhile. One for each process, in its main thread.
class ScreenSignals : public QObject {
    Q_OBJECT

public:
    ScreenSignals();
    ~ScreenSignals() override;

Q_SIGNALS:
    void resized();
    void resumed();

private:
    int m_sockets[2];
    QSocketNotifier* m_notifier;
};

}  // namespace lockscope
