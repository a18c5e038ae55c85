// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/history/report.h>

#include <QFont>
#include <QPalette>
#include <QStringList>

#include "report/page_blocks.h"

namespace lockscope {

/// How its pictures look. The font's size is in pixels.
struct ReportLook {
    QPalette palette;
    QFont font;
};

/// What whoever makes a report knows of its making. A value.
struct ReportMaking {
    QStringList leftOut = {};  ///< sentences: what could not be used
};

/// That of the texts: "en", "zh_CN".
QString reportLanguage();

/// As on paper, whatever the window looks like.
ReportLook reportLook();

/// What was stuck, for how long, who held, who waited, why, what was done, and what is not known: in that
/// order. Lays graphs out, which may take seconds. GUI thread, of a QApplication.
ReportPage reportPage(const lockcore::IncidentReport& report, const ReportLook& look,
                      const ReportMaking& making = {});

}  // namespace lockscope
