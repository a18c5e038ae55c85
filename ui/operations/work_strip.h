// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFuture>
#include <QWidget>

#include <functional>

class QVBoxLayout;

namespace lockscope {

/// What is under way and somebody may wait for: of each work a line that tells how far it is, and ends it.
/// Hidden while there is none. Lives on the GUI thread.
class WorkStrip : public QWidget {
    Q_OBJECT

public:
    /// What takes no longer is never shown.
    static constexpr int kShownAfterMs = 500;

    explicit WorkStrip(QWidget* parent = nullptr);

    /// Until `work` has ended. `what` is done, plain text. `cancel` is called where the user wants no more,
    /// once: the line stays until the work has ended.
    void follow(const QFuture<void>& work, const QString& what, std::function<void()> cancel);

private:
    QVBoxLayout* m_lines;
};

}  // namespace lockscope
