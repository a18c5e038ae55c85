// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "queue/contender_text.h"
#include "queue/queue_geometry.h"
#include "report/report_pictures.h"
#include "report/report_words.h"
#include "sessions/session_text.h"
#include "theme/state_palette.h"
#include "theme/theme.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace lockscope {
namespace {

struct QueuePictureText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ReportPage)
};

constexpr std::size_t kMostQueueRows = 25;
constexpr double kQueueLinkWidth = 2;

/// One line of the picture.
struct PicturedRow {
    std::array<QString, 5> cells;  ///< number, role, session, client, whether it is there
};

/// The queue as it is painted. A value.
struct PicturedQueue {
    ChainLayout chain;
    std::vector<PicturedRow> rows;
    std::array<double, 5> widths{};
    ReportLook look;

    double height() const { return rowHeight(look.font) * static_cast<double>(rows.size()); }
    double gutter() const {
        return std::ceil(gutterWidth(chain, GutterMetrics::forRowHeight(rowHeight(look.font))));
    }
    double width() const {
        double width = gutter();
        for (const double each : widths)
            width += each + 2 * contentMargin();
        return width;
    }
};

bool isOpenRole(const lockcore::ClusterAssessment& checked, const std::string& path, std::size_t row) {
    for (const auto* const rows : {&checked.inDoubt, &checked.unseen})
        if (const auto found = rows->find(path); found != rows->end())
            if (std::ranges::find(found->second, row) != found->second.end()) return true;
    return false;
}

LinkStyle styleOf(lockcore::ChainVerdict verdict) {
    switch (verdict) {
        case lockcore::ChainVerdict::Verified: return LinkStyle::Solid;
        case lockcore::ChainVerdict::Inferred:
        case lockcore::ChainVerdict::Disconnected: return LinkStyle::Dashed;
        default: return LinkStyle::Dotted;
    }
}

std::vector<ChainRow> chainRows(const lockcore::LockQueue& queue, const lockcore::ClusterAssessment& checked,
                                std::size_t count) {
    const std::vector<lockcore::ChainLink>* const links = chainOf(queue, checked);
    std::vector<ChainRow> rows;
    for (std::size_t i = 0; i < count; ++i) {
        const lockcore::QueueRow& it = queue.rows[i];
        ChainRow row;
        row.queued = lockcore::isInQueue(it.role);
        row.open = isOpenRole(checked, queue.path, i);
        row.holder = lockcore::isFirstInLine(it.role) && !row.open;
        row.reader = it.contender->parsed.mode == lockcore::LockMode::Read;
        row.predecessor = it.predecessor ? static_cast<int>(*it.predecessor) : -1;
        if (links && i < links->size()) row.link = styleOf((*links)[i].verdict);
        rows.push_back(row);
    }
    return rows;
}

const lockcore::SessionView* picturedClient(const lockcore::ClusterAssessment& checked,
                                            lockcore::SessionId session) {
    const auto found =
        std::ranges::lower_bound(checked.sessions, session, {}, &lockcore::SessionView::session);
    const bool isKnown =
        session != lockcore::SessionId::None && found != checked.sessions.end() && found->session == session;
    return isKnown ? &*found : nullptr;
}

PicturedRow picturedRow(const lockcore::LockQueue& queue, const lockcore::ClusterAssessment& checked,
                        std::size_t row) {
    const lockcore::QueueRow& it = queue.rows[row];
    const lockcore::SessionId session = lockcore::ownerOf(it);
    const lockcore::SessionView* const client = picturedClient(checked, session);
    const bool isOpen = isOpenRole(checked, queue.path, row);
    return {
        {shortName(*it.contender), isOpen ? QueuePictureText::tr("not known", "role") : roleWord(it.role),
         session == lockcore::SessionId::None ? QStringLiteral("–") : QString::fromStdString(toHex(session)),
         client ? hostText(*client) : QStringLiteral("–"), clientText(client)}};
}

PicturedQueue picturedQueue(const lockcore::LockQueue& queue, const lockcore::ClusterAssessment& checked,
                            const ReportLook& look) {
    const std::size_t count = std::min(queue.rows.size(), kMostQueueRows);
    PicturedQueue picture{layoutChain(chainRows(queue, checked, count)), {}, {}, look};
    const QFontMetricsF metrics(look.font);
    for (std::size_t row = 0; row < count; ++row) {
        picture.rows.push_back(picturedRow(queue, checked, row));
        for (std::size_t i = 0; i < picture.widths.size(); ++i)
            picture.widths[i] =
                std::max(picture.widths[i], metrics.horizontalAdvance(picture.rows.back().cells[i]));
    }
    return picture;
}

QPen queueLinkPen(LinkStyle style, const QColor& color) {
    QPen pen(color, kQueueLinkWidth, Qt::SolidLine, Qt::FlatCap);
    if (style == LinkStyle::Dashed) pen.setDashPattern({2, 1});
    if (style == LinkStyle::Dotted) pen.setDashPattern({0.7, 0.9});
    return pen;
}

void paintChainCell(QPainter& painter, const PicturedQueue& picture, std::size_t row,
                    const StatePalette& colors) {
    const ChainCell& cell = picture.chain.cells[row];
    const GutterShapes shapes =
        gutterShapes(cell, picture.chain, GutterMetrics::forRowHeight(rowHeight(picture.look.font)));
    for (const GutterStroke& stroke : shapes.lines) {
        painter.setPen(queueLinkPen(stroke.style, colors.color(stroke.wrong ? Tone::Warning : Tone::Gone)));
        painter.drawLine(stroke.line);
    }
    painter.setPen(QPen(colors.textColor(Tone::Holder), kQueueLinkWidth));
    for (const QLineF& stroke : shapes.bracket)
        painter.drawLine(stroke);
    painter.setPen(Qt::NoPen);
    for (const GutterHead& head : shapes.arrowHeads) {
        painter.setBrush(colors.color(head.wrong ? Tone::Warning : Tone::Gone));
        painter.drawPolygon(head.shape);
    }
    if (shapes.mark.isEmpty()) return;
    const Tone tone = cell.open ? Tone::Info : cell.holder ? Tone::Holder : Tone::Waiter;
    paintMark(painter, shapes.mark, tone, colors.color(tone), colors.textColor(tone));
}

void paintPicturedQueue(QPainter& painter, const PicturedQueue& picture) {
    const StatePalette colors(picture.look.palette);
    const double height = rowHeight(picture.look.font);
    painter.fillRect(QRectF(0, 0, picture.width(), picture.height()),
                     picture.look.palette.color(QPalette::Base));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(picture.look.font);
    for (std::size_t row = 0; row < picture.rows.size(); ++row) {
        const double top = height * static_cast<double>(row);
        painter.save();
        painter.translate(0, top);
        if (row < picture.chain.cells.size()) paintChainCell(painter, picture, row, colors);
        painter.restore();
        painter.setPen(picture.look.palette.color(QPalette::Text));
        double left = picture.gutter() + contentMargin();
        for (std::size_t i = 0; i < picture.widths.size(); ++i) {
            // A whole line of room: glyphs of another font may be wider than these were measured.
            painter.drawText(QRectF(left, top, picture.widths[i] + contentMargin(), height),
                             Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                             picture.rows[row].cells[i]);
            left += picture.widths[i] + 2 * contentMargin();
        }
    }
}

QString queueTitle(const lockcore::StuckLock& stuck, std::size_t more) {
    const QString path = displayText(stuck.path);
    const QString at = pageTime(stuck.shownAtUnixMs);
    return more == 0 ? QueuePictureText::tr("Queue of %1 at %2", "lock, moment").arg(path, at)
                     : QueuePictureText::tr("Queue of %1 at %2; behind these: %3", "lock, moment, number")
                           .arg(path, at, pageNumber(more));
}

}  // namespace

std::optional<PagePicture> queuePicture(const lockcore::StuckLock& stuck, const ReportLook& look) {
    if (!stuck.shown) return std::nullopt;
    const auto& locks = stuck.shown->sample->locks;
    const auto found =
        std::ranges::find_if(locks, [&](const auto& queue) { return queue->path == stuck.path; });
    if (found == locks.end() || (*found)->rows.empty()) return std::nullopt;
    const PicturedQueue picture = picturedQueue(**found, *stuck.shown, look);
    return PagePicture{queueTitle(stuck, (*found)->rows.size() - picture.rows.size()),
                       {picture.width(), picture.height()},
                       [picture](QPainter& painter) { paintPicturedQueue(painter, picture); }};
}

}  // namespace lockscope
