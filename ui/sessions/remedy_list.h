// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/server_text.h"

#include <QScrollArea>
#include <vector>

class QVBoxLayout;

namespace lockscope {

/// Lines of a server's configuration, each with what it would allow and a button that copies it. Hidden while
/// there is none. Lives on the GUI thread.
class RemedyList : public QScrollArea {
    Q_OBJECT

public:
    explicit RemedyList(QWidget* parent = nullptr);

    void setRemedies(const std::vector<Remedy>& remedies);

private:
    QWidget* rowFor(const Remedy& remedy);

    QWidget* m_rows;
    QVBoxLayout* m_column;
    std::vector<Remedy> m_remedies;
};

}  // namespace lockscope
