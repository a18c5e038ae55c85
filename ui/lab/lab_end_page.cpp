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

EmptyContent ownEndContent(const LabConnection& lab) {
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

EmptyContent foreignEndContent(const LabConnection& lab) {
    const QString back = LabEndPage::tr("Back to the cluster");
    if (lab.isUnderWay())
        return {IconName::Demo,
                LabEndPage::tr("The run of the lab ends"),
                LabEndPage::tr("Its clients end, and what it made is removed."),
                {},
                back};
    if (!lab.report())
        return {IconName::Demo, LabEndPage::tr("The run of the lab has ended"),
                LabEndPage::tr("The panel “Lab” tells why there is no report; “Another run…” there begins "
                               "one more."),
                LabEndPage::tr("Show the lab"), back};
    QStringList lines = brokenPromises(lab);
    const bool isRemoved = lab.report()->leftBehind && lab.report()->leftBehind->empty();
    lines << (isRemoved
                  ? LabEndPage::tr("What it made is removed, and its locks are gone.")
                  : LabEndPage::tr("Not all that it made could be removed: the report says what is left."));
    lines << LabEndPage::tr(
        "What was measured is in the panel “Lab”, under “Report”; “Another run…” there plays once more.");
    return {IconName::Demo, titleOfEnd(lab), lines.join(QStringLiteral("\n\n")),
            LabEndPage::tr("Show the report"), back};
}

}  // namespace

LabEndPage::LabEndPage(QWidget* parent) : EmptyState(parent) {
    setObjectName(QStringLiteral("lab-end-page"));
}

void LabEndPage::follow(const LabConnection& lab) {
    connect(&lab, &LabConnection::stageChanged, this,
            [this, &lab] { setContent(lab.isOnOwnServers() ? ownEndContent(lab) : foreignEndContent(lab)); });
}

}  // namespace lockscope
