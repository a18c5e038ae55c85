// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

class QGridLayout;

namespace lockscope {

/// Three charts: the first across, the others side by side where there is room, else one below the other.
/// Scrolls where it is too low. Lives on the GUI thread.
class ChartArea : public QScrollArea {
    Q_OBJECT

public:
    ChartArea(QWidget* across, QWidget* left, QWidget* right, QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();

    QGridLayout* m_grid;
    QWidget* m_across;
    QWidget* m_left;
    QWidget* m_right;
    bool m_isWide = false;
};

}  // namespace lockscope
