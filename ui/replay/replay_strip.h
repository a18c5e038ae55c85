// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/icon.h"

#include <QWidget>

#include <cstdint>

class QComboBox;
class QToolButton;

namespace lockscope {

class ClusterDocument;
class ElidedLabel;
class MomentEdit;
class RecordedCluster;
class ReplayBar;

/// Moves through a recording: its time bar, buttons, how fast it is played, and the moment to be read and to
/// be typed. Hidden where none is shown. Lives on the GUI thread.
class ReplayStrip : public QWidget {
    Q_OBJECT

public:
    explicit ReplayStrip(QWidget* parent = nullptr);

    /// As long as both live.
    void follow(RecordedCluster& recorded, ClusterDocument& document);
    ReplayBar* bar() const { return m_bar; }
    MomentEdit* moment() const { return m_moment; }

private:
    QToolButton* makeButton(IconName name, const QString& text);
    QWidget* buildControls();
    void connectControls(RecordedCluster& recorded);
    void showWhole();
    void showPosition();
    void showPlaying();
    void tell(const QString& text);

    RecordedCluster* m_recorded = nullptr;
    ReplayBar* m_bar;
    QToolButton* m_findingBack = nullptr;
    QToolButton* m_stepBack = nullptr;
    QToolButton* m_play = nullptr;
    QToolButton* m_stepForward = nullptr;
    QToolButton* m_findingForward = nullptr;
    QComboBox* m_speed = nullptr;
    MomentEdit* m_moment = nullptr;
    ElidedLabel* m_note = nullptr;
};

}  // namespace lockscope
