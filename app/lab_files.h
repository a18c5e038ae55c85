// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/lab/report.h>

#include <QByteArray>
#include <QString>

#include <string>

namespace lockscope {

// Files that the verb Lab reads and writes. Main thread.

lockcore::Result<lockcore::LabReport> readLabReport(const QString& name);

/// What a report is written as: by the name of its file CSV or JSON.
struct LabFileText {
    std::string csv;
    std::string json;
};
/// Whole or not at all. False where it was not written, which is said in `failure`'s words.
bool writeLabFile(const QString& name, const LabFileText& text, const QString& failure);

}  // namespace lockscope
