// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/findings.h>

#include <QWidget>
#include <vector>

class QDoubleSpinBox;

namespace lockscope {

/// A field for each threshold, with its unit, its default and what it does. Lives on the GUI thread.
class ThresholdsForm : public QWidget {
    Q_OBJECT

public:
    explicit ThresholdsForm(const lockcore::Thresholds& initial, QWidget* parent = nullptr);

    lockcore::Thresholds thresholds() const;
    void setThresholds(const lockcore::Thresholds& thresholds);

private:
    std::vector<QDoubleSpinBox*> m_fields;  ///< in the order of thresholdFields()
};

}  // namespace lockscope
