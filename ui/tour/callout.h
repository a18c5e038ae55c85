// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>
#include <QString>
#include <QWidget>

namespace lockscope {

/// Points at a place of a window: a frame round it, and beside it a sentence with an arrow. It lies above all
/// else and takes neither clicks nor the focus. Lives on the GUI thread.
class Callout : public QWidget {
    Q_OBJECT

public:
    /// Hidden at first. `window`: whose child it is, and in whose coordinates it points.
    explicit Callout(QWidget& window);

    /// `room`: where the sentence covers nothing that one looks at; it stands there if it fits in.
    void pointAt(const QRect& place, const QString& text, const QRect& room = {});
    const QRect& place() const { return m_place; }
    const QString& text() const { return m_text; }
    /// Where the sentence stands, in coordinates of the window.
    QRect bubble() const { return m_bubble; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QRect bubbleFor(const QRect& place, const QRect& room) const;
    int arrowBase() const;
    bool isAbove() const { return m_bubble.bottom() < m_place.top(); }

    QRect m_place;
    QRect m_room;
    QRect m_bubble;
    QString m_text;
};

}  // namespace lockscope
