// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab_lines.h"

#include "text_table.h"

#include "lab/lab_words.h"
#include "words/display_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope {
namespace {

using lockcore::CheckOutcome;

struct LabText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::LabText)
};

/// Words of one column, so that what is broken is seen at once.
qsizetype outcomeWidth() {
    qsizetype widest = 0;
    for (const auto kind :
         {CheckOutcome::Kind::Held, CheckOutcome::Kind::Broken, CheckOutcome::Kind::NotChecked})
        widest = std::max(widest, cellsOf(labOutcomeWord(kind)));
    return widest + 2;
}

QString outcomeCell(CheckOutcome::Kind kind) {
    const QString word = labOutcomeWord(kind);
    return word + QString(outcomeWidth() - cellsOf(word), QLatin1Char(' '));
}

}  // namespace

QString labRefusalText(LabRefusal refusal, const ConnectionOptions& options) {
    switch (refusal) {
        case LabRefusal::ReadOnly:
            return LabText::tr("Nothing was done: the profile is read-only, and the lab writes.");
        case LabRefusal::Production:
            return LabText::tr(
                "Nothing was done: the profile is one of production, where the lab may run only if the "
                "profile says so.");
        case LabRefusal::NameNeeded:
            return LabText::
                tr("Nothing was done: this is production. If the lab is to run there nevertheless, say so "
                   "by --lab-here=%1.")
                    .arg(displayText(options.profile.name.toStdString()));
        case LabRefusal::NotAllowed: break;
    }
    return options.profile.id.isEmpty()
               ? LabText::tr(
                     "Nothing was done: on a cluster that is not on this machine the lab makes locks and "
                     "load only if you say so by --lab-here.")
               : LabText::tr(
                     "Nothing was done: the profile does not say that the lab may run there (\"lab\": "
                     "true).");
}

QStringList labCheckLines(const lockcore::Scenario& scenario, lockcore::ScenarioSize size,
                          const lockcore::LabReport& report) {
    QStringList lines;
    for (const JudgedCheck& check : judgedChecks(scenario, size, report))
        lines << outcomeCell(check.kind) + check.text;
    return lines;
}

QStringList labCompareLines(const std::vector<lockcore::MeasureRow>& rows,
                            const std::optional<qsizetype>& width) {
    using Align = TextTable::Align;
    TextTable table;
    table.column({LabText::tr("Phase")});
    table.column({LabText::tr("Of")});
    table.column({LabText::tr("Measure")});
    table.column({LabText::tr("First"), Align::Right});
    table.column({LabText::tr("Second"), Align::Right});
    table.column({LabText::tr("Ratio"), Align::Right});
    for (const auto& row : rows)
        if (row.first || row.second)
            table.row({{displayText(row.phase)},
                       {displayText(row.of)},
                       {labMeasureName(row.that)},
                       {labMeasureText(row.first, row.unit)},
                       {labMeasureText(row.second, row.unit)},
                       {labRatioText(row)}});
    return table.lines({.width = width});
}

}  // namespace lockscope
