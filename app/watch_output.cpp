// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "watch_output.h"

#include "lock_reports.h"
#include "process.h"
#include "report_csv.h"
#include "report_facts.h"
#include "report_json.h"
#include "report_markdown.h"
#include "report_output.h"
#include "report_text.h"
#include "watch_screen.h"

#include "findings/finding_text.h"
#include "words/display_text.h"
#include "words/report_moment.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope {
namespace {

struct WatchText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::WatchText)
};

/// Of a lock that is not there, which may come back.
Report reportOrAbsence(const ReportQuery& query, const lockcore::ClusterAssessment& assessment) {
    if (auto report = makeReport(query, assessment)) return *std::move(report);
    Report absence;
    absence.takenAtUnixMs = assessment.sample->takenAtUnixMs;
    absence.columns = contenderColumns();
    absence.nothing = noLockText(query.lockPath);
    return absence;
}

QString sinceText(const WatchTrouble& trouble) {
    return WatchText::tr("Not read since %1.").arg(reportMoment(trouble.sinceUnixMs)) + QLatin1Char(' ') +
           trouble.explanation.joined();
}

/// Draws each view in place of the one before.
class ScreenOutput : public WatchOutput {
public:
    explicit ScreenOutput(const CommandLine& command)
        : m_command(command), m_query(queryOf(command)), m_colour(wantsColour(command.colour)) {
        QObject::connect(&m_signals, &ScreenSignals::resumed, &m_signals, [this] { m_screen.take(); });
        QObject::connect(&m_signals, &ScreenSignals::resized, &m_signals,
                         [this] { show(WatchView(m_view)); });
    }

    Written show(const WatchView& view) override {
        m_view = view;
        // A character in the last column would be erased with what is behind it.
        const TextTable::Style style{std::max(WatchScreen::size().width() - 1, 1), m_colour};
        QStringList lines = header(style);
        if (view.assessment) {
            // Old data has no colour: it is not alive.
            const TextTable::Style live{style.width, style.colour && !view.trouble};
            lines << textLines(reportOrAbsence(m_query, *view.assessment), live);
        }
        return m_screen.draw(lines);
    }

private:
    QStringList header(const TextTable::Style& style) const {
        QStringList parts;
        if (m_view.assessment) parts << reportMoment(m_view.assessment->sample->takenAtUnixMs);
        parts << clusterName(m_command) << WatchText::tr("every %1").arg(atMostText(*m_command.watch));
        const QString title = cutToCells(parts.join(QStringLiteral(" · ")), *style.width);
        QStringList lines{style.colour ? inked(title, Ink::Heading) : title};
        if (!m_view.trouble) return lines << (m_view.assessment ? QString() : WatchText::tr("Connecting…"));
        QStringList told;
        if (m_view.assessment) told << WatchText::tr("This is old.");
        told << sinceText(*m_view.trouble);
        for (const QString& line : wrappedToCells(told.join(QLatin1Char(' ')), *style.width))
            lines << (style.colour ? inked(line, Ink::Fault) : line);
        return lines << QString();
    }

    const CommandLine& m_command;
    const ReportQuery m_query;
    const bool m_colour;
    WatchScreen m_screen;
    ScreenSignals m_signals;
    WatchView m_view;
};

/// Appends each view to what was written before: for files and other programs.
class LogOutput : public WatchOutput {
public:
    explicit LogOutput(const CommandLine& command)
        : m_command(command), m_query(queryOf(command)), m_colour(wantsColour(command.colour)) {}

    Written show(const WatchView& view) override {
        if (view.trouble) return tell(*view.trouble);
        if (!view.assessment || view.assessment == m_last) return Written::Done;
        if (m_troubleSinceUnixMs != 0 && !isText()) printProblem(WatchText::tr("The cluster is read again."));
        m_troubleSinceUnixMs = 0;
        m_isToldServesNobody = false;
        m_toldLasting.reset();
        m_last = view.assessment;
        sayIfNothingIsListed(*m_last);
        return writeOutput(entry(*m_last).toUtf8());
    }

private:
    bool isText() const { return m_command.format == ReportFormat::Text; }

    /// Among reports for people; beside those that programs read.
    Written tell(const WatchTrouble& trouble) {
        // Which server was tried last is no news.
        const bool isNews = (trouble.servesNobody && !m_isToldServesNobody) ||
                            (trouble.lasting && trouble.lasting != m_toldLasting);
        if (m_troubleSinceUnixMs == trouble.sinceUnixMs && !isNews) return Written::Done;
        m_troubleSinceUnixMs = trouble.sinceUnixMs;
        m_isToldServesNobody = m_isToldServesNobody || trouble.servesNobody;
        if (trouble.lasting) m_toldLasting = trouble.lasting;
        if (isText()) return writeOutput((separator() + sinceText(trouble) + QLatin1Char('\n')).toUtf8());
        printProblem(sinceText(trouble));
        return Written::Done;
    }

    /// As who reads once does; but not each time.
    void sayIfNothingIsListed(const lockcore::ClusterAssessment& assessment) {
        const QString why =
            isNothingListed(assessment)
                ? explainNoLocks(*assessment.sample->catalog, *m_command.connection, Audience::CommandLine)
                      .joined()
                : QString();
        if (std::exchange(m_notListed, why) != why && !why.isEmpty()) printProblem(why);
    }

    QString separator() { return std::exchange(m_isFirst, false) ? QString() : QStringLiteral("\n"); }

    QString entry(const lockcore::ClusterAssessment& assessment) {
        if (m_command.format == ReportFormat::Json)
            return QString::fromStdString(reportJson(m_query, assessment, JsonLayout::Line));
        const Report report = reportOrAbsence(m_query, assessment);
        if (m_command.format == ReportFormat::Csv) return csvEntry(report);
        if (m_command.format == ReportFormat::Markdown)
            return separator() + markdownText(report, clusterName(m_command));
        const QString stamp =
            reportMoment(report.takenAtUnixMs) + QStringLiteral(" · ") + clusterName(m_command);
        const QStringList lines = textLines(report, {outputWidth(), m_colour});
        return separator() + stamp + QLatin1Char('\n') + lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
    }

    QString csvEntry(const Report& report) {
        const QString header = std::exchange(m_isFirst, false) ? csvHeader(report, true) : QString();
        for (const QString& missing : report.missing)
            printProblem(missing);
        return header + csvRows(report, true);
    }

    const CommandLine& m_command;
    const ReportQuery m_query;
    const bool m_colour;
    std::shared_ptr<const lockcore::ClusterAssessment> m_last;
    std::int64_t m_troubleSinceUnixMs = 0;
    bool m_isToldServesNobody = false;
    std::optional<lockcore::ErrorCode> m_toldLasting;
    QString m_notListed = {};  ///< why no server lists locks, as it was told; empty: one does
    bool m_isFirst = true;
};

}  // namespace

std::unique_ptr<WatchOutput> makeWatchOutput(const CommandLine& command) {
    if (command.format == ReportFormat::Text && isScreen()) return std::make_unique<ScreenOutput>(command);
    return std::make_unique<LogOutput>(command);
}

}  // namespace lockscope
