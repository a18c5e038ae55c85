// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lab/lab_comparison.h"

#include <QDialog>

class QVBoxLayout;
class QWidget;

namespace lockscope {

/// Two runs of the lab side by side: pictures on the same axes, and all numbers. Lives on the GUI thread.
class LabComparisonDialog : public QDialog {
    Q_OBJECT

public:
    explicit LabComparisonDialog(LabComparison comparison, QWidget* parent = nullptr);

    const LabComparison& comparison() const { return m_comparison; }

Q_SIGNALS:
    void saveRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* buildPictures();
    QWidget* buildNumbers();
    QWidget* buildButtons();
    void showPictures();

    const LabComparison m_comparison;
    QWidget* m_pictures = nullptr;
};

}  // namespace lockscope
