// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/lab/report.h>

#include "report/report_page.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

namespace lockscope {

/// A run that is compared, and what a person calls it: the name of its file.
struct ComparedRun {
    QString name;
    std::shared_ptr<const lockcore::LabReport> report;
};

/// Two runs, and their numbers side by side. A value.
struct LabComparison {
    ComparedRun first;
    ComparedRun second;
    std::vector<lockcore::MeasureRow> rows;
};
/// Pure, any thread.
LabComparison labComparison(ComparedRun first, ComparedRun second);

// What it says: GUI thread, since it is translated.

/// What is compared, and what makes it hard to compare: sentences.
QStringList labComparisonHeading(const LabComparison& comparison);
/// Orders of grants, then times of both on the same axes. Of so many locks as a page has.
std::vector<PagePicture> labComparisonPictures(const LabComparison& comparison, const ReportLook& look);
/// With both values of each number and how many times as much the second one is. Of a QGuiApplication.
ReportPage labComparisonPage(const LabComparison& comparison, const ReportLook& look);

/// Writes it as the name of its file says: .html, which `page` is then, .csv or .json. Whole or not at all.
/// Any thread; waits for the disk.
lockcore::Result<void> writeLabComparison(const QString& file, const LabComparison& comparison,
                                          const QByteArray& page);

}  // namespace lockscope
