// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/page_picture_object.h"

#include <QAbstractTextDocumentLayout>
#include <QPainter>
#include <QTextDocument>
#include <QTextFrame>

#include <algorithm>
#include <utility>

namespace lockscope {
namespace {

constexpr int kPictureNumber = QTextFormat::UserProperty + 1;
/// The logical pixels of a picture.
constexpr double kPixelsPerInch = 96;
/// Of the page's height: a caption has to find room below.
constexpr double kMostOfPage = 0.8;

double deviceScale(const QTextDocument& document) {
    const QPaintDevice* const device = document.documentLayout()->paintDevice();
    return device ? device->logicalDpiY() / kPixelsPerInch : 1;
}

QSizeF roomOnPage(const QTextDocument& document) {
    const QTextFrameFormat frame = document.rootFrame()->frameFormat();
    const QSizeF page = document.pageSize();
    const double scale = deviceScale(document);  // of the margins, too
    return {page.width() - (frame.leftMargin() + frame.rightMargin()) * scale,
            (page.height() - (frame.topMargin() + frame.bottomMargin()) * scale) * kMostOfPage};
}

}  // namespace

QTextCharFormat PagePictureObject::formatOf(PagePicture picture) {
    QTextCharFormat format;
    format.setObjectType(kType);
    format.setProperty(kPictureNumber, static_cast<int>(m_pictures.size()));
    m_pictures.push_back(std::move(picture));
    return format;
}

const PagePicture* PagePictureObject::pictureOf(const QTextFormat& format) const {
    const auto number = static_cast<std::size_t>(format.intProperty(kPictureNumber));
    return number < m_pictures.size() ? &m_pictures[number] : nullptr;
}

QSizeF PagePictureObject::intrinsicSize(QTextDocument* document, int, const QTextFormat& format) {
    const PagePicture* const picture = pictureOf(format);
    if (!picture || picture->size.isEmpty()) return {};
    const QSizeF wanted = picture->size * deviceScale(*document);
    const QSizeF room = roomOnPage(*document);
    // Before there are pages there are no bounds.
    if (room.width() <= 0 || room.height() <= 0) return wanted;
    const double share = std::min({1.0, room.width() / wanted.width(), room.height() / wanted.height()});
    return wanted * share;
}

void PagePictureObject::drawObject(QPainter* painter, const QRectF& rect, QTextDocument*, int,
                                   const QTextFormat& format) {
    const PagePicture* const picture = pictureOf(format);
    if (!picture || picture->size.isEmpty()) return;
    painter->save();
    painter->translate(rect.topLeft());
    const double scale = rect.width() / picture->size.width();
    painter->scale(scale, scale);
    picture->paint(*painter);
    painter->restore();
}

}  // namespace lockscope
