// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/page_blocks.h"

#include <QByteArray>

namespace lockscope {

/// For a ticket, without the pictures: names do nothing in it, see words/inert_text.h. Pure.
QByteArray pageMarkdown(const ReportPage& page);

}  // namespace lockscope
