// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/observe/request_log.h>

#include <QDateTimeEdit>

#include <cstdint>
#include <optional>

class QLineEdit;

namespace lockscope {

/// What the clock that is shown says at a moment, as if that clock were UTC: no hour of it is lacking.
QDateTime wallTime(std::int64_t unixMs);
/// When that clock says so. It may twice, in the hour at the end of summer time: then by the same offset from
/// UTC as at `near`, where that can be.
std::int64_t momentAtWall(const QDateTime& wall, std::int64_t near);

/// What a text says that was typed as a moment is shown, by the clock that is shown: without seconds or
/// milliseconds they are 0, without a date it is the day of `near`; an offset from UTC counts. Empty for what
/// says no moment.
std::optional<std::int64_t> momentFromText(const QString& text, std::int64_t near);

/// The moment of a recording, to be read and to be typed: part by part, or, where all of it is selected, as a
/// whole, which is taken with Enter. Lives on the GUI thread.
class MomentEdit : public QDateTimeEdit {
    Q_OBJECT

public:
    explicit MomentEdit(QWidget* parent = nullptr);

    void setMoment(std::int64_t unixMs, const lockcore::TimeSpan& span);

Q_SIGNALS:
    void momentTyped(std::int64_t unixMs);
    /// What was typed as a whole is no moment of the recording: why, a sentence.
    void refused(const QString& why);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showClock(const lockcore::TimeSpan& span);
    bool isAllSelected() const;
    void beginWhole(const QString& text);
    bool takeWhole();
    void endWhole();

    std::int64_t m_unixMs = 0;
    lockcore::TimeSpan m_span;
    bool m_typesWhole = false;
    bool m_isForwarding = false;  ///< a key to m_whole
    QLineEdit* m_whole;           ///< lies on the parts while all of it is typed
};

}  // namespace lockscope
