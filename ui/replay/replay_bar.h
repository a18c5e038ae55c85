// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "replay/replay_scene.h"

#include <QHelpEvent>
#include <QWidget>

#include <optional>

namespace lockscope {

/// All of a recording on one line: who waited, what happened, where something was wrong, and where nothing
/// was recorded; with the moment that is shown. A click goes to a moment, dragging the handle moves it,
/// dragging elsewhere selects a span. Lives on the GUI thread.
class ReplayBar : public QWidget {
    Q_OBJECT

public:
    explicit ReplayBar(QWidget* parent = nullptr);

    void setWhole(const RecordedWhole& whole);
    void setPosition(std::int64_t unixMs);
    void setSpan(const std::optional<lockcore::TimeSpan>& span);
    const ReplayScene& scene() const { return m_scene; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void moveWanted(std::int64_t unixMs);
    void spanWanted(const std::optional<lockcore::TimeSpan>& span);
    void stepWanted(bool isForward);
    void findingWanted(bool isForward);
    void playWanted();
    /// About that moment.
    void menuWanted(const QPoint& globalPosition, std::int64_t unixMs);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    enum class Drag { None, Pressed, Handle, Span };

    void arrange();
    int markSize() const;
    QString toolTipAt(const QPointF& point) const;
    QString unseenTextAt(std::int64_t unixMs) const;
    QPoint toolTipPlace(const QHelpEvent& help, const QString& text) const;
    QString findingText(const lockcore::RecordedFinding& finding) const;
    QString bucketText(std::size_t bucket) const;

    RecordedWhole m_whole;
    ReplayScene m_scene;
    std::int64_t m_positionUnixMs = 0;
    std::optional<lockcore::TimeSpan> m_span;
    Drag m_drag = Drag::None;
    double m_pressedAtX = 0;
};

}  // namespace lockscope
