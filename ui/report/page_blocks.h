// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSizeF>
#include <QString>
#include <QStringList>

#include <functional>
#include <variant>
#include <vector>

class QPainter;

namespace lockscope {

struct PageHeading {
    int level = 2;  ///< 1: of the whole page
    QString text;
};

struct PageParagraph {
    QString text;
};

struct PageItems {
    QStringList lines;
};

struct PageColumn {
    QString title;
    bool isName = false;    ///< as the cluster has it, or an id
    bool isNumber = false;  ///< stands under others by its last digit
};

struct PageTable {
    std::vector<PageColumn> columns;
    std::vector<QStringList> rows;  ///< with as many cells
};

/// Painted from (0, 0) on, with fonts whose size is in pixels: it looks the same on each device.
struct PagePicture {
    QString title;
    QSizeF size;  ///< in logical pixels
    std::function<void(QPainter& painter)> paint;
};

using PageBlock = std::variant<PageHeading, PageParagraph, PageItems, PageTable, PagePicture>;

/// A text that is read from its beginning to its end, before it is HTML, Markdown or PDF. Plain text in the
/// user's language; what comes from a cluster is escaped as by displayText(). A value.
struct ReportPage {
    QString title;
    QString language;  ///< "en", "zh-CN"
    std::vector<PageBlock> blocks;
};

}  // namespace lockscope
