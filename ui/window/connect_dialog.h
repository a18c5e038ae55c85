// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bridge/cluster_status.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace lockscope {

/// What is wrong with the options as a sentence, or empty. GUI thread (translated).
QString connectionProblem(const ConnectionOptions& options);

/// Asks what to connect to, and says at once what is wrong with it. Lives on the GUI thread.
class ConnectDialog : public QDialog {
    Q_OBJECT

public:
    ConnectDialog(QWidget* parent, const ConnectionOptions& initial);

    ConnectionOptions options() const;

private:
    void validate();

    QLineEdit* m_connectString;
    QSpinBox* m_timeoutSeconds;
    QLineEdit* m_adminUrl;
    QPlainTextEdit* m_pinnedRoots;
    QLabel* m_meaning;
    QPushButton* m_connect;
};

}  // namespace lockscope
