// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <lockcore/history/recording.h>
#include <lockcore/history/redaction.h>

#include <QFuture>
#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>

namespace lockscope {

/// What a report is to be made of, and where to.
struct ReportRequest {
    QString source;                          ///< a snapshot's file or a recording's
    std::optional<lockcore::TimeSpan> span;  ///< of a recording; empty: all of it
    QString file;                            ///< its name says which kind: .html, .pdf, .md, .csv
    lockcore::RedactionChoice hidden;        ///< without words of its own
};

/// A value.
struct ReportOutcome {
    bool isWritten = false;
    bool isPartial = false;     ///< not all of that could be seen
    bool isCancelled = false;   ///< before it had ended
    QString problem = {};       ///< why it was not written, as a sentence
    QStringList warnings = {};  ///< what was told of one that was written, as a file that could not be used
};

/// Lives on the GUI thread. Makes a report by this program itself, in a process of its own, which ends with
/// this: to lay out and to paint it needs a window's thread, and may stop that for seconds.
class ReportProcess : public QObject {
    Q_OBJECT

public:
    /// `program`: Lockscope's own. `dialects`: the folder with the site's own; empty: that of the settings.
    ReportProcess(QString program, QString dialects, QObject* parent = nullptr);
    /// What is under way is told to end, and not waited for.
    ~ReportProcess() override;

    /// Calls `done` later. To cancel the future ends it.
    QFuture<void> start(const ReportRequest& request, std::function<void(const ReportOutcome&)> done);

private:
    const QString m_program;
    const QString m_dialects;
};

}  // namespace lockscope
