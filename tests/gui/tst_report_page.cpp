// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "recorded_story.h"
#include "recording/recording_writer.h"
#include "report/page_html.h"
#include "report/page_markdown.h"
#include "report/page_pdf.h"
#include "report/report_page.h"
#include "report/report_words.h"
#include "test_program.h"
#include "timeline/timeline_lanes.h"
#include "timeline/timeline_painting.h"

#include <QLinearGradient>
#include <QPainter>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>

using namespace lockscope;

namespace {

constexpr auto pageAt = lockcore::RecordedStory::at;

lockcore::Finding silentHolderOf(const std::string& lock) {
    lockcore::Finding finding;
    finding.kind = lockcore::FindingKind::SilentHolder;
    finding.severity = lockcore::Severity::Fault;
    finding.lock = lock;
    finding.contenders = {lockcore::RecordedStory::name(1)};
    finding.sessions = {lockcore::SessionId{1}};
    finding.duration = std::chrono::seconds(20);
    return finding;
}

QStringList headingsOf(const ReportPage& page) {
    QStringList headings;
    for (const PageBlock& block : page.blocks)
        if (const auto* const heading = std::get_if<PageHeading>(&block); heading && heading->level == 2)
            headings << heading->text;
    return headings;
}

template <class Block>
std::vector<Block> blocksOf(const ReportPage& page) {
    std::vector<Block> blocks;
    for (const PageBlock& block : page.blocks)
        if (const auto* const it = std::get_if<Block>(&block)) blocks.push_back(*it);
    return blocks;
}

/// All that can be read, block by block.
QString pageWords(const ReportPage& page) {
    QStringList words;
    for (const auto& paragraph : blocksOf<PageParagraph>(page))
        words << paragraph.text;
    for (const auto& items : blocksOf<PageItems>(page))
        words << items.lines;
    for (const auto& table : blocksOf<PageTable>(page))
        for (const QStringList& row : table.rows)
            words << row;
    return words.join(QLatin1Char('\n'));
}

/// Two pictures whose vectors have ids.
PagePicture gradientPicture(const QString& title) {
    return {title, {40, 20}, [](QPainter& painter) {
                QLinearGradient gradient(0, 0, 40, 0);
                gradient.setColorAt(0, Qt::red);
                gradient.setColorAt(1, Qt::blue);
                painter.fillRect(QRectF(0, 0, 40, 20), gradient);
            }};
}

}  // namespace

/// A report as it is read: page, HTML, Markdown, PDF.
class TestReportPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_directory = std::make_unique<QTemporaryDir>();
        m_file = m_directory->filePath(QStringLiteral("a.lockrec")).toStdString();
        m_story = {};
    }

    void answersComeInTheirOrder();
    void whatWasStuckIsTold();
    void whatIsNotKnownIsSaid();
    void whatCouldNotBeUsedIsSaid();
    void timesOfAFindingAreThoseOfTheSpan();
    void whatWasFoundIsSoUntilItsLockWasSeenLast();
    void whereNothingWasStuckThatIsSaid();
    void whereSomethingWasFoundNothingDeniesIt();
    void whatFoundNoRoomIsCounted();
    void locksWithoutAPictureAreCounted();
    void barsBeginAtTheAxis();
    void eachReasonIsALine();
    void namesAreBrokenBetweenTheirParts();
    void htmlNeedsNothingElse();
    void idsOfPicturesAreTheirOwn();
    void hostileNamesDoNothing();
    void markdownHasTheSameText();
    void pdfHasPages();
    void longTablesGoOnOverPages();

private:
    /// One holds from 1 s on, others wait from 10 s on, until it goes after 200 s.
    void freeze(const std::string& lock, int waiters = 2) {
        auto writer = lockcore::RecordingWriter::open({.file = m_file, .cluster = "zk1:2181"}, pageAt(0));
        QVERIFY(writer);
        (*writer)->take(m_story.read(lock, 0.5));
        (*writer)->take(m_story.comes(lock, 1, 1));
        for (int number = 2; number < 2 + waiters; ++number)
            (*writer)->take(m_story.comes(lock, number, 8.0 + number));
        (*writer)->take(m_story.told(80, {1, 2}, 0, {silentHolderOf(lock)}));
        const auto holder = m_story.contender(lock, 1);
        const lockcore::ActNote note{7, "INC-7 <b>", "ada"};
        (*writer)->take(
            {pageAt(199), lockcore::OwnAct{lockcore::OwnAct::Kind::RemoveContender, lock, holder, {}, note}});
        (*writer)->take(m_story.goes(lock, 1, 200));
        (*writer)->take(m_story.told(205, {1, 2}));
        (*writer)->take(m_story.read(lock, 210, lockcore::Freshness::Stale));
        QVERIFY((*writer)->commit(pageAt(220)));
        QVERIFY((*writer)->end(pageAt(220)));
    }
    lockcore::IncidentReport report(double from = 0, double to = 220) {
        const auto recording = lockcore::Recording::open(m_file);
        if (!recording) qFatal("%s", lockcore::describe(recording.error()).c_str());
        auto made = lockcore::reportOf(**recording, {pageAt(from), pageAt(to)});
        if (!made) qFatal("%s", lockcore::describe(made.error()).c_str());
        return *std::move(made);
    }
    ReportPage page() { return reportPage(report(), reportLook()); }

    std::unique_ptr<QTemporaryDir> m_directory;
    std::string m_file;
    lockcore::RecordedStory m_story;
};

void TestReportPage::answersComeInTheirOrder() {
    freeze("/app/orders");
    QCOMPARE(headingsOf(page()), (QStringList{"What was stuck, and for how long", "Who held", "Who waited",
                                              "Why", "What was done", "What is not known"}));
}

void TestReportPage::whatWasStuckIsTold() {
    freeze("/app/orders");
    const ReportPage told = page();
    const auto tables = blocksOf<PageTable>(told);
    QCOMPARE(tables.size(), std::size_t{3});
    QCOMPARE(tables[0].rows.size(), std::size_t{1});
    QCOMPARE(tables[0].rows[0][0], QString("/app/orders"));
    QCOMPARE(tables[1].rows.size(), std::size_t{1});
    QCOMPARE(tables[1].rows[0][2], QString("0x1"));
    QVERIFY2(tables[1].rows[0][3].contains("10.0.0.7:1"), qPrintable(tables[1].rows[0][3]));
    QCOMPARE(tables[2].rows.size(), std::size_t{2});
    for (const PageTable& table : tables)
        for (const QStringList& row : table.rows)
            QCOMPARE(static_cast<std::size_t>(row.size()), table.columns.size());
    const QString words = pageWords(told);
    QVERIFY(words.contains("INC-7"));
    QVERIFY(words.contains("ada"));
    QVERIFY(words.contains("zk1:2181"));
    // Timeline, queue, graph.
    QCOMPARE(blocksOf<PagePicture>(told).size(), std::size_t{3});
}

void TestReportPage::whatIsNotKnownIsSaid() {
    freeze("/app/orders");
    const ReportPage told = reportPage(report(0, 500), reportLook());
    const auto* const last = std::get_if<PageItems>(&told.blocks.back());
    QVERIFY(last);
    const QString words = last->lines.join(QLatin1Char('\n'));
    QVERIFY2(words.contains("nothing was recorded"), qPrintable(words));
    // The lock was not watched any more from then on.
    QVERIFY2(words.contains("/app/orders"), qPrintable(words));
}

void TestReportPage::whatCouldNotBeUsedIsSaid() {
    freeze("/app/orders");
    const QString leftOut = QStringLiteral("Dialects were not read from acme.json.");
    const ReportPage told = reportPage(report(), reportLook(), {{leftOut}});
    const auto* const last = std::get_if<PageItems>(&told.blocks.back());
    QVERIFY(last);
    QCOMPARE(last->lines.front(), leftOut);
}

/// Its facts were told later; how long it had lasted by the end of the span is known all the same.
void TestReportPage::timesOfAFindingAreThoseOfTheSpan() {
    freeze("/app/orders");
    const QString words = pageWords(reportPage(report(0, 150), reportLook()));
    QVERIFY2(words.contains("How long it has lasted is as of"), qPrintable(words));
    QVERIFY(!words.contains("What is told of it is what was known"));
    QVERIFY(pageWords(page()).contains("What is told of it is what was known"));
}

void TestReportPage::whereNothingWasStuckThatIsSaid() {
    lockcore::IncidentReport nothing;
    nothing.locks = 3;
    const ReportPage told = reportPage(nothing, reportLook());
    QVERIFY(pageWords(told).contains("No lock, as far as is known"));
    QVERIFY(blocksOf<PagePicture>(told).empty());
    // What nobody has checked is not taken for checked.
    QVERIFY(pageWords(told).contains("What was not checked is not known."));
}

/// The span lies after that.
void TestReportPage::whatWasFoundIsSoUntilItsLockWasSeenLast() {
    {
        auto writer = lockcore::RecordingWriter::open({.file = m_file, .cluster = "zk1:2181"}, pageAt(0));
        QVERIFY(writer);
        (*writer)->take(m_story.comes("/app/orders", 1, 1));
        (*writer)->take(m_story.comes("/app/orders", 2, 2));
        (*writer)->take(m_story.told(30, {1, 2}, 0, {silentHolderOf("/app/orders")}));
        (*writer)->take(m_story.read("/app/orders", 60, lockcore::Freshness::Stale));
        QVERIFY((*writer)->end(pageAt(220)));
    }
    const QString words = pageWords(reportPage(report(100, 150), reportLook()));
    QVERIFY2(words.contains(QStringLiteral("still so at %1").arg(pageTime(pageAt(60)))), qPrintable(words));
    QVERIFY2(!words.contains(QStringLiteral("still so at %1").arg(pageTime(pageAt(150)))), qPrintable(words));
}

void TestReportPage::whereSomethingWasFoundNothingDeniesIt() {
    lockcore::IncidentReport report;
    report.locks = 1;
    const auto deniesIt = [&] {
        return pageWords(reportPage(report, reportLook())).contains(QStringLiteral("no finding says"));
    };
    QVERIFY(deniesIt());
    report.findings.push_back({.finding = silentHolderOf("/app/orders")});
    QVERIFY(!deniesIt());
}

void TestReportPage::whatFoundNoRoomIsCounted() {
    freeze("/app/orders", 100);
    const auto pictures = blocksOf<PagePicture>(page());
    QCOMPARE(pictures.size(), std::size_t{3});
    const QString& turns = pictures[0].title;
    QVERIFY2(turns.contains("Sessions that are not drawn: 11.") &&
                 turns.contains("Contenders that are not drawn: 50."),
             qPrintable(turns));
    QVERIFY2(pictures[1].title.contains("behind these: 76"), qPrintable(pictures[1].title));
}

void TestReportPage::locksWithoutAPictureAreCounted() {
    freeze("/app/orders");
    lockcore::IncidentReport many = report();
    QVERIFY(!pageWords(reportPage(many, reportLook())).contains("Those without"));
    for (const char* const path : {"/app/b", "/app/c", "/app/d", "/app/e"}) {
        many.stuck.push_back(many.stuck.front());
        many.stuck.back().path = path;
    }
    QVERIFY(pageWords(reportPage(many, reportLook())).contains("Those without: 2."));
}

/// What began before the picture does; SVG has no edges that cut it.
void TestReportPage::barsBeginAtTheAxis() {
    freeze("/app/orders");
    TimelineScene scene;
    scene.lanes = std::make_shared<TimelineLanes>();
    scene.area = QRectF(100, 0, 200, 20);
    scene.geometry.width = 200;
    scene.geometry.laneHeight = 20;
    const QRectF bar = barRect(scene, BarKind::Hold, 0, -4, 204);
    QVERIFY2(bar.left() >= 100 && bar.right() <= 300, qPrintable(QString::number(bar.left())));
}

/// Of what was not checked each is told with when that was, and without another heading in it.
void TestReportPage::eachReasonIsALine() {
    freeze("/app/orders");
    lockcore::IncidentReport told = report();
    lockcore::RecordedFinding gap;
    gap.finding.kind = lockcore::FindingKind::NotChecked;
    gap.finding.detail = lockcore::aspectKey(lockcore::Aspect::Liveness);
    gap.finding.count = 3;
    gap.fromUnixMs = gap.toldUnixMs = pageAt(10);
    told.findings.push_back(gap);
    const QString words = pageWords(reportPage(told, reportLook()));
    QVERIFY2(words.contains(": Sessions whose clients may be gone unnoticed: 3"), qPrintable(words));
    QVERIFY(!words.contains(": Why: Sessions"));
}

void TestReportPage::namesAreBrokenBetweenTheirParts() {
    freeze("/app/orders");
    QVERIFY(pageHtml(page()).contains("<code>/app/<wbr>orders</code>"));
    freeze("/app/" + std::string(60, 'x'));
    QVERIFY(pageHtml(page()).contains("<code class=\"long\">"));
}

void TestReportPage::htmlNeedsNothingElse() {
    freeze("/app/orders");
    const QString html = QString::fromUtf8(pageHtml(page()));
    QVERIFY(html.startsWith("<!DOCTYPE html>"));
    QVERIFY(!html.contains("<script", Qt::CaseInsensitive));
    QVERIFY(!html.contains("<?xml"));
    QVERIFY(html.contains("@media print"));
    QCOMPARE(html.count("<svg "), 3);
    static const QRegularExpression loads(QStringLiteral("\\b(src|href)=\"(?!#|data:)"));
    QVERIFY(!html.contains(loads));
    QVERIFY(!html.contains("url(http"));
    // Each element that holds others is closed.
    for (const char* const name : {"html", "head", "body", "main", "table", "tbody", "tr", "td", "ul", "li",
                                   "figure", "svg", "h2", "p", "code"}) {
        const QRegularExpression opened(QStringLiteral("<%1[ >]").arg(QLatin1String(name)));
        QCOMPARE(html.count(opened), html.count(QStringLiteral("</%1>").arg(QLatin1String(name))));
    }
}

void TestReportPage::idsOfPicturesAreTheirOwn() {
    const ReportPage two{
        QStringLiteral("t"), QStringLiteral("en"), {gradientPicture("1"), gradientPicture("2")}};
    const QString html = QString::fromUtf8(pageHtml(two));
    static const QRegularExpression id(QStringLiteral("\\bid=\"([^\"]+)\""));
    static const QRegularExpression use(QStringLiteral("url\\(#([^)]+)\\)"));
    QSet<QString> ids;
    for (auto found = id.globalMatch(html); found.hasNext();) {
        const QString each = found.next().captured(1);
        QVERIFY2(!ids.contains(each), qPrintable(each));
        ids.insert(each);
    }
    QVERIFY(ids.size() >= 2);
    for (auto found = use.globalMatch(html); found.hasNext();)
        QVERIFY(ids.contains(found.next().captured(1)));
}

void TestReportPage::hostileNamesDoNothing() {
    freeze("/x<script>alert(1)</script>\"'&|`*[a](b)\xff\n");
    const ReportPage told = page();
    const QString html = QString::fromUtf8(pageHtml(told));
    QVERIFY(!html.contains("<script", Qt::CaseInsensitive));
    QVERIFY(!html.contains("<b>"));
    QVERIFY(html.contains("&lt;script&gt;"));
    const QString markdown = QString::fromUtf8(pageMarkdown(told));
    for (const QString& line : markdown.split(QLatin1Char('\n'))) {
        // Within a table names are code.
        const bool isRow = line.startsWith(QLatin1Char('|'));
        QVERIFY2(!isRow || line.endsWith(QLatin1Char('|')), qPrintable(line));
        QVERIFY2(isRow || !line.contains("[a](b)"), qPrintable(line));
        QVERIFY2(isRow || !line.contains("<script"), qPrintable(line));
    }
    QVERIFY(pagePdf(told).startsWith("%PDF-"));
}

void TestReportPage::markdownHasTheSameText() {
    freeze("/app/orders");
    const ReportPage told = page();
    const QString markdown = QString::fromUtf8(pageMarkdown(told));
    QVERIFY(markdown.startsWith("# "));
    for (const QString& heading : headingsOf(told))
        QVERIFY2(markdown.contains("\n## " + heading + "\n"), qPrintable(heading));
    QVERIFY(markdown.contains("`/app/orders`"));
    QVERIFY(markdown.contains("`0x1`"));
    QVERIFY(!markdown.contains("<svg"));
}

void TestReportPage::pdfHasPages() {
    freeze("/app/orders");
    const QByteArray pdf = pagePdf(page());
    QVERIFY(pdf.startsWith("%PDF-"));
    QVERIFY(pdf.contains("%%EOF"));
    QVERIFY(pdf.contains("/Type /Page"));
    // Text, and no picture of it.
    QVERIFY(pdf.contains("/Font"));
}

void TestReportPage::longTablesGoOnOverPages() {
    ReportPage longOne{QStringLiteral("t"), QStringLiteral("en"), {}};
    PageTable table{{{QStringLiteral("a")}, {QStringLiteral("b"), true}}, {}};
    for (int i = 0; i < 300; ++i)
        table.rows.push_back({QString::number(i), QString(200, QLatin1Char('x'))});
    longOne.blocks.push_back(table);
    const QByteArray pdf = pagePdf(longOne);
    static const QRegularExpression pageObject(QStringLiteral("/Type /Page\\b(?!s)"));
    QVERIFY(QString::fromLatin1(pdf).count(pageObject) > 3);
}

LOCKSCOPE_TEST(TestReportPage)
#include "tst_report_page.moc"
