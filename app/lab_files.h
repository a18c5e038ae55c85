// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/page_blocks.h"

#include <QString>

#include <functional>
#include <string>

namespace lockscope {

// Files that the verb Lab writes. Main thread.

/// What a report is written as, by the name of its file: the one that is asked for is made.
struct LabFileText {
    std::function<std::string()> csv;
    std::function<std::string()> json;
    std::function<ReportPage()> page;
};
/// Whole or not at all. False where it was not written, which is said in `failure`'s words.
bool writeLabFile(const QString& name, const LabFileText& text, const QString& failure);

}  // namespace lockscope
