// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/request_log.h>

#include <QWidget>

#include <optional>

class QLabel;

namespace lockscope {

/// Says above a view that it shows only a span of time, and offers to show all. Hidden where it does show
/// all. Lives on the GUI thread.
class TimeSpanNote : public QWidget {
    Q_OBJECT

public:
    explicit TimeSpanNote(QWidget* parent = nullptr);

    void setSpan(const std::optional<lockcore::TimeSpan>& span);
    QString text() const;

Q_SIGNALS:
    void showAllRequested();

private:
    QLabel* m_text;
};

}  // namespace lockscope
