// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace lockscope {

/// Text to be read, selected and copied; never markup. Lives on the GUI thread.
class ReadOnlyText : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit ReadOnlyText(const QString& accessibleName, QWidget* parent = nullptr);

    enum class Scrolling { Keep, ToTop };
    /// Keep: where it is newer text about the same thing. What is shown already stays as it is, with what the
    /// user has selected in it.
    void setText(const QString& text, Scrolling scrolling);
};

}  // namespace lockscope
