// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "settings/language.h"

#include <QObject>
#include <QSocketNotifier>
#include <QString>

#include <chrono>
#include <optional>

namespace lockscope {

inline constexpr int kExitDone = 0;
inline constexpr int kExitFailed = 1;
inline constexpr int kExitUsage = 2;
inline constexpr int kExitPartial = 3;  ///< done, but not all could be read

/// One line of text. Any thread.
void printLine(const QString& line);
/// "lockscope: …", as one line on standard error.
void printProblem(const QString& problem);

/// True where windows can be shown: a display is there, or the user has named a Qt platform.
bool hasDisplay();

/// Makes Qt use no display, without its remarks on what such a platform lacks. Before the QApplication.
void goOffscreen();

/// Opens what of the descriptors 0 to 2 is closed, so that no file or socket of ours becomes one that
/// everybody writes to: /dev/null, so that reading and writing fails there as it did. False where that can't
/// be. Before all else.
bool fillStandardDescriptors();

/// Lets the process have more descriptors than most systems give at first, as far as they let it: each
/// session takes several, and a contender has one of its own. Where that is refused, sessions beyond the
/// limit fail and say why.
void allowManyDescriptors();

/// Names that settings, data and the desktop know the program by. Before the QCoreApplication.
void setApplicationNames();

/// Loads the texts of the language that was asked for, else of the one in the settings, else of the system.
/// They last as long as the QCoreApplication, which must be there. GUI thread.
void loadTranslations(std::optional<Language> asked);

/// What a signal that ends the process at once says before, and then leaves with kExitPartial: what may be
/// left. Empty: nothing, and it ends by the signal. Main thread.
void setLastWords(const QString& problem);

/// Ends the event loop cleanly on SIGINT, SIGTERM and SIGHUP (unless that is ignored, as by nohup), so that a
/// local cluster is stopped and its directory removed; one more, later than `sameWish`, ends the process at
/// once. One for each process, in its main thread.
class TerminationSignals : public QObject {
    Q_OBJECT

public:
    /// A signal that comes again by then is the same wish: timeout(1) sends one to the program and one to its
    /// group. Whoever sends another one later wants an end at once.
    static constexpr std::chrono::milliseconds kSameWish{5'000};
    /// Of programs that say that another one ends them: longer than between those two, and shorter than
    /// between two of a person.
    static constexpr std::chrono::milliseconds kShortSameWish{250};

    explicit TerminationSignals(std::chrono::milliseconds sameWish = kSameWish);
    ~TerminationSignals() override;

private:
    int m_sockets[2];
    QSocketNotifier* m_notifier;
};

/// Waits a bounded time until sessions and clusters that were left are closed. At the end of the process
/// only.
void finishClosing();

}  // namespace lockscope
