// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "process.h"

#include "about/program_version.h"
#include "settings/window_settings.h"
#include "threads/closing.h"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <list>

namespace lockscope {
namespace {

/// What the signal handler writes to; −1 while nobody listens.
volatile std::sig_atomic_t g_signalSocket = -1;

/// Of the TerminationSignals that are there.
std::atomic<std::int64_t> g_sameWishMs = 0;
std::atomic<std::int64_t> g_signalledAtMs = 0;
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

/// "lockscope: …" with its end of line; null: none. Never deleted: the handler may read it.
std::atomic<const QByteArray*> g_lastWords = nullptr;
static_assert(std::atomic<const QByteArray*>::is_always_lock_free);

std::int64_t monotonicMs() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000 + 1;
}

/// Only async-signal-safe calls: the event loop does the rest.
void wakeEventLoop(int number) {
    const int before = errno;
    const std::int64_t now = monotonicMs();
    std::int64_t first = 0;
    if (!g_signalledAtMs.compare_exchange_strong(first, now) && now - first > g_sameWishMs) {
        if (const QByteArray* const words = g_lastWords) {
            [[maybe_unused]] const auto told =
                write(STDERR_FILENO, words->constData(), static_cast<std::size_t>(words->size()));
            _exit(kExitPartial);
        }
        std::signal(number, SIG_DFL);
        (void)raise(number);  // comes once this handler is left
    }
    const char byte = 1;
    if (g_signalSocket >= 0) [[maybe_unused]]
        const auto written = write(g_signalSocket, &byte, 1);
    errno = before;
}

QByteArray problemLine(const QString& problem) {
    const QString line = problem.split(QLatin1Char('\n'), Qt::SkipEmptyParts).join(QLatin1Char(' '));
    return "lockscope: " + line.toLocal8Bit() + '\n';
}

constexpr int kEndingSignals[] = {SIGINT, SIGTERM, SIGHUP};

/// As nohup(1) has it of a terminal that closes.
bool isIgnoredHangup(int signal) {
    struct sigaction now {};
    return signal == SIGHUP && sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

/// Loads nothing where there is no such file.
void loadTranslation(const QLocale& locale, const QString& name, const QString& directory) {
    auto* translator = new QTranslator(QCoreApplication::instance());
    if (translator->load(locale, name, QStringLiteral("_"), directory))
        QCoreApplication::installTranslator(translator);
}

}  // namespace

void printLine(const QString& line) {
    std::fprintf(stdout, "%s\n", line.toLocal8Bit().constData());
    std::fflush(stdout);
}

void printProblem(const QString& problem) {
    std::fputs(problemLine(problem).constData(), stderr);
}

void setLastWords(const QString& problem) {
    // A signal may come while they change: all that were set stay, and only the pointer is another one.
    static std::list<QByteArray> all;
    g_lastWords = problem.isEmpty() ? nullptr : &all.emplace_back(problemLine(problem));
}

bool hasDisplay() {
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        if (!qEnvironmentVariableIsEmpty(name)) return true;
    return false;
}

void goOffscreen() {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler([](QtMsgType type, const QMessageLogContext& context, const QString& text) {
        const bool isRemark = text.startsWith(QStringLiteral("This plugin does not support")) ||
                              text.startsWith(QStringLiteral("QStandardPaths: XDG_RUNTIME_DIR"));
        if (isRemark) return;
        std::fprintf(stderr, "%s\n", qFormatLogMessage(type, context, text).toLocal8Bit().constData());
        if (type == QtFatalMsg) std::abort();
    });
}

bool fillStandardDescriptors() {
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
        // The lowest one that is free is this one.
        if (open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) != descriptor) return false;
    }
    return true;
}

void allowManyDescriptors() {
    constexpr rlim_t kEnough = 16'384;  // for a thousand contenders on an ensemble of nine
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= kEnough) return;
    limit.rlim_cur = std::min(kEnough, limit.rlim_max);
    (void)setrlimit(RLIMIT_NOFILE, &limit);
}

void setApplicationNames() {
    QCoreApplication::setOrganizationName(QStringLiteral("Lockscope"));
    QCoreApplication::setApplicationName(QStringLiteral("lockscope"));
    QCoreApplication::setApplicationVersion(QLatin1String(kProgramVersion.version));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Lockscope"));
    QGuiApplication::setDesktopFileName(QStringLiteral("lockscope"));
}

void loadTranslations(std::optional<Language> asked) {
    const Language language = asked.value_or(WindowSettings().language());
    const QLocale locale = language == Language::System ? QLocale::system() : QLocale(languageName(language));
    // Numbers and dates stay as the user has them, unless they would be in another language than the texts.
    if (locale.language() != QLocale::system().language()) QLocale::setDefault(locale);
    const QString own = QStringLiteral(":/i18n");
    const QString qtTranslations = QLibraryInfo::path(QLibraryInfo::TranslationsPath);
    // The last one is asked first. English has the plurals of the texts that no other language has.
    loadTranslation(QLocale(QLocale::English), QStringLiteral("lockscope"), own);
    loadTranslation(locale, QStringLiteral("qtbase"), qtTranslations);
    loadTranslation(locale, QStringLiteral("lockscope"), own);
}

TerminationSignals::TerminationSignals(std::chrono::milliseconds sameWish) {
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, m_sockets) != 0)
        qFatal("no socket pair for signals");
    m_notifier = new QSocketNotifier(m_sockets[1], QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, this, [this] {
        m_notifier->setEnabled(false);
        QCoreApplication::exit(kExitDone);
    });
    g_signalSocket = m_sockets[0];
    struct sigaction action {};
    action.sa_handler = wakeEventLoop;
    action.sa_flags = SA_RESTART;
    g_signalledAtMs = 0;
    g_sameWishMs = sameWish.count();
    for (const int signal : kEndingSignals)
        if (!isIgnoredHangup(signal)) sigaction(signal, &action, nullptr);
}

TerminationSignals::~TerminationSignals() {
    // Whoever wants an end only when no event loop runs any more gets it at once. One who has asked before
    // gets what there is to be done.
    if (g_signalledAtMs == 0)
        for (const int signal : kEndingSignals)
            if (!isIgnoredHangup(signal)) std::signal(signal, SIG_DFL);
    g_signalSocket = -1;
    delete m_notifier;
    for (const int socket : m_sockets)
        ::close(socket);
}

void finishClosing() {
    // A server is given 2 s to answer a close, and stopping a local one takes about a second more.
    waitForClosing(std::chrono::seconds{8});
}

}  // namespace lockscope
