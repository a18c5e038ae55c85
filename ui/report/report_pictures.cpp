// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/report_pictures.h"

#include "graph/cluster_graph.h"
#include "graph/graph_layout.h"
#include "graph/graph_picture.h"
#include "graph/graph_scene.h"
#include "report/report_words.h"
#include "theme/theme.h"
#include "timeline/timeline_lanes.h"
#include "timeline/timeline_painting.h"
#include "words/display_text.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

namespace lockscope {
namespace {

struct ReportPicturesText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ReportPage)
};

constexpr double kTimelineWidth = 960;
constexpr std::size_t kMostTimelineLanes = 40;
constexpr int kLaneNameCharacters = 18;
constexpr std::size_t kMostReportNodes = 60;
/// Of the stretch's length, before and behind it.
constexpr double kAroundStretch = 0.05;

/// Whose run ended was not seen to leave: until its lock was read again, or as far as is shown, it may have
/// been there.
void setNotSeen(const lockcore::RecordedTurn& recorded, std::int64_t shownUntilUnixMs, lockcore::Turn& turn) {
    const std::int64_t seen = turn.leftNotBeforeUnixMs.value_or(*turn.leftAtUnixMs);
    turn.leftNotBeforeUnixMs = seen;
    turn.leftAtUnixMs = std::max(seen, recorded.nextReadUnixMs.value_or(shownUntilUnixMs));
}

/// Those alone that held and waited meanwhile: a busy lock has thousands of turns around it.
lockcore::LockHistory pastOf(const lockcore::StuckLock& stuck, const lockcore::IncidentReport& report) {
    lockcore::LockPast past;
    if (const lockcore::LockPast* const known = report.past.of(stuck.path)) past = *known;
    past.path = stuck.path;
    past.turns.clear();
    past.missed.clear();
    for (const auto* const contenders : {&stuck.holders, &stuck.waiters})
        for (const lockcore::ReportedContender& each : *contenders) {
            past.turns.push_back(each.turn.turn);
            if (each.turn.wasCutOff) setNotSeen(each.turn, stuck.seenUntilUnixMs, past.turns.back());
            if (!each.turn.grantIsSure)
                past.turns.back().inDoubt = std::exchange(past.turns.back().granted, std::nullopt);
        }
    std::ranges::stable_sort(past.turns, {}, &lockcore::Turn::firstSeenUnixMs);
    for (std::size_t i = 0; i < past.turns.size(); ++i)
        past.turns[i].id = i + 1;
    std::map<std::string, lockcore::LockPast> pasts;
    pasts.emplace(stuck.path, std::move(past));
    return lockcore::LockHistory::recorded(std::move(pasts));
}

TimelineScene timelineScene(std::shared_ptr<const TimelineLanes> lanes, const lockcore::StuckLock& stuck,
                            const ReportLook& look) {
    const QFontMetricsF metrics(look.font);
    const double laneHeight = rowHeight(look.font);
    const std::size_t count = std::min(lanes->lanes.size(), kMostTimelineLanes);
    TimelineScene scene;
    scene.lanes = std::move(lanes);
    const double left = kLaneNameCharacters * metrics.averageCharWidth();
    scene.area = QRectF(left, laneHeight, kTimelineWidth - left, laneHeight * static_cast<double>(count));
    scene.geometry.width = scene.area.width();
    scene.geometry.laneHeight = laneHeight;
    const auto from = static_cast<double>(stuck.since.notBeforeUnixMs.value_or(stuck.since.notAfterUnixMs));
    const auto to = static_cast<double>(stuck.seenUntilUnixMs);
    const double around = std::max((to - from) * kAroundStretch, TimelineGeometry::kLeastSpanMs);
    scene.geometry = scene.geometry.showing(from - around, to + around);
    scene.nowMs = to;
    scene.palette = look.palette;
    scene.font = look.font;
    return scene;
}

QSizeF wholeSize(const TimelineScene& scene) {
    return {scene.area.right(), scene.area.bottom() + contentMargin()};
}

bool goesAcrossLocks(const lockcore::ClusterAssessment& checked) {
    return !checked.waitFor.cycles.empty();
}

/// Its items, at their places; what is not drawn is said by who shows it.
std::shared_ptr<GraphScene> laidOutScene(const ClusterGraph& graph, const ReportLook& look) {
    const GraphPicture picture = pictureOf(graph, look.font);
    const auto layout = layOut(picture.layout);
    if (!layout) return nullptr;
    auto scene = std::make_shared<GraphScene>();
    scene->setFont(look.font);
    scene->setPalette(look.palette);
    scene->show(picture, *layout, 0);
    return scene;
}

/// What found no room in a picture, a sentence each.
void addNotDrawn(std::size_t sessions, std::size_t contenders, std::size_t locks, QStringList& sentences) {
    if (sessions > 0)
        sentences << ReportPicturesText::tr("Sessions that are not drawn: %1.").arg(pageNumber(sessions));
    if (contenders > 0)
        sentences << ReportPicturesText::tr("Contenders that are not drawn: %1.").arg(pageNumber(contenders));
    if (locks > 0)
        sentences << ReportPicturesText::tr("Locks that are not drawn: %1.").arg(pageNumber(locks));
}

/// What else its fills and lines mean, of those that it has.
void addFills(const TimelineScene& scene, QStringList& sentences) {
    const TimelineLanes& lanes = *scene.lanes;
    bool isUnsure = false;
    for (std::size_t lane = 0; lane < lanes.lanes.size(); ++lane)
        isUnsure = isUnsure || !lanes.row(lane, BarKind::Unsure).empty();
    if (isUnsure)
        sentences << ReportPicturesText::tr(
            "Outlined while it is not known whether they held or waited, or were there at all.");
    const bool isUnseen = std::ranges::any_of(lanes.locks, [&](const TimelineLock& lock) {
        return std::ranges::any_of(lock.unseen, [&](const lockcore::UnseenSpan& span) {
            const double from = static_cast<double>(span.fromUnixMs);
            const double to = span.toUnixMs ? static_cast<double>(*span.toUnixMs) : scene.nowMs;
            return from <= scene.geometry.toMs && to >= scene.geometry.fromMs;
        });
    });
    if (isUnseen)
        sentences << ReportPicturesText::tr(
            "Grey while the lock was not seen: what is drawn over it is known by what was seen before and "
            "after.");
    if (!lanes.overtakings.empty())
        sentences << ReportPicturesText::tr("A triangle marks who was granted the lock past an earlier one.");
    sentences << ReportPicturesText::tr("The dashed line is at the end of the stretch.");
}

}  // namespace

std::optional<PagePicture> timelinePicture(const lockcore::StuckLock& stuck,
                                           const lockcore::IncidentReport& report, const ReportLook& look) {
    auto lanes = std::make_shared<TimelineLanes>(
        timelineLanes(pastOf(stuck, report), stuck.path, LaneBy::Session, {}));
    if (lanes->lanes.empty()) return std::nullopt;
    const std::size_t sessions = lanes->lanes.size() - std::min(lanes->lanes.size(), kMostTimelineLanes);
    const TimelineScene scene = timelineScene(std::move(lanes), stuck, look);
    QStringList title{ReportPicturesText::tr(
                          "Turns of %1 over time: hatched while they waited, filled while they held.", "lock")
                          .arg(displayText(stuck.path))};
    addFills(scene, title);
    addNotDrawn(sessions, stuck.moreHolders + stuck.moreWaiters, 0, title);
    return PagePicture{title.join(QLatin1Char(' ')), wholeSize(scene), [scene](QPainter& painter) {
                           painter.fillRect(QRectF(QPointF(), wholeSize(scene)),
                                            scene.palette.color(QPalette::Base));
                           painter.setFont(scene.font);
                           paintTimeline(painter, scene, lanePictures(scene));
                       }};
}

std::optional<PagePicture> graphPicture(const lockcore::IncidentReport& report, const ReportLook& look) {
    if (!report.shown || report.stuck.empty()) return std::nullopt;
    const bool isAcross = goesAcrossLocks(*report.shown);
    NodeKey focus;
    focus.lock = report.stuck.front().path;
    GraphBounds bounds;
    bounds.most = kMostReportNodes;
    const ClusterGraph graph = clusterGraph(
        report.shown, isAcross ? GraphScope::AcrossLocks : GraphScope::Neighbourhood, focus, bounds);
    if (graph.edges.empty()) return std::nullopt;
    const auto scene = laidOutScene(graph, look);
    if (!scene) return std::nullopt;
    const QRectF rect = scene->sceneRect();
    const QString at = pageTime(report.shownAtUnixMs);
    QStringList title{
        isAcross ? ReportPicturesText::tr("Who waited for whom across locks, at %1.", "moment").arg(at)
                 : ReportPicturesText::tr("Who waited for whom round %1, at %2.", "lock, moment")
                       .arg(displayText(focus.lock), at)};
    addNotDrawn(graph.sessionsNotDrawn, 0, graph.locksNotDrawn, title);
    return PagePicture{title.join(QLatin1Char(' ')), rect.size(),
                       [scene, rect, ground = look.palette.color(QPalette::Base)](QPainter& painter) {
                           const QRectF target(QPointF(), rect.size());
                           painter.fillRect(target, ground);
                           scene->render(&painter, target, rect);
                       }};
}

}  // namespace lockscope
