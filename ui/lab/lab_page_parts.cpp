// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_page_parts.h"

#include "fairness/fairness_text.h"
#include "lab/lab_pictures.h"
#include "lab/lab_words.h"
#include "words/display_text.h"
#include "words/wording.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace lockscope {
namespace {

using lockcore::Distribution;
using lockcore::GroupReport;
using lockcore::LabReport;
using lockcore::LockReport;
using lockcore::PhaseReport;

struct LabPartsText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::LabPage)
};

QString countCell(std::uint64_t count) {
    return QLocale().toString(static_cast<qulonglong>(count));
}

QString timeCell(lockcore::Duration time) {
    return labMeasureText(static_cast<double>(time.count()), lockcore::MeasureUnit::Time);
}

PageColumn numberColumn(const QString& title) {
    return {title, false, true};
}

PageColumn nameColumn(const QString& title) {
    return {title, true, false};
}

/// A table, or the sentence that there is nothing to tell.
void addTableOr(const QString& sentence, PageTable table, std::vector<PageBlock>& page) {
    if (table.rows.empty())
        page.push_back(PageParagraph{sentence});
    else
        page.push_back(std::move(table));
}

QStringList orderRow(const PhaseReport& phase, const LockReport& lock, const LabNumbers& numbers) {
    const auto number = [&](std::string_view that) {
        return numbers.text(phase.name, "lock", lock.lock, that);
    };
    return {displayText(phase.name),
            displayText(lock.lock),
            number("grants"),
            number("inversions"),
            lock.grants == 0 ? QStringLiteral("–") : number("jain"),
            number("longest-without-grant"),
            lock.grants == 0 ? LabPartsText::tr("No grant") : fairnessSentence(lock.order)};
}

QString failuresText(const GroupReport& group) {
    QStringList parts;
    for (const auto& [code, count] : group.failures)
        parts << LabPartsText::tr("%1 × %2", "how often, error").arg(countCell(count), displayText(code));
    return parts.isEmpty() ? QStringLiteral("–") : parts.join(QStringLiteral(", "));
}

void addGroups(const LabReport& report, const LabNumbers& numbers, std::vector<PageBlock>& page) {
    PageTable table;
    table.columns = {{LabPartsText::tr("Phase")},
                     nameColumn(LabPartsText::tr("Contenders")),
                     numberColumn(LabPartsText::tr("How many")),
                     numberColumn(LabPartsText::tr("Grants")),
                     numberColumn(LabPartsText::tr("Jain's index")),
                     numberColumn(LabPartsText::tr("Longest without a grant")),
                     numberColumn(LabPartsText::tr("Sessions expired")),
                     {LabPartsText::tr("Failed")}};
    for (const PhaseReport& phase : report.phases)
        for (const GroupReport& group : phase.groups) {
            const auto number = [&](std::string_view that) {
                return numbers.text(phase.name, "group", group.group, that);
            };
            table.rows.push_back({displayText(phase.name), displayText(group.group),
                                  countCell(group.contenders), number("grants"), number("jain"),
                                  number("longest-without-grant"), number("expired"), failuresText(group)});
        }
    if (table.rows.empty()) return;
    page.push_back(PageHeading{3, LabPartsText::tr("By groups of contenders")});
    page.push_back(std::move(table));
}

QStringList timesRow(const PhaseReport& phase, const std::string& of, const QString& what,
                     const Distribution& times) {
    return {displayText(phase.name),
            displayText(of),
            what,
            countCell(times.count()),
            timeCell(times.least()),
            timeCell(times.quantile(0.5)),
            timeCell(times.quantile(0.95)),
            timeCell(times.quantile(0.99)),
            timeCell(times.most())};
}

struct NamedTimes {
    QString what;
    const Distribution* times;
};

void addTimesRows(const PhaseReport& phase, const std::string& of, std::initializer_list<NamedTimes> all,
                  PageTable& table) {
    for (const auto& [what, times] : all)
        if (times->count() > 0) table.rows.push_back(timesRow(phase, of, what, *times));
}

PageTable timesTable(const LabReport& report) {
    PageTable table;
    table.columns = {{LabPartsText::tr("Phase")},
                     nameColumn(LabPartsText::tr("Lock, or contenders")),
                     {LabPartsText::tr("What")},
                     numberColumn(LabPartsText::tr("How many")),
                     numberColumn(LabPartsText::tr("Shortest")),
                     numberColumn(LabPartsText::tr("Median")),
                     numberColumn(LabPartsText::tr("p95")),
                     numberColumn(LabPartsText::tr("p99")),
                     numberColumn(LabPartsText::tr("Longest"))};
    const QString waits = LabPartsText::tr("Waits");
    const QString holds = LabPartsText::tr("Holds");
    for (const PhaseReport& phase : report.phases) {
        for (const LockReport& lock : phase.locks)
            addTimesRows(
                phase, lock.lock,
                {{waits, &lock.waits}, {holds, &lock.holds}, {LabPartsText::tr("Handoffs"), &lock.handoffs}},
                table);
        if (phase.groups.size() < 2) continue;
        for (const GroupReport& group : phase.groups)
            addTimesRows(phase, group.group, {{waits, &group.waits}, {holds, &group.holds}}, table);
    }
    return table;
}

QStringList costRow(const PhaseReport& phase, const LabNumbers& numbers) {
    QStringList row{displayText(phase.name), timeCell(phase.took)};
    for (const char* that :
         {"grants", "grants-per-second", "requests-per-grant", "woken-per-grant", "watches-most"})
        row << numbers.text(phase.name, "phase", {}, that);
    return row;
}

QStringList unknownOf(const PhaseReport& phase) {
    QStringList lines;
    const QString name = displayText(phase.name);
    const auto& cost = phase.servers;
    if (!cost.whyNot.empty() && !(cost.requests && cost.woken && cost.mostWatches))
        lines << LabPartsText::tr("What phase %1 cost the servers is not known in all: %2.", "phase, why")
                     .arg(name, displayText(cost.whyNot));
    lines << labReservationLines(phase);
    if (phase.momentsLeftOut > 0)
        lines << LabPartsText::tr("In phase %1 more happened than was kept: %2 moments are left out.")
                     .arg(name, countCell(phase.momentsLeftOut));
    for (const lockcore::RegisterReading& reading : phase.registers) {
        if (reading.changedByOthers)
            lines << LabPartsText::tr("Others wrote to register %1 in phase %2: its counts are not sure.")
                         .arg(displayText(reading.name), name);
        if (reading.undecided > 0)
            lines << LabPartsText::tr("Register %1 in phase %2 has %3 writes of which nobody was told.")
                         .arg(displayText(reading.name), name, countCell(reading.undecided));
    }
    return lines;
}

}  // namespace

LabNumbers::LabNumbers(const LabReport& report) {
    for (lockcore::MeasureRow& row : lockcore::measuresOf(report)) {
        Key key(row.phase, row.ofKind, row.of, row.that);
        m_rows.emplace(std::move(key), std::move(row));
    }
}

QString LabNumbers::text(std::string_view phase, std::string_view kind, std::string_view of,
                         std::string_view that) const {
    const auto row = m_rows.find(Key(phase, kind, of, that));
    return row == m_rows.end() ? QStringLiteral("–") : labMeasureText(row->second.first, row->second.unit);
}

QString labPhaseAndLock(const PhaseReport& phase, const LockReport& lock) {
    return LabPartsText::tr("%1 · %2", "phase, lock").arg(displayText(phase.name), displayText(lock.lock));
}

QString labTimesCaption(const QString& what) {
    return LabPartsText::tr("%1: to the right how long, upwards the share of all.", "phase, lock").arg(what);
}

QString labOrdersCaption(const QString& what) {
    return LabPartsText::tr(
               "%1: to the right the order of arrival, upwards that of grants. On the diagonal all is "
               "fair; a triangle overtook an earlier arrival.")
        .arg(what);
}

QString labNotDrawn(std::size_t locks) {
    return LabPartsText::tr("Locks that are not drawn: %1.").arg(countCell(locks));
}

void addLabFairness(const LabReport& report, const LabNumbers& numbers, const ReportLook& look,
                    std::vector<PageBlock>& page) {
    page.push_back(PageHeading{2, LabPartsText::tr("Order of arrival against order of grants")});
    PageTable table;
    table.columns = {{LabPartsText::tr("Phase")},
                     nameColumn(LabPartsText::tr("Lock")),
                     numberColumn(LabPartsText::tr("Grants")),
                     numberColumn(LabPartsText::tr("Overtakings")),
                     numberColumn(LabPartsText::tr("Jain's index")),
                     numberColumn(LabPartsText::tr("Longest without a grant")),
                     {LabPartsText::tr("In words")}};
    std::vector<OrderChart> charts;
    std::size_t notDrawn = 0;
    for (const PhaseReport& phase : report.phases)
        for (const LockReport& lock : phase.locks) {
            if (lock.grants == 0 && lock.longestWithoutGrant <= lockcore::Duration{}) continue;
            table.rows.push_back(orderRow(phase, lock, numbers));
            if (lock.order.last.empty()) continue;
            if (charts.size() < kMostPicturedLocks)
                charts.push_back({labPhaseAndLock(phase, lock), lock.order});
            else
                ++notDrawn;
        }
    addTableOr(LabPartsText::tr("No lock was asked for."), std::move(table), page);
    if (!charts.empty())
        page.push_back(ordersPicture(labOrdersCaption(LabPartsText::tr("The last grants of each lock")),
                                     std::move(charts), look));
    if (notDrawn > 0) page.push_back(PageParagraph{labNotDrawn(notDrawn)});
    page.push_back(PageParagraph{
        LabPartsText::tr("Jain's index is 1 when all contenders were granted the lock as often, "
                         "and 1/n when one of n was alone.")});
    addGroups(report, numbers, page);
}

void addLabTimes(const LabReport& report, const ReportLook& look, std::vector<PageBlock>& page) {
    page.push_back(PageHeading{2, LabPartsText::tr("Waits, holds and handoffs")});
    page.push_back(
        PageParagraph{LabPartsText::tr("A wait is from queued to granted, a handoff from a release to the "
                                       "next grant, where somebody waited.")});
    addTableOr(LabPartsText::tr("Nothing was granted."), timesTable(report), page);
    std::size_t drawn = 0;
    std::size_t notDrawn = 0;
    for (const PhaseReport& phase : report.phases)
        for (const LockReport& lock : phase.locks) {
            if (lock.waits.count() + lock.holds.count() + lock.handoffs.count() == 0) continue;
            if (++drawn > kMostPicturedLocks) {
                ++notDrawn;
                continue;
            }
            page.push_back(timesPicture(labTimesCaption(labPhaseAndLock(phase, lock)),
                                        {{LabPartsText::tr("Waits"), {lock.waits}},
                                         {LabPartsText::tr("Holds"), {lock.holds}},
                                         {LabPartsText::tr("Handoffs"), {lock.handoffs}}},
                                        {}, look));
        }
    if (notDrawn > 0) page.push_back(PageParagraph{labNotDrawn(notDrawn)});
}

void addLabCosts(const LabReport& report, const LabNumbers& numbers, std::vector<PageBlock>& page) {
    page.push_back(PageHeading{2, LabPartsText::tr("Throughput, and what it cost the servers")});
    PageTable table;
    table.columns = {{LabPartsText::tr("Phase")},
                     numberColumn(LabPartsText::tr("Took")),
                     numberColumn(LabPartsText::tr("Grants")),
                     numberColumn(LabPartsText::tr("Grants a second")),
                     numberColumn(LabPartsText::tr("Requests for each grant")),
                     numberColumn(LabPartsText::tr("Watches fired for each grant")),
                     numberColumn(LabPartsText::tr("Watches at one time"))};
    for (const PhaseReport& phase : report.phases)
        table.rows.push_back(costRow(phase, numbers));
    addTableOr(LabPartsText::tr("No phase was played."), std::move(table), page);
}

void addLabViolations(const LabReport& report, std::vector<PageBlock>& page) {
    page.push_back(PageHeading{2, LabPartsText::tr("Violations")});
    PageItems believers;
    PageTable table;
    table.columns = {{LabPartsText::tr("Phase")},
                     nameColumn(LabPartsText::tr("Register")),
                     numberColumn(LabPartsText::tr("Writes")),
                     numberColumn(LabPartsText::tr("Stale")),
                     numberColumn(LabPartsText::tr("Mingled")),
                     numberColumn(LabPartsText::tr("Numbers given twice")),
                     numberColumn(LabPartsText::tr("Missing")),
                     numberColumn(LabPartsText::tr("Refused"))};
    for (const PhaseReport& phase : report.phases) {
        if (phase.mostBelievers > 1)
            believers.lines << LabPartsText::tr(
                                   "In phase %1, %2 clients believed at one time that they held a lock.")
                                   .arg(displayText(phase.name), countCell(phase.mostBelievers));
        for (const lockcore::RegisterReading& reading : phase.registers)
            table.rows.push_back({displayText(phase.name), displayText(reading.name),
                                  countCell(reading.writes()), countCell(reading.stale),
                                  countCell(reading.mingled), countCell(reading.duplicates),
                                  countCell(reading.missing), countCell(reading.refused)});
    }
    if (!table.rows.empty())
        page.push_back(PageParagraph{LabPartsText::tr(
            "Registers as read back from the servers: stale writes have a token lower than an earlier one's, "
            "mingled "
            "ones go on after another holder has written. What a register refused is not written.")});
    addTableOr(LabPartsText::tr(
                   "No register was written to: whether work was done twice or lost was not looked at."),
               std::move(table), page);
    if (!believers.lines.isEmpty()) page.push_back(std::move(believers));
}

void addLabLeftovers(const LabReport& report, std::vector<PageBlock>& page) {
    page.push_back(PageHeading{2, LabPartsText::tr("What is left")});
    PageItems items;
    if (report.leftBehind)
        for (const std::string& path : *report.leftBehind)
            items.lines << LabPartsText::tr("%1 could not be removed.", "znode").arg(displayText(path));
    for (const std::string& path : report.rootKeptBy)
        items.lines << LabPartsText::tr("The lab's root stays: %1 is there, which is not the lab's.", "znode")
                           .arg(displayText(path));
    for (const PhaseReport& phase : report.phases)
        for (const LockReport& lock : phase.locks)
            if (lock.orphans.value_or(0) > 0)
                items.lines << LabPartsText::tr("At the end of phase %1, %2 orphans were in lock %3.")
                                   .arg(displayText(phase.name), countCell(*lock.orphans),
                                        displayText(lock.lock));
    if (!report.leftBehind)
        page.push_back(PageParagraph{LabPartsText::tr("Not known: what it made was still being removed.")});
    else if (report.leftBehind->empty())
        page.push_back(PageParagraph{LabPartsText::tr("Nothing: all that it made was removed.")});
    if (!items.lines.isEmpty()) page.push_back(std::move(items));
}

void addLabUnknown(const LabReport& report, const QStringList& open, std::vector<PageBlock>& page) {
    page.push_back(PageHeading{2, LabPartsText::tr("What is not known")});
    PageItems items{open};
    for (const std::string& what : report.notMeasured)
        items.lines << LabPartsText::tr("Not measured: %1.").arg(displayText(what));
    for (const PhaseReport& phase : report.phases)
        items.lines << unknownOf(phase) << labUnwrittenLines(phase) << labUnreadLines(phase);
    if (items.lines.isEmpty())
        page.push_back(PageParagraph{LabPartsText::tr("Nothing of what this report is about.")});
    else
        page.push_back(std::move(items));
}

}  // namespace lockscope
