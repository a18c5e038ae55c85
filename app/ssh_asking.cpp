// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ssh_asking.h"

#include "process.h"

#include "connect/ssh_question.h"
#include "settings/window_settings.h"

#include <QApplication>
#include <QFileInfo>

#include <sys/prctl.h>
#include <csignal>
#include <cstdio>

namespace lockscope {

bool isAskedBySsh(int argc) {
    if (argc != 2) return false;
    const QByteArray asked = qgetenv("SSH_ASKPASS");
    const QString own = QFileInfo(QStringLiteral("/proc/self/exe")).canonicalFilePath();
    return !asked.isEmpty() && QFileInfo(QFile::decodeName(asked)).canonicalFilePath() == own;
}

int runSshQuestion(int& argc, char** argv) {
    // Else it would stay when the connection is given up.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    QApplication application(argc, argv);
    loadTranslations({});
    applyTheme(application, WindowSettings().theme());
    const QString prompt = QString::fromLocal8Bit(argv[1]);
    SshQuestion question(prompt, SshQuestion::kindOf(prompt, qEnvironmentVariable("SSH_ASKPASS_PROMPT")));
    question.setWindowFlag(Qt::WindowStaysOnTopHint);
    if (question.exec() != QDialog::Accepted) return kExitFailed;
    printLine(question.answer());
    return kExitDone;
}

}  // namespace lockscope
