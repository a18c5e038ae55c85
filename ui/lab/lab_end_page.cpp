// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_end_page.h"

#include "lab/lab_words.h"

#include "bridge/lab_connection.h"

namespace lockscope {
namespace {

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
    // What it came to is what one wants to see first.
    const QString title = lab.scenario() ? labVerdictLines(*lab.report()).back()
                                         : LabEndPage::tr("The run of the lab has ended");
    return {
        IconName::Demo, title,
        LabEndPage::tr("Its servers have ended with it, and their locks are gone. What was measured is in "
                       "the panel “Lab”, under “Report”; “Another run…” there plays once more."),
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
