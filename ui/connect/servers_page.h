// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connect/connect_page.h"

class QSpinBox;

namespace lockscope {

class ElidedLabel;

/// Which cluster, and where below its root. Lives on the GUI thread.
class ServersPage : public ConnectPage {
    Q_OBJECT

public:
    explicit ServersPage(QWidget* parent = nullptr);

    void setOptions(const ConnectionOptions& options) override;
    void fill(ConnectionOptions& options) const override;

private:
    void showChroot();

    QLineEdit* m_connectString;
    ElidedLabel* m_chroot;
    QSpinBox* m_timeoutSeconds;
    QPlainTextEdit* m_pinnedRoots;
};

}  // namespace lockscope
