// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/lab_connection.h"
#include "fairness/fairness_picture.h"
#include "fairness/fairness_view.h"
#include "lab/grant_order_model.h"
#include "lab/group_form.h"
#include "lab/lab_contenders.h"
#include "lab/lab_contenders_model.h"
#include "lab/lab_fairness.h"
#include "lab/lab_measures_model.h"
#include "lab/lab_report.h"
#include "lab/lab_run_view.h"
#include "lab/lab_setup.h"
#include "lab/lab_tale_model.h"
#include "lab/lab_words.h"
#include "lab/scenarios.h"
#include "lab/servers_strip.h"
#include "test_program.h"
#include "theme/state_palette.h"
#include "widgets/roles.h"
#include "widgets/stable_table_view.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QDateTime>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QMetaProperty>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTranslator>
#include <QWheelEvent>
#include <chrono>

using namespace lockscope;
using namespace std::chrono_literals;
using lockcore::ContenderActivity;
using lockcore::LockMode;

namespace {

std::shared_ptr<lockcore::LabView> viewOf(std::uint64_t first, std::uint64_t last) {
    auto view = std::make_shared<lockcore::LabView>();
    view->groups = {"clients"};
    for (std::uint64_t id = first; id <= last; ++id) {
        lockcore::ContenderView contender;
        contender.id = id;
        contender.number = id;
        contender.lockPath = "/lab/locks/orders";
        contender.activity = ContenderActivity::Waiting;
        contender.session =
            static_cast<lockcore::SessionId>(0x1000007e0050000 + static_cast<std::int64_t>(id));
        view->contenders.push_back(contender);
    }
    return view;
}

lockcore::GrantRecord grant(std::uint64_t grantRank, std::uint64_t arrivalRank,
                            LockMode mode = LockMode::Exclusive) {
    lockcore::GrantRecord record;
    record.contender = arrivalRank;
    record.mode = mode;
    record.arrival = lockcore::Zxid{static_cast<std::int64_t>(arrivalRank)};
    record.arrivalRank = arrivalRank;
    record.grantRank = grantRank;
    record.wait = std::chrono::milliseconds(1500);
    return record;
}

/// As the lab records one that was.
lockcore::GrantRecord overtaken(lockcore::GrantRecord grant) {
    grant.overtaken = true;
    return grant;
}

lockcore::FairnessReport reportOf(std::vector<lockcore::GrantRecord> grants) {
    lockcore::FairnessReport report;
    report.recent = std::move(grants);
    report.grants = report.recent.empty() ? 0 : report.recent.back().grantRank;
    return report;
}

/// Of all labels, whether or not their window is shown.
QString visibleTextsOf(const QWidget& widget) {
    QStringList texts;
    for (const QLabel* label : widget.findChildren<QLabel*>())
        if (!label->isHidden()) texts << label->text();
    return texts.join(QLatin1Char('\n'));
}

QStringList order(const GrantOrderModel& model) {
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row) {
        lines << QStringLiteral("%1<-%2 %3")
                     .arg(model.index(row, GrantOrderModel::GrantRank).data().toString(),
                          model.index(row, GrantOrderModel::ArrivalRank).data().toString(),
                          model.index(row, GrantOrderModel::Order).data().toString());
    }
    return lines;
}

}  // namespace

/// What the window shows of a run, by values alone.
class TestLabPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void comingAndGoingAreRanges() {
        LabContendersModel model;
        QAbstractItemModelTester tester(&model);
        model.setView(viewOf(1, 20).get(), {});
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setView(viewOf(6, 30).get(), {});
        QCOMPARE(removed.size(), 1);
        QCOMPARE(inserted.size(), 1);
        QCOMPARE(changed.size(), 0);
        QCOMPARE(model.rowCount(), 25);
        QCOMPARE(model.at(0).view.id, std::uint64_t{6});
        model.setView(nullptr, {});
        QCOMPARE(model.rowCount(), 0);
    }

    void onlyChangedRowsAreSignalled() {
        LabContendersModel model;
        QAbstractItemModelTester tester(&model);
        lockcore::ContenderGroup group;
        group.recipe = lockcore::LockRecipe::Read;
        group.library = lockcore::ClientLibrary::Curator;
        const LabContendersModel::Groups groups{{"clients", group}};
        model.setView(viewOf(1, 5).get(), groups);
        auto newer = viewOf(1, 5);
        newer->contenders[2].activity = ContenderActivity::Holding;
        newer->contenders[2].fault = lockcore::ContenderFault::Frozen;
        newer->contenders[2].grants = 1;
        newer->contenders[2].lastWait = std::chrono::milliseconds(12'345);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setView(newer.get(), groups);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed[0][0].toModelIndex().row(), 2);
        QCOMPARE(changed[0][1].toModelIndex().row(), 2);
        const auto text = [&](int row, int column) { return model.index(row, column).data().toString(); };
        QCOMPARE(text(2, LabContendersModel::Name), QStringLiteral("clients#3"));
        QCOMPARE(text(2, LabContendersModel::State), QStringLiteral("holding · its process stands still"));
        QCOMPARE(model.index(2, LabContendersModel::State).data(ToneRole).toInt(),
                 static_cast<int>(Tone::Warning));
        QCOMPARE(text(2, LabContendersModel::Recipe), QStringLiteral("read lock"));
        QCOMPARE(text(2, LabContendersModel::Library), QStringLiteral("Curator"));
        QCOMPARE(text(2, LabContendersModel::LastWait),
                 QStringLiteral("%1 s").arg(QLocale().toString(12.3, 'f', 1)));
        QCOMPARE(text(1, LabContendersModel::LastWait), QStringLiteral("–"));
        // It is still believed to hold by a client that has learned otherwise: said in words.
        newer->contenders[2].fault = lockcore::ContenderFault::None;
        newer->contenders[2].hold = lockcore::HoldState::Lost;
        model.setView(newer.get(), groups);
        QCOMPARE(text(2, LabContendersModel::State), QStringLiteral("holding · has learned that it lost it"));
    }

    /// "Ends by" of a moment that is over is not said any more, though nobody tells anything else.
    void aSessionThatShouldHaveEndedIsSaidToBeOverdue() {
        LabContenders contenders;
        auto view = viewOf(1, 1);
        view->contenders[0].fault = lockcore::ContenderFault::Killed;
        view->contenders[0].sessionEndsByUnixMs = QDateTime::currentMSecsSinceEpoch() + 1'000;
        contenders.setView(view.get(), {});
        const LabContendersModel& model = contenders.model();
        const auto text = [&] { return model.index(0, LabContendersModel::State).data().toString(); };
        QVERIFY2(text().contains(QStringLiteral("its session ends by ")), qPrintable(text()));
        const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        QTRY_VERIFY(changed.size() > 1);
        QVERIFY2(text().contains(QStringLiteral("its session should have ended at ")), qPrintable(text()));
    }

    void whenASessionEndsIsNotCut() {
        LabContenders contenders;
        contenders.resize(600, 300);
        auto view = viewOf(1, 1);
        view->contenders[0].fault = lockcore::ContenderFault::Killed;
        view->contenders[0].sessionEndsByUnixMs = 1'000;
        contenders.setView(view.get(), {});
        (void)contenders.grab();
        const StableTableView& table = contenders.table();
        const int wanted = table.sizeHintForIndex(table.model()->index(0, LabContendersModel::State)).width();
        QVERIFY2(table.columnWidth(LabContendersModel::State) >= wanted, QByteArray::number(wanted));
    }

    void failureTellsItsReason() {
        LabContendersModel model;
        auto view = viewOf(1, 1);
        view->contenders[0].activity = ContenderActivity::Failed;
        view->contenders[0].problem =
            lockcore::Error{lockcore::ErrorCode::NoAuth, "Queue up", "/app/lock", {}};
        model.setView(view.get(), {});
        const QString reason = model.index(0, LabContendersModel::State).data(Qt::ToolTipRole).toString();
        QVERIFY2(reason.contains(QStringLiteral("access control list")), qPrintable(reason));
    }

    /// Nobody is granted anything where there is no lock.
    void withoutALockNobodyHolds() {
        LabContendersModel model;
        auto view = viewOf(1, 1);
        view->contenders[0].lockPath.clear();
        view->contenders[0].activity = ContenderActivity::Holding;
        view->contenders[0].hold = lockcore::HoldState::Held;
        view->contenders[0].grants = 71;
        model.setView(view.get(), {});
        const QModelIndex state = model.index(0, LabContendersModel::State);
        QCOMPARE(state.data().toString(), QStringLiteral("working"));
        QCOMPARE(state.data(ToneRole).toInt(), static_cast<int>(Tone::Info));
        for (const int column : {LabContendersModel::Grants, LabContendersModel::LastWait})
            QCOMPARE(model.index(0, column).data().toString(), QStringLiteral("–"));
    }

    void aStepThatWasWaitedForBecomesOneThatIsDone() {
        LabStepsModel model;
        QAbstractItemModelTester tester(&model);
        using Kind = lockcore::PlayStep::Kind;
        model.add({.kind = Kind::PhaseBegins, .phase = "plain"});
        model.add({.kind = Kind::Waits, .phase = "plain", .step = 0, .what = "freeze first#1"});
        QCOMPARE(model.index(1, LabStepsModel::What).data().toString(),
                 QStringLiteral("Not yet: freeze first#1"));
        model.add({.kind = Kind::Done,
                   .phase = "plain",
                   .step = 0,
                   .what = "freeze first#1",
                   .say = {.english = "It stands still"},
                   .at = std::chrono::milliseconds(1'500)});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(1, LabStepsModel::What).data().toString(),
                 QStringLiteral("freeze first#1: It stands still"));
        QCOMPARE(model.index(1, LabStepsModel::When).data().toString(),
                 QStringLiteral("%1 s").arg(QLocale().toString(1.5, 'f', 1)));
        model.add({.kind = Kind::Waits, .phase = "plain", .step = 1, .what = "thaw first#1"});
        model.add({.kind = Kind::Missed, .phase = "plain", .step = 1, .what = "thaw first#1"});
        QCOMPARE(model.index(2, LabStepsModel::What).data(ToneRole).toInt(), static_cast<int>(Tone::Fault));
    }

    void promisesAreThereBeforeTheyAreJudged() {
        const auto scenario = scenarioNamed(QStringLiteral("fair-queue"));
        QVERIFY(scenario);
        LabChecksModel model;
        QAbstractItemModelTester tester(&model);
        model.setScenario(*scenario, lockcore::ScenarioSize::Small);
        QCOMPARE(model.rowCount(), static_cast<int>(scenario->small.checks.size()));
        const auto text = [&](int row, int column) { return model.index(row, column).data().toString(); };
        QCOMPARE(text(1, LabChecksModel::Outcome), QStringLiteral("not yet"));
        QVERIFY2(text(1, LabChecksModel::What).startsWith(QStringLiteral("Nobody was overtaken — ")),
                 qPrintable(text(1, LabChecksModel::What)));
        using Kind = lockcore::CheckOutcome::Kind;
        model.setOutcome(1, {.check = 1, .kind = Kind::Broken, .measured = "3"});
        QCOMPARE(text(1, LabChecksModel::Outcome), QStringLiteral("broken"));
        QVERIFY2(text(1, LabChecksModel::What).contains(QStringLiteral(": 3 (promised: 0)")),
                 qPrintable(text(1, LabChecksModel::What)));
        QCOMPARE(model.index(1, LabChecksModel::Outcome).data(ToneRole).toInt(),
                 static_cast<int>(Tone::Fault));
    }

    void wordsCountGrants() {
        lockcore::PhaseReport phase;
        phase.groups.resize(1);
        phase.groups[0].grants = 30;
        phase.servers.requests = 120;
        const QString cost = labPhaseLines(phase).join(QLatin1Char('\n'));
        QVERIFY2(cost.contains(QStringLiteral("For each of 30 grants the servers had %1 requests")
                                   .arg(QLocale().toString(4.0, 'f', 1))),
                 qPrintable(cost));
        phase.groups[0].grants = 1;
        QVERIFY(labPhaseLines(phase).isEmpty());
        // One is no plural, where a language has any.
        auto view = viewOf(1, 1);
        view->grants = 1;
        const QString status = labStatusLine("queue", *view);
        QVERIFY2(status.contains(QStringLiteral("1 grant(s)")), qPrintable(status));
        QVERIFY2(status.endsWith(QStringLiteral("1 wait(s)")), qPrintable(status));
    }

    void stepsAreToldInWords() {
        QCOMPARE(scenarioStepText("when connected client#1: lose-answers client#1"),
                 QStringLiteral("when connected client#1: lose answers of client#1"));
        QCOMPARE(scenarioStepText("when elected: restart the same server"),
                 QStringLiteral("when a leader is elected: start the same server again"));
        QCOMPARE(scenarioStepText("dance with client#1"), QStringLiteral("dance with client#1"));
        QCOMPARE(serverActDone("kill"), QStringLiteral("killed"));
    }

    void brokenPromisesAreNamed() {
        const auto scenario = scenarioNamed(QStringLiteral("fair-queue"));
        lockcore::LabReport report;
        report.checks = {{.check = 0, .kind = lockcore::CheckOutcome::Kind::Held},
                         {.check = 1, .kind = lockcore::CheckOutcome::Kind::Broken, .measured = "3"}};
        const QStringList lines = labBrokenLines(report, *scenario, lockcore::ScenarioSize::Small);
        QCOMPARE(lines.size(), qsizetype{1});
        QVERIFY2(lines[0].startsWith(QStringLiteral("Broken: Nobody was overtaken — ")),
                 qPrintable(lines[0]));
    }

    /// Who has waited to be connected has not waited in the queue.
    void fairnessOfAnEndedPhaseIsThatOfItsReport() {
        LabFairness view;
        lockcore::LockFairness fairness;
        fairness.lockPath = "orders";
        fairness.report.grants = 1;
        lockcore::LockReport ended;
        ended.waits.add(std::chrono::milliseconds(1'010));
        view.setFairness(&fairness, &ended);
        QVERIFY2(visibleTextsOf(view).contains(QStringLiteral("max 1.01 s")),
                 qPrintable(visibleTextsOf(view)));
    }

    /// As the cluster's views know them: by session where that is one contender's, else by znode.
    void contendersAreNamedForTheClusterToo() {
        auto view = viewOf(1, 3);
        view->contenders[2].session = view->contenders[1].session;
        view->contenders[2].node = "x-0000000003";
        const ContenderNames names =
            labContenderNames(*view, [](const std::string& lock) { return "/run" + lock; }, {});
        lockcore::Contender shown;
        shown.stat.emplace();
        shown.stat->ephemeralOwner = view->contenders[0].session;
        QCOMPARE(names.of("/run/lab/locks/orders", shown), QStringLiteral("clients#1"));
        shown.name = "x-0000000003";
        shown.stat->ephemeralOwner = view->contenders[1].session;
        QCOMPARE(names.of("/run/lab/locks/orders", shown), QStringLiteral("clients#3"));
        QCOMPARE(names.of(view->contenders[1].session), QString());
    }

    /// Contenders that share a session leave one by one as a phase ends, and queues tell it later.
    void whoIsLeftOfASharedSessionIsNotAllOfIt() {
        const auto pathOf = [](const std::string& lock) { return "/run" + lock; };
        auto view = viewOf(1, 3);
        for (std::size_t i = 0; i < view->contenders.size(); ++i) {
            view->contenders[i].session = view->contenders[0].session;
            view->contenders[i].node = "x-000000000" + std::to_string(i + 1);
        }
        ContenderNames names;
        names.add(labContenderNames(*view, pathOf, names));
        view->contenders.resize(1);
        view->contenders[0].node = "x-0000000004";
        names.add(labContenderNames(*view, pathOf, names));
        lockcore::Contender shown;
        shown.stat.emplace();
        shown.stat->ephemeralOwner = view->contenders[0].session;
        const auto nameOf = [&](const char* node) {
            shown.name = node;
            return names.of("/run/lab/locks/orders", shown);
        };
        QCOMPARE(names.of(view->contenders[0].session), QString());
        QCOMPARE(nameOf("x-0000000003"), QStringLiteral("clients#3"));
        QCOMPARE(nameOf("x-0000000004"), QStringLiteral("clients#1"));
        QCOMPARE(nameOf("x-0000000009"), QString());
    }

    /// A run may be long, and each turn has another znode.
    void znodesThatWentLongAgoAreForgotten() {
        ContenderNames names;
        for (int i = 0; i < 20'000; ++i)
            names.add({{}, {{"/lock/x-" + std::to_string(i), QStringLiteral("clients#1")}}});
        QVERIFY2(names.ofNodes.size() < 5'000, qPrintable(QString::number(names.ofNodes.size())));
        QVERIFY(names.ofNodes.contains("/lock/x-19999"));
    }

    void whatWasDoneIsToldInTheWindowsLanguage() {
        using Kind = lockcore::LabMoment::Kind;
        lockcore::PhaseReport phase;
        phase.moments = {{.kind = Kind::StoodStill, .at = 1s, .who = "the lab", .text = "3.20 s"},
                         {.kind = Kind::ServerSeen,
                          .at = 2s,
                          .who = "the cluster",
                          .text = std::string(lockcore::kServerSilent)}};
        QTranslator chinese;
        QVERIFY(chinese.load(QStringLiteral(":/i18n/lockscope_zh_CN.qm")));
        QCoreApplication::installTranslator(&chinese);
        const auto removed = qScopeGuard([&chinese] { QCoreApplication::removeTranslator(&chinese); });
        const QString lines = labDisturbanceLines(phase).join(QLatin1Char('\n'));
        QVERIFY2(lines.contains(QStringLiteral("实验室：")), qPrintable(lines));
        QVERIFY2(lines.contains(QStringLiteral("集群：")), qPrintable(lines));
    }

    /// A server may stand still as a phase begins.
    void whatWasSoBeforeHasNoMoment() {
        lockcore::PhaseReport phase;
        phase.moments = {{.kind = lockcore::LabMoment::Kind::Frozen, .who = "first#1"},
                         {.kind = lockcore::LabMoment::Kind::Thawed, .at = 1500ms, .who = "first#1"}};
        QCOMPARE(
            labDisturbanceLines(phase),
            QStringList({QStringLiteral("    before  first#1: frozen"),
                         QStringLiteral("    %1 s  first#1: thawed").arg(QLocale().toString(1.5, 'f', 1))}));
    }

    /// Which of two waits it is, said wherever one is shown.
    void waitsAreFromAskedToGranted() {
        const QString meaning = QStringLiteral("From asked to granted");
        const LabContendersModel contenders;
        for (const int column : {LabContendersModel::LastWait, LabContendersModel::LongestWait})
            QCOMPARE(contenders.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString(), meaning);
        const GrantOrderModel grants;
        QCOMPARE(grants.headerData(GrantOrderModel::Wait, Qt::Horizontal, Qt::ToolTipRole).toString(),
                 meaning);
    }

    /// As the page of the same run rounds them.
    void timesAreRoundedInOneWay() {
        // 1.9 ms are not 1 ms, in the table as in the report.
        lockcore::LabView view;
        view.groups = {"clients"};
        lockcore::ContenderView& waited = view.contenders.emplace_back();
        waited.lockPath = "/locks/orders";
        waited.grants = 2;
        waited.lastWait = std::chrono::microseconds(1'900);
        waited.longestWait = std::chrono::microseconds(2'996);
        LabContendersModel contenders;
        contenders.setView(&view, {});
        QCOMPARE(contenders.index(0, LabContendersModel::LastWait).data().toString(),
                 labTimeText(waited.lastWait));
        QCOMPARE(contenders.index(0, LabContendersModel::LastWait).data().toString(),
                 QStringLiteral("1.90 ms"));
        QCOMPARE(contenders.index(0, LabContendersModel::LongestWait).data().toString(),
                 QStringLiteral("3.00 ms"));

        lockcore::PhaseReport phase;
        phase.locks.resize(1);
        phase.locks[0].lock = "orders";
        phase.locks[0].grants = 1;
        phase.locks[0].waits.add(std::chrono::microseconds(95'800));
        const QString line = labPhaseLines(phase).join(QLatin1Char('\n'));
        QVERIFY2(line.contains(QStringLiteral("waited 95.8 ms")), qPrintable(line));
    }

    /// What the load was not, and whose requests are in no number, or may be.
    void reservationsAreTold() {
        lockcore::PhaseReport phase;
        phase.name = "drain";
        QVERIFY(labReservationLines(phase).isEmpty());
        phase.heldBack = 30;
        phase.acquiresPerSecond = 200;
        phase.servers.othersRequests = 1'234;
        const QString lines = labPhaseLines(phase).join(QLatin1Char('\n'));
        QVERIFY2(lines.contains(QStringLiteral("30 acquire(s) had to wait for the limit of 200 a second")),
                 qPrintable(lines));
        QVERIFY2(lines.contains(QStringLiteral("made 1,234 requests")), qPrintable(lines));
        phase.servers.hasOthers = true;  // of numbers that are not there nothing is said
        QVERIFY(
            !labReservationLines(phase).join(QLatin1Char(' ')).contains(QStringLiteral("may be counted")));
        phase.servers.requests = 10;
        QVERIFY(labReservationLines(phase).join(QLatin1Char(' ')).contains(QStringLiteral("may be counted")));
    }

    /// For which of several locks is not known.
    void whoWaitsForSeveralLocksIsToldOfTheGroup() {
        lockcore::PhaseReport phase;
        phase.locks.resize(1);
        phase.locks[0].lock = "savings";
        phase.locks[0].isOneOfSeveral = true;
        phase.groups.resize(1);
        phase.groups[0].group = "forth";
        phase.groups[0].waitingAtEnd = 3;
        phase.groups[0].longestWaitingAtEnd = std::chrono::seconds(9);
        const QString lines = labPhaseLines(phase).join(QLatin1Char('\n'));
        QVERIFY2(lines.contains(QStringLiteral("forth: no grant; 3 still waited at the end, 9.00 s at most")),
                 qPrintable(lines));
    }

    /// A file that somebody wrote has them: they turn no line around.
    void textsOfScenariosAreHarmless() {
        const lockcore::ScenarioText text{.english = "fair\u202equeue\x1b[31m"};
        QCOMPARE(scenarioText(text), QStringLiteral("fair\\u{202e}queue\\x1b[31m"));
    }

    void keptIsNoHolder() {
        QCOMPARE(labOutcomeWord(lockcore::CheckOutcome::Kind::Held), QStringLiteral("kept"));
        QCOMPARE(labMeasureName("believers-most"),
                 QStringLiteral("most clients at one time that believed they held it"));
    }

    /// One promise is open until what was made is removed, which takes a second.
    void noVerdictIsToldBeforeTheLast() {
        LabReportView view;
        lockcore::LabReport report;
        report.checks = {{.check = 0, .kind = lockcore::CheckOutcome::Kind::Held},
                         {.check = 1, .kind = lockcore::CheckOutcome::Kind::NotChecked}};
        view.setReport(std::make_shared<const lockcore::LabReport>(report), true);
        QVERIFY2(visibleTextsOf(view).contains(QStringLiteral("is being checked…")),
                 qPrintable(visibleTextsOf(view)));
        QVERIFY(!visibleTextsOf(view).contains(QStringLiteral("could be checked")));
        report.leftBehind.emplace();
        view.setReport(std::make_shared<const lockcore::LabReport>(report), true);
        QVERIFY(visibleTextsOf(view).contains(QStringLiteral("not all of it could be checked")));
    }

    void whatWasNotMeasuredIsNoNumber() {
        LabMeasuresModel model;
        QAbstractItemModelTester tester(&model);
        lockcore::LabReport report;
        report.phases.resize(1);
        report.phases[0].name = "queue";
        report.phases[0].took = std::chrono::seconds(1);
        report.phases[0].locks.resize(1);
        report.phases[0].locks[0].lock = "orders";
        report.phases[0].locks[0].grants = 41;
        model.setReport(&report);
        QMap<QString, QString> values;
        for (int row = 0; row < model.rowCount(); ++row)
            values[model.index(row, LabMeasuresModel::Of).data().toString() + QLatin1Char(' ') +
                   model.index(row, LabMeasuresModel::Measure).data().toString()] =
                model.index(row, LabMeasuresModel::First).data().toString();
        QCOMPARE(values[QStringLiteral("orders grants")], QStringLiteral("41"));
        QVERIFY(values.values().contains(QStringLiteral("not measured")));
        model.setReport(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void aReportIsWrittenAsItsNameSays() {
        const QTemporaryDir directory;
        lockcore::LabReport report;
        report.seed = 7;
        const auto written = [&](const QString& name) {
            const QString file = directory.filePath(name);
            if (!writeLabReport(file, report, {QStringLiteral("in words"), "<page>"})) return QByteArray();
            QFile reader(file);
            return reader.open(QIODevice::ReadOnly) ? reader.readAll() : QByteArray();
        };
        QVERIFY(lockcore::labReportFromJson(written(QStringLiteral("a.json")).toStdString(), "a.json"));
        QCOMPARE(written(QStringLiteral("a.CSV")),
                 QByteArray::fromStdString(lockcore::labReportToCsv(report)));
        QCOMPARE(written(QStringLiteral("a.txt")), QByteArray("in words"));
        QCOMPARE(written(QStringLiteral("a.HTML")), QByteArray("<page>"));
        QVERIFY(!writeLabReport(directory.filePath(QStringLiteral("none/a.json")), report, {}));
    }

    void serversOfferWhatCanBeDoneToThem() {
        QWidget window;  // is not shown, as the strip would be by itself
        ServersStrip strip(&window);
        strip.setActing(true);
        std::vector<lockcore::ServerView> servers(3);
        for (std::size_t i = 0; i < servers.size(); ++i)
            servers[i].number = i;
        servers[0].state = lockcore::ServerState::Leader;
        servers[1].state = lockcore::ServerState::Frozen;
        servers[2].state = lockcore::ServerState::Stopped;
        strip.setServers(servers);
        const auto buttons = strip.findChildren<QToolButton*>();
        QCOMPARE(buttons.size(), 3);
        QCOMPARE(buttons[0]->text(), QStringLiteral("Server 1: leader"));
        const auto offered = [&](int server) {
            QStringList texts;
            Q_EMIT buttons[server]->menu()->aboutToShow();
            for (const QAction* action : buttons[server]->menu()->actions())
                texts << action->text();
            return texts;
        };
        QCOMPARE(offered(0),
                 QStringList({QStringLiteral("Stop"), QStringLiteral("Kill"), QStringLiteral("Freeze"),
                              QStringLiteral("Cut off from the others")}));
        QVERIFY(offered(1).contains(QStringLiteral("Thaw")));
        QVERIFY(offered(2).contains(QStringLiteral("Start again")));
        QVERIFY(!offered(2).contains(QStringLiteral("Kill")));
        std::vector<std::pair<std::size_t, lockcore::ServerAct>> asked;
        connect(&strip, &ServersStrip::actRequested, this,
                [&](std::size_t server, lockcore::ServerAct act) { asked.emplace_back(server, act); });
        (void)offered(0);
        buttons[0]->menu()->actions()[1]->trigger();
        QVERIFY(asked == (std::vector{std::pair(std::size_t{0}, lockcore::ServerAct::Kill)}));
        servers[0].state = lockcore::ServerState::Follower;
        servers.pop_back();
        strip.setServers(servers);
        QCOMPARE(buttons[0]->text(), QStringLiteral("Server 1: follower"));
        // One alone is cut off from nobody.
        servers.pop_back();
        strip.setServers(servers);
        QVERIFY(!offered(0).contains(QStringLiteral("Cut off from the others")));
    }

    /// On a wide screen, too.
    void choicesAreAsWideAsTheyNeed() {
        GroupForm form;
        form.resize(2'500, 400);
        (void)form.grab();  // which lays it out
        const auto boxes = form.findChildren<QComboBox*>();
        QVERIFY(!boxes.isEmpty());
        for (const QComboBox* box : boxes)
            QVERIFY2(box->width() <= box->sizeHint().width() + 1, qPrintable(box->accessibleName()));
        for (const QLineEdit* line : form.findChildren<QLineEdit*>())
            QVERIFY2(line->width() < 800, qPrintable(line->accessibleName()));
    }

    void noMoreProcessesThanContenders() {
        GroupForm form;
        const auto boxOf = [&](const QString& name) {
            for (QSpinBox* box : form.findChildren<QSpinBox*>())
                if (box->accessibleName() == name) return box;
            return static_cast<QSpinBox*>(nullptr);
        };
        QSpinBox* const count = boxOf(QStringLiteral("Number of new contenders"));
        QSpinBox* const places = boxOf(QStringLiteral("How many shared sessions, or processes"));
        QVERIFY(count && places);
        for (QComboBox* box : form.findChildren<QComboBox*>())
            if (box->accessibleName() == QStringLiteral("Where new contenders live")) box->setCurrentIndex(2);
        count->setValue(3);
        QCOMPARE(places->value(), 3);
        places->setValue(7);
        QCOMPARE(form.group().processes, std::size_t{3});
        count->setValue(9);
        places->setValue(7);
        QCOMPARE(form.group().processes, std::size_t{7});
    }

    void whereNobodyIsItIsSaidWhoComes() {
        LabContenders contenders;
        QVERIFY(visibleTextsOf(contenders).contains(QStringLiteral("No contenders")));
        contenders.setView(viewOf(1, 2).get(), {});
        QVERIFY(contenders.table().isVisibleTo(&contenders));
        contenders.setView(nullptr, {});
        QVERIFY(!contenders.table().isVisibleTo(&contenders));
    }

    void contendersAreAskedForAsTheFormSays() {
        GroupForm form;
        auto* const add = form.findChild<QPushButton*>(QStringLiteral("lab-add"));
        QVERIFY(!add->isEnabled());
        form.setAdding(true);
        QVERIFY(add->isEnabled());
        form.setLocks(QStringLiteral("/absolute"));
        QVERIFY(!add->isEnabled() && !add->toolTip().isEmpty());
        form.setLocks(QStringLiteral("shop/orders"));
        std::vector<lockcore::ContenderGroup> groups;
        connect(&form, &GroupForm::addRequested, this,
                [&](const lockcore::ContenderGroup& group) { groups.push_back(group); });
        add->click();
        add->click();
        QCOMPARE(groups.size(), std::size_t{2});
        QVERIFY(groups[0].name != groups[1].name);
        QCOMPARE(groups[0].locks, std::vector<std::string>{"shop/orders"});
        QCOMPARE(groups[0].count, std::size_t{10});
        QCOMPARE(groups[0].hold, lockcore::TimeSpread::fixed(std::chrono::milliseconds(500)));
        // A recipe that takes several locks.
        auto* const recipe = form.findChild<QComboBox*>(QStringLiteral("lab-recipe"));
        recipe->setCurrentIndex(recipe->findData(static_cast<int>(lockcore::LockRecipe::AtomicMultiLock)));
        form.setLocks(QStringLiteral("a, b"));
        QVERIFY(form.problem().isEmpty());
        QCOMPARE(form.group().locks, (std::vector<std::string>{"a", "b"}));
        recipe->setCurrentIndex(recipe->findData(static_cast<int>(lockcore::LockRecipe::Mutex)));
        QVERIFY(!add->isEnabled());
    }

    void anothersClusterIsOfferedWhereItMayBe() {
        LabSetup setup;
        auto* const place = setup.findChild<QComboBox*>(QStringLiteral("lab-place"));
        auto* const start = setup.findChild<QPushButton*>(QStringLiteral("lab-start"));
        setup.choose("gc-pause");
        QCOMPARE(setup.scenario()->name, std::string("gc-pause"));
        QVERIFY(start->isEnabled());
        QVERIFY(!setup.start().foreign);
        const int own = place->count();
        ConnectionOptions cluster;
        cluster.connectString = QStringLiteral("zk1.example.org:2181");
        setup.setCluster(cluster, QStringLiteral("Only read for now."));
        QCOMPARE(place->count(), own + 1);
        place->setCurrentIndex(own);
        QVERIFY(!start->isEnabled());
        QVERIFY(visibleTextsOf(setup).contains(QStringLiteral("Only read for now.")));
        setup.setCluster(cluster, {});
        place->setCurrentIndex(own);
        QVERIFY(start->isEnabled());
        QCOMPARE(setup.start().foreign->connectString, cluster.connectString);
        // What it does there at most is said before.
        QVERIFY(visibleTextsOf(setup).contains(QStringLiteral("/lockscope-lab")));
        QVERIFY(visibleTextsOf(setup).contains(QStringLiteral("At most 100 sessions")));
        setup.choose("sequence-limit");
        QVERIFY(!start->isEnabled());
        setup.choose("gc-pause");
        cluster.environment = Environment::Production;
        setup.setCluster(cluster, {});
        place->setCurrentIndex(own);
        QVERIFY(!start->isEnabled());
        setup.setCluster(std::nullopt, {});
        QCOMPARE(place->count(), own);
        QVERIFY(start->isEnabled());
    }

    void numbersOfTheRunAreShown() {
        LabRunView run;
        auto view = viewOf(1, 3);
        lockcore::LockFairness fairness;
        fairness.lockPath = "/lab/locks/orders";
        fairness.report.grants = 42;
        fairness.report.inversions = 2;
        fairness.report.jainIndex = 0.5;
        view->fairness = {fairness};
        view->grants = 42;
        run.setView(view, {});
        const QString texts = visibleTextsOf(run);
        QVERIFY(texts.contains(QStringLiteral("Grants 42")));
        QVERIFY(texts.contains(QStringLiteral("Inversions 2")));
        QVERIFY(texts.contains(QStringLiteral("Jain %1").arg(QLocale().toString(0.5, 'f', 3))));
        QCOMPARE(run.contenders().model().rowCount(), 3);
        // What is for its end takes the tabs no room before that.
        auto* const tabs = run.findChild<QTabWidget*>(QStringLiteral("lab-tabs"));
        QVERIFY(!tabs->cornerWidget());
        // Contenders that are gone take no picture along.
        tabs->setCurrentWidget(run.findChild<LabFairness*>());
        QVERIFY(visibleTextsOf(run).contains(QStringLiteral("/lab/locks/orders")));
        run.setView(viewOf(2, 0), {});
        tabs->setCurrentIndex(0);
        tabs->setCurrentWidget(run.findChild<LabFairness*>());
        QVERIFY(visibleTextsOf(run).contains(QStringLiteral("/lab/locks/orders")));
    }

    void phasesSayWhatToLookAt() {
        LabConnection lab;
        LabRunView run;
        run.follow(lab);
        using Kind = lockcore::PlayStep::Kind;
        Q_EMIT lab.stepTold({.kind = Kind::PhaseBegins, .phase = "two", .say = {"Now the herd.", {}}});
        QVERIFY(visibleTextsOf(run).contains(QStringLiteral("Now the herd.")));
        // What a step says is told where the steps are.
        Q_EMIT lab.stepTold({.kind = Kind::Done, .phase = "two", .say = {"Frozen.", {}}});
        QVERIFY(visibleTextsOf(run).contains(QStringLiteral("Now the herd.")));
        // A report is of all phases.
        Q_EMIT lab.reported(std::make_shared<const lockcore::LabReport>());
        QVERIFY(!visibleTextsOf(run).contains(QStringLiteral("Now the herd.")));
    }

    /// The next phase may begin at once.
    void aProblemIsNotOverwritten() {
        LabConnection lab;
        LabRunView run;
        run.follow(lab);
        Q_EMIT lab.actFailed(QStringLiteral("The server was not stopped."),
                             lockcore::Error{lockcore::ErrorCode::Io, "stopping a server", {}, {}});
        Q_EMIT lab.stepTold(
            {.kind = lockcore::PlayStep::Kind::PhaseBegins, .phase = "two", .say = {"Now the herd.", {}}});
        QVERIFY2(visibleTextsOf(run).contains(QStringLiteral("The server was not stopped.")),
                 qPrintable(visibleTextsOf(run)));
        // It is of that run alone.
        Q_EMIT lab.stageChanged(lockcore::LabStage::Beginning);
        Q_EMIT lab.stepTold(
            {.kind = lockcore::PlayStep::Kind::PhaseBegins, .phase = "one", .say = {"Now the herd.", {}}});
        QVERIFY2(visibleTextsOf(run).contains(QStringLiteral("Now the herd.")),
                 qPrintable(visibleTextsOf(run)));
    }

    /// Views are told until all contenders have gone: a report is there before.
    void countsOfThePhaseStandNotBesideTheReport() {
        LabRunView run;
        auto view = viewOf(1, 3);
        view->grants = 42;
        run.setView(view, {});
        QVERIFY(visibleTextsOf(run).contains(QStringLiteral("Grants 42")));
        run.report().setReport(std::make_shared<const lockcore::LabReport>(), true);
        auto later = viewOf(1, 2);
        later->grants = 43;
        run.setView(later, {});
        QVERIFY2(!visibleTextsOf(run).contains(QStringLiteral("Grants 43")), qPrintable(visibleTextsOf(run)));
    }

    /// Its tables, its form and its report scroll by themselves.
    void aLowPanelScrollsNotAround() {
        for (QWidget* page : std::initializer_list<QWidget*>{new LabRunView, new LabSetup}) {
            QScrollArea area;
            area.setWidgetResizable(true);
            area.setWidget(page);
            area.resize(1100, 13 * area.fontMetrics().lineSpacing());
            (void)area.grab();
            QCOMPARE(area.verticalScrollBar()->maximum(), 0);
        }
    }

    /// Nothing scrolls there but the table.
    void aLowTabHasALowPicture() {
        QWidget window;
        LabFairness view(&window);
        lockcore::LockFairness fairness;
        fairness.report = reportOf({grant(1, 1), grant(2, 2)});
        view.setFairness(&fairness);
        view.resize(700, 8 * view.fontMetrics().lineSpacing());
        (void)view.grab();
        const QWidget& picture = view.findChild<FairnessView*>()->picture();
        QVERIFY(picture.height() >= picture.sizeHint().height());  // nothing of it is cut off
    }

    void theWheelChangesNothingInAFormThatIsScrolled() {
        QWidget window;
        GroupForm form(&window);
        form.resize(800, 400);
        window.resize(800, 400);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        const auto shown = [](const auto& fields) {
            return *std::ranges::find_if(fields, [](const QWidget* field) { return field->isVisible(); });
        };
        for (QWidget* field : std::initializer_list<QWidget*>{shown(form.findChildren<QSpinBox*>()),
                                                              shown(form.findChildren<QComboBox*>())}) {
            const auto value = [field] { return field->metaObject()->userProperty().read(field); };
            const QVariant before = value();
            const auto turn = [field] {
                QWheelEvent wheel(QPointF(2, 2), field->mapToGlobal(QPointF(2, 2)), {}, {0, -120},
                                  Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
                QApplication::sendEvent(field, &wheel);
            };
            turn();
            QVERIFY(!field->hasFocus());
            QCOMPARE(value(), before);
            field->setFocus();
            turn();
            QVERIFY(value() != before);
        }
    }

    /// As wide as it is beside the tabs in a window of 1366 × 768.
    void grantsAreSeenInANarrowTable() {
        LabContenders contenders;
        contenders.setView(viewOf(1, 30).get(), {});
        contenders.resize(572, 200);
        (void)contenders.grab();
        const QTableView& table = contenders.table();
        const int end = table.columnViewportPosition(LabContendersModel::Grants) +
                        table.columnWidth(LabContendersModel::Grants);
        QVERIFY2(end <= table.viewport()->width(), qPrintable(QString::number(end)));
    }

    /// While a cluster of others is not heard, none that is told is not none that was.
    void silenceIsNoRate() {
        LabRunView run;
        auto view = viewOf(1, 3);
        view->grantsPerSecond = 5;
        run.setView(view, {});
        QVERIFY(
            visibleTextsOf(run).contains(QStringLiteral("%1 a second").arg(QLocale().toString(5.0, 'f', 1))));
        auto silent = viewOf(1, 3);
        silent->isSilent = true;
        run.setView(silent, {});
        QVERIFY2(visibleTextsOf(run).contains(QStringLiteral("– a second")), qPrintable(visibleTextsOf(run)));
    }

    void grantsAreAppendedAndDroppedAsRanges() {
        GrantOrderModel model;
        QAbstractItemModelTester tester(&model);
        model.setReport("/a", reportOf({grant(1, 1), grant(2, 2), grant(3, 3)}));
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        model.setReport("/a", reportOf({grant(2, 2), grant(3, 3), grant(4, 4), grant(5, 5)}));
        QCOMPARE(inserted.size(), 1);
        QCOMPARE(removed.size(), 1);
        QCOMPARE(reset.size(), 0);
        QCOMPARE(model.rowCount(), 4);
        model.setReport("/b", reportOf({grant(1, 1)}));
        QCOMPARE(reset.size(), 1);
        QCOMPARE(model.rowCount(), 1);
    }

    /// Of the phase that comes next on the same lock, where nobody looked at its first grants.
    void grantsOfAnotherPhaseStandAlone() {
        GrantOrderModel model;
        QAbstractItemModelTester tester(&model);
        model.setReport("/a", reportOf({grant(1, 1), grant(2, 2)}));
        const auto waited = model.index(1, GrantOrderModel::Wait).data();
        const QModelIndex who = model.index(1, GrantOrderModel::Contender);
        const QString id = who.data().toString();
        model.setNames({{id.toULongLong(), QStringLiteral("readers#2")}});
        QCOMPARE(who.data().toString(), QStringLiteral("readers#2"));
        lockcore::GrantRecord others = grant(2, 2);
        others.wait += 1s;
        model.setReport("/a", reportOf({grant(1, 1), others, grant(3, 3)}));
        QCOMPARE(model.rowCount(), 3);
        QVERIFY(model.index(1, GrantOrderModel::Wait).data() != waited);
    }

    void overtakenGrantsAreMarked() {
        GrantOrderModel model;
        QAbstractItemModelTester tester(&model);
        model.setReport("/a", reportOf({grant(1, 2), overtaken(grant(2, 1)), grant(3, 3)}));
        QCOMPARE(order(model), QStringList({QStringLiteral("1<-2 overtook"), QStringLiteral("2<-1 overtaken"),
                                            QStringLiteral("3<-3 in order")}));
    }

    void overtakingShowsOnceTheOtherIsGranted() {
        GrantOrderModel model;
        QAbstractItemModelTester tester(&model);
        model.setReport("/a", reportOf({grant(1, 2)}));
        QCOMPARE(order(model), QStringList(QStringLiteral("1<-2 in order")));
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setReport("/a", reportOf({grant(1, 2), overtaken(grant(2, 1))}));
        QVERIFY(!changed.isEmpty());
        QCOMPARE(changed[0][0].toModelIndex(), model.index(0, GrantOrderModel::Order));
        QCOMPARE(order(model),
                 QStringList({QStringLiteral("1<-2 overtook"), QStringLiteral("2<-1 overtaken")}));
    }

    void readersDoNotOvertakeEachOther() {
        GrantOrderModel model;
        model.setReport("/a",
                        reportOf({grant(1, 2, LockMode::Read), grant(2, 1, LockMode::Read),
                                  grant(3, 4, LockMode::Write), overtaken(grant(4, 3, LockMode::Read))}));
        QCOMPARE(order(model),
                 QStringList({QStringLiteral("1<-2 in order"), QStringLiteral("2<-1 in order"),
                              QStringLiteral("3<-4 overtook"), QStringLiteral("4<-3 overtaken")}));
    }
};

LOCKSCOPE_TEST(TestLabPanel)
#include "tst_lab_panel.moc"
