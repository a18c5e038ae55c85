// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_end_page.h"

#include "bridge/lab_connection.h"
#include "lab/lab_words.h"
#include "lab/scenarios.h"

namespace lockscope {
namespace {

/// What it came to is what one wants to see first, and of which one.
QString titleOfEnd(const LabConnection& lab) {
    if (!lab.scenario()) return LabEndPage::tr("The run of the lab has ended");
    return LabEndPage::tr("%1: %2", "scenario, what it came to")
        .arg(scenarioText(lab.scenario()->title), labVerdictLines(*lab.report()).back());
}

/// One line for each.
QStringList brokenPromises(const LabConnection& lab) {
    return lab.scenario() && !lab.report()->wasCancelled
               ? labBrokenLines(*lab.report(), *lab.scenario(), lab.start().size)
               : QStringList();
}

EmptyContent labEndContent(const LabConnection& lab) {
    if (lab.isUnderWay())
        return {IconName::Demo, LabEndPage::tr("The run of the lab ends"),
                LabEndPage::tr("Its clients and its servers end, and with them the locks.")};
    if (!lab.report())
        return {
            IconName::Demo, LabEndPage::tr("The run of the lab has ended"),
            LabEndPage::tr("Its servers have ended with it, and their locks are gone. The panel “Lab” tells "
                           "why there is no report; “Another run…” there begins one more."),
            LabEndPage::tr("Show the lab")};
    QStringList lines = brokenPromises(lab);
    lines << LabEndPage::tr(
        "Its servers have ended with it, and their locks are gone. What was measured is in "
        "the panel “Lab”, under “Report”; “Another run…” there plays once more.");
    return {IconName::Demo, titleOfEnd(lab), lines.join(QStringLiteral("\n\n")),
            LabEndPage::tr("Show the report")};
}

}  // namespace

LabEndPage::LabEndPage(QWidget* parent) : EmptyState(parent) {
    setObjectName(QStringLiteral("lab-end-page"));
}

void LabEndPage::follow(const LabConnection& lab) {
    connect(&lab, &LabConnection::stageChanged, this, [this, &lab] { setContent(labEndContent(lab)); });
}

}  // namespace lockscope
