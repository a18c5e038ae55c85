// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit_panel.h"
#include "document/row_subject.h"
#include "events/event_log_panel.h"
#include "graph/graph_panel.h"
#include "lab/lab_contenders.h"
#include "lab/lab_panel.h"
#include "locks/lock_list_view.h"
#include "other_client.h"
#include "overview/overview_panel.h"
#include "queue/departures_view.h"
#include "queue/queue_panel.h"
#include "queue/queue_view.h"
#include "sample_assessment.h"
#include "sessions/servers_panel.h"
#include "sessions/sessions_panel.h"
#include "test_cluster.h"
#include "test_program.h"
#include "threads/closing.h"
#include "timeline/timeline_panel.h"
#include "widgets/stable_table_view.h"
#include "window/centre_tabs.h"
#include "window_fixture.h"
#include "words/shell_text.h"

#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QLineEdit>
#include <QMenu>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

QString shellQuoted(const char* bytes) {
    return shellWord(bytes).value_or(QStringLiteral("refused"));
}

QString commandFor(const RowSubject& row, std::string_view connectString = "a:2181,b:2181/root") {
    return zkCliCommand(row, connectString).value_or(QStringLiteral("refused"));
}

lockcore::ContenderPlace placeIn(const std::string& path) {
    return {samples::queue({samples::mutex(1)}, path), 0};
}

}  // namespace

class TestRowActions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanupTestCase() { QVERIFY(waitForClosing(30s)); }

    void shellWordsAreQuotedOrRefused() {
        QCOMPARE(shellQuoted("/app/lock-0000000001"), QStringLiteral("/app/lock-0000000001"));
        QCOMPARE(shellQuoted("/a b"), QStringLiteral("'/a b'"));
        QCOMPARE(shellQuoted("/$(reboot)`x`;&|<>*?!#~"), QStringLiteral("'/$(reboot)`x`;&|<>*?!#~'"));
        QCOMPARE(shellQuoted("/it's"), QStringLiteral("'/it'\"'\"'s'"));
        QCOMPARE(shellQuoted(""), QStringLiteral("''"));
        QCOMPARE(shellQuoted("/\xe9\x94\x81"), QString::fromUtf8("'/\xe9\x94\x81'"));
        // A line break runs what stands before it; others can't be seen, or turn the rest round.
        for (const char* hostile : {"/a\nrm -r x", "/a\r", "/a\x1b[31m",
                                    "/a\xe2\x80\xae"
                                    "b",
                                    "/a\xff", "/a\xc2\xa0"})
            QCOMPARE(shellQuoted(hostile), QStringLiteral("refused"));
    }

    void commandsShowWhatTheRowIsAbout() {
        const auto queue = samples::queue(samples::mutexes(1, 1));
        const std::string& name = queue->rows[0].contender->name;
        QCOMPARE(commandFor(subjectOf(queue->path, *queue->rows[0].contender, nullptr)),
                 QStringLiteral("zkCli.sh -server a:2181,b:2181/root get -s /app/lock/") +
                     QString::fromStdString(name));
        QCOMPARE(commandFor(subjectOfLock("/app/my lock")),
                 QStringLiteral("zkCli.sh -server a:2181,b:2181/root ls '/app/my lock'"));
        QCOMPARE(commandFor({.server = "zk1:2181"}), QStringLiteral("zkCli.sh -server zk1:2181"));
        QCOMPARE(commandFor(subjectOfLock("/app"), {}),
                 QStringLiteral("refused"));  // of nobody knows which cluster
        QCOMPARE(commandFor(subjectOfLock("/a\nb")), QStringLiteral("refused"));
        QCOMPARE(commandFor({}), QStringLiteral("refused"));
    }

    void aSessionIsAboutALockWhereItHasOne() {
        lockcore::SessionView session{.session = lockcore::SessionId{7}, .address = "10.0.3.7:4400"};
        session.waits = {placeIn("/a")};
        RowSubject row = subjectOf(session);
        QCOMPARE(row.lock, std::string("/a"));
        QCOMPARE(row.node, "/a/" + row.contender);
        QCOMPARE(hostOf(row), std::string("10.0.3.7"));
        QCOMPARE(hostFilter(row), QStringLiteral("10.0.3.7:"));
        session.holds = {placeIn("/b")};
        row = subjectOf(session);
        QVERIFY(row.lock.empty());
        QVERIFY(row.node.empty());
        QCOMPARE(row.session, lockcore::SessionId{7});
        session.address = "[::1]:5000";
        QCOMPARE(hostOf(subjectOf(session)), std::string("::1"));
    }

    void aFindingIsAboutOneOfAKindOrNone() {
        lockcore::Finding finding;
        finding.lock = "/a";
        finding.contenders = {"x-0000000001"};
        finding.sessions = {lockcore::SessionId{7}};
        finding.addresses = {"10.0.3.7:4400"};
        finding.server = "zk1:2181";  // which told
        RowSubject row = subjectOf(finding);
        QCOMPARE(row.node, std::string("/a/x-0000000001"));
        QCOMPARE(row.address, std::string("10.0.3.7:4400"));
        QVERIFY(row.server.empty());
        finding.sessions.push_back(lockcore::SessionId{8});
        finding.addresses.push_back("10.0.3.8:4400");
        row = subjectOf(finding);
        QCOMPARE(row.session, lockcore::SessionId::None);
        QVERIFY(row.address.empty());
        lockcore::Finding ofLocks;
        ofLocks.contenders = {"/b/y-0000000002"};
        QCOMPARE(subjectOf(ofLocks).lock, std::string("/b"));
        lockcore::Finding ofServer;
        ofServer.server = "zk1:2181";
        QCOMPARE(hostOf(subjectOf(ofServer)), std::string("zk1"));
    }

    void eachActionNeedsWhatItIsAbout() {
        using enum ActionId;
        const auto usable = [](const RowFacts& row) {
            WindowFacts facts;
            facts.open = true;
            facts.row = row;
            std::vector<ActionId> ids;
            for (const ActionId id : {RowLock, RowSession, RowGraph, RowTimeline, CopyHost, CopySession,
                                      CopyPath, CopyCommand, FilterSessionsByHost, FilterEventsByHost})
                if (blockedReason(id, facts).isEmpty()) ids.push_back(id);
            return ids;
        };
        using Ids = std::vector<ActionId>;
        QVERIFY(usable({}) == Ids());
        QVERIFY(usable({.lock = true}) == (Ids{RowLock, RowGraph, RowTimeline}));
        QVERIFY(usable({.session = true}) == (Ids{RowSession, CopySession}));
        QVERIFY(usable({.host = true}) == (Ids{CopyHost, FilterSessionsByHost, FilterEventsByHost}));
        QVERIFY(usable({.node = true}) == Ids{CopyPath});  // with characters that nobody sees
        QVERIFY(usable({.node = true, .command = true}) == (Ids{CopyPath, CopyCommand}));
        QVERIFY(usable({.server = true, .command = true}) == Ids{CopyCommand});
    }

    void copiesWhatIsSelected() {
        const std::string cluster = TestCluster::instance().freshConnectString();
        OtherClient other(cluster);
        const lockcore::Hold hold = other.hold("/lock");
        TestWindow test;
        QVERIFY(!test.isEnabled(ActionId::CopyPath));
        test.window.connectTo({QString::fromStdString(cluster)});
        const auto& selection = test.window.selection();
        QTRY_VERIFY_WITH_TIMEOUT(selection.queue && isComplete(*selection.queue), kPatienceMs);
        const auto copied = [&](ActionId id) {
            QApplication::clipboard()->clear();
            test.trigger(id);
            return QApplication::clipboard()->text();
        };
        QCOMPARE(copied(ActionId::CopyPath), QStringLiteral("/lock"));
        QVERIFY(!test.isEnabled(ActionId::CopySession));
        QVERIFY2(copied(ActionId::CopyCommand).endsWith(QStringLiteral(" ls /lock")),
                 qPrintable(QApplication::clipboard()->text()));
        QVERIFY(QApplication::clipboard()->text().contains(QString::fromStdString(cluster)));
        test.window.panels().queue->view()->selectContender(keyOf(*selection.queue->rows[0].contender));
        QTRY_VERIFY_WITH_TIMEOUT(test.isEnabled(ActionId::CopySession), kPatienceMs);
        QCOMPARE(copied(ActionId::CopyPath), QString::fromStdString(hold.path()));
        QCOMPARE(copied(ActionId::CopySession),
                 QString::fromStdString(
                     lockcore::toHex(selection.queue->rows[0].contender->stat->ephemeralOwner)));
        test.trigger(ActionId::RowTimeline);
        QVERIFY(test.window.panels().tabs->timelineFacts().shown);
        test.trigger(ActionId::RowLock);
        QVERIFY(!test.window.panels().tabs->timelineFacts().shown);
    }

    /// What a menu does is about its row, whatever is selected elsewhere.
    void aMenuIsAboutItsRow() {
        TestWindow test;
        test.window.show();
        SessionsPanel& sessions = *test.window.panels().sessions;
        lockcore::SessionView session{.session = lockcore::SessionId{0x77}, .address = "10.0.3.7:4400"};
        session.holds = {placeIn("/a")};
        sessions.setSessions({session}, {});
        StableTableView& table = *sessions.view();
        QVERIFY(!test.isEnabled(ActionId::CopyHost));
        Q_EMIT table.customContextMenuRequested(table.visualRect(table.model()->index(0, 0)).center());
        auto* const menu = sessions.findChild<QMenu*>();
        QVERIFY(menu);
        QVERIFY(menu->actions().contains(test.window.actions().get(ActionId::CopyHost)));
        QVERIFY(test.isEnabled(ActionId::CopyHost));
        test.trigger(ActionId::CopyHost);
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("10.0.3.7"));
        test.trigger(ActionId::FilterSessionsByHost);
        QCOMPARE(sessions.findChild<QLineEdit*>()->text(), QStringLiteral("10.0.3.7:"));
        QCOMPARE(table.model()->rowCount(), 1);
        test.trigger(ActionId::FilterEventsByHost);
        QCOMPARE(test.window.panels().events->findChild<QLineEdit*>()->text(), QStringLiteral("10.0.3.7:"));
        menu->close();
        QTRY_VERIFY_WITH_TIMEOUT(!test.isEnabled(ActionId::CopyHost), kPatienceMs);
    }

    void whoHasLeftHasAMenuToo() {
        QueuePanel panel;
        const auto queue = samples::queue(samples::mutexes(1, 3));
        panel.setQueue(queue);
        panel.setAssessment(samples::Cluster(queue).assessment());
        panel.setQueue(samples::queue(samples::mutexes(2, 3)));
        panel.resize(800, 400);
        panel.show();
        panel.departures()->setOpen(true);
        std::optional<RowSubject> row;
        connect(&panel, &QueuePanel::menuWanted, this, [&](QMenu*, const RowSubject& about) { row = about; });
        StableTableView& list = *panel.departures()->list();
        Q_EMIT list.customContextMenuRequested(list.visualRect(list.model()->index(0, 0)).center());
        QVERIFY(row);
        const lockcore::Contender& left = *queue->rows[0].contender;
        QCOMPARE(row->lock, queue->path);
        QCOMPARE(row->node, queue->path + "/" + left.name);
        QCOMPARE(row->session, left.stat->ephemeralOwner);
        QCOMPARE(hostOf(*row), std::string("10.0.3.7"));
    }

    void anActHasAMenuToo() {
        const std::string cluster = TestCluster::instance().freshConnectString();
        TestWindow test;
        test.window.connectTo({QString::fromStdString(cluster)});
        const ActionReport report{
            .kind = ActionKind::ForceRelease, .lockPath = "/app/a", .contender = "x-lock-0000000007"};
        const auto write = [&](const QString& where) {
            test.audit.append({where, {}, lockcore::SessionId{0x77}}, report, nullptr, {});
        };
        write(QString::fromStdString(cluster));
        write(QStringLiteral("elsewhere:2181"));
        const WindowPanels& panels = test.window.panels();
        panels.auditDock->show();
        panels.auditDock->raise();
        StableTableView& table = *panels.audit->view();
        QTRY_COMPARE_WITH_TIMEOUT(table.model()->rowCount(), 2, kPatienceMs);
        const auto openMenuOf = [&](int row) {
            delete panels.audit->findChild<QMenu*>();
            Q_EMIT table.customContextMenuRequested(table.visualRect(table.model()->index(row, 0)).center());
            return panels.audit->findChild<QMenu*>();
        };
        QMenu* const menu = openMenuOf(1);
        QVERIFY(menu && menu->actions().contains(test.window.actions().get(ActionId::CopyPath)));
        test.trigger(ActionId::CopyPath);
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("/app/a/x-lock-0000000007"));
        test.trigger(ActionId::CopySession);
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("0x77"));
        QVERIFY(test.isEnabled(ActionId::RowLock));
        // Of another cluster: all that its row could do would lead into this one.
        QVERIFY(openMenuOf(0));
        for (const ActionId id :
             {ActionId::RowLock, ActionId::CopyPath, ActionId::CopySession, ActionId::CopyCommand})
            QVERIFY(!test.isEnabled(id));
        delete panels.audit->findChild<QMenu*>();
    }

    void anOwnContenderHasAMenuToo() {
        LabContenders panel;
        const auto queue = samples::queue(samples::mutexes(1, 1));
        const lockcore::Contender& contender = *queue->rows[0].contender;
        lockcore::LabView view;
        view.contenders = {{.id = 1,
                            .lockPath = queue->path,
                            .activity = lockcore::ContenderActivity::Holding,
                            .session = contender.stat->ephemeralOwner,
                            .node = contender.name}};
        panel.setAssessment(samples::Cluster(queue).assessment());
        panel.setView(&view, {});
        panel.resize(900, 400);
        panel.show();
        std::optional<RowSubject> row;
        connect(&panel, &LabContenders::menuWanted, this,
                [&](QMenu*, const RowSubject& about) { row = about; });
        StableTableView& table = panel.table();
        Q_EMIT table.customContextMenuRequested(table.visualRect(table.model()->index(0, 0)).center());
        QVERIFY(row);
        QCOMPARE(row->node, queue->path + "/" + contender.name);
        QCOMPARE(row->session, contender.stat->ephemeralOwner);
        QCOMPARE(hostOf(*row), std::string("10.0.3.7"));
    }

    void allRoomsHaveTheMenuOfRows() {
        TestWindow test;
        const WindowPanels& panels = test.window.panels();
        RowSubject row = subjectOfLock("/app/a");
        const auto isOffered = [&](auto emitMenu) {
            QMenu menu;
            row.session = lockcore::SessionId{static_cast<std::int64_t>(row.session) + 1};
            emitMenu(&menu);
            QApplication::clipboard()->clear();
            test.trigger(ActionId::CopySession);
            return menu.actions().contains(test.window.actions().get(ActionId::CopySession)) &&
                   QApplication::clipboard()->text() == QString::fromStdString(lockcore::toHex(row.session));
        };
        QVERIFY(isOffered([&](QMenu* menu) { Q_EMIT panels.overview->menuWanted(menu, row); }));
        QVERIFY(isOffered([&](QMenu* menu) { Q_EMIT panels.queue->menuWanted(menu, row); }));
        QVERIFY(isOffered([&](QMenu* menu) { Q_EMIT panels.graph->menuWanted(menu, row); }));
        QVERIFY(isOffered([&](QMenu* menu) { Q_EMIT panels.timeline->menuWanted(menu, row); }));
        QVERIFY(isOffered([&](QMenu* menu) { Q_EMIT panels.lab->menuWanted(menu, row); }));
        // With the menu goes what it was about.
        QVERIFY(!test.isEnabled(ActionId::CopySession));
    }
};

LOCKSCOPE_TEST(TestRowActions)
#include "tst_row_actions.moc"
