// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "bridge/lab_permission.h"
#include "bridge/lab_runs.h"
#include "lab_cluster.h"
#include "live_session.h"
#include "plain_socket.h"
#include "process.h"
#include "program_run.h"
#include "test_program.h"
#include "threads/file_bytes.h"

#include <lockcore/lab/local_cluster.h>

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QRegularExpression>

#include <sys/resource.h>
#include <cerrno>
#include <csignal>

namespace {

/// Shown in a second or two: a queue in which nobody is overtaken.
const QByteArray kScenario = R"({
    "format": 1, "name": "mine", "title": "Mine", "look": "At the queue.",
    "cluster": {"servers": 1, "tick": "200ms"},
    "phases": [{"name": "queue", "for": "1s", "contenders": [
        {"group": "clients", "recipe": "mutex", "lock": "orders", "count": 3, "hold": "2ms", "think": "2ms"}]}],
    "checks": [
        {"that": "grants", "of": {"phase": "queue", "lock": "orders"}, "at-least": 5, "say": "They had turns"},
        {"that": "inversions", "of": {"phase": "queue", "lock": "orders"}, "is": 0},
        {"that": "left-behind", "is": 0}]
})";

/// One client crashes while it holds.
const QByteArray kCrash = R"({
    "format": 1, "name": "crash", "title": "Crash", "look": "At the queue.",
    "cluster": {"servers": 1, "tick": "500ms"},
    "contenders": [{"group": "clients", "recipe": "mutex", "lock": "orders", "timeout": "10s", "hold": "10m"}],
    "phases": [{"name": "queue", "for": "60s", "steps": [{"do": "crash", "who": "clients"}]}],
    "checks": [{"that": "left-behind", "is": 0}]
})";

QByteArray changed(QByteArray text, const char* from, const char* to) {
    return text.replace(from, to);
}

}  // namespace

/// "lockscope lab": scenarios, where they may be played, and how it ends.
class TestLabCommand : public QObject {
    Q_OBJECT

    QTemporaryDir m_directory;

    Outcome lab(const QStringList& words, const QByteArray& input = {}) const {
        return runLockscope(QStringList{QStringLiteral("lab")} + words +
                                QStringList{QStringLiteral("--language"), QStringLiteral("en")},
                            bareEnvironment(m_directory), input);
    }
    QString fileOf(const char* name, const QByteArray& text) const {
        QFile file(m_directory.filePath(QLatin1String(name)));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName()
                                                                                  : QString();
    }
    static std::vector<std::string> namesAt(const std::string& cluster, const std::string& path) {
        LiveSession session(cluster);
        const auto children = session.await<lockcore::ChildList>(
            [&](lockcore::Session& asked, lockcore::Completion<lockcore::ChildList> done) {
                asked.children(path, {}, std::move(done));
            });
        return children ? children->names : std::vector<std::string>{"nobody knows"};
    }

    /// Plays for a minute; once clients have their turns the server stands still. `run` is its znode.
    void hangInTheMiddle(lockcore::LocalCluster& server, QProcess& program, QByteArray& run) const {
        program.setProcessEnvironment(bareEnvironment(m_directory));
        program.start(
            QStringLiteral(LOCKSCOPE_PROGRAM),
            {QStringLiteral("lab"), QStringLiteral("run"), QStringLiteral("--language"), QStringLiteral("en"),
             fileOf("long.json", changed(kScenario, "\"1s\"", "\"60s\"")), QStringLiteral("--connect"),
             QString::fromStdString(server.connectString()), QStringLiteral("--yes")});
        QByteArray output;
        QTRY_VERIFY_WITH_TIMEOUT((output += program.readAllStandardOutput()).contains("— queue —"),
                                 kServerPatienceMs);
        run = "/lockscope-lab/" +
              QByteArray::fromStdString(namesAt(server.connectString(), "/lockscope-lab").front());
        server.pause();
    }

private Q_SLOTS:
    void listsScenarios() {
        const auto listed = lab({QStringLiteral("list")});
        QCOMPARE(listed.status, lockscope::kExitDone);
        for (const char* name : {"fair-queue", "gc-pause", "herd", "in-turns", "Fair queue", "Title"})
            QVERIFY2(listed.output.contains(name), listed.output.constData());
        const auto json = lab({QStringLiteral("list"), QStringLiteral("--json")});
        QCOMPARE(QJsonDocument::fromJson(json.output).array().size(), qsizetype{13});
    }

    void playsOneOnAServerOfItsOwn() {
        const auto played =
            lab({QStringLiteral("run"), fileOf("mine.json", kScenario), QStringLiteral("--seed=7")});
        QVERIFY2(played.status == lockscope::kExitDone, played.output + played.errors);
        for (const char* word :
             {"Mine", "At the queue.", "seed 7", "They had turns — grants", "All that it promises"})
            QVERIFY2(played.output.contains(word), played.output.constData());
    }

    void tellsProgramsInJsonAndWritesFiles() {
        const QString report = m_directory.filePath(QStringLiteral("report.json"));
        const auto played =
            lab({QStringLiteral("run"), fileOf("mine.json", kScenario), QStringLiteral("--contenders=4"),
                 QStringLiteral("--json"), QStringLiteral("-o"), report});
        QVERIFY2(played.status == lockscope::kExitDone, played.errors.constData());
        const auto told = QJsonDocument::fromJson(played.output).object();
        QCOMPARE(told[QStringLiteral("scenario")].toString(), QStringLiteral("mine"));
        QCOMPARE(told[QStringLiteral("contenders")].toInt(), 4);
        QFile file(report);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(QJsonDocument::fromJson(file.readAll()).object(), told);
        const auto compared = lab({QStringLiteral("compare"), report, report});
        QVERIFY2(compared.status == lockscope::kExitDone, compared.errors.constData());
        QVERIFY2(compared.output.contains("wait, p95"), compared.output.constData());
    }

    void writesAPage() {
        const QString file = m_directory.filePath(QStringLiteral("report.html"));
        const auto played = lab({QStringLiteral("run"), fileOf("mine.json", kScenario),
                                 QStringLiteral("--seed=7"), QStringLiteral("-o"), file});
        QVERIFY2(played.status == lockscope::kExitDone, played.output + played.errors);
        QVERIFY2(played.errors.isEmpty(), played.errors.constData());
        QFile page(file);
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QByteArray text = page.readAll();
        for (const char* word : {"<h1>The lab: Mine</h1>", "Seed: 7", "1 server of its own", "<svg "})
            QVERIFY2(text.contains(word), word);
    }

    void comparisonIsWrittenToItsFile() {
        const QString report = m_directory.filePath(QStringLiteral("one.json"));
        const auto played =
            lab({QStringLiteral("run"), fileOf("mine.json", kScenario), QStringLiteral("-o"), report});
        QVERIFY2(played.status == lockscope::kExitDone, played.errors.constData());
        const auto written = [&](const char* name) {
            const QString target = m_directory.filePath(QLatin1String(name));
            const auto compared =
                lab({QStringLiteral("compare"), report, report, QStringLiteral("-o"), target});
            QFile file(target);
            const bool isDone = compared.status == lockscope::kExitDone && file.open(QIODevice::ReadOnly);
            return isDone ? file.readAll() : QByteArray();
        };
        QVERIFY(written("both.csv").startsWith("phase,kind,name,measure,unit,first,second,ratio\r\n"));
        QVERIFY(written("both.html").contains("<h1>The lab: two runs side by side</h1>"));
        const auto rows = QJsonDocument::fromJson(written("both.json")).array();
        QVERIFY(!rows.isEmpty());
        for (const auto& row : rows)
            QCOMPARE(row.toObject()[QStringLiteral("first")], row.toObject()[QStringLiteral("second")]);
        const auto nowhere = lab({QStringLiteral("compare"), report, report, QStringLiteral("-o"),
                                  QStringLiteral("/no/such/folder/both.csv")});
        QCOMPARE(nowhere.status, lockscope::kExitUsage);
        QVERIFY2(nowhere.errors.contains("/no/such/folder/both.csv"), nowhere.errors.constData());
    }

    void statusSaysWhatWasShown_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("status");
        QTest::newRow("broken") << changed(kScenario, "\"at-least\": 5", "\"at-least\": 1000000")
                                << lockscope::kExitFailed;
        QTest::newRow("not checked") << changed(kScenario,
                                                "{\"that\": \"inversions\", \"of\": {\"phase\": \"queue\", "
                                                "\"lock\": \"orders\"}, \"is\": 0}",
                                                "{\"that\": \"frozen-shown-after\", \"of\": {\"who\": "
                                                "\"clients#1\"}, \"at-most\": \"1s\"}")
                                     << lockscope::kExitPartial;
        QTest::newRow("promises nothing")
            << kScenario.first(kScenario.indexOf("\"checks\"")) + "\"checks\": []}" << lockscope::kExitDone;
        QTest::newRow("no scenario") << changed(kScenario, "\"mutex\"", "\"mutexx\"")
                                     << lockscope::kExitFailed;
    }

    void statusSaysWhatWasShown() {
        QFETCH(QByteArray, text);
        QFETCH(int, status);
        const auto played = lab({QStringLiteral("run"), fileOf("mine.json", text)});
        QVERIFY2(played.status == status, played.output + played.errors);
    }

    void promisesNothingIsSaid() {
        const QByteArray text = kScenario.first(kScenario.indexOf("\"checks\"")) + "\"checks\": []}";
        const auto played = lab({QStringLiteral("run"), fileOf("nothing.json", text)});
        QVERIFY2(played.output.contains("It promises nothing."), played.output + played.errors);
        QVERIFY2(!played.output.contains("could be checked"), played.output.constData());
    }

    void aWrongFileOfAScenarioHasItsSchema() {
        const auto played =
            lab({QStringLiteral("run"), fileOf("wrong.json", changed(kScenario, "\"mutex\"", "\"mutexx\""))});
        QVERIFY2(played.errors.contains("scenario.schema.json"), played.errors.constData());
        QVERIFY2(!played.errors.contains("has saved"), played.errors.constData());
    }

    /// A disk that is full, and one that gets full in the middle.
    void whyAFileWasNotWrittenIsTold() {
        const QString file = m_directory.filePath(QStringLiteral("large.json"));
        rlimit before{};
        QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
        const auto handler = std::signal(SIGXFSZ, SIG_IGN);
        const rlimit small{8, before.rlim_max};
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &small), 0);
        const auto few = lockscope::writeBytes("ten bytes.", file);
        const auto many = lockscope::writeBytes(QByteArray(100'000, 'x'), file);
        setrlimit(RLIMIT_FSIZE, &before);
        std::signal(SIGXFSZ, handler);
        for (const auto& written : {few, many}) {
            QVERIFY(!written);
            QCOMPARE(QString::fromStdString(written.error().what), qt_error_string(EFBIG));
        }
        QVERIFY(!QFile::exists(file));
    }

    void unknownWordsAreRefused() {
        for (const QStringList& words :
             {QStringList{},
              {QStringLiteral("nonsense")},
              {QStringLiteral("run")},
              {QStringLiteral("run"), QStringLiteral("no-such-scenario")},
              {QStringLiteral("clean")},
              {QStringLiteral("compare"), QStringLiteral("one.json")},
              {QStringLiteral("list"), QStringLiteral("--connect"), QStringLiteral("zk:2181")},
              {QStringLiteral("list"), QStringLiteral("-o"), QStringLiteral("a.json")},
              {QStringLiteral("run"), QStringLiteral("herd"), QStringLiteral("-o"),
               QStringLiteral("a.pdf")}}) {
            const auto done = lab(words);
            QVERIFY2(done.status == lockscope::kExitUsage, qPrintable(words.join(QLatin1Char(' '))));
            QVERIFY(!done.errors.isEmpty());
        }
    }

    /// Servers of this machine are somebody's to play with; it says before what it does, and asks.
    void onAClusterItAsksAndLeavesNothing() {
        const std::string cluster = TestCluster::instance().freshConnectString();
        const QStringList words{QStringLiteral("run"), fileOf("mine.json", kScenario),
                                QStringLiteral("--connect"), QString::fromStdString(cluster)};
        const auto unasked = lab(words);
        QCOMPARE(unasked.status, lockscope::kExitFailed);
        QVERIFY2(unasked.errors.contains("/lockscope-lab") && unasked.errors.contains("--yes"),
                 unasked.errors.constData());
        const auto played = lab(words + QStringList{QStringLiteral("--yes")});
        QVERIFY2(played.status == lockscope::kExitDone, played.output + played.errors);
        QVERIFY(namesAt(cluster, "/").empty());
        QVERIFY(
            lockscope::LabRunsFile(m_directory.filePath(QStringLiteral("Lockscope/lockscope/lab-runs.json")))
                .runs()
                .empty());
    }

    /// After a kill nobody would know of it.
    void whatCantBeWrittenDownIsNotPlayed() {
        const QTemporaryDir directory;
        const QString list = directory.filePath(QStringLiteral("Lockscope/lockscope/lab-runs.json"));
        QVERIFY(QDir().mkpath(list));
        const std::string cluster = TestCluster::instance().freshConnectString();
        const auto played =
            runLockscope({QStringLiteral("lab"), QStringLiteral("run"), fileOf("mine.json", kScenario),
                          QStringLiteral("--connect"), QString::fromStdString(cluster),
                          QStringLiteral("--yes"), QStringLiteral("--language"), QStringLiteral("en")},
                         bareEnvironment(directory));
        QCOMPARE(played.status, lockscope::kExitFailed);
        QVERIFY2(played.errors.contains("lab-runs.json"), played.errors.constData());
        QVERIFY2(played.errors.contains("the permissions"), played.errors.constData());
        QVERIFY(namesAt(cluster, "/").empty());
    }

    /// Nothing of it was made: there is nothing to offer afterwards.
    void whatDidNotBeginIsNotInTheList() {
        const QTemporaryDir directory;
        const QString list = directory.filePath(QStringLiteral("Lockscope/lockscope/lab-runs.json"));
        const std::string cluster = TestCluster::instance().freshConnectString();
        LiveSession session(cluster);
        QVERIFY(session.await<lockcore::CreatedNode>(
            [](lockcore::Session& asked, lockcore::Completion<lockcore::CreatedNode> done) {
                asked.create("/lockscope-lab", "somebody's", lockcore::NodeKind::Persistent, std::move(done));
            }));
        const QStringList words{QStringLiteral("lab"),           QStringLiteral("run"),
                                fileOf("mine.json", kScenario),  QStringLiteral("--connect"),
                                QString::fromStdString(cluster), QStringLiteral("--yes"),
                                QStringLiteral("--language"),    QStringLiteral("en")};
        const auto refused = runLockscope(words, bareEnvironment(directory));
        QCOMPARE(refused.status, lockscope::kExitFailed);
        QVERIFY2(refused.errors.contains("was not played"), refused.errors.constData());
        QVERIFY(QDir(QFileInfo(list).path()).exists());
        QVERIFY(!QFile::exists(list));
        // What is no list is not written over, and what to do about it is said.
        QFile damaged(list);
        QVERIFY(damaged.open(QIODevice::WriteOnly) && damaged.write("[{\"run\": \"/lockscope-lab/a\"") > 0);
        damaged.close();
        const auto unlisted = runLockscope(words, bareEnvironment(directory));
        QCOMPARE(unlisted.status, lockscope::kExitFailed);
        QVERIFY2(
            unlisted.errors.contains("mend it or move it away") && unlisted.errors.contains("lab-runs.json"),
            unlisted.errors.constData());
        QVERIFY(damaged.open(QIODevice::ReadOnly));
        QCOMPARE(damaged.readAll(), QByteArray("[{\"run\": \"/lockscope-lab/a\""));
    }

    /// What a kill -9 leaves is known, offered and removed, which is an act as any other.
    void cleansUpAfterAKill() {
        const std::string cluster = TestCluster::instance().freshConnectString();
        const QString connect = QString::fromStdString(cluster);
        QProcess program;
        program.setProcessEnvironment(bareEnvironment(m_directory));
        program.start(QStringLiteral(LOCKSCOPE_PROGRAM),
                      {QStringLiteral("lab"), QStringLiteral("run"),
                       fileOf("long.json", changed(kScenario, "\"1s\"", "\"60s\"")),
                       QStringLiteral("--connect"), connect, QStringLiteral("--yes")});
        QVERIFY(program.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(namesAt(cluster, "/") == std::vector<std::string>{"lockscope-lab"},
                                 kServerPatienceMs);
        const lockscope::LabRunsFile known(
            m_directory.filePath(QStringLiteral("Lockscope/lockscope/lab-runs.json")));
        QTRY_COMPARE_WITH_TIMEOUT(known.runs().size(), std::size_t{1}, kServerPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(!namesAt(cluster, "/lockscope-lab").empty(), kServerPatienceMs);
        const std::string run = namesAt(cluster, "/lockscope-lab").front();
        // While its program lives nothing is offered, and nobody is told that nothing is there.
        const auto alive =
            lab({QStringLiteral("clean"), QStringLiteral("--connect"), connect, QStringLiteral("--yes")});
        QCOMPARE(alive.status, lockscope::kExitPartial);
        QVERIFY2(alive.errors.contains("still runs, or its program"), alive.errors.constData());
        QVERIFY2(!alive.output.contains("No run of the lab is left"), alive.output.constData());
        program.kill();
        QVERIFY(program.waitForFinished(kServerPatienceMs));
        const auto running = [&] {
            const auto names = namesAt(cluster, "/lockscope-lab/" + run);
            return std::find(names.begin(), names.end(), "running") != names.end();
        };
        QTRY_VERIFY_WITH_TIMEOUT(!running(), kServerPatienceMs);
        // The next one says so.
        const auto next = lab({QStringLiteral("run"), fileOf("mine.json", kScenario),
                               QStringLiteral("--connect"), connect, QStringLiteral("--yes")});
        QVERIFY2(next.errors.contains("was not removed, or still runs"), next.errors.constData());
        const QStringList clean{QStringLiteral("clean"), QStringLiteral("--connect"), connect,
                                QStringLiteral("--yes")};
        const QString audit = m_directory.filePath(QStringLiteral("Lockscope/lockscope/audit.jsonl"));
        QVERIFY(QDir().mkpath(audit));
        const auto unwritten = lab(clean);
        QCOMPARE(unwritten.status, lockscope::kExitPartial);
        QVERIFY2(unwritten.errors.contains("audit.jsonl"), unwritten.errors.constData());
        QVERIFY(!namesAt(cluster, "/").empty());
        QVERIFY(QDir().rmdir(audit));
        const auto cleaned = lab(clean);
        QVERIFY2(cleaned.status == lockscope::kExitDone, cleaned.output + cleaned.errors);
        QVERIFY(cleaned.output.contains("mine"));
        QVERIFY(namesAt(cluster, "/").empty());
        QVERIFY(known.runs().empty());
        QFile written(audit);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QStringList outcomes;
        for (const QByteArray& line : written.readAll().trimmed().split('\n')) {
            const auto act = QJsonDocument::fromJson(line).object();
            QCOMPARE(act[QStringLiteral("action")].toString(), QStringLiteral("remove-lab-run"));
            QCOMPARE(act[QStringLiteral("lock")].toString().toStdString(), "/lockscope-lab/" + run);
            QCOMPARE(act[QStringLiteral("cluster")].toString(), connect);
            outcomes << act[QStringLiteral("outcome")].toString();
        }
        QCOMPARE(outcomes, (QStringList{QStringLiteral("intended"), QStringLiteral("done")}));
    }

    void anEmptyRootGoesAndWhatKeepsItIsTold() {
        const std::string cluster = TestCluster::instance().freshConnectString();
        const QStringList there{QStringLiteral("--connect"), QString::fromStdString(cluster),
                                QStringLiteral("--yes")};
        LiveSession session(cluster);
        const auto make = [&](const std::string& path, const std::string& data) {
            return session
                .await<lockcore::CreatedNode>(
                    [&](lockcore::Session& asked, lockcore::Completion<lockcore::CreatedNode> done) {
                        asked.create(path, data, lockcore::NodeKind::Persistent, std::move(done));
                    })
                .has_value();
        };
        QVERIFY(make("/lockscope-lab", R"({"format":1,"made-by":"lockscope lab"})"));
        QVERIFY(make("/lockscope-lab/theirs", {}));
        const auto kept = lab(QStringList{QStringLiteral("clean")} + there);
        QVERIFY2(kept.status == lockscope::kExitDone, kept.errors.constData());
        QVERIFY2(kept.output.contains("/lockscope-lab stays: /lockscope-lab/theirs is there"),
                 kept.output.constData());
        const auto played = lab(QStringList{QStringLiteral("run"), fileOf("mine.json", kScenario)} + there);
        QVERIFY2(played.status == lockscope::kExitDone, played.output + played.errors);
        QVERIFY2(played.output.contains("root stays: /lockscope-lab/theirs is there"),
                 played.output.constData());
        QVERIFY(session.await<void>([](lockcore::Session& asked, lockcore::Completion<void> done) {
            asked.remove("/lockscope-lab/theirs", -1, std::move(done));
        }));
        const auto cleaned = lab(QStringList{QStringLiteral("clean")} + there);
        QVERIFY2(cleaned.status == lockscope::kExitDone, cleaned.errors.constData());
        QVERIFY2(cleaned.output.contains("/lockscope-lab is removed."), cleaned.output.constData());
        QVERIFY(namesAt(cluster, "/").empty());
    }

    void interruptedItEndsInOrder() {
        const std::string cluster = TestCluster::instance().freshConnectString();
        QProcess program;
        program.setProcessEnvironment(bareEnvironment(m_directory));
        program.start(
            QStringLiteral(LOCKSCOPE_PROGRAM),
            {QStringLiteral("lab"), QStringLiteral("run"),
             fileOf("long.json", changed(kScenario, "\"1s\"", "\"60s\"")), QStringLiteral("--connect"),
             QString::fromStdString(cluster), QStringLiteral("--yes")});
        QVERIFY(program.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(!namesAt(cluster, "/").empty(), kServerPatienceMs);
        ::kill(static_cast<pid_t>(program.processId()), SIGINT);
        QVERIFY(program.waitForFinished(kServerPatienceMs));
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), lockscope::kExitPartial);
        const QByteArray errors = program.readAllStandardError();
        QVERIFY2(errors.contains("another interrupt ends it at once"), errors.constData());
        QVERIFY(namesAt(cluster, "/").empty());
    }

    /// A server that hangs in the middle of a run: what is waited for is told, and the first interrupt is
    /// enough. What may be left is in the list.
    void interruptedOnASilentClusterItEnds() {
        auto server = lockcore::LocalCluster::start({.tickTime = std::chrono::seconds(2)});
        QVERIFY(server);
        QProcess program;
        QByteArray run;
        hangInTheMiddle(**server, program, run);
        QByteArray errors;
        QTRY_VERIFY_WITH_TIMEOUT(
            (errors += program.readAllStandardError()).contains("The cluster does not answer"),
            kServerPatienceMs);
        ::kill(static_cast<pid_t>(program.processId()), SIGINT);
        QElapsedTimer clock;
        clock.start();
        QVERIFY(program.waitForFinished(kServerPatienceMs));
        QVERIFY2(clock.elapsed() < 40'000, QByteArray::number(clock.elapsed()).constData());
        errors += program.readAllStandardError();
        QCOMPARE(program.exitCode(), lockscope::kExitPartial);
        const QByteArray output = program.readAllStandardOutput();
        QVERIFY2(output.contains(run + " could not be removed"), output.constData());
        QVERIFY2(errors.contains("lockscope lab clean --connect"), errors.constData());
        QVERIFY2(!errors.contains("answers again"), errors.constData());
        (*server)->resume();
    }

    void secondInterruptEndsItAtOnce() {
        auto server = lockcore::LocalCluster::start({.tickTime = std::chrono::seconds(2)});
        QVERIFY(server);
        QProcess program;
        QByteArray run;
        hangInTheMiddle(**server, program, run);
        const auto pid = static_cast<pid_t>(program.processId());
        ::kill(pid, SIGINT);
        QByteArray errors;
        QTRY_VERIFY_WITH_TIMEOUT((errors += program.readAllStandardError()).contains("ends this at once"),
                                 kServerPatienceMs);
        QElapsedTimer clock;
        clock.start();
        // One that comes at the same time is the same wish.
        QTRY_VERIFY_WITH_TIMEOUT((::kill(pid, SIGINT), program.state() == QProcess::NotRunning),
                                 kServerPatienceMs);
        QVERIFY2(clock.elapsed() < 3'000, QByteArray::number(clock.elapsed()).constData());
        errors += program.readAllStandardError();
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), lockscope::kExitPartial);
        QVERIFY2(errors.contains(run + " may be left"), errors.constData());
        QVERIFY2(errors.contains("lockscope lab clean --connect"), errors.constData());
        (*server)->resume();
    }

    /// Their znodes stay for as long as that: what takes so long is told.
    void interruptedAfterACrashItTellsWhatItWaitsFor() {
        QProcess program;
        program.setProcessEnvironment(bareEnvironment(m_directory));
        program.start(QStringLiteral(LOCKSCOPE_PROGRAM),
                      {QStringLiteral("lab"), QStringLiteral("run"), QStringLiteral("--language"),
                       QStringLiteral("en"), fileOf("crash.json", kCrash)});
        QByteArray output;
        QTRY_VERIFY_WITH_TIMEOUT((output += program.readAllStandardOutput()).contains("it is killed"),
                                 kServerPatienceMs);
        ::kill(static_cast<pid_t>(program.processId()), SIGINT);
        QVERIFY(program.waitForFinished(kServerPatienceMs));
        QCOMPARE(program.exitCode(), lockscope::kExitPartial);
        const QByteArray errors = program.readAllStandardError();
        const QRegularExpression told(QStringLiteral(
            "the sessions of crashed clients are over, (\\d+) seconds at most; another interrupt"));
        const auto match = told.match(QString::fromLocal8Bit(errors));
        QVERIFY2(match.hasMatch(), errors.constData());
        QVERIFY2(match.captured(1).toInt() <= 13, errors.constData());
    }

    /// Nothing answers there: it is still signing in.
    void interruptedBeforeItBeginsItSaysSo_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("run") << QStringList{QStringLiteral("run"), QStringLiteral("fair-queue"),
                                            QStringLiteral("--yes")}
                             << QByteArray("interrupted");
        QTest::newRow("clean") << QStringList{QStringLiteral("clean"), QStringLiteral("--yes")}
                               << QByteArray("Nothing was removed. It was interrupted.");
    }
    void interruptedBeforeItBeginsItSaysSo() {
        QFETCH(const QStringList, words);
        QFETCH(const QByteArray, said);
        PlainListener silent;
        QProcess program;
        program.setProcessEnvironment(bareEnvironment(m_directory));
        program.start(QStringLiteral(LOCKSCOPE_PROGRAM),
                      QStringList{QStringLiteral("lab")} + words +
                          QStringList{QStringLiteral("--connect"), QString::fromStdString(silent.address())});
        QVERIFY(program.waitForStarted());
        const PlainSocket connection = silent.accept();
        ::kill(static_cast<pid_t>(program.processId()), SIGINT);
        QVERIFY(program.waitForFinished(kServerPatienceMs));
        QCOMPARE(program.exitCode(), lockscope::kExitPartial);
        const QByteArray errors = program.readAllStandardError();
        QVERIFY2(errors.contains(said), errors);
    }

    void mayRunOnlyWhereSomebodySaysSo() {
        using lockscope::LabRefusal;
        lockscope::ConnectionOptions options;
        const auto refusal = [&](const std::optional<QString>& here = {}) {
            return lockscope::labRefusal(options, here);
        };
        options.connectString = QStringLiteral("127.0.0.1:2181,localhost:2182/app");
        QVERIFY(!refusal());
        options.connectString = QStringLiteral("127.0.0.1:2181,zk2:2181");
        QCOMPARE(refusal(), std::optional(LabRefusal::NotAllowed));
        QVERIFY(!refusal(QString()));
        options.profile = {QStringLiteral("1"), QStringLiteral("stage")};
        QCOMPARE(refusal(QString()), std::optional(LabRefusal::NotAllowed));
        options.labMayRun = true;
        QVERIFY(!refusal());
        options.environment = lockscope::Environment::Production;
        QCOMPARE(refusal(QString()), std::optional(LabRefusal::NameNeeded));
        QCOMPARE(refusal(QStringLiteral("other")), std::optional(LabRefusal::NameNeeded));
        QVERIFY(!refusal(QStringLiteral("stage")));
        options.labMayRun = false;
        QCOMPARE(refusal(QStringLiteral("stage")), std::optional(LabRefusal::Production));
        options.readOnly = true;
        QCOMPARE(refusal(QStringLiteral("stage")), std::optional(LabRefusal::ReadOnly));
    }

    void ordersToServersAreRead() {
        using lockcore::ServerAct;
        using lockcore::ServerState;
        const std::vector<lockcore::ServerView> servers{
            {.number = 0, .state = ServerState::Follower, .logFile = {}},
            {.number = 1, .state = ServerState::Leader, .logFile = {}},
            {.number = 2, .state = ServerState::Follower, .logFile = {}}};
        const auto ordered = [&](const char* line) {
            return lockscope::serverOrder(QLatin1String(line), servers);
        };
        QCOMPARE(ordered("kill 2")->servers, std::vector<std::size_t>{1});
        QVERIFY(ordered("cut-off leader")->act == ServerAct::CutOff);
        QCOMPARE(ordered("freeze leader")->servers, std::vector<std::size_t>{1});
        QCOMPARE(ordered("stop follower")->servers, std::vector<std::size_t>{0});
        QCOMPARE(ordered(" kill  all ")->servers.size(), std::size_t{3});
        QVERIFY(!ordered("mend all"));  // nobody is cut off
        for (const char* line : {"", "kill", "kill 4", "kill 0", "explode 1", "kill 1 2", "kill leaders"})
            QVERIFY2(!ordered(line), line);
    }

    void serversDoWhatLinesSay() {
        QProcess program;
        program.setProcessEnvironment(bareEnvironment(m_directory));
        program.start(QStringLiteral(LOCKSCOPE_PROGRAM),
                      {QStringLiteral("lab"), QStringLiteral("cluster"), QStringLiteral("--language"),
                       QStringLiteral("en")});
        QVERIFY(program.waitForStarted());
        QByteArray output;
        const auto says = [&](const char* words) {
            output += program.readAllStandardOutput();
            return output.contains(words);
        };
        QTRY_VERIFY_WITH_TIMEOUT(says("Connect string: 127.0.0.1:"), kServerPatienceMs);
        QVERIFY2(says("): standalone"), output.constData());
        program.write("freeze 1\n");
        QTRY_VERIFY_WITH_TIMEOUT(says("): frozen"), kServerPatienceMs);
        program.write("kill leader\nkill 1\n");
        QTRY_VERIFY_WITH_TIMEOUT(says("): stopped"), kServerPatienceMs);
        ::kill(static_cast<pid_t>(program.processId()), SIGINT);
        QVERIFY(program.waitForFinished(kServerPatienceMs));
        QVERIFY2(program.readAllStandardError().contains("kill leader"), "what can't be done is said");
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
    }
};

LOCKSCOPE_TEST(TestLabCommand)
#include "tst_lab_command.moc"
