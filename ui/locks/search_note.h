// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;

namespace lockscope {

/// Says above the list of locks that the search for them ended before its end, and what helps. Hidden while
/// there is nothing to say. Lives on the GUI thread.
class SearchNote : public QWidget {
    Q_OBJECT

public:
    explicit SearchNote(QWidget* parent = nullptr);

    /// Plain text; an empty one hides it. `detail` is its tool tip.
    void setText(const QString& text, const QString& detail);

Q_SIGNALS:
    void pinWanted();

private:
    QLabel* m_text;
};

}  // namespace lockscope
