// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab_files.h"

#include "process.h"

#include "bridge/explanation.h"
#include "lab/lab_report.h"
#include "report/page_html.h"
#include "threads/file_bytes.h"

namespace lockscope {

bool writeLabFile(const QString& name, const LabFileText& text, const QString& failure) {
    const bool isCsv = name.endsWith(QStringLiteral(".csv"), Qt::CaseInsensitive);
    const QByteArray bytes =
        isLabPage(name) ? pageHtml(text.page()) : QByteArray::fromStdString(isCsv ? text.csv() : text.json());
    const auto written = writeBytes(bytes, name);
    if (!written) printProblem(explainError(failure, written.error()).joined());
    return written.has_value();
}

}  // namespace lockscope
