// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

class QLineEdit;

namespace lockscope {

/// A folder, typed or chosen. Lives on the GUI thread.
class FolderField : public QWidget {
    Q_OBJECT

public:
    /// `name`: of the line that it is typed into. `browse`: the button's text; `title`: of what it opens.
    FolderField(const char* name, const QString& folder, const QString& browse, const QString& title,
                QWidget* parent = nullptr);

    /// As it was typed, without spaces around it; empty: none.
    QString folder() const;
    QLineEdit* line() const { return m_line; }

private:
    void choose(const QString& title);

    QLineEdit* m_line;
};

}  // namespace lockscope
