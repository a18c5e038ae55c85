// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/lock_marks.h>

#include <QDialog>
#include <string>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace lockscope {

/// Dialects that a path can be marked with, those of one library together.
std::vector<std::vector<lockcore::Dialect>> dialectsByLibrary();

/// Asks for a path and what it is: no lock, or a lock of a dialect. Proposes the dialect whose locks are
/// called so by convention. Lives on the GUI thread.
class MarkDialog : public QDialog {
    Q_OBJECT

public:
    MarkDialog(QWidget* parent, const std::string& initialPath);

    std::string path() const;
    lockcore::LockMark mark() const;

private:
    void fillMarks();
    void propose();
    void validate();

    QLineEdit* m_path;
    QComboBox* m_mark;
    QLabel* m_problem;
    QPushButton* m_accept;
    bool m_chosen = false;  ///< by the user: nothing is proposed any more
};

}  // namespace lockscope
