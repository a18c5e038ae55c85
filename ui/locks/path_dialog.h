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
    /// What may be typed.
    enum class Accepts { Path, PathOrSession };

    PathDialog(QWidget* parent, const QString& title, const QString& label, Accepts accepts = Accepts::Path);

    /// Or the session's id as it was typed.
    QString path() const;

private:
    QString problem() const;
    void validate();

    const Accepts m_accepts;
    QLineEdit* m_path;
    QLabel* m_problem;
    QPushButton* m_accept;
};

}  // namespace lockscope
