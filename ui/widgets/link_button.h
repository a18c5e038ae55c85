// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

namespace lockscope {

/// An id that leads somewhere, as a link looks: a button for keyboard and screen readers. Its text can be
/// copied by Ctrl+C and by its menu; where it has too little room its middle is left out. Lives on the GUI
/// thread.
class LinkButton : public QPushButton {
    Q_OBJECT

public:
    explicit LinkButton(QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace lockscope
