// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QLabel;
class QWidget;

namespace lockscope {

/// Plain text of several lines that can be selected by mouse and keyboard. GUI thread.
QLabel* selectableLabel(QWidget* parent);

/// Text without a place to break at must not widen the panel, which would cut off what is beside it.
void takeTheRoomThereIs(QWidget& text);

}  // namespace lockscope
