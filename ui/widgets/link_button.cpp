// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/link_button.h"

#include "theme/icon.h"
#include "theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QStyleOptionFocusRect>
#include <QStylePainter>

namespace lockscope {

LinkButton::LinkButton(QWidget* parent) : QPushButton(parent) {
    setFlat(true);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    QFont link = idFont(font());
    link.setUnderline(true);
    setFont(link);
    auto* copy = new QAction(lockscope::icon(IconName::Copy), tr("Copy"), this);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, [this] { QApplication::clipboard()->setText(text()); });
    addAction(copy);
    setContextMenuPolicy(Qt::ActionsContextMenu);
}

QSize LinkButton::sizeHint() const {
    return {fontMetrics().horizontalAdvance(text()) + gridStep(), fontMetrics().height() + 2};
}

QSize LinkButton::minimumSizeHint() const {
    return {8 * fontMetrics().averageCharWidth(), sizeHint().height()};
}

void LinkButton::paintEvent(QPaintEvent*) {
    QStylePainter painter(this);
    painter.setPen(palette().color(isEnabled() ? QPalette::Link : QPalette::WindowText));
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     fontMetrics().elidedText(text(), Qt::ElideMiddle, width()));
    if (!hasFocus()) return;
    QStyleOptionFocusRect focus;
    focus.initFrom(this);
    focus.backgroundColor = palette().color(QPalette::Window);
    painter.drawPrimitive(QStyle::PE_FrameFocusRect, focus);
}

}  // namespace lockscope
