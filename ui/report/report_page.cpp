// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/report_page.h"

#include "report/report_parts.h"
#include "report/report_words.h"
#include "theme/theme.h"
#include "words/display_text.h"
#include "words/report_moment.h"

#include <QApplication>
#include <QFontDatabase>

namespace lockscope {
namespace {

struct ReportPageText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ReportPage)
};

constexpr int kPictureFontPixels = 13;

QString sourceSentence(lockcore::ReportSource source) {
    switch (source) {
        case lockcore::ReportSource::Recording:
            return ReportPageText::tr(
                "Source: a recording. Moments are by the clock of the machine that "
                "recorded.");
        case lockcore::ReportSource::ServersFiles:
            return ReportPageText::tr("Source: the servers' own files. Moments are by the leaders' clocks.");
        case lockcore::ReportSource::Snapshot: break;
    }
    return ReportPageText::tr("Source: a snapshot, which has one moment. What was before follows from that.");
}

QString spanSentence(const lockcore::IncidentReport& report) {
    const QString from = exactMoment(report.span.fromUnixMs);
    if (report.source == lockcore::ReportSource::Snapshot) return ReportPageText::tr("Moment: %1").arg(from);
    return ReportPageText::tr("Time: from %1 to %2", "moments").arg(from, exactMoment(report.span.toUnixMs));
}

PageItems headLines(const lockcore::IncidentReport& report) {
    PageItems items;
    if (!report.cluster.empty())
        items.lines << ReportPageText::tr("Cluster: %1").arg(displayText(report.cluster));
    items.lines << spanSentence(report) << sourceSentence(report.source);
    if (!report.program.empty())
        items.lines << ReportPageText::tr("Recorded by: %1", "program").arg(displayText(report.program));
    items.lines << ReportPageText::tr("Locks looked at: %1").arg(pageNumber(report.locks));
    return items;
}

QString languageCode() {
    return ReportPageText::tr("en", "this language's own code, such as zh-CN");
}

/// That of the desktop may be dark, or not there.
QPalette paperPalette() {
    QPalette palette{QColor(Qt::white)};
    palette.setColor(QPalette::Base, Qt::white);
    palette.setColor(QPalette::Window, Qt::white);
    palette.setColor(QPalette::Text, Qt::black);
    palette.setColor(QPalette::WindowText, Qt::black);
    return palette;
}

}  // namespace

QString reportLanguage() {
    return languageCode().replace(QLatin1Char('-'), QLatin1Char('_'));
}

ReportLook reportLook() {
    ReportLook look{paperPalette(), QFontDatabase::systemFont(QFontDatabase::GeneralFont)};
    look.font.setPixelSize(kPictureFontPixels);
    return look;
}

ReportPage reportPage(const lockcore::IncidentReport& report, const ReportLook& look,
                      const ReportMaking& making) {
    ReportPage page;
    page.title = ReportPageText::tr("Report on locks, %1", "moment").arg(exactMoment(report.span.fromUnixMs));
    page.language = languageCode();
    page.blocks.push_back(PageHeading{1, page.title});
    page.blocks.push_back(headLines(report));
    addStuck(report, look, page.blocks);
    addHolders(report, page.blocks);
    addWaiters(report, look, page.blocks);
    addReasons(report, look, page.blocks);
    addActs(report, page.blocks);
    addUnknown(report, making.leftOut, page.blocks);
    return page;
}

}  // namespace lockscope
