// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connect/connect_page.h"

class QCheckBox;
class QComboBox;
class QLabel;

namespace lockscope {

class ThresholdsForm;

/// What keeps the user from mistakes: what the cluster is for, whether anything may be done to it, whether
/// the lab may make its locks there, whether what happens is kept, and from when on what is told. Lives on
/// the GUI thread.
class SafetyPage : public ConnectPage {
    Q_OBJECT

public:
    explicit SafetyPage(QWidget* parent = nullptr);

    void setOptions(const ConnectionOptions& options) override;
    void fill(ConnectionOptions& options) const override;

private:
    void explainLab();

    QComboBox* m_environment;
    QCheckBox* m_readOnly;
    QCheckBox* m_lab;
    QLabel* m_labNote;
    QCheckBox* m_records;
    QCheckBox* m_ownThresholds;
    ThresholdsForm* m_thresholds;
};

}  // namespace lockscope
