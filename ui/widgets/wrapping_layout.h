// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>

#include <memory>
#include <vector>

namespace lockscope {

/// Widgets beside each other, in as many lines as they need. What a line leaves goes to those of its widgets
/// that expand. Lives on the GUI thread.
class WrappingLayout : public QLayout {
    Q_OBJECT

public:
    /// Pixels between two widgets and between two lines.
    WrappingLayout(QWidget* parent, int across, int down);

    void addItem(QLayoutItem* item) override;
    int count() const override;
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;

    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    /// All in one line.
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    void setGeometry(const QRect& rect) override;

private:
    struct Line {
        std::vector<QLayoutItem*> items = {};
        int width = 0;  ///< of the items and what is between them
        int height = 0;
    };

    std::vector<Line> linesIn(int width) const;
    void placeLine(const Line& line, const QRect& area) const;

    std::vector<std::unique_ptr<QLayoutItem>> m_items;
    int m_across;
    int m_down;
};

}  // namespace lockscope
