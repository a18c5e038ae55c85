// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QCoreApplication>
#include <QProcessEnvironment>
#include <QSize>
#include <QStringList>

#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <optional>
#include <vector>

/// A program on a terminal of its own, which its destructor ends. Lives on the thread that makes it.
class PseudoTerminal {
public:
    PseudoTerminal(const QString& program, const QStringList& arguments, QProcessEnvironment environment,
                   const QSize& size) {
        if (!environment.contains(QStringLiteral("TERM")))
            environment.insert(QStringLiteral("TERM"), QStringLiteral("xterm"));
        const auto words = bytesOf(QStringList{program} + arguments);
        const auto variables = bytesOf(environment.toStringList());
        const auto argv = pointersTo(words);
        const auto envp = pointersTo(variables);
        winsize screen = sizeOf(size);
        m_process = forkpty(&m_terminal, nullptr, nullptr, &screen);
        // The child of a process with threads: nothing but the call that replaces it.
        if (m_process == 0) {
            execve(argv[0], argv.data(), envp.data());
            _exit(127);
        }
    }
    ~PseudoTerminal() {
        if (!m_status && m_process > 0) {
            ::kill(m_process, SIGKILL);
            int status = 0;
            waitpid(m_process, &status, 0);
        }
        if (m_terminal >= 0) ::close(m_terminal);
    }
    PseudoTerminal(const PseudoTerminal&) = delete;
    PseudoTerminal& operator=(const PseudoTerminal&) = delete;

    /// All that was printed so far.
    const QByteArray& output() {
        fd_set ready;
        for (;;) {
            FD_ZERO(&ready);
            FD_SET(m_terminal, &ready);
            timeval none{};
            char bytes[4096];
            if (select(m_terminal + 1, &ready, nullptr, nullptr, &none) <= 0) break;
            const auto count = ::read(m_terminal, bytes, sizeof bytes);
            if (count <= 0) break;
            m_output.append(bytes, count);
        }
        return m_output;
    }
    /// What stands on the screen, without what erases the rest of its lines; of a program that draws in
    /// place.
    QByteArray frame() {
        const QByteArray all = output();
        return all.mid(all.lastIndexOf("\x1b[H") + 3).replace("\x1b[K", "");
    }
    qsizetype frames() { return output().count("\x1b[H"); }

    void resize(const QSize& size) {
        const winsize screen = sizeOf(size);
        ioctl(m_terminal, TIOCSWINSZ, &screen);
    }
    void type(const QByteArray& keys) {
        [[maybe_unused]] const auto written =
            ::write(m_terminal, keys.constData(), static_cast<std::size_t>(keys.size()));
    }

    /// The exit status; nothing while it runs, 128 and the signal's number where one has ended it.
    std::optional<int> status() {
        (void)output();  // else it could wait for us
        int status = 0;
        if (!m_status && waitpid(m_process, &status, WNOHANG) == m_process)
            m_status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        return m_status;
    }

private:
    static winsize sizeOf(const QSize& size) {
        winsize screen{};
        screen.ws_col = static_cast<unsigned short>(size.width());
        screen.ws_row = static_cast<unsigned short>(size.height());
        return screen;
    }
    static std::vector<QByteArray> bytesOf(const QStringList& texts) {
        std::vector<QByteArray> bytes;
        for (const QString& text : texts)
            bytes.push_back(text.toLocal8Bit());
        return bytes;
    }
    static std::vector<char*> pointersTo(const std::vector<QByteArray>& texts) {
        std::vector<char*> pointers;
        for (const QByteArray& text : texts)
            pointers.push_back(const_cast<char*>(text.constData()));
        pointers.push_back(nullptr);
        return pointers;
    }

    int m_terminal = -1;
    pid_t m_process = -1;
    QByteArray m_output;
    std::optional<int> m_status;
};
