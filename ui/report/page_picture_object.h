// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/page_blocks.h"

#include <QObject>
#include <QTextFormat>
#include <QTextObjectInterface>

namespace lockscope {

/// Pictures as characters of a text, each as large as the page lets it be. Lives on the GUI thread.
class PagePictureObject : public QObject, public QTextObjectInterface {
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)

public:
    static constexpr int kType = QTextFormat::UserObject + 1;

    using QObject::QObject;

    /// A character's format that stands for this picture.
    QTextCharFormat formatOf(PagePicture picture);

    QSizeF intrinsicSize(QTextDocument* document, int position, const QTextFormat& format) override;
    void drawObject(QPainter* painter, const QRectF& rect, QTextDocument* document, int position,
                    const QTextFormat& format) override;

private:
    const PagePicture* pictureOf(const QTextFormat& format) const;

    std::vector<PagePicture> m_pictures;
};

}  // namespace lockscope
