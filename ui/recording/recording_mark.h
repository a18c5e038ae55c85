// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;
class QToolButton;

namespace lockscope {

class ElidedLabel;
class RecordingControl;
class RecordingDot;

/// That the cluster is recorded, for the status bar: a dot, how large the file is, and what stops it; or why
/// it is recorded no longer. Hidden where nothing was begun. Lives on the GUI thread.
class RecordingMark : public QWidget {
    Q_OBJECT

public:
    /// `stop` outlives it.
    explicit RecordingMark(QAction* stop, QWidget* parent = nullptr);

    /// As long as both live.
    void follow(const RecordingControl& recording);
    QString text() const;

private:
    void showState(const RecordingControl& recording);
    void showProgress(const RecordingControl& recording);
    static QString goingOnText(const RecordingControl& recording);

    RecordingDot* m_dot;
    ElidedLabel* m_text;
    QToolButton* m_stop;
};

}  // namespace lockscope
