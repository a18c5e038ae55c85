// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal.h"

#include "watch_screen.h"

#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

namespace lockscope {
namespace {

/// What the signal handlers write to; −1 while nobody listens.
volatile std::sig_atomic_t g_screenSocket = -1;

void writeQuietly(int descriptor, const char* bytes, std::size_t size) {
    [[maybe_unused]] const auto written = ::write(descriptor, bytes, size);
}

void setHandler(int signal, void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigaction(signal, &action, nullptr);
}

// Only async-signal-safe calls in the handlers.

void tellScreen(int signal) {
    const char byte = signal == SIGCONT ? 'c' : 'w';
    const int savedErrno = errno;
    if (g_screenSocket >= 0) writeQuietly(g_screenSocket, &byte, 1);
    errno = savedErrno;
}

/// Stops as without a handler, but with a cursor for the shell.
void stopForShell(int) {
    const int savedErrno = errno;
    writeQuietly(STDOUT_FILENO, kLeaveScreen, std::strlen(kLeaveScreen));
    setHandler(SIGTSTP, SIG_DFL);
    sigset_t stops;
    sigemptyset(&stops);
    sigaddset(&stops, SIGTSTP);
    raise(SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &stops, nullptr);
    setHandler(SIGTSTP, stopForShell);
    errno = savedErrno;
}

/// Ends as without a handler, but with a cursor for the shell.
void endForShell(int signal) {
    writeQuietly(STDOUT_FILENO, kLeaveScreen, std::strlen(kLeaveScreen));
    setHandler(signal, SIG_DFL);
    raise(signal);
}

}  // namespace

bool isScreen() {
    const QByteArray terminal = qgetenv("TERM");
    return isatty(STDOUT_FILENO) == 1 && !terminal.isEmpty() && terminal != "dumb";
}

std::optional<QSize> screenSize() {
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::nullopt;
    return QSize(size.ws_col, size.ws_row);
}

std::optional<qsizetype> outputWidth() {
    if (const auto size = screenSize()) return size->width();
    bool isNumber = false;
    const int columns = qEnvironmentVariableIntValue("COLUMNS", &isNumber);
    return isNumber && columns > 0 ? std::optional<qsizetype>(columns) : std::nullopt;
}

bool wantsColour(ColourChoice choice) {
    if (choice != ColourChoice::Auto) return choice == ColourChoice::Always;
    return isScreen() && qEnvironmentVariableIsEmpty("NO_COLOR");
}

Written writeOutput(const QByteArray& bytes) {
    for (qsizetype done = 0; done < bytes.size();) {
        const auto written =
            ::write(STDOUT_FILENO, bytes.constData() + done, static_cast<std::size_t>(bytes.size() - done));
        if (written < 0 && errno != EINTR) return errno == EPIPE ? Written::ReaderGone : Written::Failed;
        if (written > 0) done += written;
    }
    return Written::Done;
}

void ProgressLine::show(const QString& text) {
    if (isatty(STDERR_FILENO) != 1) return;
    m_isShown = true;
    const QByteArray line = "\r\x1b[K" + text.toLocal8Bit();
    writeQuietly(STDERR_FILENO, line.constData(), static_cast<std::size_t>(line.size()));
}

void ProgressLine::clear() {
    if (std::exchange(m_isShown, false)) writeQuietly(STDERR_FILENO, "\r\x1b[K", 4);
}

void surviveBrokenPipe() {
    std::signal(SIGPIPE, SIG_IGN);
}

ScreenSignals::ScreenSignals() {
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, m_sockets) != 0)
        qFatal("no socket pair for signals");
    m_notifier = new QSocketNotifier(m_sockets[1], QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, this, [this] {
        char bytes[64];
        const auto count = ::read(m_sockets[1], bytes, sizeof bytes);
        if (count <= 0) return;
        if (std::memchr(bytes, 'c', static_cast<std::size_t>(count))) Q_EMIT resumed();
        Q_EMIT resized();
    });
    g_screenSocket = m_sockets[0];
    setHandler(SIGWINCH, tellScreen);
    setHandler(SIGCONT, tellScreen);
    setHandler(SIGTSTP, stopForShell);
    setHandler(SIGQUIT, endForShell);
    setHandler(SIGHUP, endForShell);
}

ScreenSignals::~ScreenSignals() {
    for (const int signal : {SIGWINCH, SIGCONT, SIGTSTP, SIGQUIT, SIGHUP})
        setHandler(signal, SIG_DFL);
    g_screenSocket = -1;
    delete m_notifier;
    for (const int socket : m_sockets)
        ::close(socket);
}

}  // namespace lockscope
