// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "overview/trouble.h"

#include <QWidget>

#include <cstdint>

class QMenu;
class QToolButton;

namespace lockscope {

class StateMark;
class SteadyLabel;
class TroublePicture;

/// One trouble: what hurts, what ends it, a picture, and what can be done about it. What to do unfolds below.
/// Lives on the GUI thread.
class TroubleCard : public QWidget {
    Q_OBJECT

public:
    explicit TroubleCard(QWidget* parent = nullptr);

    void setTrouble(const Trouble& trouble, std::int64_t nowUnixMs);
    bool isUnfolded() const;
    void setUnfolded(bool unfolded);

Q_SIGNALS:
    void showWanted();
    void summaryWanted();
    /// Before `menu`, which is about the card, is shown.
    void menuWanted(QMenu* menu);
    /// To the card so many further down.
    void stepWanted(int cards);

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    QWidget* buildButtons();

    StateMark* m_mark;
    TroublePicture* m_picture;
    SteadyLabel* m_sentence;
    SteadyLabel* m_detail;
    SteadyLabel* m_advice;
    QToolButton* m_show = nullptr;
    QToolButton* m_unfold = nullptr;
    QToolButton* m_copy = nullptr;
};

}  // namespace lockscope
