// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/message_bar.h"
#include "lab/lab_comparison_dialog.h"
#include "lab/lab_measures_model.h"
#include "lab/lab_panel.h"
#include "lab/lab_report.h"
#include "lab/lab_run_view.h"
#include "report/page_html.h"
#include "test_program.h"
#include "window_fixture.h"

#include <QAbstractItemModelTester>
#include <QImage>
#include <QMenu>
#include <QPainter>
#include <QPushButton>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

lockcore::LabReport reportWith(std::uint64_t seed, lockcore::Duration wait, std::uint64_t grants) {
    lockcore::LockReport lock;
    lock.lock = "orders";
    lock.grants = grants;
    lock.waits.add(wait);
    lock.order.last = {{"1", 1, false, false}, {"2", 2, false, false}};
    lockcore::PhaseReport phase;
    phase.name = "queue";
    phase.took = 2s;
    phase.locks = {lock};
    lockcore::GroupReport group;
    group.group = "clients";
    group.grants = grants;
    phase.groups = {group};
    lockcore::LabReport report;
    report.scenario = "fair-queue";
    report.seed = seed;
    report.phases = {phase};
    return report;
}

ComparedRun runOf(const char* name, lockcore::LabReport report) {
    return {QLatin1String(name), std::make_shared<const lockcore::LabReport>(std::move(report))};
}

QString rowOf(const LabMeasuresModel& model, const QString& measure) {
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = LabMeasuresModel::Measure; column < LabMeasuresModel::ColumnCount; ++column)
            cells << model.index(row, column).data().toString();
        if (cells.front() == measure) return cells.mid(1).join(QLatin1Char('|'));
    }
    return {};
}

}  // namespace

/// Two runs of the lab side by side: as numbers, as a page, and in the window.
class TestLabComparison : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numbersHaveBothValuesAndTheirRatio() {
        lockcore::LabReport first = reportWith(7, 10ms, 40);
        first.phases[0].locks[0].inversions = 0;
        lockcore::LabReport second = reportWith(8, 25ms, 60);
        second.phases[0].servers.requests = 120;
        second.phases[0].locks[0].inversions = 3;
        const LabComparison both = labComparison(runOf("a", first), runOf("b", second));
        LabMeasuresModel model;
        model.setBoth(both.rows);
        QAbstractItemModelTester tester(&model);
        QCOMPARE(rowOf(model, QStringLiteral("wait, median")), QStringLiteral("10.0 ms|25.0 ms|2.50"));
        QCOMPARE(rowOf(model, QStringLiteral("requests for each grant")), QStringLiteral("–|2.00|–"));
        // Of nothing there is no ratio; what neither has is no row.
        QCOMPARE(rowOf(model, QStringLiteral("overtakings")), QStringLiteral("0|3|–"));
        QCOMPARE(rowOf(model, QStringLiteral("handoff, median")), QString());
    }

    void aPageHasBothOnTheSameAxes() {
        lockcore::LabReport second = reportWith(8, 25ms, 6);
        second.phases[0].locks.push_back(second.phases[0].locks[0]);
        second.phases[0].locks[1].lock = "<b>";
        const LabComparison both =
            labComparison(runOf("one.json", reportWith(7, 10ms, 4)), runOf("two.json", second));
        const QString page = QString::fromUtf8(pageHtml(labComparisonPage(both, reportLook())));
        for (const char* text : {"one.json", "two.json", "<td>7</td><td>8</td>", "Their seeds differ",
                                 "<td class=\"number\">2.50</td>", "At a glance", "All numbers", "&lt;b&gt;"})
            QVERIFY2(page.contains(QLatin1String(text)), text);
        QVERIFY(!page.contains(QStringLiteral("<b>")));
        // One of orders, one of times for each lock, also for that of one run alone.
        QCOMPARE(page.count(QStringLiteral("<svg ")), 3);
    }

    void whatMakesThemHardToCompareIsSaid() {
        const auto heading = [](const lockcore::LabReport& first, const lockcore::LabReport& second) {
            return labComparisonHeading(labComparison(runOf("a", first), runOf("b", second)))
                .join(QLatin1Char(' '));
        };
        const lockcore::LabReport run = reportWith(7, 10ms, 4);
        QCOMPARE(heading(run, run), QString());
        lockcore::LabReport more = run;
        more.contenders = 40;
        QVERIFY2(heading(run, more).contains(QStringLiteral("as the scenario says; 40")),
                 qPrintable(heading(run, more)));
        QCOMPARE(heading(more, more), QString());
        lockcore::LabReport other = run;
        other.scenario = "herd";
        other.cluster.version = "3.9.2";
        QVERIFY(heading(run, other).contains(QStringLiteral("different scenarios")));
        QVERIFY(heading(run, other).contains(QStringLiteral("clusters differ")));
        other = run;
        other.size = "full";
        QVERIFY(heading(run, other).contains(QStringLiteral("different sizes")));
    }

    void withoutNumbersThereIsAPage() {
        const LabComparison both = labComparison(runOf("a", {}), runOf("b", {}));
        const QString page = QString::fromUtf8(pageHtml(labComparisonPage(both, reportLook())));
        QVERIFY(page.contains(QStringLiteral("Nothing was measured in either of them.")));
        QVERIFY(page.contains(QStringLiteral("Neither had a lock.")));
        QVERIFY(labComparisonPictures(both, reportLook()).empty());
        LabComparisonDialog dialog(both);
        QVERIFY(!dialog.grab().isNull());
    }

    /// Both are seen where they are: what the second one adds changes the picture.
    void bothRunsArePainted() {
        const auto painted = [](const LabComparison& both) {
            const auto pictures = labComparisonPictures(both, reportLook());
            QImage image(pictures.back().size.toSize(), QImage::Format_RGB32);
            QPainter painter(&image);
            pictures.back().paint(painter);
            return image;
        };
        const lockcore::LabReport run = reportWith(7, 10ms, 4);
        QVERIFY(painted(labComparison(runOf("a", run), runOf("b", reportWith(7, 90ms, 4)))) !=
                painted(labComparison(runOf("a", run), runOf("b", run))));
    }

    void theWindowComparesWithTheRunBefore() {
        TestWindow test;
        LabReportView& view = test.window.panels().lab->run().report();
        auto* const button = view.buttons().findChild<QPushButton*>(QStringLiteral("lab-compare"));
        QVERIFY(!button->isEnabled());
        const auto show = [&](const lockcore::LabReport& report) {
            view.setReport(nullptr, false);
            view.setReport(std::make_shared<const lockcore::LabReport>(report), true);
            // Once more when all is removed.
            view.setReport(std::make_shared<const lockcore::LabReport>(report), true);
        };
        show(reportWith(7, 10ms, 4));
        QAction* const withBefore = button->menu()->actions().constFirst();
        QVERIFY(button->isEnabled() && !withBefore->isEnabled());
        show(reportWith(8, 25ms, 6));
        QVERIFY(withBefore->isEnabled());
        withBefore->trigger();
        const auto dialog = [&] { return test.window.findChild<LabComparisonDialog*>(); };
        QTRY_VERIFY_WITH_TIMEOUT(dialog() != nullptr, kPatienceMs);
        QCOMPARE(dialog()->comparison().first.report->seed, std::uint64_t{7});
        QCOMPARE(dialog()->comparison().second.report->seed, std::uint64_t{8});
        QStringList said;
        for (const QLabel* label : dialog()->findChildren<QLabel*>())
            said << label->text();
        QVERIFY2(said.join(QLatin1Char(' ')).contains(QStringLiteral("scenario “Fair queue”, seed 7")),
                 qPrintable(said.join(QLatin1Char(' '))));
        test.dialogs.file = test.directory.filePath(QStringLiteral("both.html"));
        dialog()->findChild<QPushButton*>(QStringLiteral("lab-compared-save"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(
            test.window.panels().messageBar->text().contains(QStringLiteral("both.html")), kPatienceMs);
        QFile page(test.dialogs.file);
        QVERIFY(page.open(QIODevice::ReadOnly));
        QVERIFY(page.readAll().contains("two runs side by side"));
    }

    void theWindowComparesWithASavedReport() {
        TestWindow test;
        LabReportView& view = test.window.panels().lab->run().report();
        view.setReport(std::make_shared<const lockcore::LabReport>(reportWith(8, 25ms, 6)), true);
        const auto compareWith = [&](const char* name) {
            test.dialogs.file = test.directory.filePath(QLatin1String(name));
            Q_EMIT view.compareWithFileRequested();
        };
        const auto message = [&] { return test.window.panels().messageBar->text(); };
        compareWith("none.json");
        QTRY_VERIFY_WITH_TIMEOUT(message().contains(QStringLiteral("The reports were not compared")),
                                 kPatienceMs);
        QVERIFY2(message().contains(QStringLiteral("none.json")), qPrintable(message()));
        QFile broken(test.directory.filePath(QStringLiteral("broken.json")));
        QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("{\"format\": 2}") > 0);
        broken.close();
        compareWith("broken.json");
        QTRY_VERIFY_WITH_TIMEOUT(message().contains(QStringLiteral("format")), kPatienceMs);
        QVERIFY(
            writeLabReport(test.directory.filePath(QStringLiteral("kept.json")), reportWith(7, 10ms, 4), {}));
        compareWith("kept.json");
        const auto dialog = [&] { return test.window.findChild<LabComparisonDialog*>(); };
        QTRY_VERIFY_WITH_TIMEOUT(dialog() != nullptr, kPatienceMs);
        QCOMPARE(dialog()->comparison().first.name, QStringLiteral("kept.json"));
        QCOMPARE(dialog()->comparison().second.report->seed, std::uint64_t{8});
    }

    void theWindowSavesAPage() {
        TestWindow test;
        LabReportView& view = test.window.panels().lab->run().report();
        view.setReport(std::make_shared<const lockcore::LabReport>(reportWith(8, 25ms, 6)), true);
        test.dialogs.file = test.directory.filePath(QStringLiteral("run.html"));
        view.buttons().findChild<QPushButton*>(QStringLiteral("lab-save"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(test.window.panels().messageBar->text().contains(QStringLiteral("run.html")),
                                 kPatienceMs);
        QFile page(test.dialogs.file);
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QByteArray text = page.readAll();
        QVERIFY(text.contains("Seed: 8") && text.contains("<svg "));
    }
};

LOCKSCOPE_TEST(TestLabComparison)
#include "tst_lab_comparison.moc"
