// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/fact_grid.h"

#include "theme/theme.h"
#include "widgets/dialog_parts.h"

#include <QGridLayout>
#include <QLabel>

namespace lockscope {
namespace {

/// Of a dialog's prose: the names have the rest.
constexpr int kValueCharacters = kProseCharacters - 22;

}  // namespace

FactGrid::FactGrid(QWidget* parent) : QWidget(parent), m_layout(new QGridLayout(this)) {
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setHorizontalSpacing(2 * contentMargin());
    m_layout->setVerticalSpacing(gridStep());
    m_layout->setColumnStretch(1, 1);
}

void FactGrid::addLine() {
    const Line line{new QLabel(this), proseLabel({})};
    line.name->setTextFormat(Qt::PlainText);
    line.name->setForegroundRole(QPalette::PlaceholderText);
    line.name->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    const int row = static_cast<int>(m_lines.size());
    m_layout->addWidget(line.name, row, 0);
    m_layout->addWidget(line.value, row, 1);
    m_lines.push_back(line);
}

/// Lines are used again, so that a text that somebody selects stays selected while others change.
void FactGrid::setFacts(const std::vector<RemovalFact>& facts) {
    while (m_lines.size() < facts.size())
        addLine();
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const Line& line = m_lines[i];
        const bool isUsed = i < facts.size();
        line.name->setVisible(isUsed);
        line.value->setVisible(isUsed);
        if (!isUsed) continue;
        line.name->setText(facts[i].name);
        if (line.value->text() != facts[i].value) setProse(*line.value, facts[i].value, kValueCharacters);
        line.value->setAccessibleName(facts[i].name);
    }
    setVisible(!facts.empty());
}

}  // namespace lockscope
