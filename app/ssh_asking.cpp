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
    // The prompt may be the bastion's, and is no option of Qt's.
    const QString prompt = QString::fromLocal8Bit(argv[1]);
    argc = 1;
    argv[1] = nullptr;
    QApplication application(argc, argv);
    loadTranslations({});
    applyTheme(application, WindowSettings().theme());
    SshQuestion question(prompt, SshQuestion::kindOf(prompt, qEnvironmentVariable("SSH_ASKPASS_PROMPT")));
    question.setWindowFlag(Qt::WindowStaysOnTopHint);
    if (question.exec() != QDialog::Accepted) return kExitFailed;
    printLine(question.answer());
    return kExitDone;
}

}  // namespace lockscope
