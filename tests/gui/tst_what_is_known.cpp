// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/event_log_model.h"
#include "events/message_bar.h"
#include "findings/findings_panel.h"
#include "locks/lock_list_view.h"
#include "other_client.h"
#include "sessions/servers_model.h"
#include "sessions/servers_panel.h"
#include "sessions/sessions_panel.h"
#include "test_cluster.h"
#include "test_program.h"
#include "threads/closing.h"
#include "widgets/stable_table_view.h"
#include "window/status_strip.h"
#include "window_fixture.h"
#include "words/wall_clock.h"

#include <lockcore/lab/local_cluster.h>

#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>

#include <algorithm>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

/// Twice as long as it takes until the cluster is looked at again.
constexpr int kQuietMs = 4'000;

/// A window on a cluster where somebody else holds "/lock". Lives on the GUI thread.
struct OnCluster : TestWindow {
    std::string cluster = freshCluster();
    OtherClient other{cluster};
    lockcore::Hold hold = other.hold("/lock");

    OnCluster() { connect(); }

    void connect() {
        ConnectionOptions options{QString::fromStdString(cluster)};
        options.adminUrl = QString::fromStdString(TestCluster::instance().server().adminUrl());
        window.connectTo(options);
    }
    QString name() const { return QString::fromStdString(cluster); }
    bool isListed(const std::string& path) const { return window.locks().rowOf(path) >= 0; }
    std::int64_t sampledAt() {
        const auto& assessment = window.connection().assessment();
        return assessment ? assessment->sample->takenAtUnixMs : 0;
    }
    bool hasFinding(lockcore::FindingKind kind) {
        const auto& assessment = window.connection().assessment();
        return assessment && std::ranges::any_of(assessment->findings, [&](const lockcore::Finding& finding) {
                   return finding.kind == kind;
               });
    }
};

/// Texts of the labels that are not hidden.
QStringList shownLabels(const QWidget& widget) {
    QStringList texts;
    for (const QLabel* label : widget.findChildren<QLabel*>())
        if (!label->isHidden()) texts << label->text();
    return texts;
}

bool anyContains(const QStringList& texts, const QString& part) {
    return !texts.filter(part).isEmpty();
}

QString rungCell(const ServersPanel& panel, int column) {
    return panel.view()->model()->index(0, column).data().toString();
}

}  // namespace

/// What Lockscope knows of a real cluster and how, and what the user says about it.
class TestWhatIsKnown : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// A row of the event log says how a holder left as soon as the servers have told, in its place.
    void endOfAHolderIsToldInItsRow() {
        OnCluster test;
        QTRY_VERIFY_WITH_TIMEOUT(test.isListed("/lock"), kPatienceMs);
        test.window.panels().locks->selectLock("/lock");
        const EventLogModel& log = test.window.events();
        const auto rowOf = [&](const QString& part) {
            for (int row = 0; row < log.rowCount(); ++row)
                if (log.at(row).text.contains(part)) return row;
            return -1;
        };
        QTRY_VERIFY_WITH_TIMEOUT(
            test.window.selection().queue && test.window.selection().queue->holders() == 1, kPatienceMs);
        const auto surveyedAt = [&] {
            const auto& assessment = test.window.connection().assessment();
            return assessment && !assessment->sample->servers.empty()
                       ? assessment->sample->servers[0].readAtUnixMs
                       : 0;
        };
        const std::int64_t seenAt = systemNowUnixMs();
        QTRY_VERIFY_WITH_TIMEOUT(surveyedAt() > seenAt, kPatienceMs);
        test.hold.release();
        QTRY_VERIFY_WITH_TIMEOUT(rowOf(QStringLiteral("and has left")) >= 0, kPatienceMs);
        const int row = rowOf(QStringLiteral("and has left"));
        const std::int64_t leftAt = log.at(row).atUnixMs;
        QTRY_VERIFY_WITH_TIMEOUT(log.at(row).kind == EventKind::Released, kPatienceMs);
        QCOMPARE(log.at(row).atUnixMs, leftAt);
        QVERIFY2(log.at(row).text.contains(QStringLiteral("127.0.0.1")), qPrintable(log.at(row).text));
        QCOMPARE(rowOf(QStringLiteral("and has left")), row);
    }

    /// What this program took away itself is known at once, and no fault.
    void ownForceReleaseIsNoFault() {
        OnCluster test;
        QTRY_VERIFY_WITH_TIMEOUT(test.isListed("/lock"), kPatienceMs);
        test.window.panels().locks->selectLock("/lock");
        QTRY_VERIFY_WITH_TIMEOUT(
            test.window.selection().queue && test.window.selection().queue->holders() == 1, kPatienceMs);
        const auto holder = test.window.selection().queue->rows[0].contender;
        test.trigger(ActionId::AllowActions);
        test.window.connection().removeContender("/lock", holder, lockcore::Role::Holder, "test");
        const EventLogModel& log = test.window.events();
        const auto isTold = [&] {
            for (int row = 0; row < log.rowCount(); ++row)
                if (log.at(row).kind == EventKind::Removed)
                    return log.at(row).severity == Severity::Information &&
                           log.at(row).text.contains(QStringLiteral("removed by this program"));
            return false;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isTold(), kPatienceMs);
    }

    void cleanupTestCase() { QVERIFY(waitForClosing(30s)); }

    void serversTellHowTheyWereAsked() {
        OnCluster test;
        const ServersPanel& servers = *test.window.panels().servers;
        QVERIFY(anyContains(shownLabels(servers), QStringLiteral("Not asked yet")));
        QTRY_COMPARE_WITH_TIMEOUT(servers.view()->model()->rowCount(), 1, kPatienceMs);
        QCOMPARE(rungCell(servers, ServersModel::Role), QStringLiteral("standalone"));
        for (int column = ServersModel::Status; column <= ServersModel::Metrics; ++column)
            QCOMPARE(rungCell(servers, column), QStringLiteral("✔ Admin"));
        // From the second sample on there is something to compare with.
        QTRY_VERIFY_WITH_TIMEOUT(
            anyContains(shownLabels(*test.window.panels().status), QStringLiteral("requests/s")),
            kPatienceMs);
        QVERIFY(anyContains(shownLabels(servers), QStringLiteral("requests/s")));
        test.trigger(ActionId::Disconnect);
        QCOMPARE(servers.view()->model()->rowCount(), 0);
    }

    void aRestrictedServerIsToldWithTheLineThatHelps() {
        lockcore::LocalClusterOptions options;
        options.adminServer = false;
        options.fourLetterWords = "srvr";
        const auto cluster = lockcore::LocalCluster::start(options);
        QVERIFY(cluster);
        TestWindow test;
        ConnectionOptions connection{QString::fromStdString((*cluster)->connectString())};
        // Port 8080, where it would be by default, may be another server's.
        connection.adminUrl = QStringLiteral("http://127.0.0.1:1/commands");
        test.window.connectTo(connection);
        ServersPanel& servers = *test.window.panels().servers;
        QTRY_COMPARE_WITH_TIMEOUT(servers.view()->model()->rowCount(), 1, kPatienceMs);
        QCOMPARE(rungCell(servers, ServersModel::Status), QStringLiteral("✔ 4lw"));
        QCOMPARE(rungCell(servers, ServersModel::Connections), QStringLiteral("✖ not allowed"));
        QCOMPARE(rungCell(servers, ServersModel::Watches), QStringLiteral("✖ no Admin"));
        auto* const line = servers.findChild<QLineEdit*>();
        QVERIFY(line && line->text().startsWith(QStringLiteral("4lw.commands.whitelist=")));
        servers.findChild<QPushButton*>(QStringLiteral("copy"))->click();
        QCOMPARE(QApplication::clipboard()->text(), line->text());
        test.trigger(ActionId::Disconnect);
        QVERIFY(waitForClosing(30s));
    }

    void aSnapshotHasNoServersToAsk() {
        TestWindow test;
        test.window.showSnapshot({QStringLiteral("empty"), std::make_shared<const lockcore::Snapshot>()});
        QVERIFY(anyContains(shownLabels(*test.window.panels().servers),
                            QStringLiteral("No server can be asked")));
    }

    void pausedNothingIsAskedAndItIsSaid() {
        OnCluster test;
        QVERIFY(!test.window.actions().get(ActionId::Pause)->isChecked());
        QTRY_VERIFY_WITH_TIMEOUT(test.sampledAt() > 0, kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(test.isListed("/lock"), kPatienceMs);
        test.trigger(ActionId::Pause);
        QVERIFY(test.window.connection().isPaused());
        QVERIFY(anyContains(shownLabels(*test.window.panels().status), QStringLiteral("Paused")));
        QVERIFY(!anyContains(shownLabels(*test.window.panels().status), QStringLiteral("requests/s")));
        QCOMPARE(test.window.actions().get(ActionId::Pause)->iconText(), QStringLiteral("Paused"));
        test.window.panels().sessionsDock->raise();
        QTRY_VERIFY_WITH_TIMEOUT(
            anyContains(shownLabels(*test.window.panels().sessions), QStringLiteral("Checked ")),
            kPatienceMs);

        test.trigger(ActionId::Pause);
        QVERIFY(!test.window.connection().isPaused());
        QVERIFY(!anyContains(shownLabels(*test.window.panels().status), QStringLiteral("Paused")));
        const std::int64_t before = test.sampledAt();
        QTRY_VERIFY_WITH_TIMEOUT(test.sampledAt() > before, kPatienceMs);
    }

    void nothingIsPolledWhileNobodyCanSeeTheWindow() {
        OnCluster test;
        QTRY_VERIFY_WITH_TIMEOUT(test.isListed("/lock"), kPatienceMs);
        QSignalSpy passes(&test.window.connection(), &ClusterConnection::assessmentChanged);
        QVERIFY(passes.wait(kPatienceMs));  // at its pace, without being told to
        test.tabs.hide();
        (void)passes.wait(kQuietMs);  // one may be under way
        QVERIFY(!passes.wait(kQuietMs));
        test.tabs.show();
        QVERIFY(passes.wait(kPatienceMs));
    }

    void thresholdsApplyAtOnce() {
        OnCluster test;
        OtherClient waiting(test.cluster);
        auto queued = lockcore::Mutex(waiting.session().session(), "/lock");
        const auto place = queued.acquireAsync(lockcore::Owner::unique(), {}, [](auto) {});
        QTRY_VERIFY_WITH_TIMEOUT(test.other.children("/lock").size() == 2, kPatienceMs);
        test.trigger(ActionId::Refresh);
        QTRY_VERIFY_WITH_TIMEOUT(test.sampledAt() > 0, kPatienceMs);
        QVERIFY(!test.hasFinding(lockcore::FindingKind::LongWait));

        SettingsChange change;
        change.thresholds.longWait = 1s;
        test.dialogs.settings = change;
        test.trigger(ActionId::Settings);
        QVERIFY(test.dialogs.offeredSettings);
        QCOMPARE(test.dialogs.offeredSettings->thresholds, lockcore::Thresholds());
        QCOMPARE(test.window.connection().options().thresholds, change.thresholds);
        QTRY_VERIFY_WITH_TIMEOUT(test.hasFinding(lockcore::FindingKind::LongWait), kPatienceMs);
        // A later connection has them from the beginning.
        test.trigger(ActionId::Disconnect);
        test.connect();
        QCOMPARE(test.window.connection().options().thresholds, change.thresholds);
        place.cancel();
    }

    void whatIsNoLockIsLeftOutUntilItsMarkGoes() {
        OnCluster test;
        const lockcore::Hold second = test.other.hold("/other");
        test.trigger(ActionId::Refresh);
        QTRY_VERIFY_WITH_TIMEOUT(test.isListed("/lock") && test.isListed("/other"), kPatienceMs);
        test.window.panels().locks->selectLock("/lock");
        QVERIFY(!test.isEnabled(ActionId::RemoveMark));
        test.trigger(ActionId::MarkNotALock);
        QVERIFY(!test.isListed("/lock"));
        QVERIFY(test.window.selection().lockPath != "/lock");
        QVERIFY(test.settings.marks(test.name()).isNotALock("/lock"));
        QVERIFY(test.window.panels().messageBar->text().contains(QStringLiteral("not a lock")));

        // Also in the next window.
        TestWindow again;
        again.settings.setMark(test.name(), "/lock", lockcore::NotALock());
        again.window.connectTo({test.name()});
        QTRY_VERIFY_WITH_TIMEOUT(again.window.locks().rowOf("/other") >= 0, kPatienceMs);
        QVERIFY(again.window.locks().rowOf("/lock") < 0);

        test.dialogs.settings = SettingsChange{{}, {}, {{test.name(), "/lock"}}};
        test.trigger(ActionId::Settings);
        QCOMPARE(test.dialogs.offeredSettings->marks.at(test.name()).all().size(), 1U);
        QTRY_VERIFY_WITH_TIMEOUT(test.isListed("/lock"), kPatienceMs);
    }

    void aMarkedPathIsALockOfThatDialect() {
        OnCluster test;
        QVERIFY(test.other.create("/service/leader", "node-1", lockcore::NodeKind::Ephemeral));
        QTRY_VERIFY_WITH_TIMEOUT(test.isListed("/lock"), kPatienceMs);
        test.dialogs.path = QStringLiteral("/service/leader");
        test.dialogs.mark = lockcore::Dialect::PatroniLeader;
        test.trigger(ActionId::MarkPath);
        QCOMPARE(test.settings.marks(test.name()).dialectOf("/service/leader"),
                 lockcore::Dialect::PatroniLeader);
        QTRY_VERIFY_WITH_TIMEOUT(test.isListed("/service/leader"), kPatienceMs);
        test.window.panels().locks->selectLock("/service/leader");
        QVERIFY(test.isEnabled(ActionId::RemoveMark));
        test.trigger(ActionId::RemoveMark);
        QVERIFY(test.settings.allMarks().empty());
        QVERIFY(!test.isEnabled(ActionId::RemoveMark));
    }

    /// As of a lock of the lab: whatever the user marks meanwhile.
    void whatTheProgramKnowsOfAPathCountsBesideMarks() {
        using lockcore::Dialect;
        OnCluster test;
        QTRY_VERIFY_WITH_TIMEOUT(test.isListed("/lock"), kPatienceMs);
        const auto dialectOf = [&](const char* path) {
            return test.window.connection().marks().dialectOf(path);
        };
        test.window.marking().presume("/node", Dialect::PlainNode);
        QCOMPARE(dialectOf("/node"), Dialect::PlainNode);
        test.settings.setMark(test.name(), "/lock", Dialect::KazooLock);
        QCOMPARE(dialectOf("/node"), Dialect::PlainNode);
        QCOMPARE(dialectOf("/lock"), Dialect::KazooLock);
        QVERIFY(!test.window.marking().isMarked("/node"));
        // What the user says is right.
        test.settings.setMark(test.name(), "/node", Dialect::PatroniLeader);
        QCOMPARE(dialectOf("/node"), Dialect::PatroniLeader);
        test.settings.clearMark(test.name(), "/node");
        QCOMPARE(dialectOf("/node"), Dialect::PlainNode);
        Q_EMIT test.window.lab().stageChanged(lockcore::LabStage::Ended);
        QVERIFY(!dialectOf("/node"));
        QCOMPARE(dialectOf("/lock"), Dialect::KazooLock);
    }

    void theMenuOfDialectsMarksTheSelectedLock() {
        OnCluster test;
        QTRY_VERIFY_WITH_TIMEOUT(test.isListed("/lock"), kPatienceMs);
        test.window.panels().locks->selectLock("/lock");
        QMenu* const dialects = test.window.actions().get(ActionId::MarkAs)->menu();
        Q_EMIT dialects->aboutToShow();
        const auto kazoo = [&] {
            const auto actions = dialects->actions();
            return *std::ranges::find(actions, QStringLiteral("kazoo lock"), &QAction::text);
        };
        QVERIFY(!kazoo()->isChecked());
        kazoo()->trigger();
        QCOMPARE(test.settings.marks(test.name()).dialectOf("/lock"), lockcore::Dialect::KazooLock);
        Q_EMIT dialects->aboutToShow();
        QVERIFY(kazoo()->isChecked());
        QTRY_VERIFY_WITH_TIMEOUT(test.window.selection().queue &&
                                     test.window.selection().queue->dialect == lockcore::Dialect::KazooLock,
                                 kPatienceMs);
    }
};

LOCKSCOPE_TEST(TestWhatIsKnown)
#include "tst_what_is_known.moc"
