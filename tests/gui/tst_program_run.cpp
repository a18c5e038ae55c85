// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "about/program_version.h"
#include "log_lines.h"
#include "operations/dialogs.h"
#include "program_run.h"
#include "scripted_server.h"
#include "settings/window_settings.h"
#include "test_program.h"
#include "window_fixture.h"

#include <QApplication>
#include <QDateTime>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QImage>
#include <QMessageBox>
#include <QProcess>
#include <QRegularExpression>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTimeZone>

#include <lockcore/history/snapshot.h>

#include <algorithm>
#include <csignal>

using namespace lockscope;

namespace {

int clustersIn(const QTemporaryDir& directory) {
    return static_cast<int>(QDir(directory.path()).entryList({QStringLiteral("lockscope-cluster-*")}).size());
}

}  // namespace

/// The program as a process: its descriptors, help, languages and log, the demo, and how it ends.
class TestProgramRun : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // The first socket was descriptor 1, and the report went to a server.
    void closedStandardDescriptorsAreNobodyElses() {
        ScriptedServer silent([](const std::string&) { return ScriptedServer::Reply{"", true}; });
        const QTemporaryDir directory;
        QProcess program;
        program.setProcessEnvironment(bareEnvironment(directory));
        program.start(
            QStringLiteral("/bin/sh"),
            {QStringLiteral("-c"), QStringLiteral("exec \"$0\" \"$@\" <&- >&- 2>&-"),
             QStringLiteral(LOCKSCOPE_PROGRAM), QStringLiteral("list"), QStringLiteral("--limit=60"),
             QStringLiteral("--connect=127.0.0.1:%1").arg(silent.port())});
        QVERIFY(program.waitForStarted());
        const bool hasAsked = QTest::qWaitFor([&] { return !silent.requests().empty(); }, kServerPatienceMs);
        QStringList files;
        for (int descriptor = 0; descriptor <= 2; ++descriptor)
            files << QFile::symLinkTarget(
                QStringLiteral("/proc/%1/fd/%2").arg(program.processId()).arg(descriptor));
        program.kill();
        QVERIFY(program.waitForFinished());
        QVERIFY(hasAsked);
        QCOMPARE(files, QStringList(3, QStringLiteral("/dev/null")));
    }

    /// A session by a link takes several descriptors, and there may be a thousand contenders.
    void moreDescriptorsAreAllowedThanAtFirst() {
        ScriptedServer silent([](const std::string&) { return ScriptedServer::Reply{"", true}; });
        const QTemporaryDir directory;
        QProcess program;
        program.setProcessEnvironment(bareEnvironment(directory));
        program.start(
            QStringLiteral("/bin/sh"),
            {QStringLiteral("-c"), QStringLiteral("ulimit -S -n 256; exec \"$0\" \"$@\""),
             QStringLiteral(LOCKSCOPE_PROGRAM), QStringLiteral("list"), QStringLiteral("--limit=60"),
             QStringLiteral("--connect=127.0.0.1:%1").arg(silent.port())});
        QVERIFY(program.waitForStarted());
        const bool hasAsked = QTest::qWaitFor([&] { return !silent.requests().empty(); }, kServerPatienceMs);
        QFile limits(QStringLiteral("/proc/%1/limits").arg(program.processId()));
        const bool isOpen = limits.open(QIODevice::ReadOnly);
        const QString text = QString::fromLatin1(limits.readAll());
        program.kill();
        QVERIFY(program.waitForFinished());
        QVERIFY(hasAsked && isOpen);
        static const QRegularExpression line(QStringLiteral("Max open files +(\\d+) +(\\d+)"));
        const auto found = line.match(text);
        QVERIFY2(found.hasMatch(), qPrintable(text));
        QCOMPARE(found.captured(1).toLongLong(), std::min(16'384LL, found.captured(2).toLongLong()));
    }

    void wrongArgumentsGetOneLineAndStatusTwo() {
        const QTemporaryDir directory;
        const Outcome outcome = runLockscope({QStringLiteral("--nonsense")}, bareEnvironment(directory));
        QCOMPARE(outcome.status, 2);
        QCOMPARE(outcome.errors.count('\n'), 1);
        QVERIFY(outcome.errors.contains("--nonsense"));
        QVERIFY(outcome.output.isEmpty());
    }

    void helpAndVersionNeedNoDisplay() {
        const QTemporaryDir directory;
        const Outcome help = runLockscope({QStringLiteral("--help")}, bareEnvironment(directory));
        QCOMPARE(help.status, 0);
        QVERIFY(help.output.contains("--connect"));
        QVERIFY(help.errors.isEmpty());
        const Outcome version = runLockscope({QStringLiteral("--version")}, bareEnvironment(directory));
        QCOMPARE(version.status, 0);
        const QByteArrayList lines = version.output.trimmed().split('\n');
        QCOMPARE(lines.front(), QByteArray("Lockscope ") + kProgramVersion.version);
        QVERIFY(lines.contains(QByteArray("Qt ") + qVersion()));
        QVERIFY2(version.output.contains("ZooKeeper C client 3."), version.output.constData());
    }

    void aboutSaysWhatVersionSays() {
        const QTemporaryDir directory;
        const auto dialogs = makeDialogs();
        dialogs->showAbout(nullptr);
        const auto boxes = QApplication::topLevelWidgets();
        const auto found = std::ranges::find_if(
            boxes, [](QWidget* box) { return qobject_cast<QMessageBox*>(box) && box->isVisible(); });
        QVERIFY(found != boxes.end());
        auto* const box = qobject_cast<QMessageBox*>(*found);
        const QString shown = box->text() + QLatin1Char('\n') + box->informativeText();
        box->reject();
        const QStringList english{QStringLiteral("--language=en"), QStringLiteral("--version")};
        const QByteArray said = runLockscope(english, bareEnvironment(directory)).output;
        for (const QByteArray& line : said.trimmed().split('\n'))
            QVERIFY2(shown.contains(QString::fromUtf8(line)), line.constData());
    }

    void windowWithoutDisplayIsRefused() {
        const QTemporaryDir directory;
        const Outcome outcome = runLockscope({}, bareEnvironment(directory));
        QCOMPARE(outcome.status, 1);
        QCOMPARE(outcome.errors.count('\n'), 1);
    }

    void speaksTheLanguageThatIsAskedFor() {
        const QTemporaryDir directory;
        const auto environment = bareEnvironment(directory);
        const Outcome wrong =
            runLockscope({QStringLiteral("--nonsense"), QStringLiteral("--language=zh_CN")}, environment);
        QCOMPARE(wrong.status, 2);
        QVERIFY2(wrong.errors.contains("未知选项 --nonsense"), wrong.errors.constData());
        WindowSettings(directory.filePath(QStringLiteral("Lockscope/lockscope.ini")))
            .setLanguage(Language::Chinese);
        QVERIFY(runLockscope({QStringLiteral("--help")}, environment).output.contains("\n集群\n"));
        const QStringList english{QStringLiteral("--help"), QStringLiteral("--language"),
                                  QStringLiteral("en")};
        QVERIFY(runLockscope(english, environment).output.contains("\nCluster\n"));
        // Also what lockcore tells of a reason, in English.
        QStringList report{QStringLiteral("report"), directory.filePath(QStringLiteral("none.lockrec")),
                           QStringLiteral("-o"), directory.filePath(QStringLiteral("r.md"))};
        const QByteArray reason = runLockscope(report, environment).errors;
        QVERIFY2(reason.contains("打开录制：它不存在") && !reason.contains("open the recording"),
                 reason.constData());
        report << QStringLiteral("--language") << QStringLiteral("en");
        QVERIFY(runLockscope(report, environment).errors.contains("open the recording: it does not exist"));
    }

    // Programs read it.
    void jsonIsInNoLanguage() {
        const OnBusyLock lock;
        const QString chinese = QStringLiteral("--language=zh_CN");
        const QByteArray text = lock.run({QStringLiteral("show"), QStringLiteral("/a/lock"), chinese}).output;
        QVERIFY2(text.contains("持有者"), text.constData());
        for (const char* verb : {"list", "sessions", "check"}) {
            const QByteArray json = lock.run({QLatin1String(verb), QStringLiteral("--json"), chinese}).output;
            QVERIFY(json.startsWith('{'));
            const auto isAscii = [](char each) { return static_cast<unsigned char>(each) < 0x80; };
            QVERIFY2(std::all_of(json.begin(), json.end(), isAscii), json.constData());
        }
    }

    void logGoesToStandardErrorWhereItIsAskedFor() {
        const OnBusyLock lock;
        const Outcome silent = lock.run({QStringLiteral("list")});
        QCOMPARE(silent.status, 0);
        QVERIFY2(silent.errors.isEmpty(), silent.errors.constData());
        const Outcome told = lock.run({QStringLiteral("list"), QStringLiteral("--log=info")});
        QCOMPARE(told.status, 0);
        QVERIFY2(!told.output.contains(" info "), told.output.constData());
        static const QRegularExpression line(
            QStringLiteral("^\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z info session 0x[0-9a-f]+ Connected 127"));
        QVERIFY2(line.match(QString::fromUtf8(told.errors)).hasMatch(), told.errors.constData());
        QVERIFY2(!told.errors.contains("ZOO_DEBUG"), told.errors.constData());
        const Outcome all = lock.run({QStringLiteral("list"), QStringLiteral("--log=debug")});
        QVERIFY2(all.errors.contains(" debug ") && all.errors.contains("ZOO_DEBUG"), all.errors.constData());
    }

    /// A server's name may be anything: it does nothing to a terminal.
    void logLineIsPlainText() {
        const QDateTime time(QDate(2026, 11, 23), QTime(10, 0, 0, 5), QTimeZone::utc());
        QCOMPARE(logLine(time.toUTC(), lockcore::LogLevel::Warning, "a\x1b[2J\nb"),
                 QStringLiteral("2026-11-23T10:00:00.005Z warning a\\x1b[2J\\nb"));
    }

    void demoWithoutDisplayWritesWhatItShows() {
        const QTemporaryDir directory;
        const Outcome outcome = runLockscope({QStringLiteral("--demo")}, bareEnvironment(directory));
        QVERIFY2(outcome.status == 0, outcome.errors.constData());
        QVERIFY2(outcome.errors.isEmpty(), outcome.errors.constData());
        const QList<QByteArray> lines = outcome.output.trimmed().split('\n');
        QVERIFY(lines[0].contains("no display"));
        // Every view and dialog, light and dark.
        const QList<QByteArray> pictures = lines.mid(1, lines.size() - 2);
        QVERIFY(pictures.size() > 20);
        for (const QByteArray& picture : pictures)
            QVERIFY2(!QImage(QString::fromUtf8(picture)).isNull(), picture.constData());
        for (const char* view : {"light-queue", "dark-queue", "light-timeline", "dark-statistics"}) {
            const auto named = std::ranges::find_if(
                pictures, [&](const QByteArray& picture) { return picture.contains(view); });
            QVERIFY2(named != pictures.end(), view);
            QCOMPARE(QImage(QString::fromUtf8(*named)).size(), QSize(1366, 768));
        }
        const auto snapshot = lockcore::readSnapshot(lines.last().toStdString());
        QVERIFY2(snapshot, snapshot ? "" : lockcore::describe(snapshot.error()).c_str());
        QCOMPARE(snapshot->locks.size(), 4U);
        QVERIFY(std::ranges::any_of(snapshot->locks, [](const auto& lock) { return lock->rows.size() > 2; }));
        QTRY_COMPARE_WITH_TIMEOUT(clustersIn(directory), 0, kPatienceMs);
    }

    void demoWithoutJavaNamesThePackage() {
        const QTemporaryDir directory;
        auto environment = bareEnvironment(directory);
        environment.insert(QStringLiteral("PATH"), directory.path());
        const Outcome outcome = runLockscope({QStringLiteral("--demo")}, environment);
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.errors.contains("default-jre"), outcome.errors.constData());
    }

    void demoNamesThePackagesThatItLacks() {
        const QTemporaryDir directory;
        auto environment = bareEnvironment(directory);
        environment.insert(QStringLiteral("PATH"), directory.path());
        const Outcome outcome = runLockscope({QStringLiteral("--demo")}, environment);
        QCOMPARE(outcome.status, 1);
        QVERIFY2(outcome.errors.contains("needs Java"), outcome.errors.constData());
        QVERIFY2(outcome.errors.contains("apt install default-jre-headless"), outcome.errors.constData());
    }

    void terminatedDemoLeavesNothing() {
        const QTemporaryDir directory;
        QProcess program;
        auto environment = bareEnvironment(directory);
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        program.setProcessEnvironment(environment);
        program.start(QStringLiteral(LOCKSCOPE_PROGRAM),
                      {QStringLiteral("--demo"), QStringLiteral("--theme=dark")});
        QVERIFY(program.waitForStarted());
        QTRY_COMPARE_WITH_TIMEOUT(clustersIn(directory), 1, kPatienceMs);
        ::kill(static_cast<pid_t>(program.processId()), SIGTERM);
        QVERIFY(program.waitForFinished(kPatienceMs));
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), 0);
        QTRY_COMPARE_WITH_TIMEOUT(clustersIn(directory), 0, kPatienceMs);
        // What was said for this run is no setting.
        QDirIterator files(directory.path(), {QStringLiteral("*.ini")}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY(!file.readAll().contains("theme"));
        }
    }

    void interruptedCheckIsNoAllClear() {
        const QTemporaryDir directory;
        QTcpServer silent;  // accepts, and never answers
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        QProcess program;
        program.setProcessEnvironment(bareEnvironment(directory));
        program.start(QStringLiteral(LOCKSCOPE_PROGRAM),
                      {QStringLiteral("check"), QStringLiteral("--connect"),
                       QStringLiteral("127.0.0.1:%1").arg(silent.serverPort())});
        QVERIFY(silent.waitForNewConnection(kPatienceMs));
        ::kill(static_cast<pid_t>(program.processId()), SIGINT);
        QVERIFY(program.waitForFinished(kPatienceMs));
        QCOMPARE(program.exitCode(), 2);
        QVERIFY(program.readAllStandardError().contains("It was interrupted."));
    }
};

LOCKSCOPE_TEST(TestProgramRun)
#include "tst_program_run.moc"
