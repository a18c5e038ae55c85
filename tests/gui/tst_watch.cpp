// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "partial_answers.h"
#include "program_run.h"
#include "pseudo_terminal.h"
#include "raw_client.h"
#include "server_metric.h"
#include "tcp_proxy.h"
#include "test_program.h"
#include "watch_screen.h"
#include "window_fixture.h"

#include <QJsonArray>

#include <future>
#include <memory>

using namespace lockscope;
using namespace std::chrono_literals;

namespace {

constexpr QSize kWideScreen{140, 24};

/// The program on a terminal, in English.
class WatchedTerminal : public PseudoTerminal {
public:
    WatchedTerminal(const OnBusyLock& lock, const QStringList& arguments, const QSize& size = kWideScreen)
        : WatchedTerminal(lock.on(arguments), bareEnvironment(lock.directory), size) {}
    WatchedTerminal(const QStringList& arguments, const QProcessEnvironment& environment,
                    const QSize& size = kWideScreen)
        : PseudoTerminal(QStringLiteral(LOCKSCOPE_PROGRAM), arguments, environment, size) {}

    /// What stands on the screen has this.
    bool shows(const char* text) { return frame().contains(text); }
};

/// The program with its output in pipes.
class WatchedPipe : public QProcess {
public:
    WatchedPipe(const OnBusyLock& lock, const QStringList& arguments)
        : WatchedPipe(lock.directory, lock.on(arguments)) {}
    WatchedPipe(const QTemporaryDir& directory, const QStringList& arguments) {
        setProcessEnvironment(bareEnvironment(directory));
        start(QStringLiteral(LOCKSCOPE_PROGRAM), arguments);
    }
    ~WatchedPipe() override {
        kill();
        waitForFinished();
    }

    const QByteArray& output() { return m_output += readAllStandardOutput(); }
    const QByteArray& errors() { return m_errors += readAllStandardError(); }
    QList<QByteArray> lines() { return output().left(m_output.lastIndexOf('\n')).split('\n'); }

private:
    QByteArray m_output;
    QByteArray m_errors;
};

quint16 serverPort() {
    const QString address = QString::fromStdString(TestCluster::instance().freshConnectString());
    return address.section(QLatin1Char(':'), 1).section(QLatin1Char('/'), 0, 0).toUShort();
}

/// The cluster of `lock` through `proxy`.
QStringList throughProxy(const OnBusyLock& lock, const TcpProxy& proxy, const QStringList& arguments) {
    const QString chroot = QString::fromStdString(lock.cluster).section(QLatin1Char('/'), 1);
    return arguments + QStringList{QStringLiteral("--connect"),
                                   QString::fromStdString(proxy.address()) + QLatin1Char('/') + chroot,
                                   QStringLiteral("--admin"),
                                   QString::fromStdString(TestCluster::instance().server().adminUrl())};
}

}  // namespace

class TestWatch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void framesReplaceEachOther() {
        const QStringList lines{QStringLiteral("one"), QStringLiteral("two"), QStringLiteral("three")};
        QCOMPARE(frameOf(lines, {80, 24}), QByteArray("\x1b[Hone\x1b[K\r\ntwo\x1b[K\r\nthree\x1b[K\x1b[J"));
        const QByteArray cut = frameOf(lines, {80, 2});
        QCOMPARE(cut.count("\r\n"), 1);
        QVERIFY2(cut.contains("… 2 more line"), cut.constData());
    }

    void drawsInPlaceUntilItIsInterrupted() {
        OnBusyLock lock;
        WatchedTerminal terminal(lock, {QStringLiteral("list"), QStringLiteral("--watch=1")});
        QTRY_VERIFY_WITH_TIMEOUT(terminal.shows("/a/lock"), kPatienceMs);
        QVERIFY(terminal.output().startsWith("\x1b[?25l"));
        QVERIFY(terminal.shows("every 1 s"));
        const auto second = lock.holder.hold("/b/lock");
        QTRY_VERIFY_WITH_TIMEOUT(terminal.shows("/b/lock"), kPatienceMs);
        QVERIFY2(!terminal.output().contains("\x1b[2J") && !terminal.output().contains("\x1b[3J"),
                 "what the terminal had before is kept");
        terminal.type("\x03");
        QTRY_VERIFY_WITH_TIMEOUT(terminal.status(), kPatienceMs);
        QCOMPARE(*terminal.status(), 0);
        QVERIFY(terminal.output().endsWith(kLeaveScreen));
    }

    void endsWithTheStatusOfTheLastCheck() {
        OnBusyLock lock;
        WatchedTerminal terminal(
            lock, {QStringLiteral("check"), QStringLiteral("--watch=1"), QStringLiteral("--max-queue=0")});
        QTRY_VERIFY_WITH_TIMEOUT(terminal.shows("Many wait"), kPatienceMs);
        lock.waiting.cancel();
        QTRY_VERIFY_WITH_TIMEOUT(terminal.shows("Nothing is wrong"), kPatienceMs);
        const auto waiting = lock.waiter.queue("/a/lock");
        QTRY_VERIFY_WITH_TIMEOUT(terminal.shows("Many wait"), kPatienceMs);
        terminal.type("\x03");
        QTRY_VERIFY_WITH_TIMEOUT(terminal.status(), kPatienceMs);
        QCOMPARE(*terminal.status(), 1);
    }

    /// "Nothing is wrong" stood there until a second reading of the servers missed it, too.
    void aClientThatIsMissedIsInDoubtAtOnce() {
        const OnBusyLock lock;
        const auto sessions = [] {
            return serverMetric(TestCluster::instance().server(), "zk_global_sessions");
        };
        const auto before = sessions();
        TcpProxy proxy(serverPort());
        const std::string chroot = lock.cluster.substr(lock.cluster.find('/'));
        // Beside this thread, which is the proxy's.
        auto connecting = std::async(std::launch::async, [address = proxy.address() + chroot] {
            auto client = std::make_unique<RawClient>(address, 20s);
            client->queue("/c/lock", "lock-");
            return client;
        });
        QTRY_VERIFY_WITH_TIMEOUT(connecting.wait_for(0s) == std::future_status::ready, kPatienceMs);
        auto lost = connecting.get();
        WatchedPipe pipe(lock,
                         {QStringLiteral("check"), QStringLiteral("--watch=1"), QStringLiteral("--json")});
        QTRY_VERIFY_WITH_TIMEOUT(pipe.output().contains("\"partial\""), kPatienceMs);
        QVERIFY2(!pipe.output().contains("sessions-in-doubt"), pipe.output().constData());
        proxy.cut();
        QTRY_VERIFY_WITH_TIMEOUT(pipe.output().contains("sessions-in-doubt"), kPatienceMs);
        const auto closing = std::async(std::launch::async, [&lost] { lost.reset(); });
        QTRY_VERIFY_WITH_TIMEOUT(closing.wait_for(0s) == std::future_status::ready, kPatienceMs);
        // Nothing told the server: others count its sessions.
        pipe.terminate();
        QTRY_VERIFY_WITH_TIMEOUT(sessions() <= before, 2 * kPatienceMs);
    }

    /// It ended with status 1 and told nothing, where who looks once tells that nothing is known.
    void goesOnWhereNothingCanBeSearched() {
        const auto server = serverWith({.adminServer = false, .fourLetterWords = "srvr"});
        const QStringList cluster = kNoAdmin + QStringList{QStringLiteral("--connect"),
                                                           QString::fromStdString(server->connectString())};
        const QTemporaryDir directory;
        for (const auto& [verb, status] : {std::pair("list", 3), {"sessions", 3}, {"check", 2}}) {
            WatchedPipe pipe(directory,
                             QStringList{QLatin1String(verb), kJson, QStringLiteral("--watch=1")} + cluster);
            QTRY_VERIFY_WITH_TIMEOUT(pipe.lines().size() >= 2, kPatienceMs);
            const auto json = QJsonDocument::fromJson(pipe.lines().at(1));
            QVERIFY2(json[QLatin1String("partial")].toBool(), pipe.output().constData());
            QCOMPARE(json[QLatin1String("notRead")][0][QLatin1String("kind")].toString(),
                     QStringLiteral("no-source"));
            QCOMPARE(pipe.errors().count("Locks could not be searched for."), 1);
            pipe.terminate();
            QVERIFY(pipe.waitForFinished(kPatienceMs));
            QCOMPARE(pipe.exitCode(), status);
        }
        // As soon as something can be read it is.
        WatchedPipe shown(directory, QStringList{QStringLiteral("show"), QStringLiteral("/new/lock"), kJson,
                                                 QStringLiteral("--watch=1")} +
                                         cluster);
        QTRY_VERIFY_WITH_TIMEOUT(shown.output().contains("\"lock\":null"), kPatienceMs);
        OtherClient client(server->connectString());
        const auto hold = client.hold("/new/lock");
        QTRY_VERIFY_WITH_TIMEOUT(shown.output().contains("\"role\":\"holder\""), kPatienceMs);
    }

    void followsTheSizeOfTheTerminal() {
        const OnBusyLock lock;
        WatchedTerminal terminal(
            lock, {QStringLiteral("show"), QStringLiteral("/a/lock"), QStringLiteral("--watch")});
        QTRY_VERIFY_WITH_TIMEOUT(terminal.shows("verified"), kPatienceMs);
        terminal.resize({70, 24});
        QTRY_VERIFY_WITH_TIMEOUT(terminal.shows("left out"), kPatienceMs);
        terminal.resize({140, 4});
        QTRY_VERIFY_WITH_TIMEOUT(terminal.shows("more line"), kPatienceMs);
        QVERIFY(terminal.frame().count("\r\n") < 4);
    }

    void saysThatItIsOldWhileTheConnectionIsLost() {
        const OnBusyLock lock;
        TcpProxy proxy(serverPort());
        WatchedTerminal terminal(
            throughProxy(lock, proxy, {QStringLiteral("check"), QStringLiteral("--watch=1")}),
            bareEnvironment(lock.directory));
        QTRY_VERIFY_WITH_TIMEOUT(terminal.shows("Nothing is wrong"), kPatienceMs);
        proxy.cut();
        QTRY_VERIFY_WITH_TIMEOUT(terminal.shows("This is old. Not read since"), kPatienceMs);
        QVERIFY(terminal.shows("Nothing is wrong"));
        proxy.mend();
        QTRY_VERIFY_WITH_TIMEOUT(!terminal.shows("This is old") && terminal.shows("Nothing is wrong"),
                                 kPatienceMs);
        proxy.cut();
        QTRY_VERIFY_WITH_TIMEOUT(terminal.shows("This is old"), kPatienceMs);
        terminal.type("\x03");
        QTRY_VERIFY_WITH_TIMEOUT(terminal.status(), kPatienceMs);
        QCOMPARE(*terminal.status(), 2);
    }

    void survivesTheEndOfItsSession() {
        const OnBusyLock lock;
        TcpProxy proxy(serverPort());
        WatchedTerminal terminal(throughProxy(lock, proxy,
                                              {QStringLiteral("list"), QStringLiteral("--watch=1"),
                                               QStringLiteral("--session-timeout=1")}),
                                 bareEnvironment(lock.directory));
        QTRY_VERIFY_WITH_TIMEOUT(terminal.shows("/a/lock"), kPatienceMs);
        proxy.cut();
        QTRY_VERIFY_WITH_TIMEOUT(terminal.shows("This is old"), kPatienceMs);
        // Only those of the lock's clients are left.
        QTRY_COMPARE_WITH_TIMEOUT(serverMetric(TestCluster::instance().server(), "zk_global_sessions"), 2,
                                  kPatienceMs);
        proxy.mend();
        QTRY_VERIFY_WITH_TIMEOUT(!terminal.shows("This is old"), kPatienceMs);
    }

    void waitsForAClusterThatIsNotThereYet() {
        const OnBusyLock lock;
        TcpProxy proxy(serverPort());
        proxy.cut();
        WatchedTerminal terminal(
            throughProxy(lock, proxy, {QStringLiteral("list"), QStringLiteral("--watch=1")}),
            bareEnvironment(lock.directory));
        QTRY_VERIFY_WITH_TIMEOUT(terminal.shows("Not read since"), kPatienceMs);
        QVERIFY(!terminal.shows("This is old"));
        proxy.mend();
        QTRY_VERIFY_WITH_TIMEOUT(terminal.shows("/a/lock"), kPatienceMs);
    }

    void waitsForALockThatIsNotThereYet() {
        OnBusyLock lock;
        WatchedTerminal terminal(
            lock, {QStringLiteral("show"), QStringLiteral("/c/lock"), QStringLiteral("--watch=1")});
        QTRY_VERIFY_WITH_TIMEOUT(terminal.shows("There is no lock /c/lock at present."), kPatienceMs);
        const auto hold = lock.holder.hold("/c/lock");
        QTRY_VERIFY_WITH_TIMEOUT(terminal.shows("Holder"), kPatienceMs);
    }

    void colourIsForTerminalsOnly_data() {
        QTest::addColumn<QString>("variable");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("choice");
        QTest::addColumn<bool>("coloured");
        QTest::newRow("terminal") << "LANG"
                                  << "C"
                                  << "auto" << true;
        QTest::newRow("NO_COLOR") << "NO_COLOR"
                                  << "1"
                                  << "auto" << false;
        QTest::newRow("empty NO_COLOR") << "NO_COLOR"
                                        << ""
                                        << "auto" << true;
        QTest::newRow("dumb") << "TERM"
                              << "dumb"
                              << "auto" << false;
        QTest::newRow("never") << "LANG"
                               << "C"
                               << "never" << false;
        QTest::newRow("always") << "NO_COLOR"
                                << "1"
                                << "always" << true;
    }

    void colourIsForTerminalsOnly() {
        QFETCH(QString, variable);
        QFETCH(QString, value);
        QFETCH(QString, choice);
        QFETCH(bool, coloured);
        const OnBusyLock lock;
        auto environment = bareEnvironment(lock.directory);
        environment.insert(variable, value);
        WatchedTerminal terminal(
            lock.on({QStringLiteral("show"), QStringLiteral("/a/lock"), QStringLiteral("--color"), choice}),
            environment);
        QTRY_VERIFY_WITH_TIMEOUT(terminal.status(), kPatienceMs);
        QCOMPARE(*terminal.status(), 0);
        QVERIFY(terminal.output().contains("Holder"));
        QCOMPARE(terminal.output().contains("\x1b[32mHolder\x1b[0m"), coloured);
        QCOMPARE(terminal.output().contains('\x1b'), coloured);
    }

    void jsonIsOneObjectALine() {
        OnBusyLock lock;
        WatchedPipe program(lock,
                            {QStringLiteral("list"), QStringLiteral("--watch=1"), QStringLiteral("--json")});
        QTRY_VERIFY_WITH_TIMEOUT(program.output().contains("/a/lock"), kPatienceMs);
        const auto second = lock.holder.hold("/b/lock");
        QTRY_VERIFY_WITH_TIMEOUT(program.output().contains("/b/lock\"") && program.output().endsWith('\n'),
                                 kPatienceMs);
        double before = 0;
        for (const QByteArray& line : program.lines()) {
            const QJsonObject report = QJsonDocument::fromJson(line).object();
            QVERIFY2(!report[QLatin1String("locks")].toArray().isEmpty(), line.constData());
            QVERIFY(report[QLatin1String("takenAtMs")].toDouble() > before);
            before = report[QLatin1String("takenAtMs")].toDouble();
        }
        ::kill(static_cast<pid_t>(program.processId()), SIGTERM);
        QVERIFY(program.waitForFinished(kPatienceMs));
        QCOMPARE(program.exitCode(), 0);
    }

    void csvHasOneHeader() {
        OnBusyLock lock;
        WatchedPipe program(
            lock, {QStringLiteral("list"), QStringLiteral("--watch=1"), QStringLiteral("--format=csv")});
        QTRY_VERIFY_WITH_TIMEOUT(program.lines().size() >= 3, kPatienceMs);
        const auto lines = program.lines();
        QVERIFY2(lines[0].startsWith("takenAtMs,path,"), lines[0].constData());
        QCOMPARE(program.output().count("takenAtMs"), 1);
        QCOMPARE(lines[1].split(',').value(1), QByteArray("/a/lock"));
        QVERIFY(lines[1].split(',').value(0).toLongLong() < lines[2].split(',').value(0).toLongLong());
    }

    void textsFollowEachOtherInAFile() {
        const OnBusyLock lock;
        TcpProxy proxy(serverPort());
        WatchedPipe program(lock.directory,
                            throughProxy(lock, proxy, {QStringLiteral("list"), QStringLiteral("--watch=1")}));
        QTRY_VERIFY_WITH_TIMEOUT(program.output().count("/a/lock") >= 2, kPatienceMs);
        QVERIFY(!program.output().contains('\x1b'));
        QVERIFY(program.output().contains("\n\n20"));
        proxy.cut();
        QTRY_VERIFY_WITH_TIMEOUT(program.output().contains("\n\nNot read since 20"), kPatienceMs);
        const auto before = program.output().count("/a/lock");
        proxy.mend();
        QTRY_VERIFY_WITH_TIMEOUT(program.output().count("/a/lock") > before, kPatienceMs);
        QCOMPARE(program.output().count("Not read since"), 1);
        QVERIFY2(program.errors().isEmpty(), program.errors().constData());
    }

    void programsReadOnlyReports() {
        const OnBusyLock lock;
        TcpProxy proxy(serverPort());
        WatchedPipe program(lock.directory, throughProxy(lock, proxy,
                                                         {QStringLiteral("list"), QStringLiteral("--watch=1"),
                                                          QStringLiteral("--json")}));
        QTRY_VERIFY_WITH_TIMEOUT(program.output().contains("/a/lock"), kPatienceMs);
        proxy.cut();
        QTRY_VERIFY_WITH_TIMEOUT(program.errors().contains("Not read since"), kPatienceMs);
        proxy.mend();
        QTRY_VERIFY_WITH_TIMEOUT(program.errors().contains("read again"), kPatienceMs);
        for (const QByteArray& line : program.lines())
            QVERIFY2(line.startsWith("{\"takenAtMs\""), line.constData());
    }

    // As behind “| head”.
    void endsQuietlyWhenNobodyReads() {
        const OnBusyLock lock;
        const QStringList arguments = lock.on({QStringLiteral("list"), QStringLiteral("--watch=1")});
        const Outcome outcome = runProgram(
            QStringLiteral("bash"),
            QStringList{QStringLiteral("-c"), QStringLiteral("\"$@\" | head -n 1; exit ${PIPESTATUS[0]}"),
                        QStringLiteral("bash"), QStringLiteral(LOCKSCOPE_PROGRAM)} +
                arguments,
            bareEnvironment(lock.directory));
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.output.count('\n'), 1);
        QVERIFY2(outcome.errors.isEmpty(), outcome.errors.constData());
    }

    void endsAtOnceWhereWaitingIsNoHelp() {
        const OnBusyLock lock;
        const Outcome outcome =
            runLockscope({QStringLiteral("check"), QStringLiteral("--watch"), QStringLiteral("--connect"),
                          QString::fromStdString(lock.cluster) + QStringLiteral("/no/such/chroot")},
                         bareEnvironment(lock.directory));
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.errors.contains("chroot"), outcome.errors.constData());
    }
};

LOCKSCOPE_TEST(TestWatch)
#include "tst_watch.moc"
