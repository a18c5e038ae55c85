// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QCheckBox;

namespace lockscope {

/// Whether clients' addresses are shown with the names of their hosts, and what that costs. Lives on the GUI
/// thread.
class HostsForm : public QWidget {
    Q_OBJECT

public:
    explicit HostsForm(bool namesHosts, QWidget* parent = nullptr);

    bool namesHosts() const;

private:
    QCheckBox* m_names;
};

}  // namespace lockscope
