// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;

namespace lockscope {

/// Asks for a znode path and says at once what is wrong with it. Lives on the GUI thread.
class PathDialog : public QDialog {
    Q_OBJECT

public:
    PathDialog(QWidget* parent, const QString& title, const QString& label);

    QString path() const;

private:
    void validate();

    QLineEdit* m_path;
    QLabel* m_problem;
    QPushButton* m_accept;
};

}  // namespace lockscope
