// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_view.h"

#include "graph/graph_minimap.h"
#include "theme/theme.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QStyle>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace lockscope {

namespace {

constexpr double kZoomStep = 1.25;
constexpr double kLeastZoom = 0.05;
/// Smaller text is guessed, not read.
constexpr double kReadableZoom = 0.75;
/// Down to here all of it is better than most of it.
constexpr double kLeastWholeZoom = 0.65;
constexpr double kMostZoom = 4;
constexpr int kMostMoveMs = 150;
/// How many times as wide or as high as the view a picture is of which one loses one's way.
constexpr double kMuchLarger = 2;
/// Of the view's width and height.
constexpr int kMinimapPart = 4;
/// Of a mouse wheel: Qt counts eighths of a degree.
constexpr double kWheelStep = 120;

/// The desktop's wish: a style without animations says 0.
int moveTime(const QWidget& widget) {
    const int wanted = widget.style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, &widget);
    return std::clamp(wanted, 0, kMostMoveMs);
}

}  // namespace

GraphView::GraphView(QWidget* parent)
    : QGraphicsView(parent), m_scene(new GraphScene(this)), m_minimap(new GraphMinimap(this)) {
    setScene(m_scene);
    setFrameShape(QFrame::NoFrame);
    setDragMode(QGraphicsView::ScrollHandDrag);
    setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    viewport()->setCursor(Qt::ArrowCursor);
    setAccessibleName(tr("Graph of sessions and locks"));
    describeCurrent();
    for (QScrollBar* bar : {horizontalScrollBar(), verticalScrollBar()}) {
        connect(bar, &QScrollBar::actionTriggered, this, &GraphView::ownZoom);
        connect(bar, &QScrollBar::valueChanged, this, &GraphView::showMinimap);
        connect(bar, &QScrollBar::rangeChanged, this, &GraphView::showMinimap);
    }
    connect(m_minimap, &GraphMinimap::placeChosen, this, [this](const QPointF& place) {
        ownZoom();
        centerOn(place);
    });
    applyPalette();
}

void GraphView::applyPalette() {
    m_scene->setPalette(palette());
    m_scene->setFont(font());
    setBackgroundBrush(palette().color(QPalette::Base));
}

void GraphView::showPicture(std::shared_ptr<const GraphPicture> picture, const GraphLayout& layout,
                            Reason reason) {
    const bool holdsStill = reason == Reason::NewerData && m_shown && underMouse();
    if (holdsStill)
        m_held = Held{std::move(picture), layout};
    else
        showNow(std::move(picture), layout);
    Q_EMIT heldStillChanged();
}

void GraphView::showNow(std::shared_ptr<const GraphPicture> picture, const GraphLayout& layout) {
    m_held.reset();
    m_shown = std::move(picture);
    m_centres = layout.centres;
    m_scene->show(*m_shown, layout, isVisible() ? moveTime(*this) : 0);
    m_minimap->setPicture(*m_shown, m_centres);
    describeCurrent();
    applyZoom();
    showMinimap();
}

void GraphView::showHeld() {
    if (!m_held) return;
    const Held held = *std::exchange(m_held, std::nullopt);
    showNow(held.picture, held.layout);
    Q_EMIT heldStillChanged();
}

void GraphView::setFaces(std::shared_ptr<const GraphPicture> picture) {
    // What waits is of older data, but of other places: the newer words are asked for once it is shown.
    m_shown = std::move(picture);
    m_scene->setFaces(*m_shown);
    m_minimap->setPicture(*m_shown, m_centres);
    describeCurrent();
    if (std::exchange(m_held, std::nullopt)) Q_EMIT heldStillChanged();
}

void GraphView::reset() {
    m_held.reset();
    m_shown.reset();
    setCurrent({});
    m_zoom = Zoom::Readable;
    m_centres.clear();
    m_scene->reset();
    describeCurrent();
    m_minimap->hide();
    Q_EMIT heldStillChanged();
}

void GraphView::zoomAnew() {
    if (m_zoom == Zoom::Own) m_zoom = Zoom::Readable;
}

void GraphView::setCurrent(const NodeKey& key) {
    m_current = key;
    m_scene->setCurrent(key);
}

void GraphView::describeCurrent() {
    const NodeItem* const node = m_scene->node(m_current);
    setAccessibleDescription(node ? node->face().words.toolTip
                                  : tr("The button “In words” shows a table that tells the same."));
}

void GraphView::zoomIn() {
    zoomBy(kZoomStep);
}

void GraphView::zoomOut() {
    zoomBy(1 / kZoomStep);
}

void GraphView::zoomBy(double factor) {
    m_zoom = Zoom::Own;
    const double now = transform().m11();
    const double wanted = std::clamp(now * factor, kLeastZoom, kMostZoom);
    scale(wanted / now, wanted / now);
    showMinimap();
}

void GraphView::fit() {
    m_zoom = Zoom::All;
    applyZoom();
}

/// Never larger than life: a picture of two boxes would be a poster.
double GraphView::zoomForAll() const {
    const QRectF rect = m_scene->sceneRect();
    // Without the bars, which go then; Qt shows them for what is just as large as the view.
    constexpr int kMargin = 2;
    const QSizeF room = maximumViewportSize() - 2 * QSize(kMargin, kMargin);
    return std::min({1.0, room.width() / rect.width(), room.height() / rect.height()});
}

void GraphView::applyZoom() {
    const QRectF rect = m_scene->sceneRect();
    if (m_zoom == Zoom::Own || rect.isEmpty() || viewport()->size().isEmpty()) return;
    const double whole = zoomForAll();
    const bool isPart = m_zoom == Zoom::Readable && whole < kLeastWholeZoom;
    const double zoom = isPart ? kReadableZoom : whole;
    setTransform(QTransform::fromScale(zoom, zoom));
    centerOn(isPart ? centre() : rect.center());
    showMinimap();
}

/// Whoever moves a part of the picture wants to see another one.
void GraphView::ownZoom() {
    if (m_zoom == Zoom::Readable && zoomForAll() < kLeastWholeZoom) m_zoom = Zoom::Own;
}

/// At the bottom right of what can be seen, above which nothing else lies.
void GraphView::showMinimap() {
    const QRectF scene = m_scene->sceneRect();
    const QRect room = viewport()->geometry();
    const QSizeF shown = scene.size() * transform().m11();
    const bool isLarge =
        shown.width() > kMuchLarger * room.width() || shown.height() > kMuchLarger * room.height();
    m_minimap->setVisible(m_shown && isLarge);
    if (m_minimap->isHidden()) return;
    m_minimap->setView(scene, mapToScene(viewport()->rect()).boundingRect(), room.size() / kMinimapPart);
    const QSize margin(contentMargin(), contentMargin());
    const QSize corner = room.size() - m_minimap->size() - margin;
    m_minimap->move(room.topLeft() + QPoint(corner.width(), corner.height()));
}

QPointF GraphView::centre() const {
    const NodeFace* wanted = nullptr;
    int best = 0;
    const std::vector<NodeFace> none;
    const std::vector<NodeFace>& nodes = m_shown ? m_shown->nodes : none;
    for (const NodeFace& node : nodes) {
        const int rank = node.key == m_chosenLock      ? 4
                         : node.key == m_chosenSession ? 3
                         : node.inCycle                ? 2
                         : node.isRoot                 ? 1
                                                       : 0;
        if (rank > best) wanted = &node;
        best = std::max(best, rank);
    }
    const auto index = static_cast<std::size_t>(wanted ? wanted - nodes.data() : 0);
    return wanted && index < m_centres.size() ? centreOf(index) : m_scene->sceneRect().center();
}

QPointF GraphView::centreOf(std::size_t node) const {
    for (const std::vector<std::size_t>& ring : m_shown->layout.rings) {
        if (std::ranges::find(ring, node) == ring.end()) continue;
        QRectF all;
        for (const std::size_t each : ring) {
            QRectF box({}, m_shown->layout.boxes[each]);
            box.moveCenter(m_centres[each]);
            all = all.united(box);
        }
        const QSizeF room = QSizeF(viewport()->size()) / kReadableZoom;
        if (all.width() <= room.width() && all.height() <= room.height()) return all.center();
    }
    return m_centres[node];
}

void GraphView::choose(const NodeKey& lock, const NodeKey& session) {
    const bool isNew = lock != m_chosenLock || session != m_chosenSession;
    m_chosenLock = lock;
    m_chosenSession = session;
    m_scene->choose(lock, session);
    if (isNew && m_zoom == Zoom::Readable) applyZoom();
}

void GraphView::wheelEvent(QWheelEvent* event) {
    const double steps = event->angleDelta().y() / kWheelStep;
    if (steps == 0) {
        QGraphicsView::wheelEvent(event);
        return;
    }
    setTransformationAnchor(AnchorUnderMouse);
    zoomBy(std::pow(kZoomStep, steps));
    setTransformationAnchor(AnchorViewCenter);
    event->accept();
}

void GraphView::mousePressEvent(QMouseEvent* event) {
    m_pressedAt = event->pos();
    ownZoom();
    QGraphicsView::mousePressEvent(event);
}

void GraphView::mouseReleaseEvent(QMouseEvent* event) {
    QGraphicsView::mouseReleaseEvent(event);
    viewport()->setCursor(Qt::ArrowCursor);
    const bool isClick = (event->pos() - m_pressedAt).manhattanLength() < QApplication::startDragDistance();
    const NodeItem* const node = nodeAt(event->pos());
    if (!isClick || event->button() != Qt::LeftButton || !node) return;
    setCurrent(node->key());
    if (m_current.isFolded)
        activateCurrent();
    else
        Q_EMIT nodeChosen(m_current);
}

/// Who is unfolded is gone then: the keys go on from its lock.
void GraphView::activateCurrent() {
    const NodeKey activated = m_current;
    if (activated.isFolded) setCurrent({lockcore::SessionId::None, activated.lock});
    Q_EMIT nodeActivated(activated);
}

void GraphView::mouseDoubleClickEvent(QMouseEvent* event) {
    const NodeItem* const node = nodeAt(event->pos());
    // The first click of the two has unfolded already.
    if (event->button() == Qt::LeftButton && node && !node->key().isFolded)
        Q_EMIT nodeActivated(NodeKey(node->key()));
}

const NodeItem* GraphView::nodeAt(const QPoint& position) const {
    for (QGraphicsItem* item : items(position))
        if (const auto* node = dynamic_cast<NodeItem*>(item)) return node;
    return nullptr;
}

void GraphView::keyPressEvent(QKeyEvent* event) {
    const bool isPlain = (event->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
    switch (event->key()) {
        case Qt::Key_Left:
        case Qt::Key_Right:
        case Qt::Key_Up:
        case Qt::Key_Down:
            if (!isPlain) break;
            if (const NodeItem* node = neighbour(event->key())) {
                setCurrent(node->key());
                ownZoom();
                ensureVisible(node);
                describeCurrent();
                Q_EMIT nodeChosen(m_current);
            }
            return;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (!m_scene->node(m_current)) break;
            activateCurrent();
            return;
        default: break;
    }
    QGraphicsView::keyPressEvent(event);
}

void GraphView::contextMenuEvent(QContextMenuEvent* event) {
    const bool isByKey = event->reason() == QContextMenuEvent::Keyboard;
    const NodeItem* const node = isByKey ? m_scene->node(m_current) : nodeAt(event->pos());
    if (!node) return;
    const QPoint position = isByKey
                                ? viewport()->mapToGlobal(mapFromScene(node->sceneBoundingRect().center()))
                                : event->globalPos();
    Q_EMIT menuWanted(NodeKey(node->key()), position);
}

const NodeItem* GraphView::neighbour(int key) const {
    const NodeItem* const current = m_scene->node(m_current);
    const NodeItem* best = nullptr;
    double bestCost = std::numeric_limits<double>::infinity();
    for (const auto& [nodeKey, item] : m_scene->nodes()) {
        if (item == current) continue;
        const QPointF way = item->pos() - (current ? current->pos() : QPointF());
        const bool isSideways = key == Qt::Key_Left || key == Qt::Key_Right;
        const bool isBackwards = key == Qt::Key_Left || key == Qt::Key_Up;
        const double along = (isSideways ? way.x() : way.y()) * (isBackwards ? -1 : 1);
        const double across = std::abs(isSideways ? way.y() : way.x());
        // Where none is current, any key goes to the box at the top left.
        const double cost = current ? along + 2 * across : way.manhattanLength();
        if ((current && along < 1) || cost >= bestCost) continue;
        best = item;
        bestCost = cost;
    }
    return best;
}

void GraphView::resizeEvent(QResizeEvent* event) {
    QGraphicsView::resizeEvent(event);
    applyZoom();
    showMinimap();
}

void GraphView::changeEvent(QEvent* event) {
    QGraphicsView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) applyPalette();
}

void GraphView::leaveEvent(QEvent* event) {
    QGraphicsView::leaveEvent(event);
    showHeld();
}

void GraphView::hideEvent(QHideEvent* event) {
    QGraphicsView::hideEvent(event);
    showHeld();
}

}  // namespace lockscope
