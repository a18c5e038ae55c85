// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

class QAction;
class QHBoxLayout;
class QVBoxLayout;

namespace lockscope {

/// The line above a view: what is shown, how much of it, and its buttons. Lives on the GUI thread.
class PanelHeader : public QWidget {
    Q_OBJECT

public:
    explicit PanelHeader(QWidget* parent);

    void add(QWidget* widget, int stretch = 0);
    void addButtons(const QList<QAction*>& actions);
    /// On a line of its own.
    void addBelow(QWidget* widget);

    /// The whole of a panel: the header, and below it what it is about.
    void placeAbove(QWidget* content);

private:
    QVBoxLayout* m_lines;
    QHBoxLayout* m_line;
};

}  // namespace lockscope
