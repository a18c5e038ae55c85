// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "operations/removal.h"

#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;

namespace lockscope {

/// Facts under each other, each with its name before it. What comes from a cluster is never taken for markup.
/// Lives on the GUI thread.
class FactGrid : public QWidget {
    Q_OBJECT

public:
    explicit FactGrid(QWidget* parent = nullptr);

    void setFacts(const std::vector<RemovalFact>& facts);

private:
    struct Line {
        QLabel* name;
        QLabel* value;
    };

    void addLine();

    QGridLayout* m_layout;
    std::vector<Line> m_lines;
};

}  // namespace lockscope
