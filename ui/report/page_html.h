// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/page_blocks.h"

#include <QByteArray>

namespace lockscope {

/// One file that needs no other, no script and no network: pictures are in it as SVG. It prints well. GUI
/// thread, for the pictures.
QByteArray pageHtml(const ReportPage& page);

/// A picture as an element of HTML whose ids begin with `prefix`, so that they are no other one's. GUI
/// thread.
QString inlineSvg(const PagePicture& picture, const QString& prefix);

}  // namespace lockscope
