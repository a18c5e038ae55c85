// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "first_picture.h"

#include "allocator.h"
#include "application.h"
#include "bench_program.h"
#include "command_line.h"
#include "process.h"
#include "settings/window_settings.h"

#include <QAbstractItemView>
#include <QCoreApplication>
#include <QEvent>
#include <QProcess>
#include <QTemporaryDir>
#include <QTimer>

#include <chrono>
#include <cstdio>
#include <ctime>

namespace {

/// Monotonic, the same in all processes.
double nowMs() {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// Prints when the window has painted what it was started for, and ends the program. Lives on the GUI
/// thread.
class FirstPaint : public QObject {
public:
    explicit FirstPaint(bool wantsLocks) : m_wantsLocks(wantsLocks) {}

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() != QEvent::Paint || m_isSeen || !isContent(*watched)) return false;
        m_isSeen = true;
        // Once the window with all that is in it is on the screen.
        QTimer::singleShot(0, this, [] {
            std::timespec cpu{};
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu);
            std::printf("%.3f %.3f\n", nowMs(),
                        1000.0 * static_cast<double>(cpu.tv_sec) + static_cast<double>(cpu.tv_nsec) / 1e6);
            std::fflush(stdout);
            QCoreApplication::quit();
        });
        return false;
    }

private:
    bool isContent(const QObject& watched) const {
        if (!m_wantsLocks) return watched.inherits("lockscope::StartPage");
        const auto* view = qobject_cast<const QAbstractItemView*>(watched.parent());
        if (!view || !view->model() || view->model()->rowCount() == 0) return false;
        const QObject* in = view;
        while (in && !in->inherits("lockscope::LockListView"))
            in = in->parent();
        return in != nullptr;
    }

    const bool m_wantsLocks;
    bool m_isSeen = false;
};

bool wantsLocks = false;

void watchPaints() {
    QCoreApplication::instance()->installEventFilter(new FirstPaint(wantsLocks));
}

}  // namespace

FirstPicture measureFirstPicture(const QStringList& arguments) {
    const QTemporaryDir home;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        environment.insert(QLatin1String(name), home.path());
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    const double begun = nowMs();
    process.start(QCoreApplication::applicationFilePath(),
                  QStringList{QLatin1String(kFirstPicture)} + arguments);
    constexpr int kLimitMs = 120'000;
    if (!process.waitForFinished(kLimitMs)) giveUp("the window painted nothing");
    const QList<QByteArray> words = process.readAllStandardOutput().trimmed().split(' ');
    if (words.size() != 2) giveUp("the window did not tell when it painted");
    return {words[0].toDouble() - begun, words[1].toDouble()};
}

int firstPictureProcess(int argc, char** argv) {
    using namespace lockscope;
    if (!fillStandardDescriptors()) return kExitFailed;
    allowManyDescriptors();
    keepHeapsTidy();
    setApplicationNames();
    QStringList arguments;
    for (int i = 2; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    tl::expected<CommandLine, QString> command;
    {
        const QCoreApplication application(argc, argv);
        loadTranslations(languageIn(arguments));
        command = parseCommandLine(arguments);
        const WindowSettings settings;
    }
    if (!command) giveUp(command.error().toStdString());
    wantsLocks = command->connection.has_value();
    qAddPreRoutine(watchPaints);
    return runApplication(argc, argv, *command, {});
}
