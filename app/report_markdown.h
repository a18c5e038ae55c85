// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report.h"

namespace lockscope {

/// A report to be pasted into a ticket: of which cluster and moment, and a table. What comes from the cluster
/// does nothing there: names are code, and sentences have no links, mentions, HTML or marks of Markdown.
/// `cluster` is escaped already. GUI thread, for the translations.
QString markdownText(const Report& report, const QString& cluster);

}  // namespace lockscope
