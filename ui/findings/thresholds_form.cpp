// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "findings/thresholds_form.h"

#include "findings/threshold_fields.h"
#include "theme/theme.h"
#include "widgets/dialog_parts.h"

#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

namespace lockscope {

namespace {

/// Two or three lines for most of what is said of a field.
constexpr int kMeaningCharacters = 44;

QDoubleSpinBox* spinBoxFor(const ThresholdField& field) {
    auto* box = new QDoubleSpinBox;
    box->setObjectName(QLatin1String(field.key));
    box->setDecimals(field.decimals);
    box->setRange(field.minimum, field.maximum);
    box->setSingleStep(field.decimals > 0 ? 0.5 : 1);
    box->setSuffix(field.unitText());
    box->setGroupSeparatorShown(true);
    box->setAccessibleName(field.labelText());
    return box;
}

}  // namespace

ThresholdsForm::ThresholdsForm(const lockcore::Thresholds& initial, QWidget* parent) : QWidget(parent) {
    const lockcore::Thresholds defaults;
    auto* grid = new QGridLayout(this);
    grid->setHorizontalSpacing(2 * contentMargin());
    grid->setVerticalSpacing(contentMargin());
    grid->setColumnStretch(2, 1);
    int row = 0;
    for (const ThresholdField& field : thresholdFields()) {
        QDoubleSpinBox* const box = spinBoxFor(field);
        m_fields.push_back(box);
        auto* label = new QLabel(tr("%1:", "label of a field").arg(field.labelText()));
        label->setBuddy(box);
        box->setValue(field.get(defaults));
        QLabel* const meaning =
            noteLabel(tr("%1 Default: %2.", "meaning, value").arg(field.meaningText(), box->text()));
        meaning->setMinimumWidth(kMeaningCharacters * fontMetrics().averageCharWidth());
        box->setAccessibleDescription(meaning->text());
        grid->addWidget(label, row, 0);
        grid->addWidget(box, row, 1);
        grid->addWidget(meaning, row, 2);
        ++row;
    }
    auto* restore = new QPushButton(tr("Restore defa&ults"));
    restore->setObjectName(QStringLiteral("restore-defaults"));
    restore->setAutoDefault(false);
    connect(restore, &QPushButton::clicked, this, [this] { setThresholds({}); });
    grid->addWidget(restore, row, 1, Qt::AlignLeft);
    grid->setRowStretch(row + 1, 1);
    setThresholds(initial);
}

lockcore::Thresholds ThresholdsForm::thresholds() const {
    lockcore::Thresholds thresholds;
    for (std::size_t i = 0; i < m_fields.size(); ++i)
        thresholdFields()[i].set(thresholds, m_fields[i]->value());
    return thresholds;
}

void ThresholdsForm::setThresholds(const lockcore::Thresholds& thresholds) {
    for (std::size_t i = 0; i < m_fields.size(); ++i)
        m_fields[i]->setValue(thresholdFields()[i].get(thresholds));
}

}  // namespace lockscope
