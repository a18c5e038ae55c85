// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "details/details_panel.h"
#include "events/message_bar.h"
#include "locks/lock_list_view.h"
#include "other_client.h"
#include "peer.h"
#include "queue/queue_model.h"
#include "queue/queue_panel.h"
#include "queue/queue_view.h"
#include "tcp_proxy.h"
#include "test_cluster.h"
#include "test_program.h"
#include "threads/closing.h"
#include "window_fixture.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QRandomGenerator>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTextEdit>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

/// Answers everything as a web server does. Lives on the GUI thread.
class WebServer : public QTcpServer {
public:
    WebServer() {
        listen(QHostAddress::LocalHost);
        connect(this, &QTcpServer::newConnection, this, [this] {
            QTcpSocket* const socket = nextPendingConnection();
            connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
            connect(socket, &QTcpSocket::readyRead, socket, [socket] {
                socket->write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
                socket->disconnectFromHost();
            });
        });
    }
};

/// A window on `connectString`. Lives on the GUI thread.
struct ConnectedWindow : TestWindow {
    explicit ConnectedWindow(const std::string& connectString, std::chrono::milliseconds timeout = 10s) {
        window.connectTo({QString::fromStdString(connectString), timeout});
    }

    QString message() const { return window.panels().messageBar->text(); }

    std::shared_ptr<const lockcore::LockQueue> queue() const { return window.selection().queue; }

    std::optional<lockcore::ProblemKind> problem() {
        const auto& found = window.connection().status().problem;
        return found ? std::optional(found->kind) : std::nullopt;
    }

    bool isConnected() { return lockcore::isConnected(window.connection().status().connection.state); }

    /// Goes there by the path, as a user does with a lock that no server lists.
    void goTo(const QString& path) {
        dialogs.path = path;
        trigger(ActionId::GoToLock);
    }

    /// All text that labels and editors of the details show.
    QString detailsText() const {
        QString text;
        for (const QLabel* label : window.panels().details->findChildren<QLabel*>())
            text += label->text() + QLatin1Char('\n');
        for (const QPlainTextEdit* edit : window.panels().details->findChildren<QPlainTextEdit*>())
            text += edit->toPlainText() + QLatin1Char('\n');
        for (const QTextEdit* edit : window.panels().details->findChildren<QTextEdit*>())
            text += edit->toPlainText() + QLatin1Char('\n');
        return text;
    }

    QString queueText() const {
        const QueueModel& model = *window.panels().queue->model();
        QString text;
        for (int row = 0; row < model.rowCount(); ++row)
            for (int column = 0; column < model.columnCount(); ++column)
                text += model.index(row, column).data().toString() + QLatin1Char('\n');
        return text;
    }

    /// Everything is painted once, whatever it is.
    void paint() { QVERIFY(!window.grab().isNull()); }
};

QString panelText(const QWidget& panel) {
    QString text;
    for (const QLabel* label : panel.findChildren<QLabel*>())
        if (label->isVisible()) text += label->text() + QLatin1Char('\n');
    return text;
}

}  // namespace

class TestBadInput : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanupTestCase() { QVERIFY(waitForClosing(30s)); }

    void unreachableHostIsNamed() {
        ConnectedWindow test("127.0.0.1:1");
        QTRY_COMPARE_WITH_TIMEOUT(test.problem(), std::optional(lockcore::ProblemKind::Unreachable),
                                  kPatienceMs);
        const auto refused = QStringLiteral("127.0.0.1:1 refused the connection. Check the port, and that ");
        QTRY_VERIFY2_WITH_TIMEOUT(test.message().startsWith(refused), qPrintable(test.message()),
                                  kPatienceMs);
        QVERIFY(!test.isEnabled(ActionId::Acquire));
        QVERIFY(test.window.actions()
                    .get(ActionId::Acquire)
                    ->toolTip()
                    .contains(QStringLiteral("No server answers")));
        test.paint();
    }

    void unknownHostIsNamed() {
        ConnectedWindow test("no-such-host.invalid:2181");
        QTRY_COMPARE_WITH_TIMEOUT(test.problem(), std::optional(lockcore::ProblemKind::HostNotFound),
                                  kPatienceMs);
        QVERIFY2(test.message().contains(QStringLiteral("no-such-host.invalid")), qPrintable(test.message()));
    }

    void webServerIsToldFromZooKeeper() {
        const WebServer web;
        ConnectedWindow test("127.0.0.1:" + std::to_string(web.serverPort()));
        QTRY_COMPARE_WITH_TIMEOUT(test.problem(), std::optional(lockcore::ProblemKind::NotZooKeeper),
                                  kPatienceMs);
        QVERIFY2(test.message().contains(QStringLiteral("not a ZooKeeper server")),
                 qPrintable(test.message()));
        QVERIFY(test.message().contains(QString::number(web.serverPort())));
    }

    void missingChrootIsNamed() {
        ConnectedWindow test(TestCluster::instance().server().connectString() + "/not/there");
        QTRY_COMPARE_WITH_TIMEOUT(test.problem(), std::optional(lockcore::ProblemKind::ChrootMissing),
                                  kPatienceMs);
        QVERIFY2(test.message().contains(QStringLiteral("/not/there")), qPrintable(test.message()));
    }

    void rootWithoutReadStillShowsItsLocks() {
        if (const QString problem = Peer::kazooProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
        const std::string cluster = freshCluster();
        OtherClient other(cluster);
        const lockcore::Hold hold = other.hold("/lock");
        const auto kazoo = Peer::kazoo(TestCluster::instance().server().connectString());
        QVERIFY(kazoo);
        const QString chroot = QString::fromStdString(cluster.substr(cluster.find('/')));
        QCOMPARE(kazoo->ask(QStringLiteral("hide ") + chroot), QStringLiteral("DONE"));

        ConnectedWindow test(cluster);
        QTRY_COMPARE_WITH_TIMEOUT(test.problem(), std::optional(lockcore::ProblemKind::RootNotReadable),
                                  kPatienceMs);
        QVERIFY2(test.message().contains(chroot), qPrintable(test.message()));
        QTRY_VERIFY_WITH_TIMEOUT(test.queue() && test.queue()->holders() == 1, kPatienceMs);
    }

    void lockWithoutReadSaysSo() {
        if (const QString problem = Peer::kazooProblem(); !problem.isEmpty()) QSKIP(qPrintable(problem));
        const std::string cluster = freshCluster();
        OtherClient other(cluster);
        QVERIFY(other.create("/lock"));
        const auto kazoo = Peer::kazoo(TestCluster::instance().server().connectString());
        QVERIFY(kazoo);
        QCOMPARE(
            kazoo->ask(QStringLiteral("hide ") + QString::fromStdString(cluster.substr(cluster.find('/'))) +
                       QStringLiteral("/lock")),
            QStringLiteral("DONE"));
        ConnectedWindow test(cluster);
        QTRY_VERIFY_WITH_TIMEOUT(test.isConnected(), kPatienceMs);
        test.goTo(QStringLiteral("/lock"));
        QTRY_VERIFY_WITH_TIMEOUT(test.queue() && test.queue()->freshness == lockcore::Freshness::Failed,
                                 kPatienceMs);
        QVERIFY(panelText(*test.window.panels().queue).contains(QStringLiteral("can't be read")));
        test.paint();
    }

    void expiredSessionOffersANewOne() {
        const std::string chroot = freshCluster();
        OtherClient other(chroot);
        TcpProxy network(TestCluster::instance().server().port());
        ConnectedWindow test(network.address() + chroot.substr(chroot.find('/')), 2s);
        QTRY_VERIFY_WITH_TIMEOUT(test.isConnected(), kPatienceMs);
        test.window.connection().setReadOnly(false);
        test.goTo(QStringLiteral("/lock"));
        test.dialogs.acquire.emplace();
        test.trigger(ActionId::Acquire);
        QTRY_VERIFY_WITH_TIMEOUT(test.queue() && test.queue()->holders() == 1, kPatienceMs);

        network.cut();
        QTRY_COMPARE_WITH_TIMEOUT(test.problem(), std::optional(lockcore::ProblemKind::ServerLost),
                                  kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(test.queue()->freshness, lockcore::Freshness::Stale, kPatienceMs);
        QCOMPARE(test.queue()->holders(), 1U);  // the last known state stays
        QTRY_VERIFY_WITH_TIMEOUT(other.children("/lock").empty(), kPatienceMs);
        network.mend();
        QTRY_COMPARE_WITH_TIMEOUT(test.problem(), std::optional(lockcore::ProblemKind::SessionExpired),
                                  kPatienceMs);
        QVERIFY2(test.message().contains(QStringLiteral("expired")), qPrintable(test.message()));
        test.paint();

        test.trigger(ActionId::Reconnect);
        QTRY_VERIFY_WITH_TIMEOUT(test.isConnected(), kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(test.queue() && test.queue()->freshness == lockcore::Freshness::Live &&
                                     test.queue()->rows.empty(),
                                 kPatienceMs);
    }

    void serverThatRestartsIsFollowed() {
        auto server = lockcore::LocalCluster::start({.tickTime = 200ms});
        QVERIFY2(server, server ? "" : lockcore::describe(server.error()).c_str());
        OtherClient other((*server)->connectString());
        const lockcore::Hold hold = other.hold("/lock");
        ConnectedWindow test((*server)->connectString(), 20s);
        QTRY_VERIFY_WITH_TIMEOUT(test.queue() && test.queue()->holders() == 1, kPatienceMs);

        (*server)->kill();
        QTRY_COMPARE_WITH_TIMEOUT(test.problem(), std::optional(lockcore::ProblemKind::ServerLost),
                                  kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(test.queue()->freshness, lockcore::Freshness::Stale, kPatienceMs);
        QVERIFY(!test.isEnabled(ActionId::Refresh));
        QVERIFY((*server)->restart());
        QTRY_VERIFY_WITH_TIMEOUT(test.isConnected() && !test.problem(), kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(test.queue()->freshness, lockcore::Freshness::Live, kPatienceMs);
        QCOMPARE(test.queue()->holders(), 1U);
        QVERIFY(!test.message().contains(QStringLiteral("broke")));
    }

    void removedDirectoryIsPlainAndComesBack() {
        const std::string cluster = freshCluster();
        OtherClient other(cluster);
        ConnectedWindow test(cluster);
        QVERIFY(other.create("/lock"));
        QTRY_VERIFY_WITH_TIMEOUT(test.isConnected(), kPatienceMs);
        test.goTo(QStringLiteral("/lock"));
        QTRY_VERIFY_WITH_TIMEOUT(test.queue() && test.queue()->freshness == lockcore::Freshness::Live,
                                 kPatienceMs);
        QVERIFY(other.remove("/lock"));
        QTRY_COMPARE_WITH_TIMEOUT(test.queue()->freshness, lockcore::Freshness::Gone, kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(panelText(*test.window.panels().queue).contains(QStringLiteral("not there")),
                                 kPatienceMs);
        test.paint();
        const lockcore::Hold hold = other.hold("/lock");
        QTRY_VERIFY_WITH_TIMEOUT(test.queue()->holders() == 1, kPatienceMs);
    }

    void hostileNamesAreShownEscaped() {
        const std::string cluster = freshCluster();
        OtherClient other(cluster);
        const std::string directory =
            "/<b>bold</b> \xE2\x80\xAE"
            "evil & \"quoted\"";
        const std::vector<std::string> names{"<img src=x>-lock-",
                                             "a\xE2\x80\xAE"
                                             "b-lock-",
                                             "%1 %s %n-lock-", "\xE2\x80\x8B\xE2\x80\x8B",
                                             "no-sequence &amp; more"};
        for (const std::string& name : names)
            QVERIFY(
                other.create(directory + "/" + name, "<script>", lockcore::NodeKind::EphemeralSequential));
        QVERIFY(other.create(directory + "/" + std::string(4000, 'x')));
        ConnectedWindow test(cluster);
        QTRY_VERIFY_WITH_TIMEOUT(test.isConnected(), kPatienceMs);
        test.goTo(QString::fromStdString(directory));
        QTRY_VERIFY_WITH_TIMEOUT(
            test.queue() && test.queue()->rows.size() == names.size() + 1 && isComplete(*test.queue()),
            kPatienceMs);
        const QString rightToLeft(QChar(0x202E));
        for (const auto& row : test.queue()->rows) {
            test.window.panels().queue->view()->selectContender(keyOf(*row.contender));
            QVERIFY(!test.detailsText().contains(rightToLeft));
            test.paint();
        }
        QVERIFY(!test.queueText().contains(rightToLeft));
        QVERIFY(test.queueText().contains(QStringLiteral("<img src=x>")));  // as text
        QVERIFY(!panelText(*test.window.panels().queue).contains(rightToLeft));
        for (const QLabel* label : test.window.findChildren<QLabel*>())
            QVERIFY2(label->textFormat() == Qt::PlainText || !label->text().contains(QLatin1Char('<')),
                     qPrintable(label->text()));
    }

    void largeAndRandomDataAreShownBounded() {
        const std::string cluster = freshCluster();
        OtherClient other(cluster);
        const std::string large(1'000'000, 'A');
        std::string random(4096, '\0');
        QRandomGenerator generator(20261120);  // any bytes, the same in each run
        for (char& byte : random)
            byte = static_cast<char>(generator.bounded(256));
        QVERIFY(other.create("/lock/large-lock-", large, lockcore::NodeKind::EphemeralSequential));
        QVERIFY(other.create("/lock/random-lock-", random, lockcore::NodeKind::EphemeralSequential));
        ConnectedWindow test(cluster);
        QTRY_VERIFY_WITH_TIMEOUT(test.queue() && test.queue()->rows.size() == 2 && isComplete(*test.queue()),
                                 kPatienceMs);
        for (const auto& row : test.queue()->rows) {
            test.window.panels().queue->view()->selectContender(keyOf(*row.contender));
            test.paint();
        }
        QVERIFY(test.queue()->rows[0].contender->data.size() <= lockcore::kKeptDataBytes);
        QCOMPARE(test.queue()->rows[0].contender->stat->dataLength, 1'000'000);
        QCOMPARE(test.queue()->rows[1].contender->data, random);
    }

    void brokenSnapshotFilesAreRefusedWithThePlace() {
        TestWindow test;
        QFile file(test.directory.filePath(QStringLiteral("broken.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"version\": 1, \"locks\": [{\"path\": 7}]}");
        file.close();
        test.window.openSnapshot(file.fileName());
        QTRY_VERIFY_WITH_TIMEOUT(!test.window.panels().messageBar->text().isEmpty(), kPatienceMs);
        QVERIFY(test.window.panels().messageBar->text().contains(QStringLiteral("broken.json")));
        test.window.openSnapshot(test.directory.filePath(QStringLiteral("not-there.json")));
        QTRY_VERIFY_WITH_TIMEOUT(
            test.window.panels().messageBar->text().contains(QStringLiteral("not-there.json")), kPatienceMs);
    }
};

LOCKSCOPE_TEST(TestBadInput)
#include "tst_bad_input.moc"
