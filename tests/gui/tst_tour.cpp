// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/servers_strip.h"
#include "queue/queue_panel.h"
#include "queue/queue_view.h"
#include "test_cluster.h"
#include "test_program.h"
#include "tour/callout.h"
#include "tour/tour.h"
#include "tour/tour_panel.h"
#include "tour/tour_words.h"
#include "window_fixture.h"

#include <lockcore/lab/checks.h>

#include <QDockWidget>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>

#include <algorithm>
#include <chrono>
#include <variant>

using namespace lockscope;
using lockcore::CheckOutcome;
using lockcore::LabStage;
using lockcore::PlayStep;

namespace {

/// A tour whose lab does nothing, and tells what it was asked. Test's thread.
struct FedTour {
    std::vector<std::string> played;
    int ends = 0;
    Tour tour{tourStops(),
              {[this](const lockcore::Scenario& scenario, const LabStart&) {
                   played.push_back(scenario.name);
                   tour.takeStage(LabStage::Beginning);
               },
               [this] {
                   ++ends;
                   tour.takeStage(LabStage::Ending);
               }}};

    void run() {
        tour.start();
        tour.takeStage(LabStage::Running);
    }
    void beginPhase(const char* name) {
        PlayStep step;
        step.phase = name;
        step.look = lockcore::LookAt{
            .lock = "orders", .at = lockcore::ScenarioWho{lockcore::ScenarioWho::Kind::Holder, "orders"}};
        tour.takeStep(step);
    }
    void say(const char* sentence, std::optional<std::size_t> number = {}) {
        PlayStep step;
        step.kind = PlayStep::Kind::Done;
        step.phase = tour.visit().phase;
        step.step = number;
        step.say.english = sentence;
        tour.takeStep(step);
    }
    void end(lockcore::LabReport report) {
        tour.takeReport(std::make_shared<const lockcore::LabReport>(std::move(report)));
        tour.takeStage(LabStage::Ending);
        tour.takeStage(LabStage::Ended);
    }
    const std::vector<lockcore::LabCheck>& checks() const {
        return tour.stop().scenario.plan(tour.stop().size).checks;
    }
    /// As if all had held.
    lockcore::LabReport report() const {
        lockcore::LabReport report;
        for (std::size_t check = 0; check < checks().size(); ++check)
            report.checks.push_back({check, CheckOutcome::Kind::Held, "41", {}});
        return report;
    }
};

QString textOf(const QWidget& panel, const char* name) {
    const auto* const label = panel.findChild<QLabel*>(QLatin1String(name));
    return label && label->isVisibleTo(&panel) ? label->text() : QString();
}

QPushButton& buttonOf(const QWidget& panel, const char* name) {
    return *panel.findChild<QPushButton*>(QLatin1String(name));
}

}  // namespace

/// The guided tour: what it says and does as the lab tells it, and one run of it in a window.
class TestTour : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hasFiveStopsWithTextsInBothLanguages() {
        const auto stops = tourStops();
        QCOMPARE(stops.size(), std::size_t{5});
        for (const TourStop& stop : stops) {
            QVERIFY(!stop.scenario.title.chinese.empty() && !stop.scenario.look.chinese.empty());
            for (const auto& phase : stop.scenario.plan(stop.size).phases)
                QVERIFY2(phase.look, stop.scenario.name.c_str());
        }
    }

    void pointsWhileAPhaseGoesOn() {
        FedTour fed;
        QSignalSpy looked(&fed.tour, &Tour::lookChanged);
        fed.run();
        QCOMPARE(fed.played, std::vector<std::string>{"fair-queue"});
        QCOMPARE(fed.tour.visit().stage, TourStage::Playing);
        QVERIFY(!fed.tour.look());
        fed.beginPhase("queue");
        QCOMPARE(fed.tour.look()->lock, std::string("orders"));
        QCOMPARE(looked.count(), 1);
        fed.say("The leader is gone");
        QCOMPARE(fed.tour.newest(), QStringLiteral("The leader is gone"));
        QCOMPARE(fed.tour.visit().said, QStringList{QStringLiteral("The leader is gone")});
        PlayStep ends;
        ends.kind = PlayStep::Kind::PhaseEnds;
        fed.tour.takeStep(ends);
        QVERIFY(!fed.tour.look());
        QCOMPARE(fed.tour.newest(), QString());
        QCOMPARE(looked.count(), 2);
    }

    /// Who reads "The leader is gone" is to look at a server, not at a lock's holder.
    void whatIsDoneToServersIsToldOfThem() {
        FedTour fed;
        while (fed.tour.stop().scenario.name != "leader-killed")
            fed.tour.goToNext();
        fed.run();
        QSignalSpy looked(&fed.tour, &Tour::lookChanged);
        fed.beginPhase("election");
        QVERIFY(!fed.tour.isNewestOfServers());
        fed.say("The leader is gone", 0);
        QVERIFY(fed.tour.isNewestOfServers());
        QCOMPARE(looked.count(), 2);
        fed.say("Clients go on", 2);
        QVERIFY(!fed.tour.isNewestOfServers());
        fed.say("The others have elected one", 1);
        fed.beginPhase("another");
        QVERIFY(!fed.tour.isNewestOfServers());
    }

    void pointsAtTheServersThen() {
        TestWindow test;
        LabConnection& lab = test.window.lab();
        TourGuide guide({test.window, test.window.panels(), lab, [](const auto&, const auto&) {}}, nullptr);
        guide.open();
        while (guide.tour().stop().scenario.name != "leader-killed")
            guide.tour().goToNext();
        guide.tour().start();
        Q_EMIT lab.stageChanged(LabStage::Beginning);
        Q_EMIT lab.stageChanged(LabStage::Running);
        auto view = std::make_shared<lockcore::LabView>();
        view->servers.resize(3);
        Q_EMIT lab.viewChanged(view);
        PlayStep step{.phase = "election", .look = lockcore::LookAt{}};
        Q_EMIT lab.stepTold(step);
        step.kind = PlayStep::Kind::Done;
        step.step = 0;
        step.say.english = "The leader is gone";
        Q_EMIT lab.stepTold(step);
        QTRY_COMPARE_WITH_TIMEOUT(guide.callout().text(), QStringLiteral("The leader is gone"), kPatienceMs);
        const auto* const strip = test.window.panels().labDock->findChild<ServersStrip*>();
        QVERIFY(strip->isVisible());
        QCOMPARE(guide.callout().place(), QRect(strip->mapTo(&test.window, QPoint(0, 0)), strip->size()));
        guide.close();
    }

    void twoWhoBelieveThatTheyHoldAreThereForAWhile() {
        for (const TourStop& stop : tourStops()) {
            if (stop.scenario.name != "gc-pause") continue;
            const auto& steps = stop.scenario.plan(stop.size).phases.front().steps;
            const auto thaw = std::ranges::find_if(steps, [](const lockcore::ScenarioStep& step) {
                const auto* const does = std::get_if<lockcore::ContenderStep>(&step.does);
                return does && does->act == lockcore::ContenderAct::Thaw;
            });
            QVERIFY(thaw != steps.end() && thaw->after);
            QVERIFY(*thaw->after >= std::chrono::seconds(3));
            return;
        }
        QFAIL("the tour has no such scenario");
    }

    void saysWhatWasSeenAndWhatWasNot() {
        FedTour fed;
        fed.run();
        auto report = fed.report();
        fed.end(report);
        QCOMPARE(fed.tour.visit().stage, TourStage::Done);
        QCOMPARE(tourVerdict(report).tone, Tone::Holder);
        QVERIFY(tourVerdict(report).text.startsWith(QStringLiteral("Seen: all 7")));
        const auto results = tourResults(fed.tour.stop(), report);
        QCOMPARE(results.size(), fed.checks().size());
        QVERIFY2(results[1].text.contains(QStringLiteral("Nobody was overtaken")),
                 qPrintable(results[1].text));
        QVERIFY2(results[1].text.contains(QStringLiteral("41")), qPrintable(results[1].text));

        report.checks[1].kind = CheckOutcome::Kind::NotChecked;
        report.checks[1].why = "nobody looked";
        const TourResult unknown = tourResults(fed.tour.stop(), report)[1];
        QCOMPARE(unknown.tone, Tone::Warning);
        QCOMPARE(unknown.outcome, QStringLiteral("not checked"));
        QVERIFY2(unknown.text.contains(QStringLiteral("nobody looked")), qPrintable(unknown.text));
        QCOMPARE(tourVerdict(report).tone, Tone::Warning);

        report.checks[2].kind = CheckOutcome::Kind::Broken;
        QCOMPARE(tourResults(fed.tour.stop(), report)[2].tone, Tone::Fault);
        QCOMPARE(tourVerdict(report).tone, Tone::Fault);
        QVERIFY(tourVerdict(report).text.startsWith(QStringLiteral("Not seen: 5 of 7")));

        report.wasCancelled = true;
        QVERIFY(tourResults(fed.tour.stop(), report).empty());
        QVERIFY(tourVerdict(report).text.contains(QStringLiteral("nothing is said")));
    }

    void saysWhatToInstall() {
        FedTour fed;
        fed.run();
        // As LabConnection tells it.
        fed.tour.takeStage(LabStage::Ended);
        fed.tour.takeFailure({lockcore::ErrorCode::MissingProgram, "looking for java"});
        QCOMPARE(fed.tour.visit().stage, TourStage::Failed);
        const QString text = tourFailure(*fed.tour.visit().problem);
        QVERIFY2(text.contains(QStringLiteral("java")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("apt install zookeeper")), qPrintable(text));
        fed.tour.start();
        QCOMPARE(fed.tour.visit().stage, TourStage::Starting);
    }

    /// Before its own begins, what fails is the run before.
    void whatFailedBeforeIsNotItsOwn() {
        std::vector<std::string> played;
        Tour tour(tourStops(), {[&](const lockcore::Scenario& scenario, const LabStart&) {
                                    played.push_back(scenario.name);  // the user is asked first
                                },
                                [] {}});
        TourPanel panel(tour);
        panel.show();
        tour.start();
        tour.takeFailure({lockcore::ErrorCode::ConnectionLoss, "of somebody else's run"});
        QCOMPARE(tour.visit().stage, TourStage::Starting);
        tour.takeStage(LabStage::Beginning);
        tour.takeStage(LabStage::Ended);
        tour.takeFailure({lockcore::ErrorCode::MissingProgram, "looking for java"});
        QCOMPARE(tour.visit().stage, TourStage::Failed);
        QTRY_VERIFY(textOf(panel, "tour-verdict").contains(QStringLiteral("java")));
        QVERIFY(buttonOf(panel, "tour-start").isVisible());
        QCOMPARE(buttonOf(panel, "tour-start").text(), QStringLiteral("Try again"));
        buttonOf(panel, "tour-start").click();
        QCOMPARE(played, (std::vector<std::string>{"fair-queue", "fair-queue"}));
        QCOMPARE(tour.visit().stage, TourStage::Starting);
        tour.takeStage(LabStage::Beginning);
        tour.takeStage(LabStage::Running);
        QCOMPARE(tour.visit().stage, TourStage::Playing);
    }

    void tellsNothingOfSomebodyElsesRun() {
        FedTour fed;
        fed.run();
        fed.beginPhase("queue");
        fed.tour.takeStage(LabStage::Beginning);  // the lab's panel has begun one
        QVERIFY(!fed.tour.isUnderWay());
        QVERIFY(!fed.tour.look());
        fed.tour.takeStage(LabStage::Running);
        fed.beginPhase("theirs");
        fed.end(fed.report());
        QCOMPARE(fed.tour.visit().stage, TourStage::Ready);
        QVERIFY(!fed.tour.look());
    }

    void goingOnEndsTheRun() {
        FedTour fed;
        fed.run();
        fed.tour.goToNext();
        QCOMPARE(fed.ends, 1);
        QCOMPARE(fed.tour.index(), std::size_t{1});
        QCOMPARE(fed.tour.visit().stage, TourStage::Ready);
        auto cancelled = fed.report();
        cancelled.wasCancelled = true;
        fed.end(cancelled);
        fed.run();
        QCOMPARE(fed.played.back(), std::string("herd"));
        fed.tour.leave();
        QCOMPARE(fed.ends, 2);
        QCOMPARE(fed.tour.index(), std::size_t{0});
        QCOMPARE(fed.tour.visit(0).stage, TourStage::Ready);
    }

    void panelFollowsTheTour() {
        FedTour fed;
        TourPanel panel(fed.tour);
        panel.resize(panel.sizeHint());
        panel.show();
        QCOMPARE(textOf(panel, "tour-title"), QStringLiteral("Fair queue"));
        QCOMPARE(textOf(panel, "tour-where"), QStringLiteral("Scenario 1 of 5"));
        QVERIFY(!buttonOf(panel, "tour-previous").isEnabled());
        QVERIFY(buttonOf(panel, "tour-stop").isHidden());
        buttonOf(panel, "tour-start").click();
        QCOMPARE(fed.played.size(), std::size_t{1});
        QVERIFY2(textOf(panel, "tour-activity").startsWith(QStringLiteral("Starting 1 ZooKeeper")),
                 qPrintable(textOf(panel, "tour-activity")));
        fed.tour.takeStage(LabStage::Running);
        fed.beginPhase("queue");
        fed.say("The leader is gone");
        QVERIFY(buttonOf(panel, "tour-start").isHidden());
        QVERIFY(textOf(panel, "tour-said").contains(QStringLiteral("The leader is gone")));
        fed.end(fed.report());
        QTRY_COMPARE(textOf(panel, "tour-verdict"), tourVerdict(fed.report()).text);
        QCOMPARE(panel.findChildren<QLabel*>(QStringLiteral("tour-result")).size(), qsizetype{7});
        buttonOf(panel, "tour-next").click();
        QCOMPARE(textOf(panel, "tour-title"), QStringLiteral("Herd"));
        QCOMPARE(textOf(panel, "tour-verdict"), QString());
        // What was seen is there still.
        buttonOf(panel, "tour-previous").click();
        QTRY_COMPARE(textOf(panel, "tour-verdict"), tourVerdict(fed.report()).text);
    }

    /// Stop comes where Start was.
    void aDoubleClickOnStartStopsNothing() {
        FedTour fed;
        TourPanel panel(fed.tour);
        panel.show();
        buttonOf(panel, "tour-start").click();
        fed.tour.takeStage(LabStage::Running);
        QVERIFY(buttonOf(panel, "tour-stop").isVisible());
        buttonOf(panel, "tour-stop").click();
        QCOMPARE(fed.ends, 0);
        QTRY_VERIFY(buttonOf(panel, "tour-stop").isEnabled());
        buttonOf(panel, "tour-stop").click();
        QCOMPARE(fed.ends, 1);
    }

    /// The same steps come in both.
    void stepsAreToldWithTheirPhase() {
        FedTour fed;
        fed.tour.goToNext();
        fed.tour.goToNext();
        QVERIFY(fed.tour.stop().scenario.plan(fed.tour.stop().size).phases.size() > 1);
        fed.run();
        fed.beginPhase("guarded");
        fed.say("It stands still");
        QCOMPARE(fed.tour.visit().said, QStringList{QStringLiteral("guarded: It stands still")});
        QCOMPARE(fed.tour.newest(), QStringLiteral("It stands still"));
    }

    void lastButtonEndsTheTour() {
        FedTour fed;
        TourPanel panel(fed.tour);
        QSignalSpy closed(&panel, &TourPanel::closeWanted);
        for (std::size_t stop = 0; stop < fed.tour.count(); ++stop)
            buttonOf(panel, "tour-next").click();
        QCOMPARE(closed.count(), 1);
    }

    void calloutStaysInTheWindow() {
        QWidget window;
        window.resize(600, 400);
        window.show();
        Callout callout(window);
        QVERIFY(callout.isHidden());
        const QString sentence = QStringLiteral("Who stands here holds the lock.");
        for (const QRect& place : {QRect(20, 40, 500, 24), QRect(400, 370, 190, 24), window.rect()}) {
            callout.pointAt(place, sentence);
            QVERIFY(callout.isVisible());
            QVERIFY(window.rect().contains(callout.bubble()));
            if (place != window.rect()) QVERIFY(!callout.bubble().intersects(place));
        }
        QVERIFY(callout.testAttribute(Qt::WA_TransparentForMouseEvents));
    }

    void calloutHidesNoRowsThatItCanSpare() {
        QWidget window;
        window.resize(900, 400);
        window.show();
        Callout callout(window);
        const QString sentence = QStringLiteral("Who stands here holds the lock.");
        const QRect row(20, 40, 860, 24);
        const QRect below(20, 140, 860, 200);
        callout.pointAt(row, sentence, below);
        QVERIFY(below.contains(callout.bubble()));
        // Else it leaves the begin of the next rows, which tells what they are.
        callout.pointAt(row, sentence, QRect(20, 380, 860, 10));
        QVERIFY(callout.bubble().left() > row.center().x());
        QVERIFY(window.rect().contains(callout.bubble()));
    }

    /// Beginning to end, on servers of its own.
    void playsInAWindow() {
        TestWindow test;
        TourGuide& guide = test.window.tour();
        QVERIFY(!guide.isOpen());
        test.trigger(ActionId::ShowMe);
        QVERIFY(guide.isOpen());
        QVERIFY(test.window.isStartPage());
        guide.tour().goToNext();  // the herd
        auto* const panel = guide.dock()->findChild<TourPanel*>();
        buttonOf(*panel, "tour-start").click();
        QTRY_VERIFY_WITH_TIMEOUT(guide.callout().isVisible(), kServerPatienceMs);
        QVERIFY(!test.window.isStartPage());
        QVERIFY(guide.dock()->isVisible());
        // At a row of the queue, which is in view.
        const auto* const viewport = test.window.panels().queue->view()->viewport();
        const QRect view(viewport->mapTo(&test.window, QPoint(0, 0)), viewport->size());
        QVERIFY(view.contains(guide.callout().place()));
        QVERIFY(!guide.callout().text().isEmpty());
        QTRY_COMPARE_WITH_TIMEOUT(guide.tour().visit().stage, TourStage::Done, 2 * kServerPatienceMs);
        QVERIFY(guide.callout().isHidden());
        const auto report = guide.tour().visit().report;
        QVERIFY(report && !report->wasCancelled && report->leftBehind);
        QCOMPARE(report->checks.size(),
                 guide.tour().stop().scenario.plan(guide.tour().stop().size).checks.size());
        QTRY_COMPARE(textOf(*panel, "tour-verdict"), tourVerdict(*report).text);
        QVERIFY(!test.window.connection().isOpen());
        QVERIFY(guide.dock()->isVisible());
    }

    void closingEndsItsServers() {
        TestWindow test;
        TourGuide& guide = test.window.tour();
        test.trigger(ActionId::ShowMe);
        guide.tour().start();
        QTRY_COMPARE_WITH_TIMEOUT(guide.tour().visit().stage, TourStage::Playing, kServerPatienceMs);
        guide.dock()->close();
        QVERIFY(!guide.isOpen());
        QTRY_VERIFY_WITH_TIMEOUT(!test.window.lab().isUnderWay(), kServerPatienceMs);
        QVERIFY(!test.window.connection().isOpen());
        QVERIFY(guide.callout().isHidden());
    }
};

LOCKSCOPE_TEST(TestTour)
#include "tst_tour.moc"
