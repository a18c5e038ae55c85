// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/state_palette.h"

#include <QWidget>

namespace lockscope {

/// The shape of one tone as a widget, in the size of the font. Lives on the GUI thread.
class StateMark : public QWidget {
    Q_OBJECT

public:
    explicit StateMark(QWidget* parent = nullptr);

    void setTone(Tone tone);
    Tone tone() const { return m_tone; }

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Tone m_tone = Tone::Info;
};

}  // namespace lockscope
