// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: Apache-2.0
#include "bench_child.h"

#include <QDeadlineTimer>

#include <signal.h>
#include <sys/prctl.h>

namespace {

// Curator and kazoo take half a minute over some.
constexpr int kPatienceMs = 240'000;

}  // namespace

BenchChild::BenchChild(const QStringList& command) {
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_process.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
    m_process.start(command.first(), command.mid(1));
    if (!m_process.waitForStarted()) m_problem = "can't be started: " + command.first();
}

BenchChild::~BenchChild() {
    m_process.kill();
    m_process.waitForFinished();
}

std::optional<QString> BenchChild::readLine() {
    const QDeadlineTimer deadline(kPatienceMs);
    while (!m_process.canReadLine()) {
        if (m_process.waitForReadyRead(static_cast<int>(deadline.remainingTime()))) continue;
        if (m_process.state() == QProcess::Running && deadline.hasExpired())
            m_problem = QStringLiteral("stuck: no answer for %1 s").arg(kPatienceMs / 1000);
        if (!m_process.canReadLine()) return std::nullopt;
    }
    return QString::fromUtf8(m_process.readLine()).trimmed();
}

std::optional<QString> BenchChild::awaitBegin(std::vector<HoldTimes>& holds) {
    while (const auto line = readLine()) {
        const QStringList words = line->split(' ');
        if (words[0] == "BEGIN" && words.size() == 2) return words[1];
        if (words[0] == "HELD" && words.size() == 5)
            holds.push_back(
                {words[1].toLongLong(), words[2].toLongLong(), words[3].toLongLong(), words[4].toLongLong()});
    }
    return std::nullopt;
}

bool BenchChild::awaitEnd() {
    while (const auto line = readLine())
        if (*line == "END") return true;
    return false;
}

void BenchChild::go() {
    m_process.write("go\n");
    m_process.waitForBytesWritten();
}

QString BenchChild::problem() {
    if (!m_problem.isEmpty()) return m_problem;
    if (m_process.state() != QProcess::NotRunning && !m_process.waitForFinished(kPatienceMs))
        return QStringLiteral("did not end");
    if (m_process.exitStatus() == QProcess::CrashExit) return QStringLiteral("crashed");
    return m_process.exitCode() == 0 ? QString() : QStringLiteral("exit status %1").arg(m_process.exitCode());
}
