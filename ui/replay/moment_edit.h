// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/request_log.h>

#include <QDateTimeEdit>

#include <cstdint>

namespace lockscope {

/// What the clock that is shown says at a moment, as if that clock were UTC: no hour of it is lacking.
QDateTime wallTime(std::int64_t unixMs);
/// When that clock says so. It may twice, in the hour at the end of summer time: then by the same offset from
/// UTC as at `near`, where that can be.
std::int64_t momentAtWall(const QDateTime& wall, std::int64_t near);

/// The moment of a recording, to be read and to be typed. Lives on the GUI thread.
class MomentEdit : public QDateTimeEdit {
    Q_OBJECT

public:
    explicit MomentEdit(QWidget* parent = nullptr);

    void setMoment(std::int64_t unixMs, const lockcore::TimeSpan& span);

Q_SIGNALS:
    void momentTyped(std::int64_t unixMs);

private:
    void showClock(const lockcore::TimeSpan& span);

    std::int64_t m_unixMs = 0;
};

}  // namespace lockscope
