// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/history/redaction.h>

#include <QWidget>

class QCheckBox;
class QHBoxLayout;

namespace lockscope {

/// What nobody is to read in a file that is handed on; nothing of it at first. Lives on the GUI thread.
class RedactionBoxes : public QWidget {
    Q_OBJECT

public:
    /// `hasReasons`: reasons of actions are in the file, and stay as they were typed.
    explicit RedactionBoxes(bool hasReasons, QWidget* parent = nullptr);

    lockcore::RedactionChoice choice() const;

Q_SIGNALS:
    void pathsHidden(bool isHidden);

private:
    QCheckBox* addBox(const char* name, const QString& text, const QString& meaning);

    QHBoxLayout* m_line;
    QCheckBox* m_hosts;
    QCheckBox* m_data;
    QCheckBox* m_users;
    QCheckBox* m_paths;
};

}  // namespace lockscope
