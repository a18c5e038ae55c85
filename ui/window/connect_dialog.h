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
class QWidget;

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
    QWidget* buildCluster(const ConnectionOptions& initial);
    QWidget* buildEvidence(const ConnectionOptions& initial);
    QWidget* fileField(QLineEdit* edit, const QString& chooserTitle);
    void validate();

    const ConnectionOptions m_initial;
    QLineEdit* m_connectString;
    QSpinBox* m_timeoutSeconds;
    QPlainTextEdit* m_pinnedRoots;
    QLineEdit* m_adminUrl;
    QLineEdit* m_caFile;
    QLineEdit* m_certificateFile;
    QLineEdit* m_keyFile;
    QPlainTextEdit* m_servers;
    QLabel* m_meaning;
    QPushButton* m_connect;
};

}  // namespace lockscope
