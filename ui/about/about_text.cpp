// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "about/about_text.h"

#include "about/program_version.h"

#include <lockcore/session/session.h>

#include <QCoreApplication>

namespace lockscope {
namespace {

struct About {
    Q_DECLARE_TR_FUNCTIONS(lockscope::About)
};

}  // namespace

QString programTitle() {
    return QStringLiteral("Lockscope %1").arg(QLatin1String(kProgramVersion.version));
}

QStringList versionLines() {
    QStringList lines;
    if (*kProgramVersion.commit)
        lines << About::tr("Commit %1 of %2", "of a date")
                     .arg(QLatin1String(kProgramVersion.commit), QLatin1String(kProgramVersion.commitDate));
    lines << QStringLiteral("Qt %1").arg(QLatin1String(qVersion()));
    lines
        << About::tr("ZooKeeper C client %1").arg(QString::fromStdString(lockcore::zooKeeperClientVersion()));
    return lines;
}

}  // namespace lockscope
