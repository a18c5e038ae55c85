// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/lab_comparison.h"

#include "lab/lab_page_parts.h"
#include "lab/lab_pictures.h"
#include "lab/lab_report.h"
#include "lab/lab_words.h"
#include "threads/file_bytes.h"
#include "words/display_text.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace lockscope {
namespace {

using lockcore::Distribution;
using lockcore::LabReport;
using lockcore::LockReport;
using lockcore::MeasureRow;

struct LabComparisonText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::LabComparison)
};

/// A page that is longer nobody reads; CSV has all.
constexpr std::size_t kMostNumbersOfPage = 2'000;

/// What most people want to know first.
constexpr std::string_view kAtAGlance[] = {
    "grants-per-second", "requests-per-grant", "woken-per-grant", "inversions",     "jain",
    "wait.p50",          "wait.p95",           "handoff.p50",     "register.stale", "register.duplicates"};

bool isAtAGlance(const MeasureRow& row) {
    return row.ofKind != "group" && std::ranges::find(kAtAGlance, row.that) != std::end(kAtAGlance);
}

bool isMeasured(const MeasureRow& row) {
    return row.first || row.second;
}

QString orDash(const std::string& text) {
    return text.empty() ? QStringLiteral("–") : displayText(text);
}

/// As its file has it: of a free run nothing.
QString sizeText(const std::string& size) {
    if (size == "small") return LabComparisonText::tr("small", "size of a scenario");
    return size == "full" ? LabComparisonText::tr("full", "size of a scenario") : orDash(size);
}

QString serversText(const lockcore::ClusterFacts& cluster) {
    const QString where = cluster.isOwn ? LabComparisonText::tr("of its own", "servers of a run")
                                        : displayText(cluster.connectString);
    return LabComparisonText::tr("%1, %2", "how many servers, whose")
        .arg(QLocale().toString(static_cast<qulonglong>(cluster.servers)), where);
}

QString contendersText(const LabReport& report) {
    return report.contenders ? QLocale().toString(static_cast<qulonglong>(*report.contenders))
                             : LabComparisonText::tr("as the scenario says", "how many contenders");
}

PageTable factsTable(const LabComparison& both) {
    PageTable table;
    table.columns = {
        {LabComparisonText::tr("What")}, {LabComparisonText::tr("First")}, {LabComparisonText::tr("Second")}};
    const auto row = [&](const QString& what, const std::function<QString(const ComparedRun&)>& text) {
        table.rows.push_back({what, text(both.first), text(both.second)});
    };
    row(LabComparisonText::tr("Report"), [](const ComparedRun& run) { return run.name; });
    row(LabComparisonText::tr("Scenario"),
        [](const ComparedRun& run) { return orDash(run.report->scenario); });
    row(LabComparisonText::tr("Size"), [](const ComparedRun& run) { return sizeText(run.report->size); });
    row(LabComparisonText::tr("Contenders of the largest group"),
        [](const ComparedRun& run) { return contendersText(*run.report); });
    row(LabComparisonText::tr("Seed"),
        [](const ComparedRun& run) { return QString::number(run.report->seed); });
    row(LabComparisonText::tr("ZooKeeper"),
        [](const ComparedRun& run) { return orDash(run.report->cluster.version); });
    row(LabComparisonText::tr("Servers"),
        [](const ComparedRun& run) { return serversText(run.report->cluster); });
    row(LabComparisonText::tr("What it showed"),
        [](const ComparedRun& run) { return labVerdictSentence(*run.report); });
    return table;
}

PageTable numbersTable(const std::vector<const MeasureRow*>& rows) {
    PageTable table;
    table.columns = {{LabComparisonText::tr("Phase")},
                     {LabComparisonText::tr("Of"), true},
                     {LabComparisonText::tr("Measure")},
                     {LabComparisonText::tr("First"), false, true},
                     {LabComparisonText::tr("Second"), false, true},
                     {LabComparisonText::tr("Ratio"), false, true}};
    for (const MeasureRow* row : rows)
        table.rows.push_back({displayText(row->phase), displayText(row->of), labMeasureName(row->that),
                              labMeasureText(row->first, row->unit), labMeasureText(row->second, row->unit),
                              labRatioText(*row)});
    return table;
}

void addNumbers(const LabComparison& both, bool onlyAtAGlance, std::vector<PageBlock>& page) {
    std::vector<const MeasureRow*> rows;
    for (const MeasureRow& row : both.rows)
        if (isMeasured(row) && (!onlyAtAGlance || isAtAGlance(row))) rows.push_back(&row);
    const std::size_t more = rows.size() - std::min(rows.size(), kMostNumbersOfPage);
    rows.resize(rows.size() - more);
    if (rows.empty())
        page.push_back(PageParagraph{LabComparisonText::tr("Nothing was measured in either of them.")});
    else
        page.push_back(numbersTable(rows));
    if (more > 0)
        page.push_back(PageParagraph{LabComparisonText::tr("Numbers that are left out: %1.")
                                         .arg(QLocale().toString(static_cast<qulonglong>(more)))});
}

/// A lock of a phase, in one run or in both.
struct LockPair {
    QString name;
    const LockReport* first = nullptr;
    const LockReport* second = nullptr;
};

bool isUsed(const LockReport* lock) {
    return lock &&
           (lock->grants > 0 || lock->waits.count() + lock->holds.count() + lock->handoffs.count() > 0);
}

/// In the order of the first run, without those that nobody used.
std::vector<LockPair> lockPairs(const LabComparison& both) {
    std::vector<LockPair> pairs;
    std::map<std::pair<std::string, std::string>, std::size_t> places;
    const auto take = [&](const LabReport& report, const LockReport* LockPair::*side) {
        for (const auto& phase : report.phases)
            for (const LockReport& lock : phase.locks) {
                const auto [place, isNew] = places.emplace(std::pair(phase.name, lock.lock), pairs.size());
                if (isNew) pairs.push_back({labPhaseAndLock(phase, lock)});
                const LockReport*& taken = pairs[place->second].*side;
                if (!taken) taken = &lock;
            }
    };
    take(*both.first.report, &LockPair::first);
    take(*both.second.report, &LockPair::second);
    std::erase_if(pairs, [](const LockPair& pair) { return !isUsed(pair.first) && !isUsed(pair.second); });
    return pairs;
}

QStringList runNames() {
    return {LabComparisonText::tr("First"), LabComparisonText::tr("Second")};
}

void addOrders(const std::vector<LockPair>& pairs, const ReportLook& look,
               std::vector<PagePicture>& pictures) {
    std::vector<OrderChart> charts;
    const auto add = [&](const QString& run, const QString& name, const LockReport* lock) {
        const QString title =
            lock ? LabComparisonText::tr("%1: %2", "which run, lock").arg(run, name)
                 : LabComparisonText::tr("%1: %2 is not there", "which run, lock").arg(run, name);
        charts.push_back({title, lock ? lock->order : lockcore::GrantOrder{}});
    };
    for (const LockPair& pair : pairs) {
        const bool hasGrants = (pair.first && !pair.first->order.last.empty()) ||
                               (pair.second && !pair.second->order.last.empty());
        if (!hasGrants) continue;
        add(runNames()[0], pair.name, pair.first);
        add(runNames()[1], pair.name, pair.second);
    }
    if (charts.empty()) return;
    pictures.push_back(ordersPicture(labOrdersCaption(LabComparisonText::tr("The last grants of each lock")),
                                     std::move(charts), look));
}

std::vector<Distribution> timesOf(const LockPair& pair, Distribution LockReport::*which) {
    return {pair.first ? pair.first->*which : Distribution(),
            pair.second ? pair.second->*which : Distribution()};
}

}  // namespace

LabComparison labComparison(ComparedRun first, ComparedRun second) {
    auto rows = lockcore::sideBySide(*first.report, *second.report);
    return {std::move(first), std::move(second), std::move(rows)};
}

QStringList labComparisonHeading(const LabComparison& comparison) {
    const LabReport& first = *comparison.first.report;
    const LabReport& second = *comparison.second.report;
    QStringList lines;
    if (first.scenario != second.scenario)
        lines << LabComparisonText::tr(
            "They are of different scenarios: only what has the same name in both is compared.");
    else if (first.size != second.size)
        lines << LabComparisonText::tr("They are of different sizes, and so are their loads.");
    else if (first.contenders != second.contenders)
        lines << LabComparisonText::tr("Their largest groups had other numbers of contenders: %1; %2.",
                                       "first, second")
                     .arg(contendersText(first), contendersText(second));
    else if (first.seed != second.seed)
        lines << LabComparisonText::tr("Their seeds differ: the times of their loads were not the same.");
    if (first.cluster.version != second.cluster.version || first.cluster.servers != second.cluster.servers)
        lines << LabComparisonText::tr("Their clusters differ.");
    return lines;
}

std::vector<PagePicture> labComparisonPictures(const LabComparison& comparison, const ReportLook& look) {
    std::vector<LockPair> pairs = lockPairs(comparison);
    if (pairs.size() > kMostPicturedLocks) pairs.resize(kMostPicturedLocks);
    std::vector<PagePicture> pictures;
    addOrders(pairs, look, pictures);
    for (const LockPair& pair : pairs)
        pictures.push_back(
            timesPicture(labTimesCaption(pair.name),
                         {{LabComparisonText::tr("Waits"), timesOf(pair, &LockReport::waits)},
                          {LabComparisonText::tr("Holds"), timesOf(pair, &LockReport::holds)},
                          {LabComparisonText::tr("Handoffs"), timesOf(pair, &LockReport::handoffs)}},
                         runNames(), look));
    return pictures;
}

ReportPage labComparisonPage(const LabComparison& comparison, const ReportLook& look) {
    ReportPage page;
    page.title = LabComparisonText::tr("The lab: two runs side by side");
    page.language = reportLanguage().replace(QLatin1Char('_'), QLatin1Char('-'));
    page.blocks.push_back(PageHeading{1, page.title});
    page.blocks.push_back(factsTable(comparison));
    if (const QStringList heading = labComparisonHeading(comparison); !heading.isEmpty())
        page.blocks.push_back(PageItems{heading});
    page.blocks.push_back(PageHeading{2, LabComparisonText::tr("At a glance")});
    addNumbers(comparison, true, page.blocks);
    page.blocks.push_back(PageParagraph{LabComparisonText::tr(
        "The ratio is how many times as much the second one is. “–”: there is no such number.")});
    page.blocks.push_back(PageHeading{2, LabComparisonText::tr("Order of grants and times")});
    std::vector<PagePicture> pictures = labComparisonPictures(comparison, look);
    if (pictures.empty()) page.blocks.push_back(PageParagraph{LabComparisonText::tr("Neither had a lock.")});
    for (PagePicture& picture : pictures)
        page.blocks.push_back(std::move(picture));
    const std::size_t locks = lockPairs(comparison).size();
    if (locks > kMostPicturedLocks)
        page.blocks.push_back(PageParagraph{labNotDrawn(locks - kMostPicturedLocks)});
    page.blocks.push_back(PageHeading{2, LabComparisonText::tr("All numbers")});
    addNumbers(comparison, false, page.blocks);
    return page;
}

lockcore::Result<void> writeLabComparison(const QString& file, const LabComparison& comparison,
                                          const QByteArray& page) {
    if (isLabPage(file)) return writeBytes(page, file);
    const bool isCsv = file.endsWith(QStringLiteral(".csv"), Qt::CaseInsensitive);
    return writeBytes(QByteArray::fromStdString(isCsv ? lockcore::sideBySideToCsv(comparison.rows)
                                                      : lockcore::sideBySideToJson(comparison.rows)),
                      file);
}

}  // namespace lockscope
