// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "graph/graph_items.h"

#include "theme/state_palette.h"
#include "theme/theme.h"
#include "words/display_text.h"

#include <QFontMetricsF>
#include <QGraphicsScene>
#include <QLineF>
#include <QPainter>

namespace lockscope {

namespace {

constexpr double kLine = 1.5;
constexpr double kRootLine = 3.5;
constexpr double kDoubleLine = 5;
constexpr double kCornerRadius = 8;
constexpr double kArrowLength = 9;
constexpr double kArrowHalfWidth = 4.5;
/// Boxes lie above lines, so that they can be read where a line crosses them.
constexpr double kNodeLayer = 1;

/// Two thin lines beside each other: what is between them is painted over in the colour of the ground.
template <class Draw>
void strokeDouble(QPainter& painter, QPen pen, const QColor& ground, const Draw& draw) {
    const double inner = kDoubleLine - 2 * kLine;
    pen.setWidthF(kDoubleLine);
    if (pen.style() != Qt::SolidLine) pen.setDashPattern({2, 1});
    painter.setPen(pen);
    draw();
    painter.setPen(QPen(ground, inner));
    draw();
}

QPainterPath pathOf(const Curve& curve) {
    QPainterPath path;
    if (curve.empty()) return path;
    path.moveTo(curve.front());
    for (std::size_t i = 1; i + 2 < curve.size(); i += 3)
        path.cubicTo(curve[i], curve[i + 1], curve[i + 2]);
    return path;
}

void drawElided(QPainter& painter, const QRectF& line, const QString& text) {
    const QFontMetricsF metrics(painter.font(), painter.device());
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     metrics.elidedText(text, Qt::ElideMiddle, line.width()));
}

}  // namespace

NodeItem::NodeItem(const NodeKey& key) {
    m_face.key = key;
    setZValue(kNodeLayer);
    setAcceptedMouseButtons(Qt::NoButton);  // a drag that begins here moves the picture, too
}

void NodeItem::setFace(const NodeFace& face, const QSizeF& size) {
    if (size != m_size) prepareGeometryChange();
    m_face = face;
    m_size = size;
    setToolTip(plainToolTip(face.words.toolTip));
    update();
}

void NodeItem::setChosen(bool chosen) {
    if (m_chosen == chosen) return;
    m_chosen = chosen;
    update();
}

QRectF NodeItem::box() const {
    return {-m_size.width() / 2, -m_size.height() / 2, m_size.width(), m_size.height()};
}

QRectF NodeItem::boundingRect() const {
    return box().marginsAdded(QMarginsF() + kDoubleLine + 1);
}

QPainterPath NodeItem::shape() const {
    QPainterPath path;
    path.addRect(box());
    return path;
}

void NodeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    painter->setRenderHint(QPainter::Antialiasing);
    const QPalette palette = scene()->palette();
    paintFrame(*painter, palette);
    paintLines(*painter, palette);
}

void NodeItem::paintFrame(QPainter& painter, const QPalette& palette) const {
    const double radius = m_face.key.isLock() ? 0 : kCornerRadius;
    const auto draw = [&] { painter.drawRoundedRect(box(), radius, radius); };
    const StatePalette tones(palette);
    if (m_chosen) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(palette.color(QPalette::Highlight), 2 * kDoubleLine));
        draw();
    }
    const QColor ground = palette.color(m_face.key.isLock() ? QPalette::Button : QPalette::Base);
    painter.setBrush(ground);
    if (m_face.inCycle) {
        strokeDouble(painter, QPen(tones.color(Tone::Fault)), ground, draw);
        return;
    }
    painter.setPen(QPen(palette.color(QPalette::Text), m_face.isRoot ? kRootLine : kLine,
                        m_face.key.isFolded ? Qt::DashLine : Qt::SolidLine));
    draw();
}

void NodeItem::paintLines(QPainter& painter, const QPalette& palette) const {
    const QFont font = scene()->font();
    const QRectF inside = box().marginsRemoved(QMarginsF() + boxPadding());
    const double mark = boxMarkSide(font);
    const double height = inside.height() / 3;
    const StatePalette tones(palette);
    if (!m_face.key.isLock())
        paintMark(painter, {inside.left(), inside.top() + (height - mark) / 2, mark, mark}, m_face.words.tone,
                  tones.color(m_face.words.tone), palette.color(QPalette::Text));
    QRectF line(inside.left() + mark + gridStep(), inside.top(), inside.width() - mark - gridStep(), height);
    if (m_face.key.isLock()) line.setLeft(inside.left());
    QFont bold = font;
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(palette.color(QPalette::Text));
    drawElided(painter, line, m_face.words.title);
    painter.setFont(font);
    painter.setPen(tones.textColor(m_face.words.tone == Tone::Fault || m_face.words.tone == Tone::Warning
                                       ? m_face.words.tone
                                       : Tone::Waiter));
    drawElided(painter, line.translated(0, height), m_face.words.facts);
    painter.setPen(m_face.inCycle ? tones.textColor(Tone::Fault) : palette.color(QPalette::Text));
    drawElided(painter, line.translated(0, 2 * height), m_face.words.badges);
}

EdgeItem::EdgeItem() {
    setAcceptedMouseButtons(Qt::NoButton);
}

void EdgeItem::setFace(const EdgeFace& face) {
    m_face = face;
    setToolTip(plainToolTip(face.toolTip));
    update();
}

void EdgeItem::setPlaces(const LinkLayout& places) {
    prepareGeometryChange();
    m_places = places;
    m_path = pathOf(places.toLabel);
    m_path.addPath(pathOf(places.fromLabel));
}

QRectF EdgeItem::boundingRect() const {
    return m_path.boundingRect().united(m_places.label).marginsAdded(QMarginsF() + kArrowLength);
}

QPainterPath EdgeItem::shape() const {
    QPainterPathStroker stroker;
    stroker.setWidth(2 * kArrowLength);
    QPainterPath shape = stroker.createStroke(m_path);
    shape.addRect(m_places.label);
    return shape;
}

/// At the lock: a session holds it, or waits for it. What is not known has none.
QPolygonF EdgeItem::arrowHead() const {
    const bool isBefore = isAhead(m_face.key.tie);
    const Curve& curve = isBefore ? m_places.lastCurve() : m_places.toLabel;
    if (curve.size() < 4 || m_face.key.tie == Tie::MayHold) return {};
    const QPointF tip = isBefore ? curve.back() : curve.front();
    const QPointF before = isBefore ? curve[curve.size() - 2] : curve[1];
    QLineF back(tip, before);
    if (back.isNull()) return {};
    back.setLength(kArrowLength);
    QLineF side = back.normalVector().unitVector();
    const QPointF across = (side.p2() - side.p1()) * kArrowHalfWidth;
    return QPolygonF({tip, back.p2() + across, back.p2() - across});
}

void EdgeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    painter->setRenderHint(QPainter::Antialiasing);
    const QPalette palette = scene()->palette();
    const StatePalette tones(palette);
    const bool holds = m_face.key.tie == Tie::Holds;
    const QColor color = m_face.inCycle ? tones.color(Tone::Fault)
                         : holds        ? tones.color(Tone::Holder)
                                        : palette.color(QPalette::Text);
    const Qt::PenStyle style = holds                            ? Qt::SolidLine
                               : m_face.key.tie == Tie::MayHold ? Qt::DotLine
                                                                : Qt::DashLine;
    QPen pen(color, kLine, style, Qt::FlatCap);
    const auto draw = [&] { painter->drawPath(m_path); };
    painter->setBrush(Qt::NoBrush);
    if (m_face.inCycle) {
        strokeDouble(*painter, pen, palette.color(QPalette::Base), draw);
    } else {
        painter->setPen(pen);
        draw();
    }
    painter->setPen(Qt::NoPen);
    painter->setBrush(color);
    painter->drawPolygon(arrowHead());
    painter->setFont(scene()->font());
    painter->setPen(m_face.inCycle ? tones.textColor(Tone::Fault) : palette.color(QPalette::Text));
    const QFontMetricsF metrics(painter->font(), painter->device());
    painter->drawText(m_places.label, Qt::AlignCenter | Qt::TextSingleLine,
                      metrics.elidedText(m_face.label, Qt::ElideRight, m_places.label.width()));
}

}  // namespace lockscope
