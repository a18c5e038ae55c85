// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/page_blocks.h"

#include <QByteArray>

namespace lockscope {

/// Pages of A4 whose text can be searched and copied, and whose pictures are vectors. Empty where that can't
/// be written. GUI thread, for fonts and pictures.
QByteArray pagePdf(const ReportPage& page);

}  // namespace lockscope
