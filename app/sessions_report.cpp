// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions_report.h"

#include "report_cells.h"
#include "report_facts.h"
#include "report_notes.h"

#include "words/display_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

namespace lockscope {
namespace {

using lockcore::ClusterAssessment;

struct SessionsReportText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ReportText)
};

/// The title of a column that people see where it says something of a session.
QString titleIfAny(const ClusterAssessment& assessment,
                   std::vector<lockcore::ContenderPlace> lockcore::SessionView::*places,
                   const QString& title) {
    const bool isSaid = std::ranges::any_of(
        assessment.sessions, [&](const lockcore::SessionView& view) { return !(view.*places).empty(); });
    return isSaid ? title : QString();
}

/// Those of whom it is known that they are in that role.
std::vector<lockcore::ContenderPlace> certain(const ClusterAssessment& assessment,
                                              std::vector<lockcore::ContenderPlace> places) {
    std::erase_if(places, [&](const auto& place) { return isInDoubt(assessment, *place.lock, place.row); });
    return places;
}

}  // namespace

Report sessionsReport(const ClusterAssessment& assessment) {
    using lockcore::SessionView;
    Report report;
    report.columns = {
        {QStringLiteral("session"), SessionsReportText::tr("Session")},
        {QStringLiteral("state"), SessionsReportText::tr("State")},
        {QStringLiteral("address"), SessionsReportText::tr("Host"), ReportColumn::Kind::Name},
        {QStringLiteral("server"), SessionsReportText::tr("Server"), ReportColumn::Kind::Name, 3},
        {QStringLiteral("createdBy"), {}, ReportColumn::Kind::Number},
        {QStringLiteral("timeoutMs"), SessionsReportText::tr("Timeout"), ReportColumn::Kind::Number, 4},
        {QStringLiteral("silentForMs"), SessionsReportText::tr("Silent for"), ReportColumn::Kind::Number, 1},
        {QStringLiteral("expiresInMs"), SessionsReportText::tr("Ends within"), ReportColumn::Kind::Number, 2},
        {QStringLiteral("holds"), SessionsReportText::tr("Holds"), ReportColumn::Kind::Name},
        {QStringLiteral("waits"), SessionsReportText::tr("Waits for"), ReportColumn::Kind::Name},
        {QStringLiteral("leads"), SessionsReportText::tr("Leads"), ReportColumn::Kind::Name, 5},
        {QStringLiteral("standsBy"),
         titleIfAny(assessment, &SessionView::standsBy, SessionsReportText::tr("Stands by")),
         ReportColumn::Kind::Name},
        {QStringLiteral("memberOf"),
         titleIfAny(assessment, &SessionView::memberOf, SessionsReportText::tr("Member of")),
         ReportColumn::Kind::Name},
        {QStringLiteral("doubt"), {}}};
    report.nothing =
        isNothingListed(assessment)
            ? SessionsReportText::tr("Which sessions hold or wait is not known: nothing could be searched.")
            : SessionsReportText::tr("No session holds or waits, leads or is a member of anything.");
    std::set<const lockcore::SessionView*> views;
    for (const auto& view : assessment.sessions) {
        views.insert(&view);
        report.rows.push_back({sessionCell(view.session),
                               stateCell(view.state),
                               nameCell(view.address),
                               nameCell(view.server),
                               {{}, QString::number(view.createdBy)},
                               durationCell(view.timeout),
                               leastDurationCell(view.silentFor),
                               mostDurationCell(view.expiresIn),
                               placesCell(certain(assessment, view.holds)),
                               placesCell(certain(assessment, view.waits)),
                               placesCell(certain(assessment, view.leads)),
                               placesCell(certain(assessment, view.standsBy)),
                               placesCell(view.memberOf),
                               doubtCell(&view)});
    }
    report.notes = doubtNotes(views);
    for (const auto& [path, rows] : assessment.inDoubt)
        report.notes << SessionsReportText::tr("%1: %2", "lock, note").arg(displayText(path), inDoubtText());
    return report;
}

}  // namespace lockscope
