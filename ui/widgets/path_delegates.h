// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/table_delegate.h"

#include <QString>

class QFontMetrics;

namespace lockscope {

/// A path as a narrow column shows it: where it lies, and what it is called.
struct ShownPath {
    QString parent;  ///< with the slash at its end; shortened at its start
    QString name;    ///< shortened in the middle only where it alone is too long

    bool operator==(const ShownPath&) const = default;
};

/// What of `path` fits into `width` pixels. The end tells locks apart, so that the start goes first. Pure.
ShownPath shownPath(const QString& path, const QFontMetrics& metrics, int width);

/// Paints paths: the directory muted, the name in the colour of the row's state. Lives on the GUI thread.
class PathDelegate : public TableDelegate {
    Q_OBJECT

public:
    using TableDelegate::TableDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

/// Paints a check state as a star, which a click anywhere on its cell turns over. Lives on the GUI thread.
class StarDelegate : public TableDelegate {
    Q_OBJECT

public:
    using TableDelegate::TableDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;
};

}  // namespace lockscope
