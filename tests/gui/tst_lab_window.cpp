// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "details/details_panel.h"
#include "events/message_bar.h"
#include "findings/findings_panel.h"
#include "lab/lab_contenders.h"
#include "lab/lab_end_page.h"
#include "lab/lab_panel.h"
#include "lab/lab_run_view.h"
#include "lab/scenarios.h"
#include "locks/lock_list_view.h"
#include "queue/queue_panel.h"
#include "queue/queue_view.h"
#include "sample_queues.h"
#include "test_cluster.h"
#include "test_program.h"
#include "widgets/stable_table_view.h"
#include "window_fixture.h"

#include <lockcore/feed/connection_problem.h>

#include <QDockWidget>
#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <QStackedWidget>

using namespace lockscope;

namespace {

std::shared_ptr<const lockcore::LabView> viewOfOne() {
    auto view = std::make_shared<lockcore::LabView>();
    view->groups = {"clients"};
    view->contenders.emplace_back().id = 1;
    return view;
}

QString textsOf(const QWidget& page) {
    QStringList texts;
    for (const QLabel* label : page.findChildren<QLabel*>())
        if (!label->isHidden()) texts << label->text();
    return texts.join(QLatin1Char('\n'));
}

}  // namespace

/// The lab of a window: what it shows of a run, and of its end.
class TestLabWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The run that ends tells of its clients still, while the next thing is shown.
    void whatIsToldAfterwardsIsNotOfTheNextOne() {
        TestWindow test;
        Q_EMIT test.window.lab().viewChanged(viewOfOne());
        QVERIFY(!test.window.document().contenders());
    }

    /// From the start page, from which all docks come with the sizes that they always had.
    void itsDockOpensWithRoom() {
        TestWindow test;
        test.window.resize(1600, 1200);
        const auto& panels = test.window.panels();
        test.trigger(ActionId::OpenLab);
        QTRY_VERIFY(panels.labDock->height() >= test.window.height() * 3 / 10);
        // Whoever makes it smaller means it.
        const int wanted = test.window.height() / 5;
        test.window.resizeDocks({panels.labDock}, {wanted}, Qt::Vertical);
        QTRY_VERIFY(panels.labDock->height() < test.window.height() * 3 / 10);
        test.trigger(ActionId::OpenLab);
        test.window.layout()->activate();
        QVERIFY(panels.labDock->height() < test.window.height() * 3 / 10);
    }

    /// Some phases are over before the list of locks is read anew.
    void eachPhaseShowsItsLock() {
        TestWindow test;
        const auto begin = [&](const char* lock) {
            Q_EMIT test.window.lab().stepTold({.look = lockcore::LookAt{.lock = lock}});
        };
        const auto& selection = test.window.document().selection();
        Q_EMIT test.window.lab().stageChanged(lockcore::LabStage::Beginning);
        begin("jobs");
        begin("guarded-jobs");
        QCOMPARE(selection.lockPath, std::string("/locks/guarded-jobs"));
        // While a phase goes on nobody is led anywhere.
        Q_EMIT test.window.lab().stepTold(
            {.kind = lockcore::PlayStep::Kind::Done, .look = lockcore::LookAt{.lock = "others"}});
        QCOMPARE(selection.lockPath, std::string("/locks/guarded-jobs"));
        // What somebody has chosen meanwhile stays.
        test.window.goToLock("/locks/another");
        begin("jobs");
        QCOMPARE(selection.lockPath, std::string("/locks/another"));
    }

    /// A name of the lab and a host say nothing of each other.
    void contenderOfARunIsItsRowOfTheQueue() {
        TestWindow test;
        const ClusterDocument& document = test.window.document();
        const auto queue = samples::queue(samples::mutexes(1, 3));
        queue->path = "/locks/orders";
        Q_EMIT test.window.connection().opened();
        test.window.goToLock(queue->path);
        Q_EMIT test.window.connection().told(
            {samples::kNowUnixMs, std::shared_ptr<const lockcore::LockQueue>(queue)});
        auto view = std::make_shared<lockcore::LabView>();
        view->groups = {"clients"};
        for (std::size_t row = 0; row < 3; ++row) {
            lockcore::ContenderView& contender = view->contenders.emplace_back();
            contender.id = row + 1;
            contender.lockPath = "orders";
            contender.node = queue->rows[row].contender->name;
        }
        LabContenders& contenders = test.window.panels().lab->run().contenders();
        contenders.setView(view.get(), {});
        contenders.table().selectRow(1);
        QCOMPARE(document.selection().contender, queue->rows[1].contender);
        test.window.panels().queue->view()->selectRow(2);
        QCOMPARE(document.selection().contender, queue->rows[2].contender);
        const auto selected = contenders.table().selectionModel()->selectedRows();
        QCOMPARE(selected.size(), 1);
        QCOMPARE(selected.front().row(), 2);
        // Who is in no queue selects nobody else.
        view->contenders[0].node.clear();
        contenders.setView(view.get(), {});
        contenders.table().selectRow(0);
        QCOMPARE(document.selection().contender, queue->rows[2].contender);
        QCOMPARE(contenders.table().selectionModel()->selectedRows().front().row(), 0);
    }

    /// "As of the last read, own holds are in doubt" stood where nothing had been read, and nothing was held.
    void beforeAnythingIsReadNothingIsSaidOfIt() {
        TestWindow test;
        ClusterConnection& connection = test.window.connection();
        Q_EMIT connection.opened();
        lockcore::FeedStatus status;
        status.connection.state = lockcore::ConnectionState::Connected;
        Q_EMIT connection.told({samples::kNowUnixMs, status});
        QVERIFY(textsOf(*test.window.panels().locks).contains(QStringLiteral("Connected to ")));
        status.connection.state = lockcore::ConnectionState::Suspended;
        status.problem = lockcore::problemOf(status.connection);
        Q_EMIT connection.told({samples::kNowUnixMs, status});
        const QString told = textsOf(*test.window.panels().messageBar);
        QVERIFY2(told.contains(QStringLiteral("No locks have been read yet.")), qPrintable(told));
        QVERIFY2(!told.contains(QStringLiteral("own holds")), qPrintable(told));
    }

    /// The list of locks is read anew after seconds, which no run has to last.
    void eachRunOnAClusterShowsItsLock() {
        TestWindow test;
        ConnectionOptions options;
        options.connectString = QString::fromStdString(TestCluster::instance().freshConnectString());
        test.window.connectTo(options);
        const WindowPanels& panels = test.window.panels();
        const LabConnection& lab = test.window.lab();
        const auto& selection = test.window.document().selection();
        // The report has their room from the moment that it is there.
        bool areContendersHidden = false;
        connect(&lab, &LabConnection::stageChanged, this, [&](lockcore::LabStage stage) {
            if (stage == lockcore::LabStage::Ending)
                areContendersHidden = panels.lab->run().contenders().isHidden();
        });
        QTRY_VERIFY_WITH_TIMEOUT(test.window.document().catalog(), kServerPatienceMs);
        const auto scenario = scenarioNamed(QStringLiteral("fair-queue"));
        QVERIFY(scenario);
        for (int run = 0; run < 2; ++run) {
            test.window.playLab(*scenario, {.foreign = options});
            QTRY_VERIFY_WITH_TIMEOUT(lab.isRunning(), kServerPatienceMs);
            QCOMPARE(panels.centre->currentWidget(), panels.tabs);
            QTRY_VERIFY_WITH_TIMEOUT(lab.view() && lab.view()->grants > 0, kServerPatienceMs);
            QTRY_COMPARE_WITH_TIMEOUT(selection.lockPath, lab.begun().path + "/locks/orders", 1'500);
            QVERIFY(lab.isRunning());
            QTRY_VERIFY_WITH_TIMEOUT(!lab.isUnderWay(), kServerPatienceMs);
            QCOMPARE(panels.centre->currentWidget(), panels.labEnd);
            QVERIFY(areContendersHidden);
            const QString texts = textsOf(*panels.labEnd);
            QVERIFY2(texts.contains(QStringLiteral("Fair queue: ")), qPrintable(texts));
            QVERIFY2(texts.contains(QStringLiteral("What it made is removed")), qPrintable(texts));
            QVERIFY(test.window.connection().isOpen());
        }
        const auto buttons = panels.labEnd->findChildren<QPushButton*>();
        QCOMPARE(buttons.size(), 2);
        QVERIFY(buttons[1]->isVisible());
        buttons[1]->click();
        QCOMPARE(panels.centre->currentWidget(), panels.tabs);
        QVERIFY(test.window.connection().isOpen());
    }

    void afterARunThePageSaysWhatToDo() {
        TestWindow test;
        const WindowPanels& panels = test.window.panels();
        test.window.playLab(std::nullopt, {});
        QTRY_VERIFY_WITH_TIMEOUT(test.window.connection().isOpen(), kServerPatienceMs);
        QCOMPARE(panels.centre->currentWidget(), panels.tabs);
        Q_EMIT test.window.lab().viewChanged(viewOfOne());
        QVERIFY(test.window.document().contenders());
        test.window.lab().end();
        QVERIFY(!test.window.connection().isOpen());
        QCOMPARE(panels.centre->currentWidget(), panels.labEnd);
        Q_EMIT test.window.lab().viewChanged(viewOfOne());
        QVERIFY(!test.window.document().contenders());
        QTRY_VERIFY_WITH_TIMEOUT(textsOf(*panels.labEnd).contains(QStringLiteral("has ended")),
                                 kServerPatienceMs);
        const QString texts = textsOf(*panels.labEnd);
        QVERIFY2(texts.contains(QStringLiteral("“Report”")), qPrintable(texts));
        QVERIFY2(texts.contains(QStringLiteral("“Another run…”")), qPrintable(texts));
        // So do the panels beside it.
        for (const QWidget* panel :
             std::initializer_list<QWidget*>{panels.locks, panels.details, panels.findings})
            QVERIFY2(textsOf(*panel).contains(QStringLiteral("No cluster or file is open")),
                     qPrintable(textsOf(*panel)));
        panels.labDock->hide();
        panels.labEnd->findChild<QPushButton*>()->click();
        QVERIFY(panels.labDock->isVisible());
        QCOMPARE(panels.centre->currentWidget(), panels.labEnd);
        // The next run has its locks there.
        test.window.playLab(std::nullopt, {});
        QCOMPARE(panels.centre->currentWidget(), panels.tabs);
        QTRY_VERIFY_WITH_TIMEOUT(test.window.connection().isOpen(), kServerPatienceMs);
        test.trigger(ActionId::Disconnect);
        QVERIFY(test.window.isStartPage());
        QTRY_VERIFY_WITH_TIMEOUT(!test.window.lab().isUnderWay(), kServerPatienceMs);
        QVERIFY(test.window.isStartPage());
    }
};

LOCKSCOPE_TEST(TestLabWindow)
#include "tst_lab_window.moc"
