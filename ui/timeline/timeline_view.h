// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timeline/timeline_painting.h"
#include "words/wall_clock.h"

#include <QAbstractScrollArea>
#include <QPoint>

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace lockscope {

/// The picture of a timeline. The wheel zooms at the pointer, dragging selects a span of time; W and S zoom,
/// A and D move, arrow keys go from turn to turn, Enter goes to the contender. Follows the present until the
/// user moves it. Lives on the GUI thread.
class TimelineView : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit TimelineView(QWidget* parent = nullptr);

    /// Newer lanes keep what is in view, and the chosen turn. Null for nothing.
    void setLanes(std::shared_ptr<const TimelineLanes> lanes);
    void setClock(WallClock clock);
    void setSelectedSession(lockcore::SessionId session);
    /// Shows the present, and goes on doing so, or not.
    void setFollowing(bool follows);
    bool isFollowing() const { return m_follows; }
    /// Paints the present where it is now.
    void tick();

    const std::optional<lockcore::TimeSpan>& selectedSpan() const { return m_span; }
    void setSpan(const std::optional<lockcore::TimeSpan>& span);
    void clearSpan();
    /// Null if none is chosen.
    const TimelineTurn* currentTurn() const;

    bool canUndoZoom() const { return !m_zooms.empty(); }
    void zoomToSpan();
    void undoZoom();
    /// Undoes all zooms.
    void resetZoom();
    /// All that was seen.
    void fit();

    const TimelineGeometry& geometryShown() const { return m_geometry; }
    /// What is painted, for tests of where things are.
    TimelineScene scene() const;
    const TimelineTurn* turnAt(const QPoint& position) const;

public Q_SLOTS:
    void zoomIn();
    void zoomOut();

Q_SIGNALS:
    /// A span of time was selected, or none any more.
    void spanSelected(const std::optional<lockcore::TimeSpan>& span);
    void currentTurnChanged();
    /// Enter or double click.
    void turnActivated(const std::string& path, const std::string& name);
    /// Following, zooms or selection changed.
    void stateChanged();
    /// `isOnTurn`: it is about the current turn, else about the picture.
    void contextMenuWanted(const QPoint& globalPosition, bool isOnTurn);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void changeEvent(QEvent* event) override;

private:
    static constexpr double kZoomStep = 1.25;
    static constexpr double kPanShare = 0.1;  ///< of the width, for one key or one step of the wheel

    /// What a zoom can be undone to.
    struct ZoomState {
        double fromMs;
        double toMs;
        bool follows;
    };
    /// What changed the view last: steps of one wheel turn are undone together.
    enum class Change { Other, Steps };

    void applyMetrics();
    void updateScrollBars();
    void showChanged(const TimelineGeometry& geometry, Change change);
    void zoomAt(double factor, double x);
    void pan(double pixels);
    void follow();
    void choose(std::optional<std::size_t> turn);
    void moveCurrent(int key);
    void activateCurrent();
    void bringIntoView(std::size_t turn);
    std::optional<std::size_t> turnIndexAt(const QPoint& position) const;
    std::optional<std::size_t> neighbour(int key) const;
    std::optional<std::size_t> sameTurnIn(const TimelineLanes& lanes) const;
    QString toolTipAt(const QPoint& position) const;
    QRectF area() const;

    std::shared_ptr<const TimelineLanes> m_lanes;
    WallClock m_clock = systemNowUnixMs;
    TimelineGeometry m_geometry;
    std::vector<LanePicture> m_painted;  ///< by the last paintEvent()
    std::optional<lockcore::TimeSpan> m_span;
    std::optional<double> m_pressedAtX;  ///< while the button is down
    bool m_isDragging = false;
    std::optional<std::size_t> m_current;  ///< in m_lanes->turns
    lockcore::SessionId m_session = lockcore::SessionId::None;
    std::vector<ZoomState> m_zooms;
    Change m_lastChange = Change::Other;
    bool m_follows = true;
    bool m_scrolling = false;  ///< scroll bars are being set, not moved by the user
};

}  // namespace lockscope
