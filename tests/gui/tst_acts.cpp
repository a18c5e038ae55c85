// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit_model.h"
#include "bridge/explanation.h"
#include "events/message_bar.h"
#include "operations/acquire_dialog.h"
#include "other_client.h"
#include "queue/queue_model.h"
#include "queue/queue_panel.h"
#include "queue/queue_view.h"
#include "tcp_proxy.h"
#include "test_cluster.h"
#include "test_program.h"
#include "threads/closing.h"
#include "window_fixture.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>

#include <algorithm>
#include <mutex>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

QString field(const QJsonObject& line, const char* name) {
    return line.value(QLatin1String(name)).toString();
}

/// A connection that may act, with a clock and an audit file of its own. Lives on the GUI thread.
struct ActsOnCluster {
    std::string cluster = freshCluster();
    OtherClient other{cluster};
    QTemporaryDir directory;
    AuditLog audit{directory.filePath(QStringLiteral("audit.jsonl"))};
    ClusterConnection connection{audit};
    std::chrono::nanoseconds now{1h};
    std::vector<ActionReport> actions;
    std::vector<ReadOnlyTurn> turns;
    std::vector<ActionReport> unrecorded;

    explicit ActsOnCluster(Environment environment = Environment::None) {
        using Connection = ClusterConnection;
        QObject::connect(&connection, &Connection::actionFinished,
                         [this](const ActionReport& report) { actions.push_back(report); });
        QObject::connect(&connection, &Connection::turnedReadOnly,
                         [this](const ReadOnlyTurn& turn) { turns.push_back(turn); });
        QObject::connect(
            &connection, &Connection::auditFailed,
            [this](const ActionReport& report, const lockcore::Error&) { unrecorded.push_back(report); });
        connection.setClock([this] { return now; });
        open(cluster, environment);
    }

    void open(const std::string& connectString, Environment environment = Environment::None) {
        ConnectionOptions options;
        options.connectString = QString::fromStdString(connectString);
        options.environment = environment;
        connection.open(options);
        connection.setReadOnly(false);
    }

    /// The holder of "/lock", once it is read.
    std::shared_ptr<const lockcore::Contender> holder() {
        connection.setObserved({"/lock"});
        const auto isRead = [&] {
            const auto queue = connection.queue("/lock");
            return queue && !queue->rows.empty() && isComplete(*queue);
        };
        return QTest::qWaitFor(isRead, kPatienceMs) ? connection.queue("/lock")->rows[0].contender : nullptr;
    }
    bool has(lockcore::OwnHoldState state) const {
        return std::ranges::any_of(connection.holds(),
                                   [&](const lockcore::OwnHold& hold) { return hold.state == state; });
    }
    std::vector<QJsonObject> lines() {
        std::vector<QJsonObject> objects;
        QFile file(audit.file());
        if (!audit.finish(30s) || !file.open(QIODevice::ReadOnly)) return objects;
        for (const QByteArray& line : file.readAll().split('\n'))
            if (!line.isEmpty()) objects.push_back(QJsonDocument::fromJson(line).object());
        return objects;
    }
    /// From now on there is no room for a line.
    void fillDisk() const {
        QVERIFY(audit.file().isEmpty() || !QFile::exists(audit.file()) || QFile::remove(audit.file()));
        QVERIFY(QFile::link(QStringLiteral("/dev/full"), audit.file()));
    }
};

/// What a recorder hears of acts.
struct HeardActs {
    lockcore::FactSink sink() {
        return [this](const lockcore::Fact& fact) {
            const std::lock_guard lock(mutex);
            if (const auto* const act = std::get_if<lockcore::OwnAct>(&fact.what)) acts.push_back(*act);
        };
    }
    std::vector<lockcore::OwnAct> all() {
        const std::lock_guard lock(mutex);
        return acts;
    }

    std::mutex mutex;  // protects what follows
    std::vector<lockcore::OwnAct> acts;
};

/// A window on a production cluster on whose "/lock" somebody holds the lock. Lives on the GUI thread.
struct OnProduction {
    std::string cluster = freshCluster();
    OtherClient other{cluster};
    lockcore::Hold hold = other.hold("/lock");
    TestWindow test;

    OnProduction() {
        ConnectionOptions options;
        options.connectString = QString::fromStdString(cluster);
        options.environment = Environment::Production;
        test.window.connectTo(options);
        const auto& selection = test.window.selection();
        QTRY_VERIFY_WITH_TIMEOUT(
            selection.queue && selection.queue->holders() == 1 && isComplete(*selection.queue), kPatienceMs);
        test.window.panels().queue->view()->selectContender(keyOf(*selection.queue->rows.front().contender));
        test.trigger(ActionId::AllowActions);
        QTRY_VERIFY_WITH_TIMEOUT(test.isEnabled(ActionId::Acquire), kPatienceMs);
    }

    QString message() const { return test.window.panels().messageBar->text(); }
    std::string data() {
        const auto node = other.session().await<lockcore::NodeData>(
            [&](lockcore::Session& session, auto done) { session.get(hold.path(), {}, std::move(done)); });
        return node ? node->data : std::string();
    }
};

}  // namespace

class TestActs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanupTestCase() { QVERIFY(waitForClosing(30s)); }

    void isWrittenDownBeforeAndAfter() {
        ActsOnCluster acts;
        const lockcore::Hold hold = acts.other.hold("/lock");
        const auto holder = acts.holder();
        QVERIFY(holder);
        acts.connection.removeContender("/lock", holder, lockcore::Role::Holder, "stuck");
        QVERIFY(acts.other.exists(hold.path()));  // nothing is sent before the line is on the disk
        const auto before = acts.lines();
        QCOMPARE(before.size(), 1U);
        QCOMPARE(field(before[0], "outcome"), QStringLiteral("intended"));
        QTRY_COMPARE_WITH_TIMEOUT(acts.actions.size(), 1U, kPatienceMs);
        const auto lines = acts.lines();
        QCOMPARE(lines.size(), 2U);
        QCOMPARE(field(lines[1], "outcome"), QStringLiteral("done"));
        QVERIFY(!field(lines[0], "act").isEmpty());
        QCOMPARE(field(lines[0], "act"), field(lines[1], "act"));
        for (const auto& line : lines) {
            QCOMPARE(field(line, "action"), QStringLiteral("force-release"));
            QCOMPARE(field(line, "reason"), QStringLiteral("stuck"));
            QCOMPARE(field(line, "contender"), QString::fromStdString(holder->name));
        }
    }

    /// With the number and the words that the audit file has.
    void aRecorderHearsWhatTheyAreFor() {
        using Kind = lockcore::OwnAct::Kind;
        ActsOnCluster acts;
        HeardActs heard;
        const std::uint64_t sink = acts.connection.addSink(heard.sink());
        const lockcore::Hold hold = acts.other.hold("/lock");
        const auto holder = acts.holder();
        QVERIFY(holder);
        acts.connection.removeContender("/lock", holder, lockcore::Role::Holder, "stuck");
        QTRY_COMPARE_WITH_TIMEOUT(acts.actions.size(), 1U, kPatienceMs);
        acts.connection.acquire({.lockPath = "/own"});
        QTRY_VERIFY_WITH_TIMEOUT(acts.has(lockcore::OwnHoldState::Held), kPatienceMs);
        const lockcore::OwnHold own = acts.connection.holds().front();
        acts.connection.release(own.id);
        QTRY_COMPARE_WITH_TIMEOUT(acts.actions.size(), 3U, kPatienceMs);
        acts.connection.removeSink(sink);
        const auto all = heard.all();
        const auto lines = acts.lines();
        QCOMPARE(all.size(), std::size_t{3});
        QCOMPARE(lines.size(), std::size_t{6});
        for (std::size_t i = 0; i < all.size(); ++i) {
            QCOMPARE(QString::number(all[i].note.act, 16), field(lines[2 * i], "act"));
            QCOMPARE(QString::fromStdString(all[i].note.user), field(lines[2 * i], "user"));
            QCOMPARE(QString::fromStdString(all[i].note.reason), field(lines[2 * i], "reason"));
        }
        QCOMPARE(all[0].note.reason, std::string("stuck"));
        QVERIFY(all[0].kind == Kind::RemoveContender && all[1].kind == Kind::Acquire &&
                all[2].kind == Kind::Release);
        for (const std::size_t i : {std::size_t{1}, std::size_t{2}}) {
            QVERIFY(all[i].hold);
            QCOMPARE(all[i].hold->node, own.node);
            QCOMPARE(all[i].hold->fencingToken, own.fencingToken);
        }
    }

    void whatCanNotBeWrittenDownIsNotDone() {
        ActsOnCluster acts;
        const lockcore::Hold hold = acts.other.hold("/lock");
        const auto holder = acts.holder();
        QVERIFY(holder);
        acts.fillDisk();
        acts.connection.removeContender("/lock", holder, lockcore::Role::Holder);
        acts.connection.acquire({"/other"});
        acts.connection.launchContenders({"/load", lockcore::LockMode::Exclusive, 3});
        QTRY_COMPARE_WITH_TIMEOUT(acts.actions.size(), 3U, kPatienceMs);
        for (const ActionReport& action : acts.actions) {
            QCOMPARE(action.outcome, ActionOutcome::Refused);
            QCOMPARE(action.refusal, Refusal::NotRecorded);
        }
        QVERIFY(acts.other.exists(hold.path()));
        QVERIFY(!acts.other.exists("/other"));
        QVERIFY(!acts.other.exists("/load"));
        const QString text = explainAction(acts.actions[0]).joined();
        for (const QString& part :
             {QStringLiteral("Could not force the release of /lock"), acts.audit.file(),
              QStringLiteral("No space left on device"), QStringLiteral("Check the path")})
            QVERIFY2(text.contains(part), qPrintable(text));
        QVERIFY(acts.unrecorded.empty());  // it has been said
    }

    /// A full disk is no reason to keep a lock from others.
    void whatIsOursIsGivenBackEvenUnrecorded() {
        ActsOnCluster acts;
        const QSignalSpy written(&acts.audit, &AuditLog::appended);
        acts.connection.acquire({"/lock"});
        QTRY_VERIFY_WITH_TIMEOUT(acts.has(lockcore::OwnHoldState::Held), kPatienceMs);
        // What came of the acquire, too: the hold can be seen before that is on the disk.
        QTRY_COMPARE_WITH_TIMEOUT(written.size(), 2, kPatienceMs);
        acts.fillDisk();
        acts.connection.release(acts.connection.holds().front().id);
        QTRY_COMPARE_WITH_TIMEOUT(acts.actions.size(), 2U, kPatienceMs);
        QCOMPARE(acts.actions[1].outcome, ActionOutcome::Done);
        QTRY_VERIFY_WITH_TIMEOUT(acts.other.children("/lock").empty(), kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(acts.unrecorded.size(), 1U, kPatienceMs);
        const QString text =
            explainNotRecorded(acts.unrecorded[0], {lockcore::ErrorCode::Io, "writing to it: no room",
                                                    acts.audit.file().toStdString()})
                .joined();
        for (const QString& part :
             {QStringLiteral("Released /lock."), acts.audit.file(), QStringLiteral("no room")})
            QVERIFY2(text.contains(part), qPrintable(text));
    }

    void theWindowSaysThatNothingWasDone() {
        OnProduction on;
        QVERIFY(!QFile::exists(on.test.audit.file()));
        QVERIFY(QFile::link(QStringLiteral("/dev/full"), on.test.audit.file()));
        on.test.dialogs.removalAnswer = RemovalAnswer::Remove;
        on.test.trigger(ActionId::RemoveContender);
        QTRY_VERIFY_WITH_TIMEOUT(on.message().contains(QStringLiteral("Nothing was done")), kPatienceMs);
        QVERIFY2(on.message().contains(on.test.audit.file()), qPrintable(on.message()));
        QVERIFY(on.other.exists(on.hold.path()));
    }

    void whatNobodyAnsweredIsUnknown() {
        ActsOnCluster acts;
        const lockcore::Hold hold = acts.other.hold("/lock");
        TcpProxy network(TestCluster::instance().server().port());
        acts.open(network.address() + acts.cluster.substr(acts.cluster.find('/')));
        const auto holder = acts.holder();
        QVERIFY(holder);
        network.loseAnswers();
        QSignalSpy written(&acts.audit, &AuditLog::appended);
        acts.connection.removeContender("/lock", holder, lockcore::Role::Holder);
        QTRY_COMPARE_WITH_TIMEOUT(written.size(), 1, kPatienceMs);
        acts.connection.close();
        QCOMPARE(acts.actions.size(), 1U);
        QCOMPARE(acts.actions[0].outcome, ActionOutcome::Unknown);
        const QString text = explainAction(acts.actions[0]).joined();
        QVERIFY2(text.startsWith(QStringLiteral("It is not known whether the holder of /lock was removed.")),
                 qPrintable(text));
        QCOMPARE(outcomeOf(ActionKind::Evict, lockcore::ErrorCode::ConnectionLoss), ActionOutcome::Unknown);
        QCOMPARE(outcomeOf(ActionKind::Evict, lockcore::ErrorCode::Closing), ActionOutcome::Unknown);
        QCOMPARE(outcomeOf(ActionKind::Evict, lockcore::ErrorCode::BadVersion), ActionOutcome::Failed);
        QCOMPARE(outcomeOf(ActionKind::Acquire, lockcore::ErrorCode::Closing), ActionOutcome::Failed);
    }

    void aProgramThatIsKilledMeanwhileLeavesItsIntention() {
        const std::string cluster = freshCluster();
        OtherClient other(cluster);
        const lockcore::Hold hold = other.hold("/lock");
        TcpProxy network(TestCluster::instance().server().port());
        const std::string chroot = cluster.substr(cluster.find('/'));
        QTemporaryDir directory;
        const QString name = directory.filePath(QStringLiteral("audit.jsonl"));
        QProcess program;
        program.start(QStringLiteral(ACTING_PROGRAM),
                      {QString::fromStdString(network.address() + chroot), name});
        QByteArray said;
        const auto hasRead = [&] {
            said += program.readAllStandardOutput();
            return said.contains("READ");
        };
        QTRY_VERIFY_WITH_TIMEOUT(hasRead(), kPatienceMs);
        network.loseAnswers();
        program.write("go\n");
        const auto text = [&] {
            QFile file(name);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        QTRY_VERIFY_WITH_TIMEOUT(text().endsWith('\n'), kPatienceMs);
        program.kill();
        QVERIFY(program.waitForFinished(kPatienceMs));

        QCOMPARE(text().count('\n'), 1);
        QVERIFY2(text().contains("\"outcome\":\"intended\""), text().constData());
        AuditModel model;
        std::vector<AuditRecord> records;
        records.push_back(parseAuditLine(text().chopped(1)).value());
        model.add(std::move(records));
        QCOMPARE(model.index(0, AuditModel::Action).data().toString(), QStringLiteral("Force release"));
        QCOMPARE(model.index(0, AuditModel::Outcome).data().toString(), QStringLiteral("Unknown"));
    }

    void contendersAreRecordedWithTheirPlan() {
        ActsOnCluster acts;
        acts.connection.launchContenders({"/load", lockcore::LockMode::Write, 3, 20ms, 30ms});
        QTRY_COMPARE_WITH_TIMEOUT(acts.actions.size(), 1U, kPatienceMs);
        for (const auto& line : acts.lines()) {
            QCOMPARE(field(line, "action"), QStringLiteral("launch-contenders"));
            QCOMPARE(field(line, "lock"), QStringLiteral("/load"));
            QCOMPARE(field(line, "detail"), QStringLiteral("3 write, hold 20 ms, think 30 ms"));
        }
        QCOMPARE(acts.lines().size(), 2U);
    }

    void readOnlyStopsWhatIsOurs() {
        ActsOnCluster acts;
        const lockcore::Hold hold = acts.other.hold("/lock");
        acts.connection.acquire({"/mine"});
        QTRY_VERIFY_WITH_TIMEOUT(acts.has(lockcore::OwnHoldState::Held), kPatienceMs);
        acts.connection.acquire({"/lock"});
        acts.connection.launchContenders({"/load", lockcore::LockMode::Exclusive, 5, 20ms, 20ms});
        acts.connection.launchDemoContenders({{"/demo", lockcore::LockMode::Exclusive, 2, 20ms, 0ms}});
        QTRY_COMPARE_WITH_TIMEOUT(acts.other.children("/lock").size(), 2U, kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(!acts.other.children("/load").empty(), kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(acts.actions.size() == 2U, kPatienceMs);

        std::size_t running = 7;
        QObject::connect(&acts.connection, &ClusterConnection::contendersChanged,
                         [&](const auto& view) { running = view ? view->contenders.size() : 0; });
        acts.connection.setReadOnly(true);
        QCOMPARE(acts.turns.size(), 1U);
        QVERIFY(!acts.turns[0].isForIdleness);
        QCOMPARE(acts.turns[0].contenders, 5U);
        QCOMPARE(acts.turns[0].withdrawn, 1U);
        QCOMPARE(acts.turns[0].held, 1U);
        QTRY_COMPARE_WITH_TIMEOUT(acts.other.children("/lock").size(), 1U, kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(running, 2U, kPatienceMs);  // the demo's go on
        QVERIFY(acts.other.children("/load").empty());
        QTRY_COMPARE_WITH_TIMEOUT(acts.connection.holds().size(), 1U, kPatienceMs);
        QCOMPARE(acts.connection.holds().front().lockPath, std::string("/mine"));
        QVERIFY(acts.has(lockcore::OwnHoldState::Held));
        QCOMPARE(hold.state(), lockcore::HoldState::Held);
        const auto isRecorded = [&](const char* action, const char* what, const char* value) {
            return std::ranges::any_of(acts.lines(), [&](const QJsonObject& line) {
                return field(line, "action") == QLatin1String(action) &&
                       field(line, what) == QLatin1String(value);
            });
        };
        QVERIFY(isRecorded("stop-contenders", "detail", "5, as the connection became read-only"));
        QVERIFY(isRecorded("acquire", "code", "Cancelled"));
    }

    /// Whose end is in no line was never ended, as far as the file knows.
    void whatEndsWithTheConnectionIsRecorded() {
        ActsOnCluster acts;
        acts.connection.acquire({"/mine"});
        QTRY_VERIFY_WITH_TIMEOUT(acts.has(lockcore::OwnHoldState::Held), kPatienceMs);
        acts.connection.launchContenders({"/load", lockcore::LockMode::Exclusive, 3, 20ms, 20ms});
        QTRY_COMPARE_WITH_TIMEOUT(acts.actions.size(), 2U, kPatienceMs);
        const std::string node = acts.connection.holds().front().node;
        acts.connection.close();
        const auto lines = acts.lines();
        const auto isEnd = [&](const char* action, const char* detail) {
            return std::ranges::count_if(lines, [&](const QJsonObject& line) {
                return field(line, "action") == QLatin1String(action) &&
                       field(line, "detail") == QLatin1String(detail) && !field(line, "session").isEmpty();
            });
        };
        QCOMPARE(isEnd("stop-contenders", "3, as the connection was closed"), 1);
        QCOMPARE(isEnd("release", "by the end of the session"), 1);
        QVERIFY(std::ranges::any_of(lines, [&](const QJsonObject& line) {
            return field(line, "action") == QLatin1String("release") &&
                   field(line, "lock") == QLatin1String("/mine") &&
                   field(line, "contender") == QString::fromStdString(node) &&
                   field(line, "outcome") == QLatin1String("unknown");
        }));
    }

    /// What was asked for a moment before is not done a moment after.
    void readOnlyStopsWhatIsBeingWrittenDown() {
        ActsOnCluster acts;
        const lockcore::Hold hold = acts.other.hold("/lock");
        const auto holder = acts.holder();
        QVERIFY(holder);
        acts.connection.removeContender("/lock", holder, lockcore::Role::Holder);
        acts.connection.acquire({"/mine"});
        acts.connection.setReadOnly(true);
        QTRY_COMPARE_WITH_TIMEOUT(acts.actions.size(), 2U, kPatienceMs);
        for (const ActionReport& action : acts.actions)
            QCOMPARE(action.refusal, Refusal::ReadOnly);
        QVERIFY(acts.other.exists(hold.path()));
        QCOMPARE(acts.lines().size(), 4U);
    }

    void theWindowSaysWhatReadOnlyHasEnded() {
        const std::string cluster = freshCluster();
        OtherClient other(cluster);
        const lockcore::Hold hold = other.hold("/lock");
        TestWindow test;
        test.window.connectTo({QString::fromStdString(cluster)});
        QTRY_VERIFY_WITH_TIMEOUT(test.window.selection().queue, kPatienceMs);
        test.trigger(ActionId::AllowActions);
        test.dialogs.acquire.emplace();
        test.trigger(ActionId::Acquire);
        test.window.connection().launchContenders({"/load", lockcore::LockMode::Exclusive, 4});
        QTRY_COMPARE_WITH_TIMEOUT(other.children("/lock").size(), 2U, kPatienceMs);
        const auto message = [&] { return test.window.panels().messageBar->text(); };
        QTRY_VERIFY_WITH_TIMEOUT(message().contains(QStringLiteral("Launched")), kPatienceMs);
        test.trigger(ActionId::AllowActions);
        QCOMPARE(message(), QStringLiteral("The connection is read-only again. 4 contender(s) were stopped. "
                                           "1 waiting acquire(s) were withdrawn."));
        QTRY_COMPARE_WITH_TIMEOUT(other.children("/lock").size(), 1U, kPatienceMs);
    }

    void productionIsReadOnlyAgainAfterTenMinutesWithoutAnAct() {
        ActsOnCluster acts(Environment::Production);
        const auto later = [&](std::chrono::nanoseconds time) {
            acts.now += time;
            acts.connection.checkIdle();
        };
        later(10min - 1s);
        QVERIFY(!acts.connection.isReadOnly());
        acts.connection.launchContenders({"/load", lockcore::LockMode::Exclusive, 2});
        QTRY_COMPARE_WITH_TIMEOUT(acts.actions.size(), 1U, kPatienceMs);
        later(10min - 1s);
        QVERIFY(!acts.connection.isReadOnly());
        later(1s);
        QVERIFY(acts.connection.isReadOnly());
        QCOMPARE(acts.turns.size(), 1U);
        QVERIFY(acts.turns[0].isForIdleness);
        QCOMPARE(acts.turns[0].contenders, 2U);

        // As when the machine was suspended: nobody has looked at the clock meanwhile.
        acts.connection.setReadOnly(false);
        acts.now += 10min;
        acts.connection.acquire({"/lock"});
        QCOMPARE(acts.actions.back().refusal, Refusal::ReadOnly);
        QVERIFY(!acts.other.exists("/lock"));
    }

    void productionTellsHowLongActsAreAllowed() {
        ActsOnCluster acts(Environment::Production);
        QVERIFY(acts.connection.actingEndsIn());
        QCOMPARE(*acts.connection.actingEndsIn(), std::chrono::nanoseconds(10min));
        acts.now += 19s;
        QCOMPARE(*acts.connection.actingEndsIn(), std::chrono::nanoseconds(9min + 41s));
        acts.now += 1h;
        QCOMPARE(*acts.connection.actingEndsIn(), std::chrono::nanoseconds(0));
        acts.connection.checkIdle();
        QVERIFY(!acts.connection.actingEndsIn());
        ActsOnCluster elsewhere(Environment::Test);
        QVERIFY(!elsewhere.connection.actingEndsIn());  // as long as the user wants
    }

    /// Forgotten, it would keep production writable for ever, and then get a lock that nobody gives back.
    void anAcquireThatWaitsIsWithdrawnAfterTenMinutes() {
        ActsOnCluster acts(Environment::Production);
        const lockcore::Hold hold = acts.other.hold("/lock");
        acts.connection.acquire({"/lock"});
        QTRY_COMPARE_WITH_TIMEOUT(acts.other.children("/lock").size(), 2U, kPatienceMs);
        acts.now += 10min - 1s;
        QCOMPARE(*acts.connection.actingEndsIn(), std::chrono::nanoseconds(1s));
        acts.connection.checkIdle();
        QVERIFY(!acts.connection.isReadOnly());
        acts.now += 1s;
        acts.connection.checkIdle();
        QVERIFY(acts.connection.isReadOnly());
        QVERIFY(acts.turns[0].isForIdleness);
        QCOMPARE(acts.turns[0].withdrawn, 1U);
        QTRY_COMPARE_WITH_TIMEOUT(acts.other.children("/lock").size(), 1U, kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(acts.actions.size(), 1U, kPatienceMs);
        QCOMPARE(acts.actions[0].error.value_or(lockcore::Error()).code, lockcore::ErrorCode::Cancelled);
    }

    /// Nobody else would notice that nothing happens.
    void tenMinutesAreNoticedByItself() {
        ActsOnCluster acts(Environment::Production);
        acts.now += 10min;
        QVERIFY(!acts.connection.isReadOnly());
        QTRY_VERIFY_WITH_TIMEOUT(acts.connection.isReadOnly(), kPatienceMs);
        QVERIFY(acts.turns.size() == 1 && acts.turns[0].isForIdleness);
    }

    void whatAnAcquireHasGotStaysHeldAfterTenMinutes() {
        ActsOnCluster acts(Environment::Production);
        acts.connection.acquire({"/lock"});
        QTRY_VERIFY_WITH_TIMEOUT(acts.has(lockcore::OwnHoldState::Held), kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(acts.actions.size(), 1U, kPatienceMs);
        acts.now += 10min;
        acts.connection.checkIdle();
        QVERIFY(acts.connection.isReadOnly());
        QCOMPARE(acts.turns[0].held, 1U);
        QVERIFY(acts.has(lockcore::OwnHoldState::Held));
    }

    void elsewhereActionsStayAllowed() {
        ActsOnCluster acts(Environment::Test);
        acts.now += 24h;
        acts.connection.checkIdle();
        QVERIFY(!acts.connection.isReadOnly());
    }

    void productionLimitsContenders() {
        ActsOnCluster acts(Environment::Production);
        const auto launch = [&](std::size_t count) {
            acts.connection.launchContenders({"/load", lockcore::LockMode::Exclusive, count, 1ms, 1h});
        };
        launch(60);
        launch(41);
        QTRY_COMPARE_WITH_TIMEOUT(acts.actions.size(), 2U, kPatienceMs);
        QCOMPARE(acts.actions[0].outcome, ActionOutcome::Done);
        QCOMPARE(acts.actions[1].refusal, Refusal::TooManyContenders);
        const QString text = explainAction(acts.actions[1]).joined();
        QVERIFY2(text.contains(QStringLiteral("at most 100 contenders")), qPrintable(text));
        acts.connection.stopContenders({1, 2});
        QTRY_COMPARE_WITH_TIMEOUT(acts.actions.size(), 3U, kPatienceMs);
        launch(42);
        QTRY_COMPARE_WITH_TIMEOUT(acts.actions.size(), 4U, kPatienceMs);
        QCOMPARE(acts.actions[3].outcome, ActionOutcome::Done);
    }

    void everyActOnProductionAsks() {
        OnProduction on;
        PresetDialogs& dialogs = on.test.dialogs;
        on.test.trigger(ActionId::AskToRelease);
        QVERIFY(dialogs.asked);
        QCOMPARE(dialogs.asked->environment, Environment::Production);
        dialogs.asked.reset();
        on.test.trigger(ActionId::Acquire);
        QCOMPARE(dialogs.acquireQuestions, 1);
        QVERIFY(!QFile::exists(on.test.audit.file()));  // all were turned down

        dialogs.saysYes = true;
        on.test.trigger(ActionId::AskToRelease);
        QTRY_COMPARE_WITH_TIMEOUT(on.data(), std::string("__REVOKE__"), kPatienceMs);
        dialogs.acquire.emplace();
        on.test.trigger(ActionId::Acquire);
        QTRY_COMPARE_WITH_TIMEOUT(on.test.window.connection().holds().size(), 1U, kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(on.test.isEnabled(ActionId::Release), kPatienceMs);
        dialogs.saysYes = false;
        dialogs.asked.reset();
        on.test.trigger(ActionId::Release);
        QVERIFY(dialogs.asked);
        QCOMPARE(dialogs.asked->verb, QStringLiteral("Give back"));
        QCOMPARE(on.test.window.connection().holds().size(), 1U);
    }

    void enterAcquiresNothingOnProduction() {
        for (const Environment environment : {Environment::Test, Environment::Production}) {
            const bool isProduction = environment == Environment::Production;
            AcquireDialog dialog(nullptr, "/lock", nullptr, false, environment);
            dialog.show();
            QVERIFY(QTest::qWaitForWindowExposed(&dialog));
            QString texts;
            for (const QLabel* label : dialog.findChildren<QLabel*>())
                texts += label->text();
            QCOMPARE(texts.contains(QStringLiteral("the programs that need it wait")), isProduction);
            QTest::keyClick(&dialog, Qt::Key_Return);
            QCOMPARE(dialog.result() == QDialog::Accepted, !isProduction);
        }
    }

    void anAskedHolderIsShownAsSuchAtOnce() {
        for (const bool isPaused : {false, true}) {
            ActsOnCluster acts;
            const lockcore::Hold hold = acts.other.hold("/lock");
            const auto holder = acts.holder();
            QVERIFY(holder);
            acts.connection.setPaused(isPaused);
            acts.connection.askToRelease("/lock", holder);
            const auto shownData = [&] { return acts.connection.queue("/lock")->rows[0].contender->data; };
            QTRY_COMPARE_WITH_TIMEOUT(shownData(), std::string("__REVOKE__"), kPatienceMs);
        }
    }
};

LOCKSCOPE_TEST(TestActs)
#include "tst_acts.moc"
